"""Due acts: what may or must be done next, as commands with holes, each with its actor and section.

``due`` lists everything that the table would accept now, ``due_now`` the part of it that play waits for. A listed
command is accepted if its holes are filled with permitted values. Only time can change that: cards may have become too
old since, or the table may not be idle yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from punto.core.posting import RACK
from punto.core.roles import DEALER, FLOOR, PLAYER, Role
from punto.fair.beacon import LEAST_SIGNATURE, MOST_SIGNATURE
from punto.fair.preimage import HASH
from punto.fair.shoe import LEAST_ENTROPY, MOST_ENTROPY
from punto.law.words import stated
from punto.rules.house_rules import HouseRules
from punto.table import commands as c
from punto.table import inspection
from punto.table.betting import CLOSE, close_refused, closed, confirm_refused, open_to, taken, withdraw_refused
from punto.table.ceremonies import PLAIN, StepRule, cover_due, cover_first, due_steps
from punto.table.fair_protocol import keepers, listed, published
from punto.table.handling import MADE, THIRD, WORDS, cover_range, cut_range, third, third_placed
from punto.table.holes import Amount, Choice, Depth, Due, Faces, Hex, Holes, Salts, Why
from punto.table.house_money import choices, in_order, rides, speaks, wins
from punto.table.interruptions import interruptions
from punto.table.irregularities import PLAYED, extra_source, in_trouble, mishaps, remedies, role_of
from punto.table.limits import spendable, stake_range
from punto.table.phases import (
    BETTING,
    CLOSED,
    DEALING,
    DRAWING,
    HOUSE_MONEY,
    IDLE,
    PAYING,
    PREPARING,
    TURNING,
    Phase,
    face_down,
    next_place,
    passing,
    third_due,
)
from punto.table.plan import plan_of
from punto.table.posts import signing, vacant
from punto.table.settlement import overdue, shuffle_refused
from punto.table.state import TableState, stakes


def due(rules: HouseRules, state: TableState) -> tuple[Due, ...]:
    """Return everything that may be done now; acts that must be done are marked."""
    acts = tuple(act for act in due_now(rules, state) if not _too_early(rules, state, act))
    if in_trouble(state) or vacant(rules, state):  # only remedies are due while an irregularity is open
        return acts
    owed = () if published(state) else tuple(keeping(rules, state))
    if any(act.must for act in owed):  # the virtual shoe service must act first
        return (*owed, *_seats(rules, state))
    wagers = _wagers(rules, state) if not closed(state) else ()
    return (
        *acts,
        *wagers,
        *_interruptions(rules, state),
        *_errors(rules, state),
        *owed,
        *_seats(rules, state),
    )


def _too_early(rules: HouseRules, state: TableState, act: Due) -> bool:
    """Return whether bets cannot be closed yet, because the felt is empty or the cover card must be set aside."""
    return act.step == CLOSE and (close_refused(rules, state) or cover_first(rules, state)) is not None


def due_now(rules: HouseRules, state: TableState) -> tuple[Due, ...]:
    """Return what play waits for: everything that must be done now, and its alternatives."""
    if state.posted and (posts := tuple(signing(rules, state))):
        return posts
    if in_trouble(state):
        return tuple(_trouble(rules, state))
    if not published(state):
        owed = tuple(act for act in keeping(rules, state) if act.must)
        if owed:
            return owed
    first = _markers(rules, state, must=True) if state.owed and overdue(rules, state) else ()
    acts = _steps(rules, state) if state.agenda and passing(state) else _ACTS[state.phase](rules, state)
    if state.cover != "in":
        return (*first, *acts)
    comes = cover_due(rules, state)
    cover = _cover_card(rules, state, comes)
    return (*first, *cover, *acts) if comes else (*first, *acts, *cover)


# ---------------------------------------------------------------- the holes of each command


def _faces(state: TableState, places: tuple[str, ...]) -> Holes:
    if state.fair is None:
        return (("faces", Faces(places)),)
    return (("faces", Faces(places, True)), ("salts", Salts(places)))


def _performed(rules: HouseRules, state: TableState, step: str) -> Holes:
    """Return the holes of a step: the depth of a card, or the reason of an order."""
    if step in MADE:
        usual = rules.shoe.decks * 26
        return (("cards", Depth(*cut_range(rules), usual, step == "dealer-cut" and state.fair is not None)),)
    if step == "place-cover":
        return (("cards", Depth(*cover_range(rules), rules.shoe.cover_depth)),)
    if step == "order-recut" and rules.rulebook.law.cut.recut.ordered_for:
        return (("why", Why(rules.rulebook.law.cut.recut.ordered_for)),)
    if step == "order-give-up":
        return (("why", Why(stated(rules.rulebook.law.deal.squeeze_relinquish).ordered_for)),)
    if step == "order-pass":
        return (("why", Why(stated(rules.rulebook.law.curator).passes.ordered_for)),)
    return ()


def _published(rules: HouseRules, state: TableState, command: type[c.Command]) -> Holes:
    """Return the holes of what the virtual shoe service publishes, and of the players' entropy."""
    name = _PUBLISHED.get(command)
    if name is None:
        return ()
    if command is c.RevealEntropy:
        return ((name, Hex(LEAST_ENTROPY, MOST_ENTROPY)),)
    if command is c.ShowBeacon:
        return ((name, Hex(LEAST_SIGNATURE, MOST_SIGNATURE)),)
    stack = state.fair.stack if command is c.ListCards and state.fair is not None else None
    return ((name, Hex(HASH, HASH, listed(rules, stack) if stack is not None else 0)),)


