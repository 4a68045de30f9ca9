"""Teaching at a table: each thing on it with its provisions, the game by example, three questions about a coup.

Everything is read from the rulebook and from the engine. Which provisions explain a thing follows from their keys, so
that the rulebook of another jurisdiction is taught without a line of code.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from random import Random
from typing import Literal

from punto.core.cards import DECK, RANKS, Card
from punto.core.coup import Coup, play
from punto.core.tableau import DRAW, NATURALS, PLAYER_DRAWS
from punto.law.comparison import written
from punto.law.rulebook import topic_of, topics
from punto.rules.house_rules import HouseRules
from punto.server.messages import Part
from punto.server.rules import translations
from punto.views.history import CoupHistory
from punto.wagers.wager import Result, Verdict, Wager, pay

# Things on a table by the name with which a client asks for them, each with the beginnings of the keys that explain it.
THINGS: dict[str, tuple[str, ...]] = {
    "shoe": ("burn", "cover-card", "cards.", "shuffle.when", "cut.cover"),
    "discards": ("result.discard", "layout.discards"),
    "hands": ("deal.two-hands", "points.", "third.one-only"),
    "natural": ("third.natural", "def.natural"),
    "third": ("third.natural", "third.player", "third.banker"),
    "betting": ("wager.permissible", "wager.means", "wager.no-more-bets"),
    "dealing": ("deal.announce", "deal.four", "deal.banker-under-shoe"),
    "turning": ("deal.squeeze", "deal.open", "third.announce"),
    "paying": ("result.announce", "result.collect-first", "result.pay-order"),
    "preparing": ("open.", "shuffle.", "cut.", "burn"),
    "vigorish": ("pay.banker", "vigorish.", "layout.vigorish"),
    "seat": ("table.seats",),
    "squeeze": ("deal.squeeze",),
    "held": ("irregular.",),
    "meters": ("royal9.",),
    "must-hit": ("royal9.must-hit",),
}
METERED = ("meters", "must-hit")  # shown where a wager feeds meters


class ProvisionWords(Part, frozen=True, kw_only=True):
    """A provision in plain words, by language tag, and its section."""

    section: str
    says: dict[str, str]


class ExplanationsAnswer(Part, frozen=True, kw_only=True):
    """The provisions that explain each thing on a table; a wager is called by its key."""

    things: dict[str, tuple[str, ...]]
    provisions: dict[str, ProvisionWords]


class StepAnswer(Part, frozen=True, kw_only=True, omit_defaults=True):
    """A step of an example coup, with both counts after it."""

    step: Literal["deal", "natural", "draws", "stands", "result"]
    hand: Literal["", "player", "banker"] = ""
    player: int
    banker: int
    drawn: int | None = None  # the value of the Player's third card, where the step depends on it
    provision: str


class ExampleCoup(Part, frozen=True, kw_only=True):
    """A coup as an example: the cards of both hands, and what happens with them."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    winner: str
    steps: tuple[StepAnswer, ...]


