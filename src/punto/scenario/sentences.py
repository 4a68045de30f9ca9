"""Sentences of a scenario, parsed into commands.

A sentence begins with its actor: a player by name, ``the dealer``, ``the floor``, ``the machine``, ``the curator``,
``whoever deals``, or a role with a name, ``dealer Dora``. The rest is one of the forms below, or a step in the words of
``STEPS``. Any other sentence is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from punto.core.roles import Rank, Role
from punto.table.irregularities import role_of
from punto.table.state import TableState

STEPS: Mapping[str, str] = MappingProxyType(
    {
        # new decks
        "inspect": "inspects the decks",
        "verify": "verifies the inspection",
        "refuse-inspection": "refuses to verify the inspection",
        "replace-deck": "has the deck replaced",
        "spread": "spreads the cards",
        "show": "shows the cards to the first player",
        "turn-down": "turns the cards face down",
        "wash": "washes the cards",
        "stack": "stacks the cards",
        "spread-batches": "spreads both batches",
        "show-batches": "shows both batches to the first player",
        "turn-down-batches": "turns both batches face down",
        "stack-batches": "stacks both batches",
        "remove-decks": "removes the decks",
        "bring-decks": "brings new decks",
        "retire-decks": "retires the decks",
        "fetch-decks": "brings other decks",
        "gather-cards": "gathers the cards",
        # shuffling
        "shuffle": "shuffles the cards",
        "plug": "plugs the unused cards",
        "riffle": "riffles",
        "turn": "turns some of the cards round",
        "strip": "strips",
        "lace": "laces a deck into the stack",
        "reshuffle": "shuffles the stack once more",
        "feather": "leaves the stack feathered",
        "check-shuffle": "looks over the shuffle",
        "refuse-shuffle": "finds the cards unevenly shuffled",
        "wash-again": "washes the cards again",
        "stack-again": "stacks the cards again",
        "first-shuffle": "makes the first shuffle",
        "second-shuffle": "makes the second shuffle",
        "third-shuffle": "makes the third shuffle",
        "load-machine": "loads the batch machine",
        "machine-shuffle": "shuffles the batch",
        "unload-machine": "unloads the batch machine",
        "load-device": "loads the shuffler",
        "device-shuffle": "shuffles the batch in the shuffler",
        "take-batch": "takes the batch out of the shuffler",
        "fill-shoe": "fills the continuous shoe",
        "order-shuffle": "orders a shuffle",
        # the cut, the cover card, the burn
        "offer-cut": "offers the cut",
        "decline-cut": "declines the cut",
        "place-cut": "places the cutting card",
        "dealer-cut": "makes the cut",
        "order-recut": "orders the cut made again",
        "carry-cut": "takes the cards above the cut to the bottom",
        "place-cover": "inserts the cover card",
        "place-end-cover": "puts the other cover card at the end",
        "load-shoe": "puts the cards into the shoe",
        "show-burned": "shows the burned cards",
        "discard-burned": "puts the burned cards away",
        # an idle table
        "take-out": "takes the cards out of the shoe",
        "ask-face-up": "asks to see the faces",
        "spread-down": "spreads the cards face down",
        "spread-up": "spreads the cards face up",
        "show-idle": "shows the idle table's cards",
        "wash-idle": "washes the idle table's cards",
        "stack-idle": "stacks the idle table's cards",
        "load-idle": "exchanges them for the batch in the shuffler",
        "unload-idle": "takes that batch out",
        "ask-inspection": "asks to see that batch",
        "spread-batch": "spreads that batch",
        "show-batch": "shows that batch",
        "reshuffle-batch": "shuffles that batch again",
        # curator
        "offer-shoe": "offers the shoe",
        "decline-shoe": "declines the shoe",
        "accept-shoe": "accepts the shoe",
        "name-dealer": "names the dealer to hold it",
        "keep-shoe": "keeps the shoe",
        "pass-shoe": "gives up the shoe",
        "order-pass": "orders the shoe passed",
        "offer-next": "passes the shoe on",
        "decline-next": "lets the shoe go by",
        "accept-next": "takes the shoe",
        # a coup
        "no-more-bets": 'calls "no more bets"',
        "cards": 'calls "cards"',
        "tuck-banker": "lays the Banker's Hand under the shoe",
        "give-player": "gives the Player's Hand",
        "give-banker": "gives the Banker's Hand",
        "give-up": "gives up the hand",
        "order-give-up": "takes the hand away",
        "announce-player": "announces the Player's count",
        "announce-banker": "announces the Banker's count",
        "announce-counts": "announces both counts",
        "instruct": "tells the curator to draw",
        "set-aside-cover": "sets the cover card aside",
        "announce-last-hand": 'calls "last hand"',
        "announce-result": "announces the result",
        "collect-losing": "collects the losing wagers",
        "pay-seat": "makes the payment",
        "clear-cards": "clears the cards",
        "end-round": "ends the round",
        # irregularities
        "carry-card": "keeps the card for the next hand",
        "simulate-round": "keeps the card for a simulated round",
        "void-and-simulate": "voids the round for a simulated one",
        "use-as-banker-third": "gives the card to the Banker's Hand",
        "discard-card": "discards the card",
        "void-round": "declares the round void",
        "let-card-stand": "lets the card stand",
        "burn-drawn-card": "burns the card",
        "void-and-carry": "voids the round and keeps the card",
        "void-and-discard": "voids the round and discards the card",
        "void-and-burn": "voids the round and burns the card",
        "complete-from-new-cards": "has the round completed from new cards",
    }
)


# ---------------------------------------------------------------- parsing

ROLES = {
    "dealer": Role.DEALER,
    "floor": Role.FLOOR,
    "machine": Role.SYSTEM,
    "surveillance": Role.SURVEILLANCE,
    "curator": Role.CURATOR,
    "player": Role.PLAYER,
}
RANKS = {"pit manager": Rank.PIT_MANAGER, "shift manager": Rank.SHIFT_MANAGER}  # floorpersons above the lowest rank
HOLDER = "whoever deals"
MONEY = r"\$(\d{1,3}(?:,\d{3}){1,3}(?:\.\d\d)?|\d{1,12}(?:\.\d\d)?)"
NUMBER = r"(\d{1,6})"
NAME = r"([A-Z][a-z]+)"


class NotUnderstood(ValueError):
    """Error for a sentence that matches no form; the message quotes the part that does not match."""


class Actor(NamedTuple):
    """The actor of a sentence: role and name; the holder of the shoe is known only at the table."""

    role: Role | None
    name: str = ""
    rank: Rank | None = None

    def at(self, state: TableState) -> tuple[Role, str]:
        """Return role and name in a state."""
        role = self.role or role_of(state)
        if self.name:
            return role, self.name
        return role, state.seated.get(state.curator or 0, "nobody") if role is Role.CURATOR else str(role)


class Sentence(NamedTuple):
    """One act: a command as far as the words give it, repeated for each of ``each``."""

    words: str
    actor: Actor
    do: str
    given: Mapping[str, Any] = {}
    shown: tuple[str, ...] = ()  # places whose faces the shoe supplies
    each: tuple[str, ...] = ()  # places of several cards dealt one after another


Seats = Mapping[str, int]  # seat by player
Form = Callable[[re.Match[str], Seats, int | None], tuple[str, dict[str, Any]]]


def cents(words: str) -> int:
    """Parse an amount of dollars into cents.

    >>> cents("1,234.50"), cents("25")
    (123450, 2500)
    """
    dollars, _, rest = words.replace(",", "").partition(".")
    return int(dollars) * 100 + int(rest or 0)


def seat_of(name: str, seats: Seats) -> int:
    """Return a player's seat. Raises ``NotUnderstood``."""
    if name not in seats:
        raise NotUnderstood(f"no player is called {name}: there are {', '.join(seats) or 'no players'}")
    return seats[name]