_PUBLISHED: Mapping[type[c.Command], str] = {
    c.CommitShoe: "commitment",
    c.ListCards: "hashes",
    c.RevealSeed: "seed",
    c.Pledge: "hash",
    c.RevealEntropy: "entropy",
    c.ShowBeacon: "signature",
}


# ---------------------------------------------------------------- virtual shoes, irregularities, interruptions


def keeping(rules: HouseRules, state: TableState) -> Iterator[Due]:
    """Return the acts of a virtual shoe: those of its service, and the entropy of players."""
    for command, by, seat, must in keepers(rules, state):
        yield Due(command, by, seat=seat, must=must, holes=_published(rules, state, command))


def _trouble(rules: HouseRules, state: TableState) -> Iterator[Due]:
    """Return the remedies of the open irregularity, and the turning of its card if it is not disclosed."""
    trouble = state.trouble
    for remedy in remedies(rules, state):
        yield Due(c.Perform, remedy.by, remedy.step, must=True, section=remedy.section)
    if trouble is not None and trouble.extra:
        yield Due(c.Deal, DEALER, places=("discard",), must=True, section=extra_source(rules).section)
        yield from _cover_card(rules, state)  # coming out with an extra card, it appears during play (reading 8)
    elif trouble is not None and trouble.face is None:
        law = rules.rulebook.law.remedies
        if "when-dealt" in law.found[trouble.kind]:
            section = law.source(trouble.kind, "seen").section
            places = (trouble.place,)
            yield Due(c.Turn, DEALER, places=places, section=section, holes=_faces(state, places))


def _errors(rules: HouseRules, state: TableState) -> Iterator[Due]:
    """Return the reports of cards that go wrong; they are never refused."""
    for do, place, source, step in mishaps(rules, state):
        section = source.section
        if do == "deal":
            yield Due(c.Deal, role_of(state), step, (place,), section=section)
        else:
            yield Due(c.Turn, DEALER, step, (place,), section=section, holes=_faces(state, (place,)))


def _interruptions(rules: HouseRules, state: TableState) -> Iterator[Due]:
    """Return the interruptions that may begin, though play waits for none."""
    for step, by, provision in interruptions(rules, state):
        seat = (state.curator or None) if step in ("pass-shoe", "order-pass") else None
        section, holes = rules.rulebook.section(provision), _performed(rules, state, step)
        rank = plan_of(rules).ranks.get(step)
        yield Due(c.Perform, by, step, seat=seat, section=section, holes=holes, rank=rank)


# ---------------------------------------------------------------- by phase


def _steps(rules: HouseRules, state: TableState) -> list[Due]:
    acts: list[Due] = []
    for planned, rule in due_steps(rules, state):
        act = planned.act if state.curator else planned.by_dealer
        if state.owed and shuffle_refused(rules, state, act.step):
            continue
        if rule is PLAIN:
            acts.append(act)
        else:
            acts += _ruled(rules, state, act, rule)
    return acts


