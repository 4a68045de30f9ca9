"""A client at a table with a shoe of wood: its cards are in its own hands, and it keys them in when they are turned.

It knows nothing of the rules. It asks what is due, and fills the holes of each command with what they permit. What
happens to its own cards it knows by the words of the
steps alone: a card that is carried opens the next hand, one that is discarded is gone, and so on. On the way it makes
every mistake that it is offered to own up to.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from punto.core.cards import DECK, Card
from punto.core.roles import Role
from punto.table import Refusal
from punto.table.holes import Amount, Depth, Expected, Faces

Fields = dict[str, Any]
Ask = Callable[[], tuple[Expected, ...]]
Tell = Callable[[Fields], Refusal | None]

ERRORS = ("error", "error-third", "seen", "face-up", "face-up-third")
SHY = ("decline-cut", "decline-shoe", "decline-next", "give-up", "order-give-up", "name-dealer", "ask-face-up")
KEPT = ("carry-card", "simulate-round", "void-and-simulate")  # the card opens a hand
SEEN_TOO = {"error": "error, then seen", "error-third": "error-third, then seen"}
MISTAKES = (*ERRORS, *SEEN_TOO.values(), "paid wrongly", "misread, noticed soon", "misread, noticed late")


def about(act: Expected) -> str:
    """What an act is about: the step, the places or the wager."""
    faces = act.holes.get("faces")
    given = act.given.get("step") or act.given.get("place") or act.given.get("wager") or ""
    return " ".join(faces.places) if isinstance(faces, Faces) else str(given)


class Client:
    """Dealer, floor and three players, with one stack of cards."""

    purse = 2_000_000_00  # what each of them buys

    def __init__(self, ask: Ask, tell: Tell, decks: int, seed: int) -> None:
        self.ask, self.tell, self.chance = ask, tell, random.Random(seed)
        self.stack = list(DECK) * decks
        self.chance.shuffle(self.stack)
        self.cover = 0  # cards behind the cover card; none while it is not in the shoe
        self.lying: dict[str, Card] = {}
        self.hand: list[tuple[Card, bool]] = []  # set aside to open this hand, and whether everybody has seen it
        self.next_hand: list[tuple[Card, bool]] = []
        self.last = ""  # where the last card went
        self.stray = ""  # where the card lies that should not have come
        self.last_hand = self.bet = False
        self.curator = 0
        self.done: Counter[str] = Counter()
        self.offered: set[str] = set()
        self.owned: Counter[str] = Counter()  # mistakes made and owned up to
        self.misread: dict[str, str] = {}  # place -> what it should have been
        self.quiet = 0  # coups to go before the next mistake

    # ---------------------------------------------------------------- telling

    def who(self, act: Expected) -> str:
        if act.by is Role.CURATOR:
            return f"player-{self.curator}"
        return f"player-{act.seat}" if act.by is Role.PLAYER else f"{act.by}-1"

    def says(self, act: Expected, **fields: Any) -> Refusal | None:
        given = {name.replace("_", "-"): value for name, value in fields.items()}
        refusal = self.tell({"do": act.command, "by": act.by, "who": self.who(act), **given})
        for other in ("2", "3"):
            if refusal is not None and refusal.reason == "same-person":
                refusal = self.tell({"do": act.command, "by": act.by, "who": f"{act.by}-{other}", **given})
        return refusal

    def must(self, act: Expected, **fields: Any) -> None:
        refusal = self.says(act, **fields)
        assert refusal is None, (act, fields, refusal)

    def floor(self, do: str, **fields: Any) -> None:
        refusal = self.tell({"do": do, "by": Role.FLOOR, "who": "floor-1", **fields})
        assert refusal is None, (do, fields, refusal)

    # ---------------------------------------------------------------- what is next

    def act(self) -> None:
        """Do one thing."""
        acts = self.ask()
        self.offered |= {about(act) for act in acts if about(act) in (*ERRORS, *KEPT, "void-round", "discard-card")}
        due = [act for act in acts if act.must]
        if self._sits_down(acts) or self._cover_shows(acts) or self._errs(acts) or self._puts_right(due):
            return
        if self._bets(acts):
            return
        assert due, f"nothing is due: {acts}"
        bold = [act for act in due if about(act) not in SHY] or due
        self.does(min(bold, key=lambda act: self.done[f"{act.command} {about(act)}"]))

    def does(self, act: Expected) -> None:
        """Do what is due, with all that it takes."""
        self.done[f"{act.command} {about(act)}"] += 1
        match act.command:
            case "deal":
                self._deals(act)
            case "turn":
                self._turns(act)
            case "perform":
                self._performs(act)
            case "house-money":
                self.must(act, seat=act.seat, choice="take")
            case _:
                self.must(act, seat=act.seat)

    def _sits_down(self, acts: tuple[Expected, ...]) -> bool:
        """Three players come, and buy what they will need."""
        free = [act for act in acts if act.command == "sit" and act.seat is not None and act.seat <= 3]
        for act in free:
            self.must(act, seat=act.seat, buy_in=self.purse)
        return bool(free)

    def _bets(self, acts: tuple[Expected, ...]) -> bool:
        """Everybody bets on everything once, as little as is allowed."""
        wagers = [act for act in acts if act.command == "wager"]
        if self.bet or not wagers:
            return False
        self.bet = True
        for act in wagers:
            amount = act.holes["cents"]
            assert isinstance(amount, Amount)
            self.must(act, **act.given, cents=amount.least)
        return True

    # ---------------------------------------------------------------- steps

    def _performs(self, act: Expected) -> None:
        fields: Fields = {"step": about(act), "seat": act.seat}
        if about(act) in ("place-cut", "dealer-cut"):
            self.must(act, **fields, cards=len(self.stack) // 2)
            self.stack = self.stack[len(self.stack) // 2 :] + self.stack[: len(self.stack) // 2]
        elif about(act) == "place-cover":
            depth = act.holes["cards"]
            assert isinstance(depth, Depth)
            self.cover = depth.least
            self.must(act, **fields, cards=self.cover)
        else:
            self.must(act, **fields)
        self._afterwards(act)

    def _afterwards(self, act: Expected) -> None:
        """What a step means for the cards, and for whoever holds the shoe."""
        match about(act):
            case "carry-card" | "simulate-round" | "void-and-simulate":
                self._set_aside()
            case "use-as-banker-third":
                self.lying["B3"] = self.lying.pop(self.stray)
            case "discard-card":
                self.lying.pop(self.stray)
            case "announce-last-hand":
                self.last_hand = True
            case "accept-shoe" | "accept-next":
                self.curator = act.seat or 0
            case "pay-seat" if not self.owned["paid wrongly"]:
                self.owned["paid wrongly"] += 1
                self.floor("adjust", seat=act.seat, cents=25_00, why="one chip too many was paid")
                self.floor("adjust", seat=act.seat, cents=-25_00, why="that chip was taken back")
        if about(act) in ("clear-cards", "void-and-simulate"):
            self.lying.clear()
            self.hand, self.next_hand, self.bet = [*self.hand, *self.next_hand], [], False
            self.quiet -= 1

    def _set_aside(self) -> None:
        """A card waits to open a hand: before those that nobody has seen if it was seen, else behind them."""
        card, seen = self.lying.pop(self.stray), self.stray == "seen"
        begun = any(place[0] in "PB" for place in self.lying)
        line = self.next_hand if begun else self.hand
        self.bet = self.bet and (begun or not seen)  # nobody bets on a card that was seen
        unseen = next((number for number, (_, known) in enumerate(line) if not known), len(line))
        line.insert(unseen if seen else len(line), (card, seen))

    # ---------------------------------------------------------------- cards

    def _deals(self, act: Expected) -> None:
        self.must(act, place=about(act))
        waits = self.hand and about(act)[0] in "PB"
        card = self.hand.pop(0)[0] if waits else self.stack.pop()
        if about(act) != "discard":
            self.lying[about(act)] = card
        self.last = about(act)

    def _turns(self, act: Expected) -> None:
        places = about(act).split()
        keyed = {place: str(self.lying[place]) for place in places if place in self.lying}
        wrong = self._misreads(places)
        self.must(act, faces=keyed | wrong)
        for place in wrong:
            self.misread[place] = keyed[place]
            self.owned[f"misread, noticed {'late' if place == 'B3' else 'soon'}"] += 1

    def _misreads(self, places: list[str]) -> Fields:
        """Once a suit of the first cards, noticed at once; once a Banker's third card, noticed after the result."""
        for place, when in (("P1", "soon"), ("B1", "soon"), ("B3", "late")):
            if place in places and self.bet and not self.owned[f"misread, noticed {when}"]:
                true = self.lying[place]
                others = [card for card in DECK if (card.rank == true.rank) == (when == "soon") and card != true]
                return {place: str(self.chance.choice(others))}
        return {}

    def _puts_right(self, due: list[Expected]) -> bool:
        """A wrong face is noticed when the next step is due; one after the result when the cards are to be cleared."""
        steps = {about(act) for act in due}
        for place, card in list(self.misread.items()):
            if place == "B3" and "clear-cards" not in steps and "collect-losing" not in steps:
                continue
            del self.misread[place]
            self.floor("correct", place=place, card=card, why="keyed wrongly")
            return True
        return False

    def _cover_shows(self, acts: tuple[Expected, ...]) -> bool:
        """It lies on top, and somebody reaches for a card."""
        shows = next((act for act in acts if about(act) == "set-aside-cover"), None)
        reached = any(act.command == "deal" and act.must for act in acts) and not self.hand
        if shows is None or not reached or len(self.stack) != self.cover:
            return False
        self.must(shows, step=about(shows))
        return True

    # ---------------------------------------------------------------- mistakes

    def _errs(self, acts: tuple[Expected, ...]) -> bool:
        """Own up to a mistake that is offered and was not made yet; in the last hand let all the cards fall."""
        standing = [act for act in acts if act.command == "turn" and about(act) in SEEN_TOO]
        if standing:  # it lies there, and somebody may look at it
            return self._looks(standing[0])
        offers = {about(act): act for act in acts if about(act) in ERRORS}
        if self.last_hand and "error" in offers and "P1" in self.lying:
            return self._draws(offers["error"])
        for place, act in offers.items():
            made = min(self.owned[place], self.owned[SEEN_TOO.get(place, place)])
            if not made and self.quiet <= 0 and not self.misread and self.chance.random() < 0.3:
                self.quiet = 2
                return self._draws(act) if act.command == "deal" else self._shows(act)
        return False

    def _draws(self, act: Expected) -> bool:
        self.done[f"deal {about(act)}"] += 1
        self.must(act, place=about(act))
        self.stray = about(act)
        self.lying[about(act)] = self.stack.pop()
        return True

    def _looks(self, act: Expected) -> bool:
        """Whoever drew the card may have seen it: once so, once not."""
        if self.owned[about(act)] <= self.owned[SEEN_TOO[about(act)]] or self.last_hand:
            self.owned[about(act)] += 1
            remedy = next(one for one in self.ask() if one.must)
            self.does(remedy)
            return True
        self.owned[SEEN_TOO[about(act)]] += 1
        self.must(act, faces={about(act): str(self.lying[about(act)])})
        self.stray = "seen"
        self.lying["seen"] = self.lying.pop(about(act))
        return True

    def _shows(self, act: Expected) -> bool:
        """A card lies face up in the shoe, or showed its face when it was dealt."""
        card = self.lying.pop(self.last) if about(act) == "seen" else self.stack.pop()
        self.owned[about(act)] += 1
        self.must(act, faces={about(act): str(card)})
        self.stray = "seen"
        self.lying["seen"] = card
        return True