def sentence(words: str, seats: Seats) -> Sentence:
    """Parse a sentence. Raises ``NotUnderstood``."""
    told = next(_impersonal(words), None)
    if told:
        return told
    actor, own, rest = _actor(words, seats)
    for form, make in FORMS:
        match = re.fullmatch(form, rest)
        if match:
            do, given = make(match, seats, own)
            return Sentence(words, actor, do, given)
    cards = re.fullmatch(r"(deals|turns) (\S.*)", rest)
    if cards and all(map(PLACE.fullmatch, cards[2].split(", "))):
        places = tuple(cards[2].split(", "))
        return Sentence(words, actor, "deal", each=places) if cards[1] == "deals" else _turned(words, actor, places)
    keyed = re.fullmatch(r"keys in (.+)", rest)
    if keyed:
        faces = dict(_keyed(part) for part in keyed[1].split(", "))
        return Sentence(words, actor, "turn", {"faces": faces})
    return Sentence(words, actor, "perform", _step(rest, seats))


PLACE = re.compile(r"[A-Z]\d|burn\d*|discard")


def _turned(words: str, actor: Actor, places: tuple[str, ...]) -> Sentence:
    return Sentence(words, actor, "turn", shown=places)


def _keyed(part: str) -> tuple[str, str]:
    match = re.fullmatch(r"(\S+) as (\S+)", part)
    if not match:
        raise NotUnderstood(f"invalid card at a place {part!r}: write it like P1 as 4h")
    return match[1], match[2]


