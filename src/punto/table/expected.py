"""What may or must happen next, by whom, under which section: page, desk, school and dealer are written on this."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from punto.houserules import HouseRules
from punto.law.words import stated
from punto.roles import Role
from punto.table.betting import CLOSE, close_refused, closed, open_to
from punto.table.ceremonies import COVER, actor, cover_due, cover_first, due_steps
from punto.table.felt import stakes
from punto.table.house_money import in_order, may_choose
from punto.table.interruptions import interruptions
from punto.table.keeping import keepers
from punto.table.latest import latest_of_two
from punto.table.phases import Phase, face_down, passing, third_due
from punto.table.squeeze import THIRD, WORDS, third, third_placed
from punto.table.state import TableState
from punto.table.steps import PLAIN
from punto.table.trouble import PLAYED, extra_source, in_trouble, mishaps, remedies, role_of
from punto.table.vigorish import overdue, shuffle_refused


class Expected(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True):
    """One thing that somebody may or must do now."""

    do: str
    by: Role
    what: str = ""  # the step, the place or the wager
    seat: int | None = None
    must: bool = False  # nothing goes on until it is done (or something else that must be)
    section: str = ""
    step: str = ""  # the step that dealing or turning makes


def expected(rules: HouseRules, state: TableState) -> tuple[Expected, ...]:
    """Return everything that may be done now; what must be is marked."""
    acts = tuple(act for act in course(rules, state) if not _too_early(rules, state, act))
    if in_trouble(state):  # only its remedies are expected while it stands
        return acts
    keeping = tuple(_keeping(rules, state)) if state.fair is not None else ()
    if any(act.must for act in keeping):  # nothing goes on before the keeper of a virtual shoe has done it
        return (*keeping, *_seats(rules, state))
    wagers = _wagers(rules, state) if not closed(state) else ()
    return (
        *acts,
        *wagers,
        *_interruptions(rules, state),
        *_errors(rules, state),
        *keeping,
        *_seats(rules, state),
    )


def _too_early(rules: HouseRules, state: TableState, act: Expected) -> bool:
    """Return whether bets would be closed over an empty felt or a cover card: play comes to it, but not yet."""
    return act.what == CLOSE and (close_refused(rules, state) or cover_first(rules, state)) is not None


@latest_of_two
def course(rules: HouseRules, state: TableState) -> tuple[Expected, ...]:
    """Return what the course of play asks for: all that must be done now, and what may take its place."""
    if in_trouble(state):
        return tuple(_trouble(rules, state))
    keeping = tuple(act for act in _keeping(rules, state) if act.must) if state.fair is not None else ()
    if keeping:
        return keeping
    first = _markers(rules, state, must=True) if state.owed and overdue(rules, state) else ()
    acts = _steps(rules, state) if passing(state) else _ACTS[state.phase](rules, state)
    if state.cover != "in":
        return (*first, *acts)
    cover = _cover_card(rules, state)
    return (*first, *cover, *acts) if cover_due(rules, state) else (*first, *acts, *cover)


def _keeping(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """Return what makes a virtual shoe fair: the keeper's acts, and the entropy of players."""
    for do, by, seat, must in keepers(rules, state):
        yield Expected(do, by, seat=seat, must=must)