class WagerExample(Part, frozen=True, kw_only=True):
    """A coup that a wager wins, and what a stake on it is paid."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    line: str
    stake: int
    paid: int  # cents; for a meter what it shows
    meter: str


class HowtoAnswer(Part, frozen=True, kw_only=True):
    """How the game is played at a table."""

    values: dict[str, int]  # of each rank
    naturals: tuple[int, ...]
    player: tuple[bool, ...]  # whether the Player's Hand draws, by its count
    banker: tuple[tuple[bool, ...], ...]  # by its count, then by the card that the Player's Hand drew, or none
    example: ExampleCoup
    wagers: dict[str, WagerExample]


# ---------------------------------------------------------------- explanations


def explanations(rules: HouseRules) -> ExplanationsAnswer:
    """Return what explains each thing on a table."""
    keys = tuple(key for key in rules.rulebook.provisions if rules.applies(key))
    things = {name: _beginning(keys, starts) for name, starts in THINGS.items()}
    if not any(wager.metered for wager in rules.wagers):
        things = {name: found for name, found in things.items() if name not in METERED}
    things |= {wager.key: _about(keys, wager) for wager in rules.wagers}
    things = {name: found for name, found in things.items() if found}
    shown = dict.fromkeys(key for found in things.values() for key in found)
    return ExplanationsAnswer(things=things, provisions={key: provision_words(rules, key) for key in shown})


def provision_words(rules: HouseRules, key: str) -> ProvisionWords:
    """Return a provision in plain words."""
    book = rules.rulebook
    provision = book.provisions[key]
    says = topic_of(key).said(provision) if key in topics() else "; ".join(written(provision.terms))
    return ProvisionWords(section=book.section(key), says={"en": says} | translations("provisions", key))


def _beginning(keys: tuple[str, ...], starts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for start in starts for key in keys if key.startswith(start))


def _about(keys: tuple[str, ...], wager: Wager) -> tuple[str, ...]:
    """Return the provisions of a wager: its own, those of its family, and for Royal 9 those of its form."""
    names = tuple(dict.fromkeys((wager.key, wager.family or wager.key, wager.hand or wager.key)))
    exact = tuple(f"{kind}.{name}" for kind in ("wager", "def", "pay") for name in names)
    found = [key for one in exact for key in keys if key == one]
    found += [key for name in names for key in keys if key.startswith((f"{name}.", f"{name.replace('-', '')}."))]
    return tuple(dict.fromkeys(found))


# ---------------------------------------------------------------- the game by example

MOST_TRIES = 20_000
STAKE = 10_00


def howto(rules: HouseRules, meters: dict[str, int], seed: int) -> HowtoAnswer:
    """Return how the game is played at a table, with examples from a seed."""
    chance = Random(f"howto/{seed}")
    return HowtoAnswer(
        values={rank: Card(number).value for number, rank in enumerate(RANKS)},
        naturals=NATURALS,
        player=PLAYER_DRAWS,
        banker=DRAW,
        example=example(rules, next(coup for coup in _coups(rules, chance) if len(coup.dealt) == 6)),
        wagers=dict(_won(rules, meters, chance)),
    )


def _coups(rules: HouseRules, chance: Random) -> Iterator[Coup]:
    shoe = DECK * rules.shoe.decks
    while True:
        yield play(chance.sample(shoe, 6))


def example(rules: HouseRules, coup: Coup) -> ExampleCoup:
    """Return a coup step by step."""
    return ExampleCoup(
        player=tuple(map(str, coup.player)),
        banker=tuple(map(str, coup.banker)),
        winner=coup.winner,
        steps=tuple(_steps(rules, coup)),
    )


def _steps(rules: HouseRules, coup: Coup) -> Iterator[StepAnswer]:
    read = coup.coup_class
    player, banker = read.player_two, read.banker_two
    yield StepAnswer(step="deal", player=player, banker=banker, provision="deal.four")
    if coup.ended == "natural":
        yield StepAnswer(step="natural", player=player, banker=banker, provision="third.natural")
    else:
        drew, last = len(coup.player) == 3, len(coup.banker) == 3
        drawn = coup.player[2].value if drew else None
        yield StepAnswer(
            step="draws" if drew else "stands", hand="player", player=read.player, banker=banker,
            drawn=drawn, provision="third.player",
        )  # fmt: skip
        yield StepAnswer(
            step="draws" if last else "stands", hand="banker", player=read.player, banker=read.banker,
            drawn=drawn, provision="third.banker-table" if drew else "third.banker-alone",
        )  # fmt: skip
    yield StepAnswer(step="result", player=read.player, banker=read.banker, provision="result.announce")


def _won(rules: HouseRules, meters: dict[str, int], chance: Random) -> Iterator[tuple[str, WagerExample]]:
    """Yield a coup for each wager that wins one, if there is one among many."""
    open_ = {wager.key: wager for wager in rules.wagers}
    for tries, coup in zip(count(), _coups(rules, chance), strict=False):
        if not open_ or tries > MOST_TRIES:
            return
        for key, wager in tuple(open_.items()):
            result = result_of(wager, coup)
            if result.verdict is Verdict.WIN:
                del open_[key]
                yield key, _example_of(rules, wager, coup, result, meters)


def result_of(wager: Wager, coup: Coup, seat: int = 1) -> Result:
    """Return a wager's result of a coup, at a seat."""
    if wager.on_class is not None:
        return wager.on_class(coup.coup_class)
    if wager.on_cards is not None:
        return wager.on_cards(coup.player, coup.banker)
    if wager.on_opening is None:
        raise ValueError(f"{wager.key} reads no cards")
    return wager.on_opening(coup.opening, seat)


def _example_of(rules: HouseRules, wager: Wager, coup: Coup, result: Result, meters: dict[str, int]) -> WagerExample:
    stake = wager.stake or STAKE
    payment = pay(wager, result, stake, rules.vigorish, meters)
    owed = rules.vigorish.collect(payment.vigorish) if rules.vigorish else 0
    return WagerExample(
        player=tuple(map(str, coup.player)),
        banker=tuple(map(str, coup.banker)),
        line=result.category,
        stake=stake,
        paid=payment.paid - owed,
        meter=result.pays if isinstance(result.pays, str) else "",
    )


# ---------------------------------------------------------------- three questions about a coup


class Statement(Part, frozen=True, kw_only=True, omit_defaults=True):
    """An answer to choose: what it says, and the numbers in it."""

    says: str
    player: int = 0
    banker: int = 0
    drawn: int = 0
    cents: int = 0


