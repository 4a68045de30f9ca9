"""Questions about irregularities and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from punto.core.money import dollars
from punto.core.roles import Role
from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules
from punto.school.practice import Moment, PracticeTable, by_step, houses, moments
from punto.school.question import Asking, Exhibit, Form, Question, among
from punto.school.scenes import scene, told
from punto.table import Due, Refusal, TableState, decide, due
from punto.table import commands as c
from punto.table.commands import Perform, Turn
from punto.table.irregularities import MISHAPS, extra_source, mishaps, remedies
from punto.table.phases import Phase
from punto.table.state import stakes

# Rulings: a person at the table makes a request; the table decides, and cites.

YES, NO = "yes", "no"
MOST = 60  # cases for each provision and answer: more would not teach more
Plea = tuple[str, c.AnyCommand]  # a request, in words and as a command


class Case(NamedTuple):
    """A request at some moment, and the table's decision."""

    moment: Moment
    words: str
    refusal: Refusal | None


def make_ruling(asking: Asking) -> Question:
    """Ask for a ruling: provision after provision, alternating between allowed and refused if both occur."""
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


def _filed(key: str, rules: HouseRules) -> tuple[Exhibit, ...]:
    """Show the licensee's choice if the document leaves one."""
    if key != "wager.free-hand":
        return ()
    return (Exhibit("filed", text="hands without wagers are dealt" if rules.free_hands else "no hand without wagers"),)


@cache
def _cases(book: Rulebook) -> dict[tuple[str, bool], tuple[Case, ...]]:
    """Let the tables decide every possible request; refusals for another reason are left out."""
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


# ---------------------------------------------------------------- requests


def _by(state: TableState, role: Role, seat: int = 0) -> dict[str, Any]:
    who = state.seated.get(seat, str(role))
    return {"id": "school", "by": role, "who": who, "at": state.at}


def _changes(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    """Request to raise a stake, or to take it back."""
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
    """Request to wager something else than chips."""
    for seat in sorted(state.seated)[:1] if state.phase is Phase.BETTING and not state.done else ():
        cents = rules.limits["player"].least
        for means in ("chips", "plaques", "cash"):
            wager = c.Wager(seat=seat, wager="player", cents=cents, means=means, **_by(state, Role.PLAYER, seat))
            yield f"Seat {seat} lays {dollars(cents)} in {means} on Player, without a word.", wager


def _royal_9(rules: HouseRules, state: TableState) -> Iterator[Plea]:
    """Request a wager that feeds meters, alone or next to another wager."""
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


# Irregularities (ma-mini 13). A card goes wrong at a moment of a practice table, in a way that ``due`` lists there:
# drawn in error, disclosed too early, found face up in the shoe; or too many cards are lost to complete a round. The
# answer is what the table then expects.

PLAY = ("deal P1", "announce-result", "clear-cards", "no-more-bets")


def make_irregularity(asking: Asking) -> Question:
    """Ask what happens next after an irregularity; all of them are equally likely."""
    short = asking.book.law.remedies.lines["no-card-left"][0].source.provision
    kinds = [*dict.fromkeys(_provision(asking, place) for place in _astray(asking.book)), short]
    key = kinds[asking.seed % len(kinds)]
    moment = _short(asking) if key == short else _in_trouble(asking, key)
    return _question(asking, moment)


def _provision(asking: Asking, place: str) -> str:
    return asking.book.law.remedies.source(*MISHAPS[place]).provision


@cache
def _astray(book: Rulebook) -> dict[str, tuple[Moment, ...]]:
    """Return the places at which a card may go wrong, each with its moments."""
    found: dict[str, list[Moment]] = {}
    for moment in moments(book):
        for place in dict.fromkeys(one.place for one in mishaps(*moment)):
            found.setdefault(place, []).append(moment)
    return {place: tuple(those) for place, those in found.items()}


def _in_trouble(asking: Asking, key: str) -> Moment:
    chance, astray = asking.chance, _astray(asking.book)
    place = chance.choice([place for place in astray if _provision(asking, place) == key])
    moment = chance.choice(astray[place])
    table = PracticeTable(moment.rules, chance, moment.state)
    act = next(act for act in due(*moment) if act.places == (place,))
    table.follow(act)
    seen = [act for act in due(*table.moment) if act.command is Turn and not act.must]
    if seen and chance.random() < 0.4:  # the card is disclosed afterwards
        table.follow(seen[0])
    return table.moment


def _short(asking: Asking) -> Moment:
    return _ran_out(asking.book, asking.chance.randrange(len(houses(asking.book))))


@cache
def _ran_out(book: Rulebook, number: int) -> Moment:
    """Lose card after card until a round lacks one; the lost cards would have opened the next hand."""
    rules = houses(book)[number]
    table = PracticeTable(rules, Random(rules.table))
    table.sit()
    table.until(Phase.DEALING)
    table.follow(table.moment.musts[0])  # the first card is dealt: a card lost now cannot open this round
    while table.state.left:
        lost = next(act for act in due(*table.moment) if act.place == "error")
        table.follow(lost)
        table.follow(table.moment.musts[0])
    return table.moment


def _question(asking: Asking, moment: Moment) -> Question:
    musts = moment.musts
    right = told(musts[0])
    open_now = set(map(told, due(*moment)))
    others = [Due(Perform, musts[0].by, step) for line in asking.book.law.remedies.every() for step in line.steps]
    others += [act for step in PLAY for one in by_step(asking.book).get(step, ())[:1] for act in one.musts]

    return Question(
        prompt="What must happen now?",
        shown=(*scene(*moment), *_filed_choice(moment), *_none_left(moment)),
        form=Form.CHOICE,
        choices=among(asking.chance, right, set(map(told, others)) - open_now, 5),
        answer=right,
        also=tuple(told(act) for act in musts[1:]),
        why=f"{right}.",
        provisions=tuple(dict.fromkeys(remedy.line.source.provision for remedy in remedies(*moment)))
        or (extra_source(moment.rules).provision,),
    )


def _filed_choice(moment: Moment) -> tuple[Exhibit, ...]:
    """Show the licensee's choice if the document leaves one."""
    rules, trouble = moment.rules, moment.state.trouble
    if trouble is None or trouble.face is None:
        return ()
    if trouble.kind == "player-third":
        return (Exhibit("filed", text=f"a third card that was seen: {rules.disclosed}"),)
    if moment.state.places:
        return (Exhibit("filed", text=f"a card seen in the middle of a coup: {rules.disclosed_mid_coup} the coup"),)
    return ()


def _none_left(moment: Moment) -> tuple[Exhibit, ...]:
    return () if moment.state.left else (Exhibit("shoe", text="no card is left in it"),)