# ---------------------------------------------------------------- actors


def _actor(words: str, seats: Seats) -> tuple[Actor, int | None, str]:
    """Return the actor, the actor's seat or None, and the rest of the sentence."""
    if words.startswith(f"{HOLDER} "):
        return Actor(None), None, words.removeprefix(f"{HOLDER} ")
    roles = "|".join((*ROLES, *RANKS))
    match = re.match(rf"(?:the ({roles})|({roles}) {NAME}|{NAME}) ", words)
    if not match:
        raise NotUnderstood(f"{words!r} names no actor: a player by name, the dealer, the floor, {HOLDER} …")
    rest = words[match.end() :]
    if match[1]:
        return Actor(ROLES.get(match[1], Role.FLOOR), rank=RANKS.get(match[1])), None, rest
    name = match[3] or match[4]
    if match[2]:
        return Actor(ROLES.get(match[2], Role.FLOOR), name.lower(), RANKS.get(match[2])), seats.get(name), rest
    sits = re.fullmatch(rf"sits at {NUMBER} with {MONEY}", rest)
    return Actor(Role.PLAYER, name.lower()), int(sits[1]) if sits else seat_of(name, seats), rest


# ---------------------------------------------------------------- acts


def _own(own: int | None) -> int:
    if own is None:
        raise NotUnderstood("only a player does that, by name")
    return own


def _wagered(match: re.Match[str], seats: Seats, own: int | None) -> tuple[str, dict[str, Any]]:
    given: dict[str, Any] = {"seat": _own(own), "wager": match[2], "cents": cents(match[1])}
    if match[3]:
        given["coupon"] = cents(match[3])
    return "wager", given | ({"means": match[4]} if match[4] else {})


def _confirmed(match: re.Match[str], seats: Seats, own: int | None) -> tuple[str, dict[str, Any]]:
    return "confirm", {"seat": seat_of(match[1], seats)} | ({"into": match[2]} if match[2] else {})


def _staffed(match: re.Match[str], seats: Seats, own: int | None) -> tuple[str, dict[str, Any]]:
    named = [re.split(", | and ", part.lower()) for part in match.groups()]
    return "staff", {"calling": named[0], "wagers": named[1]}


def _assigned(match: re.Match[str], seats: Seats, own: int | None) -> tuple[str, dict[str, Any]]:
    return "assign-floor", {"whom": match[1].lower()} if match[1] else {}


def _defect(match: re.Match[str], seats: Seats, own: int | None) -> tuple[str, dict[str, Any]]:
    return "report-defect", {"kind": match[1], "deck": int(match[2])} | ({"card": match[3]} if match[3] else {})


def _lets_ride(match: re.Match[str], seats: Seats, own: int | None) -> tuple[str, dict[str, Any]]:
    return "house-money", {"seat": seat_of(match[1], seats), "choice": match[2]}


