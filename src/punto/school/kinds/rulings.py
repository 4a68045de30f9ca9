"""Rulings: somebody at the table asks for something. May it be? The table decides, and cites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from punto.houserules import HouseRules
from punto.money import dollars
from punto.roles import Role
from punto.rulebook import Rulebook
from punto.school.choosing import Asking
from punto.school.practice import Moment, moments
from punto.school.question import Form, Question, Shown
from punto.school.scenes import scene
from punto.table import Refusal, TableState, decide
from punto.table import commands as c
from punto.table.felt import stakes
from punto.table.phases import Phase

YES, NO = "yes", "no"
MOST = 60  # cases of a provision and an answer: more would not teach more
Plea = tuple[str, c.AnyCommand]  # what is asked for, in words and as a command


class Case(NamedTuple):
    """Something that somebody asks for at some moment, and what the table says to it."""

    moment: Moment
    words: str
    refusal: Refusal | None


def make(asking: Asking) -> Question:
    """Ask for a ruling: provision after provision, allowed and refused by turns where both occur."""
    cases = _cases(asking.book)
    keys = sorted({key for key, _ in cases})
    key, wanted = keys[asking.seed // 2 % len(keys)], bool(asking.seed % 2)
    moment, words, refusal = asking.chance.choice(cases.get((key, wanted)) or cases[key, not wanted])
    why = f"It is refused ({refusal.reason.replace('-', ' ')})." if refusal else "Nothing speaks against it."
    return Question(
        prompt=f"{words} Is that allowed now?",
        shown=(*scene(*moment), *_filed(key, moment.rules)),
        form=Form.CHOICE,
        choices=(YES, NO),
        answer=NO if refusal else YES,
        why=why,
        provisions=(key,),
    )


def _filed(key: str, rules: HouseRules) -> tuple[Shown, ...]:
    """Show the licensee's choice where the document leaves it one."""
    if key != "wager.free-hand":
        return ()
    return (Shown("filed", text="hands without wagers are dealt" if rules.free_hands else "no hand without wagers"),)


@cache
def _cases(book: Rulebook) -> dict[tuple[str, bool], tuple[Case, ...]]:
    """Have the tables decide everything that people might ask for; what is refused for another reason is left out."""
    found: dict[tuple[str, bool], list[Case]] = {}
    for moment in moments(book):
        for key, pleas in PLEAS.items():
            if key not in moment.rules.rulebook or moment.state.trouble is not None:
                continue
            for words, command in pleas(*moment):
                came = decide(*moment, command)
                refusal = came if isinstance(came, Refusal) else None
                if refusal is None or refusal.section == moment.rules.rulebook.section(key):
                    _keep(found.setdefault((key, refusal is None), []), Case(moment, words, refusal))
    return {key: tuple(those) for key, those in found.items()}


def _keep(cases: list[Case], case: Case) -> None:
    if len(cases) < MOST:
        cases.append(case)


# ---------------------------------------------------------------- what people ask for


def _by(state: TableState, role: Role, seat: int = 0) -> dict[str, Any]:
    who = state.seated.get(seat, str(role))
    return {"id": "school", "by": role, "who": who, "at": state.at}


