"""What may or must happen next, by whom, under which section: page, desk, school and dealer are written on this."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.ceremonies import actor, due_steps
from punto.table.phases import Phase, face_down, house_money_due, third_due
from punto.table.state import TableState
from punto.table.steps import rule_of
from punto.table.trouble import error_places, remedies, role_of


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
    troubles = tuple(_trouble(rules, state))
    if troubles:  # while trouble stands, only its remedies are expected
        return troubles
    acts = (*_ACTS[state.phase](rules, state), *_cover_card(rules, state))
    return (*acts, *_errors(rules, state), *_seats(rules, state))


def _trouble(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """Return the remedies of the trouble that stands, and the turning of a card nobody has seen yet."""
    book, trouble = rules.rulebook, state.trouble
    for step, provision in remedies(rules, state):
        yield Expected("perform", Role.DEALER, step, must=True, section=book.section(provision))
    if trouble is not None and trouble.extra:
        section = book.section("irregular.player-third-option")
        yield Expected("deal", Role.DEALER, "discard", must=True, section=section)
    elif trouble is not None and trouble.face is None:
        third = trouble.kind == "player-third"
        key = "irregular.player-third-disclosed" if third else "irregular.disclosed"
        yield Expected("turn", Role.DEALER, "error-third" if third else "error", section=book.section(key))


def _errors(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """A card may fall where it should not; saying so is never refused."""
    for place, provision in error_places(rules, state):
        yield Expected("deal", role_of(state), place, section=rules.rulebook.section(provision))


# ---------------------------------------------------------------- by phase


def _steps(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    for step in due_steps(rules, state):
        rule = rule_of(step.key)
        by, seat, section = actor(rules, state, step), rule.seat(rules, state), step.cite.section
        if step.key == "order-give-up":
            yield from _order_give_up(rules, seat)
        elif rule.how == "perform":
            yield Expected("perform", by, step.key, seat, must=step.key != "give-up", section=section)
        else:
            what = " ".join(rule.places(state))
            yield Expected(rule.how, by, what, seat, must=True, section=section, step=step.key)


def _betting(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    section = rules.rulebook.section("wager.means")
    for seat in sorted(state.seated):
        for wager in rules.wagers:
            yield Expected("wager", Role.PLAYER, wager.key, seat, section=wager.section or section)
        if rules.free_hands:
            yield Expected("free-hand", Role.PLAYER, seat=seat, section=rules.rulebook.section("wager.free-hand"))
    yield from _pass(rules, state)
    for seat in sorted(state.verbal):
        yield Expected("confirm", Role.DEALER, seat=seat, section=section)
    yield from _steps(rules, state)


FOUR = {"player": "P", "banker": "B"}


def _pass(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """The curator may pass the shoe between coups, or be ordered to (ma-baccarat 14(a))."""
    if state.curator and not state.done:
        section = rules.rulebook.section("curator.passes")
        yield Expected("perform", Role.CURATOR, "pass-shoe", state.curator, section=section)
        for role in rules.rulebook.words("curator.passes", "ordered-by"):
            yield Expected("perform", Role(role), "order-pass", state.curator, section=section)


def _dealing(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    yield Expected(
        "deal", role_of(state), next_place(rules, state), must=True, section=rules.rulebook.section("deal.four")
    )


def next_place(rules: HouseRules, state: TableState) -> str:
    """Return where the next of the first four cards goes (ma-mini 8(c))."""
    order = rules.rulebook.words("deal.four", "order")
    side = order[len(state.places)]
    return f"{FOUR[side]}{order[: len(state.places)].count(side) + 1}"


def _house_money(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    section = rules.rulebook.section("house-money.settle-early")
    yield Expected("house-money", Role.PLAYER, seat=house_money_due(state)[0], must=True, section=section)


def _drawing(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    steps = tuple(_steps(rules, state))
    if steps:
        yield from steps
        return
    down = face_down(state)
    if not down:
        section = rules.rulebook.section("third.order")
        yield Expected("deal", role_of(state), third_due(state) or "", must=True, section=section)
        return
    seat = state.holders.get(down[0][0], 0)
    if seat:
        section = rules.rulebook.section("deal.squeeze-third")
        yield Expected("turn", Role.PLAYER, down[0], seat, must=True, section=section)
        yield from _order_give_up(rules, seat)
        give_up = rules.rulebook.section("deal.squeeze-relinquish")
        yield Expected("perform", Role.PLAYER, "give-up", seat, section=give_up)
    else:
        yield Expected("turn", Role.DEALER, down[0], must=True, section=rules.rulebook.section("third.order"))


def _order_give_up(rules: HouseRules, seat: int | None) -> Iterator[Expected]:
    """Dealer or floor may take the right to turn away for delay (ma-mini 8(d))."""
    for role in rules.rulebook.words("deal.squeeze-relinquish", "ordered-by"):
        section = rules.rulebook.section("deal.squeeze-relinquish")
        yield Expected("perform", Role(role), "order-give-up", seat, section=section)


_ACTS: dict[Phase, Callable[[HouseRules, TableState], Iterator[Expected]]] = {
    Phase.CLOSED: lambda rules, state: iter(()),
    Phase.PREPARING: _steps,
    Phase.BETTING: _betting,
    Phase.DEALING: _dealing,
    Phase.TURNING: _steps,
    Phase.HOUSE_MONEY: _house_money,
    Phase.DRAWING: _drawing,
    Phase.PAYING: _steps,
}


# ---------------------------------------------------------------- at any time


def _cover_card(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    """The cover card may come out instead of any card of a coup (ma-mini 9(e))."""
    if state.cover == "in" and state.phase in (Phase.BETTING, Phase.DEALING, Phase.DRAWING):
        yield Expected("perform", Role.DEALER, "set-aside-cover", section=rules.rulebook.section("cover-card"))


def _seats(rules: HouseRules, state: TableState) -> Iterator[Expected]:
    if state.phase is Phase.CLOSED:
        return
    for seat in range(1, rules.seats + 1):
        if seat not in state.seated:
            yield Expected("sit", Role.PLAYER, seat=seat)
    for seat in sorted(state.owed):
        section = rules.rulebook.section("vigorish.deferred")
        yield Expected("collect-vigorish", Role.DEALER, seat=seat, section=section)