KEY = r"([a-z0-9-]+)"
FORMS: tuple[tuple[str, Form], ...] = (
    (rf"sits at {NUMBER} with {MONEY}", lambda m, s, o: ("sit", {"seat": int(m[1]), "buy-in": cents(m[2])})),
    (rf"buys {MONEY} more", lambda m, s, o: ("buy-in", {"seat": _own(o), "cents": cents(m[1])})),
    (r"leaves", lambda m, s, o: ("leave", {"seat": _own(o)})),
    (rf"wagers {MONEY} on {KEY}(?: with a {MONEY} coupon)?(?: in {KEY})?", _wagered),
    (rf"takes back {KEY}", lambda m, s, o: ("withdraw", {"seat": _own(o), "wager": m[1]})),
    (rf"calls {MONEY} on {KEY}", lambda m, s, o: ("verbal", {"seat": _own(o), "wager": m[2], "cents": cents(m[1])})),
    (rf"confirms {NAME}'s call(?: in {KEY})?", _confirmed),
    (r"asks for a free hand", lambda m, s, o: ("free-hand", {"seat": _own(o)})),
    (r"takes the House Money", lambda m, s, o: ("house-money", {"seat": _own(o), "choice": "take"})),
    (rf"lets the House Money ride on {KEY}", lambda m, s, o: ("house-money", {"seat": _own(o), "choice": m[1]})),
    (rf"lets {NAME}'s House Money ride on {KEY}", _lets_ride),
    (rf"settles {NAME}'s House Money", lambda m, s, o: ("house-money", {"seat": seat_of(m[1], s)})),
    (rf"collects {NAME}'s vigorish", lambda m, s, o: ("collect-vigorish", {"seat": seat_of(m[1], s)})),
    (r"has (.+) call the game and (.+) handle the wagers", _staffed),
    (r"signs on as (caller|wagers|dealer)", lambda m, s, o: ("sign-on", {"post": m[1]})),
    (r"finds a (missing|extra|marked|damaged) card in deck (\d)(?:, (\S+))?", _defect),
    (r"signs off", lambda m, s, o: ("sign-off", {})),
    (rf"relieves {NAME}", lambda m, s, o: ("relieve", {"whom": m[1].lower()})),
    (rf"is assigned to the table|assigns {NAME} to the table", _assigned),
    (r"corrects (\S+) to (\S+): (.+)", lambda m, s, o: ("correct", {"place": m[1], "card": m[2], "why": m[3]})),
    (
        rf"gives {NAME} {MONEY}: (.+)",
        lambda m, s, o: ("adjust", {"seat": seat_of(m[1], s), "cents": cents(m[2]), "why": m[3]}),
    ),
    (
        rf"takes {MONEY} from {NAME}: (.+)",
        lambda m, s, o: ("adjust", {"seat": seat_of(m[2], s), "cents": -cents(m[1]), "why": m[3]}),
    ),
)


def _step(rest: str, seats: Seats) -> dict[str, Any]:
    """Parse a step with its seat, the depth of a card, and the reason of an order."""
    for step in sorted(STEPS, key=lambda step: -len(STEPS[step])):
        if rest.startswith(STEPS[step]):
            match = re.fullmatch(
                rf"(?: to {NAME})?(?:, {NUMBER} cards deep)?(?: for ([a-z-]+))?", rest[len(STEPS[step]) :]
            )
            if match:
                given: dict[str, Any] = {"step": step}
                given |= {"seat": seat_of(match[1], seats)} if match[1] else {}
                given |= {"cards": int(match[2])} if match[2] else {}
                return given | ({"why": match[3]} if match[3] else {})
    raise NotUnderstood(f"unknown act {rest!r}")


# ---------------------------------------------------------------- irregular cards


def _impersonal(words: str) -> Iterator[Sentence]:
    """Parse the sentences about irregular cards, which have no actor."""
    if words in ASTRAY:
        do, place = ASTRAY[words]
        holder = Actor(None) if do == "deal" else Actor(Role.DEALER)
        each, shown = ((place,), ()) if do == "deal" else ((), (place,))
        yield Sentence(words, holder, do, shown=shown, each=each)


ASTRAY = {
    "a card leaves the shoe in error": ("deal", "error"),
    "that card is seen": ("turn", "error"),
    "a card is found face up in the shoe": ("turn", "face-up"),
    "a card shows its face as it is dealt": ("turn", "seen"),
    "the Player's Hand is dealt a third card in error": ("deal", "error-third"),
    "that third card is seen": ("turn", "error-third"),
    "a third card for the Player's Hand is found face up in the shoe": ("turn", "face-up-third"),
}