def _changes(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    """A stake is raised, or taken back."""
    titles = {wager.key: wager.title for wager in rules.wagers}
    for (seat, key), cents in list(stakes(state).items())[:2]:
        player, chip = _by(state, Role.PLAYER, seat), rules.smallest_chip
        yield (
            f"Seat {seat} wants to put {dollars(chip)} more on {titles[key]}.",
            c.Wager(seat=seat, wager=key, cents=chip, **player),
        )
        yield (
            f"Seat {seat} wants to take {dollars(cents)} back from {titles[key]}.",
            c.Withdraw(seat=seat, wager=key, **player),
        )


def _means(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    """Something else than chips is put on the felt."""
    for seat in sorted(state.seated)[:1] if state.phase is Phase.BETTING and not state.done else ():
        cents = rules.limits["player"].least
        for means in ("chips", "plaques", "cash"):
            wager = c.Wager(seat=seat, wager="player", cents=cents, means=means, **_by(state, Role.PLAYER, seat))
            yield f"Seat {seat} lays {dollars(cents)} in {means} on Player, without a word.", wager


def _royal_9(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    """A wager that feeds meters alone, or beside another wager."""
    wager = rules.metered
    if wager is None or rules.royal9 is None or state.phase is not Phase.BETTING or state.done:
        return
    for seat in sorted(state.seated):
        if not any(own == seat and key == wager.key for own, key in stakes(state)):
            stake = rules.royal9.stake
            royal = c.Wager(seat=seat, wager=wager.key, cents=stake, **_by(state, Role.PLAYER, seat))
            yield f"Seat {seat} puts {dollars(stake)} on {wager.title}.", royal


def _free_hand(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    for seat in sorted(state.seated)[:1] if state.phase is Phase.BETTING else ():
        yield f"Seat {seat} asks for a hand without wagers.", c.FreeHand(seat=seat, **_by(state, Role.PLAYER, seat))


def _third_hand(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    role = Role.CURATOR if state.curator else Role.DEALER
    if state.phase is Phase.DEALING and state.places:
        deal = _by(state, role, state.curator or 0)
        yield "A player wants a third hand dealt, for himself.", c.Deal(place="X1", **deal)


def _fourth_card(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    role = Role.CURATOR if state.curator else Role.DEALER
    if state.phase is Phase.DRAWING and "P3" in state.places:
        deal = _by(state, role, state.curator or 0)
        yield "The Player's Hand is to have one card more.", c.Deal(place="P4", **deal)


def _touch(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    for seat in sorted(state.seated)[:1] if state.phase is Phase.TURNING else ():
        down = {place: "As" for place, face in state.places.items() if face is None}
        if down:
            yield f"Seat {seat} wants to turn the cards.", c.Turn(faces=down, **_by(state, Role.PLAYER, seat))


def _staff(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    if state.phase is not Phase.BETTING:
        return
    floor = _by(state, Role.FLOOR)
    alone = "One dealer is to call the game and to handle the wagers, alone."
    yield alone, c.Staff(calling=("Ann",), wagers=(), **floor)
    two = "One dealer is to call the game, a second to handle the wagers."
    yield two, c.Staff(calling=("Ann",), wagers=("Bob",), **floor)
    both = "Two dealers are to call the game together, a third to handle the wagers."
    yield both, c.Staff(calling=("Ann", "Bob"), wagers=("Cy",), **floor)


def _recut(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    made = {"place-cut", "dealer-cut"} & {*state.done} or (state.agenda and state.agenda[0].startswith("burn"))
    if made or (state.phase is Phase.BETTING and not stakes(state) and state.cover == "in"):
        order = c.Perform(step="order-recut", **_by(state, Role.FLOOR))
        yield "The floorperson finds the cut badly made and wants it made again.", order


def _shuffle(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    order = c.Perform(step="order-shuffle", **_by(state, Role.FLOOR))
    yield "The floorperson orders the cards to be shuffled.", order


def _pass(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    if state.curator and state.phase is Phase.BETTING and not state.done:
        for why in ("delay", "invalid-deals", "bad luck"):
            order = c.Perform(step="order-pass", seat=state.curator, why=why, **_by(state, Role.DEALER))
            words = f"The dealer tells the curator to pass the shoe, for {why.replace('-', ' ')}."
            yield words, order


Pleas = Callable[[HouseRules, TableState], Iterator[Plea]]
PLEAS: dict[str, Pleas] = {
    "wager.no-more-bets": _changes,
    "wager.means": _means,
    "wager.free-hand": _free_hand,
    "royal9.progressive.underlying": _royal_9,
    "deal.two-hands": _third_hand,
    "third.one-only": _fourth_card,
    "deal.no-touch": _touch,
    "staff.several-dealers": _staff,
    "cut.recut": _recut,
    "shuffle.when": _shuffle,
    "curator.passes": _pass,
}