def _ruled(rules: HouseRules, state: TableState, act: Due, rule: StepRule) -> Iterator[Due]:
    """Return the acts of a step that has a rule: its seat, its holes, the cards that are dealt or turned."""
    seat, section = rule.seat(rules, state), rule.cites(rules, state) or act.section
    if act.step == "order-give-up":
        yield from _order_give_up(rules, state, seat)
    elif rule.how == "perform":
        holes = _performed(rules, state, act.step)
        for one in rule.seats(state) or (seat,):
            plain = one is None and not holes and section is act.section
            yield act if plain else Due(c.Perform, act.by, act.step, (), "", one, act.must, section, holes)
    elif rule.how == "deal":
        yield Due(c.Deal, act.by, act.step, rule.places(state), "", seat, True, section)
    else:
        places = rule.places(state)
        yield Due(c.Turn, act.by, act.step, places, "", seat, True, section, _faces(state, places))
        if rule.how == "show":
            yield Due(c.Perform, act.by, act.step, seat=seat, must=True, section=section)


def _preparing(rules: HouseRules, state: TableState) -> list[Due]:
    """Return the steps of a preparation; a deck with a defect is replaced before the decks are inspected again."""
    if not state.defects:
        return _steps(rules, state)
    section = rules.rulebook.section(inspection.INSPECT)
    return [Due(c.Perform, FLOOR, inspection.REPLACE, must=True, section=section)]


def _wagers(rules: HouseRules, state: TableState) -> Iterator[Due]:
    """Return what players may wager, call, withdraw and request, and the verbal wagers to confirm."""
    book, lying, chip = rules.rulebook, stakes(state), rules.smallest_chip
    section, close = book.section("wager.means"), book.section("wager.no-more-bets")
    open_now = taken(rules, state)
    for seat in sorted(state.seated):
        own = [key for other, key in lying if other == seat]
        chips = spendable(rules, state, seat) // chip * chip
        for key in open_to(rules, seat, own) if open_now else ():
            least, most = stake_range(rules, state.accounts, seat, key)
            if least <= most and least <= chips:
                holes = (("cents", Amount(least, min(most, chips), chip)),)
                cited = rules.wager(key).section or section
                yield Due(c.Wager, PLAYER, wager=key, seat=seat, section=cited, holes=holes)
            if rules.verbal_wagers and seat not in state.verbal and least <= most:
                holes = (("cents", Amount(least, most, chip)),)
                yield Due(c.Verbal, PLAYER, wager=key, seat=seat, section=section, holes=holes)
        for key in own:
            if withdraw_refused(rules, own, key) is None:
                yield Due(c.Withdraw, PLAYER, wager=key, seat=seat, section=close)
        if rules.free_hands and not lying and state.kind == "wagered":
            yield Due(c.FreeHand, PLAYER, seat=seat, section=book.section("wager.free-hand"))
    for seat in sorted(state.verbal):
        if confirm_refused(rules, state, seat) is None:
            into: Holes = (("into", Choice(book.law.wager.means.cash_becomes)),)
            yield Due(c.Confirm, DEALER, wager=state.verbal[seat][0], seat=seat, section=section, holes=into)


def _dealing(rules: HouseRules, state: TableState) -> tuple[Due, ...]:
    by_dealer, by_curator = plan_of(rules).deals[next_place(rules, state)]
    return (by_curator if state.curator else by_dealer,)


def _house_money(rules: HouseRules, state: TableState) -> Iterator[Due]:
    book, order = rules.rulebook, in_order(rules, state)
    parlay, early = book.section("house-money.parlay"), book.section("house-money.settle-early")
    won = wins(rules, state)
    for seat in order if speaks(rules) else order[:1]:
        if won and seat not in state.chosen and rides(rules, state, seat):
            must = seat == order[0]
            holes = _ride(rules, state, seat, PLAYER)
            yield Due(c.HouseMoney, PLAYER, seat=seat, must=must, section=parlay, holes=holes)
    holes = _ride(rules, state, order[0], DEALER)
    yield Due(c.HouseMoney, DEALER, seat=order[0], must=True, section=early, holes=holes)