class CoupQuestion(Part, frozen=True, kw_only=True):
    """A question about a coup, with the statements among which to choose."""

    asks: Literal["winner", "won", "third"]
    wager: str  # with a stake of these cents, for the second question
    stake: int
    choices: tuple[Statement, ...]


class Mark(Part, frozen=True, kw_only=True):
    """The right choice, whether it was taken, and the provisions that say why."""

    right: bool
    choice: int
    why: tuple[ProvisionWords, ...]


class Asked(Part, frozen=True, kw_only=True):
    """A question with its right statement and its provisions."""

    question: CoupQuestion
    answer: Statement
    provisions: tuple[str, ...]

    def mark(self, rules: HouseRules, chosen: int) -> Mark:
        """Mark an answer."""
        right = self.question.choices.index(self.answer)
        held = tuple(key for key in self.provisions if key in rules.rulebook)
        return Mark(right=chosen == right, choice=right, why=tuple(provision_words(rules, key) for key in held))


def questions(rules: HouseRules, told: CoupHistory, seat: int | None) -> tuple[Asked, ...]:
    """Return three questions about a settled coup: who won, what came of a wager, and why a third card came or not."""
    seen = {card.place: card.card or "" for card in told.cards}
    dealt = [seen[place] for place in ("P1", "B1", "P2", "B2", "P3", "B3") if place in seen]
    coup, chance = play(dealt), Random(f"{told.table}/{told.shoe}/{told.number}")
    return _winner(coup, chance), _won_what(rules, told, coup, seat, chance), _third(coup, chance)


def _asked(
    asks: Literal["winner", "won", "third"], chance: Random, answer: Statement, wrong: list[Statement],
    provisions: tuple[str, ...], wager: str = "", stake: int = 0,
) -> Asked:  # fmt: skip
    choices = tuple(chance.sample([answer, *wrong], 1 + len(wrong)))
    return Asked(
        question=CoupQuestion(asks=asks, wager=wager, stake=stake, choices=choices),
        answer=answer,
        provisions=provisions,
    )


def _winner(coup: Coup, chance: Random) -> Asked:
    player, banker = coup.points
    said = {name: Statement(says=name, player=player, banker=banker) for name in ("player", "banker", "tie")}
    answer = said.pop(coup.winner)
    return _asked("winner", chance, answer, list(said.values()), ("result.announce", "points.count"))


def _won_what(rules: HouseRules, told: CoupHistory, coup: Coup, seat: int | None, chance: Random) -> Asked:
    """Ask for the net of one's own wagers; of a stake on Banker, where there are none."""
    own = next((one for one in told.results if one.seat == seat and one.wagers), None)
    if own:
        net, stake, wager = own.net, own.staked, own.wagers[0].wager if len(own.wagers) == 1 else ""
        keys = tuple(dict.fromkeys(key for one in own.wagers for key in _family(rules, one.wager)))
    else:
        one = next((wager for wager in rules.wagers if wager.hand == "banker"), rules.wagers[0])
        stake, wager, keys = STAKE, one.key, _family(rules, one.key)
        rate = rules.vigorish.rate if rules.vigorish else Fraction(0)
        net = int(stake * one.net(result_of(one, coup), rate))
    others = [cents for cents in dict.fromkeys((stake, -stake, 0, 2 * stake)) if cents != net][:3]
    wrong = [Statement(says="cents", cents=cents) for cents in others]
    return _asked("won", chance, Statement(says="cents", cents=net), wrong, keys, wager, stake)


def _family(rules: HouseRules, key: str) -> tuple[str, ...]:
    return _about(tuple(rules.rulebook.provisions), rules.wager(key))[:3]


def _third(coup: Coup, chance: Random) -> Asked:
    read = coup.coup_class
    drew, last = len(coup.player) == 3, len(coup.banker) == 3
    drawn = coup.player[2].value if drew else 0
    numbers = {"player": read.player_two, "banker": read.banker_two, "drawn": drawn}
    right = "natural" if coup.ended == "natural" else _thirds(drew, last)
    near = {
        "natural": ("player-draws-banker-draws", "both-stand"),
        "both-stand": ("natural", "player-stands-banker-draws"),
        "player-stands-banker-draws": ("both-stand", "player-draws-banker-stands"),
        "player-draws-banker-stands": ("player-draws-banker-draws", "both-stand"),
        "player-draws-banker-draws": ("player-draws-banker-stands", "natural"),
    }[right]
    provisions = ("third.natural",) if right == "natural" else ("third.player", f"third.banker-{_table(drew)}")
    wrong = [Statement(says=name, **numbers) for name in near]
    return _asked("third", chance, Statement(says=right, **numbers), wrong, provisions)


def _thirds(drew: bool, last: bool) -> str:
    if not drew and not last:
        return "both-stand"
    return f"player-{'draws' if drew else 'stands'}-banker-{'draws' if last else 'stands'}"


def _table(drew: bool) -> str:
    return "table" if drew else "alone"