def _trouble(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """Return the remedies of the trouble that stands, and the turning of a card nobody has seen yet."""
    trouble = state.trouble
    for remedy in remedies(rules, state):
        yield Expected("perform", Role.DEALER, remedy.step, must=True, section=remedy.section)
    if trouble is not None and trouble.extra:
        yield Expected("deal", Role.DEALER, "discard", must=True, section=extra_source(rules).section)
        yield from _cover_card(rules, state)  # met while drawing an extra card, it appears during play (reading 8)
    elif trouble is not None and trouble.face is None:
        law = rules.rulebook.law.remedies
        if "when-dealt" in law.found[trouble.kind]:
            yield Expected("turn", Role.DEALER, trouble.place, section=law.source(trouble.kind, "seen").section)


def _errors(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """A card may fall where it should not; saying so is never refused."""
    for do, place, source, step in mishaps(rules, state):
        by = role_of(state) if do == "deal" else Role.DEALER
        yield Expected(do, by, place, section=source.section, step=step)


def _interruptions(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """What may be begun though nothing waits for it."""
    for step, by, provision in interruptions(rules, state):
        seat = (state.curator or None) if step in ("pass-shoe", "order-pass") else None
        yield Expected("perform", by, step, seat, section=rules.rulebook.section(provision))


# ---------------------------------------------------------------- by phase


def _steps(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    for step, rule in due_steps(rules, state):
        if state.owed and shuffle_refused(rules, state, step.key):
            continue
        by, section = actor(rules, state, step), step.cite.section
        if rule is PLAIN:
            yield Expected("perform", by, step.key, must=step.key not in OPTIONAL, section=section)
            continue
        seat, section = rule.seat(rules, state), rule.cites(rules, state) or section
        if step.key == "order-give-up":
            yield from _order_give_up(rules, seat)
        elif rule.how == "perform":
            for one in rule.seats(state) or (seat,):
                yield Expected("perform", by, step.key, one, must=step.key not in OPTIONAL, section=section)
        elif rule.how == "show":
            what = " ".join(rule.places(state))
            yield Expected("turn", by, what, seat, must=True, section=section, step=step.key)
            yield Expected("perform", by, step.key, seat, must=True, section=section)
        else:
            what = " ".join(rule.places(state))
            yield Expected(rule.how, by, what, seat, must=True, section=section, step=step.key)


OPTIONAL = ("give-up", "ask-face-up", "ask-inspection")  # nobody waits for these


def _wagers(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """What players may stake, call, take back and ask for, and what waits to be confirmed."""
    book, lying = rules.rulebook, stakes(state)
    section, close = book.section("wager.means"), book.section("wager.no-more-bets")
    for seat in sorted(state.seated):
        for key in open_to(rules, state, seat):
            yield Expected("wager", Role.PLAYER, key, seat, section=rules.wager(key).section or section)
            if rules.verbal_wagers and seat not in state.verbal:
                yield Expected("verbal", Role.PLAYER, key, seat, section=section)
        for key in (key for own, key in lying if own == seat):
            yield Expected("withdraw", Role.PLAYER, key, seat, section=close)
        if rules.free_hands and not lying and state.kind == "wagered":
            yield Expected("free-hand", Role.PLAYER, seat=seat, section=book.section("wager.free-hand"))
    for seat in sorted(state.verbal) if state.kind != "simulated" else ():
        yield Expected("confirm", Role.DEALER, state.verbal[seat][0], seat, section=section)


def letters(rules: HouseRules) -> dict[str, str]:
    """Return the letter of each hand that is dealt (ma-mini 8(a))."""
    return {hand: hand[0].upper() for hand in rules.rulebook.law.deal.two_hands.hands}


def _dealing(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    section = rules.rulebook.law.deal.four.section
    yield Expected("deal", role_of(state), next_place(rules, state), must=True, section=section)


def next_place(rules: HouseRules, state: TableState) -> str:
    """Return where the next of the first four cards goes (ma-mini 8(c))."""
    order = rules.rulebook.law.deal.four.order
    side = order[len(state.places)]
    return f"{letters(rules)[side]}{order[: len(state.places)].count(side) + 1}"


def _house_money(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    book, order = rules.rulebook, in_order(rules, state)
    for seat in order:
        if seat not in state.chosen and may_choose(rules, state, seat):
            parlay = book.section("house-money.parlay")
            yield Expected("house-money", Role.PLAYER, seat=seat, must=seat == order[0], section=parlay)
    early = book.section("house-money.settle-early")
    yield Expected("house-money", Role.DEALER, seat=order[0], must=True, section=early)


def _drawing(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    steps = tuple(_steps(rules, state))
    if steps:
        yield from steps
        return
    book, down = rules.rulebook, face_down(state)
    place = down[0] if down else third_due(state) or ""
    turns = third(rules, state, place[0])
    if turns is None:
        return
    if not down:
        section = book.section(THIRD if turns.held or third_placed(rules) else "third.order")
        yield Expected("deal", role_of(state), place, must=True, section=section)
    elif turns.held:
        yield Expected("turn", Role.PLAYER, place, turns.held, must=True, section=turns.section)
        yield from _order_give_up(rules, turns.held)
        give_up = book.section("deal.squeeze-relinquish")
        yield Expected("perform", Role.PLAYER, "give-up", turns.held, section=give_up)
    elif turns.given:
        give = f"give-{WORDS[place[0]]}"
        yield Expected("perform", Role.DEALER, give, turns.given, must=True, section=turns.section)
    else:
        yield Expected("turn", Role.DEALER, place, must=True, section=turns.section)


def _order_give_up(rules: HouseRules, seat: int | None) -> Iterator[Expected]:
    """Dealer or floor may take the right to turn away for delay (ma-mini 8(d))."""
    relinquish = stated(rules.rulebook.law.deal.squeeze_relinquish)
    for role in relinquish.ordered_by:
        yield Expected("perform", Role(role), "order-give-up", seat, section=relinquish.section)


_ACTS: dict[Phase, Callable[[HouseRules, TableState], Iterator[Expected]]] = {
    Phase.CLOSED: lambda rules, state: iter(()),
    Phase.PREPARING: _steps,
    Phase.IDLE: _steps,
    Phase.BETTING: _steps,
    Phase.DEALING: _dealing,
    Phase.TURNING: _steps,
    Phase.HOUSE_MONEY: _house_money,
    Phase.DRAWING: _drawing,
    Phase.PAYING: _steps,
}


# ---------------------------------------------------------------- at any time


def _cover_card(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """The cover card may come out instead of any card of a coup, or of the burn: then it lies before the first coup.

    Once it must have come out no further coup begins before it is set aside; a card of a coup never waits for it.
    """
    burning = state.agenda[:1] in (("burn-face-up",), ("burn-face-down",))
    if state.cover == "in" and (state.phase in PLAYED or burning):
        must = state.phase is Phase.BETTING and not state.done and cover_due(rules, state)
        yield Expected("perform", Role.DEALER, "set-aside-cover", must=must, section=rules.rulebook.section(COVER))


def _seats(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    if state.phase is Phase.CLOSED:
        return
    for seat in range(1, rules.seats + 1):
        if seat not in state.seated:
            yield Expected("sit", Role.PLAYER, seat=seat)
    if not overdue(rules, state):
        yield from _markers(rules, state, must=False)


def _markers(rules: HouseRules, state: TableState, must: bool) -> Iterator[Expected]:
    """Markers may be taken up at any time, but for those of a coup that still lies open (ma-mini 12(d)(2))."""
    section = rules.rulebook.section("vigorish.deferred")
    for seat in sorted(state.owed):
        if seat not in state.marks:
            yield Expected("collect-vigorish", Role.DEALER, seat=seat, must=must, section=section)