def _ride(rules: HouseRules, state: TableState, seat: int, by: Role) -> Holes:
    """Return the hole for the choices of a payout; none if there is only one."""
    of = choices(rules, state, seat, by)
    return (("choice", Choice(of)),) if len(of) > 1 or by is PLAYER else ()


def _drawing(rules: HouseRules, state: TableState) -> Iterable[Due]:
    return _steps(rules, state) or _third(rules, state)


def _third(rules: HouseRules, state: TableState) -> Iterator[Due]:
    """Return the dealing or turning of a third card."""
    book, down = rules.rulebook, face_down(state)
    place = down[0] if down else third_due(state) or ""
    turns = third(rules, state, place[0])
    if turns is None:
        return
    if not down:
        section = book.section(THIRD if turns.held or third_placed(rules) else "third.order")
        yield Due(c.Deal, role_of(state), places=(place,), must=True, section=section)
        return
    at, holes = (place,), _faces(state, (place,))
    if turns.held:
        yield Due(c.Turn, PLAYER, places=at, seat=turns.held, must=True, section=turns.section, holes=holes)
        yield from _order_give_up(rules, state, turns.held)
        give_up = book.section("deal.squeeze-relinquish")
        yield Due(c.Perform, PLAYER, "give-up", seat=turns.held, section=give_up)
    elif turns.given:
        give = f"give-{WORDS[place[0]]}"
        yield Due(c.Perform, DEALER, give, seat=turns.given, must=True, section=turns.section)
    else:
        yield Due(c.Turn, DEALER, places=at, must=True, section=turns.section, holes=holes)


def _order_give_up(rules: HouseRules, state: TableState, seat: int | None) -> Iterator[Due]:
    """Return the orders by which dealer or floorperson revoke the squeeze for delay (ma-mini 8(d))."""
    relinquish, step = stated(rules.rulebook.law.deal.squeeze_relinquish), "order-give-up"
    holes = _performed(rules, state, step)
    for role in relinquish.ordered_by:
        yield Due(c.Perform, Role(role), step, seat=seat, section=relinquish.section, holes=holes)


_ACTS: Mapping[Phase, Callable[[HouseRules, TableState], Iterable[Due]]] = {
    CLOSED: lambda rules, state: (),
    PREPARING: _preparing,
    IDLE: _steps,
    BETTING: _steps,
    DEALING: _dealing,
    TURNING: _steps,
    HOUSE_MONEY: _house_money,
    DRAWING: _drawing,
    PAYING: _steps,
}


# ---------------------------------------------------------------- at any time


def _cover_card(rules: HouseRules, state: TableState, comes: bool = False) -> tuple[Due, ...]:
    """Return the setting aside of the cover card, which may come out instead of any card of a coup or of the burn.

    If it came out in the burn, it was before the first coup. Once it must have come out, no coup begins before it is
    set aside; a card of a coup never waits for it.
    """
    burning = state.agenda[:1] in (("burn-face-up",), ("burn-face-down",))
    if state.cover != "in" or not (state.phase in PLAYED or burning):
        return ()
    may, must = plan_of(rules).cover
    return (must if comes and state.phase is BETTING and not state.done else may,)


def _seats(rules: HouseRules, state: TableState) -> Iterator[Due]:
    if state.phase is CLOSED:
        return
    chip, rack = rules.smallest_chip, state.accounts.get(RACK, 0)
    if rack >= chip:
        holes = (("buy_in", Amount(chip, rack // chip * chip, chip)),)
        for seat in range(1, rules.seats + 1):
            if seat not in state.seated:
                yield Due(c.Sit, PLAYER, seat=seat, holes=holes)
    if not overdue(rules, state):
        yield from _markers(rules, state, must=False)


def _markers(rules: HouseRules, state: TableState, must: bool) -> Iterator[Due]:
    """Return the collection of marker buttons, except those of a coup not yet cleared (ma-mini 12(d)(2))."""
    section = rules.rulebook.section("vigorish.deferred")
    for seat in sorted(state.owed):
        if seat not in state.marks:
            yield Due(c.CollectVigorish, DEALER, seat=seat, must=must, section=section)
