"""Moving money by hand: two people, before and after, why."""

import pytest
from msgspec.structs import replace

from punto.core.roles import Role
from punto.progressive import Reason, evolve
from punto.progressive.decide import MOST, MOST_PROPOSALS
from punto.progressive.messages import AdjustmentDeclined, Approve, Link, MeterAdjusted, Move, Open, Propose
from tests.law.submitting import MULTI_LEVEL, PROGRESSIVE
from tests.progressive.installed import MUST_HIT, Bench, cents, installation


def bench() -> Bench:
    return Bench(installation("ma-mini", PROGRESSIVE))


def test_one_proposes_another_approves() -> None:
    floor = bench()
    proposal = floor.proposal("house", "meter/star", cents(10_00), why="display fault 2026-11", who="ann")
    floor.does(proposal)
    assert floor.reads("star") == 50_000_00
    (event,) = floor.does(floor.approval(proposal, "ben"))
    assert isinstance(event, MeterAdjusted)
    assert (event.who, event.approved_by, event.why) == ("ann", "ben", "display fault 2026-11")
    assert event.before == {"house": -cents(50_700_00), "meter/star": cents(50_000_00)}
    assert event.after == {"house": -cents(50_710_00), "meter/star": cents(50_010_00)}
    assert event.moves == (Move("house", "meter/star", cents(10_00), "adjustment"),)
    assert floor.reads("star") == 50_010_00
    assert floor.state.proposals == {}


def test_nobody_approves_what_they_proposed() -> None:
    floor = bench()
    proposal = floor.proposal("house", "meter/star", 1, who="ann")
    floor.does(proposal)
    assert floor.refused(floor.approval(proposal, "ann")) is Reason.SAME_PERSON
    assert proposal.id in floor.state.proposals


def test_a_proposal_alone_moves_nothing() -> None:
    floor = bench()
    before = floor.state.pots
    proposal = floor.proposal("meter/star", "house", cents(50_000_00))
    floor.does(proposal)
    assert floor.does(proposal) == ()
    assert floor.state.pots == before
    (event,) = floor.does(floor.decline(proposal, "ben"))
    assert isinstance(event, AdjustmentDeclined)
    assert floor.refused(floor.approval(proposal, "ben")) is Reason.NO_SUCH_PROPOSAL
    assert floor.refused(floor.decline(proposal, "ben")) is Reason.NO_SUCH_PROPOSAL
    assert floor.state.pots == before


@pytest.mark.parametrize(
    "debit, credit, micro, why, reason",
    [
        ("house", "meter/sapde", 1, "why", Reason.NO_SUCH_POT),
        ("table/T", "meter/star", 1, "why", Reason.NO_SUCH_POT),
        ("house", "house", 1, "why", Reason.BAD_AMOUNT),
        ("house", "meter/star", 0, "why", Reason.BAD_AMOUNT),
        ("house", "meter/star", -1, "why", Reason.BAD_AMOUNT),
        ("house", "meter/star", MOST + 1, "why", Reason.BAD_AMOUNT),
        ("house", "meter/star", 1, "", Reason.REASON_NEEDED),
        ("house", "meter/star", 1, " \n", Reason.REASON_NEEDED),
        ("house", "meter/star", 1, "x" * 501, Reason.REASON_NEEDED),
        ("reserve/star", "meter/star", 1, "why", Reason.NOT_ENOUGH),
        ("meter/star", "house", cents(50_000_00) + 1, "why", Reason.NOT_ENOUGH),
    ],
)
def test_what_cannot_be_moved(debit: str, credit: str, micro: int, why: str, reason: Reason) -> None:
    floor = bench()
    assert floor.refused(floor.proposal(debit, credit, micro, why)) is reason


def test_the_shortest_reason_and_an_empty_pot() -> None:
    floor = bench()
    proposal = floor.proposal("house", "reserve/star", 1, why="x")
    floor.does(proposal)
    (event,) = floor.does(floor.approval(proposal, "ben"))
    assert isinstance(event, MeterAdjusted)
    assert (event.before["reserve/star"], event.after["reserve/star"]) == (0, 1)


def test_no_meter_is_raised_above_its_ceiling() -> None:
    floor = Bench(installation("ma-mini", MUST_HIT))
    assert floor.refused(floor.proposal("house", "meter/must-hit", cents(500_00) + 1)) is Reason.ABOVE_CEILING
    floor.adjusted("house", "meter/must-hit", cents(500_00))
    assert floor.reads("must-hit") == 1_000_00


def test_what_was_possible_when_it_was_proposed_is_asked_again() -> None:
    floor = bench()
    proposal = floor.proposal("meter/spade", "house", cents(350_00))
    floor.does(proposal)
    floor.adjusted("meter/spade", "house", 1)
    assert floor.refused(floor.approval(proposal, "ben")) is Reason.NOT_ENOUGH


def test_proposals_do_not_pile_up() -> None:
    floor = bench()
    for _ in range(MOST_PROPOSALS):
        floor.does(floor.proposal("house", "meter/star", 1))
    assert floor.refused(floor.proposal("house", "meter/star", 1)) is Reason.TOO_MANY


def test_an_id_means_one_proposal() -> None:
    floor = bench()
    proposal = floor.proposal("house", "meter/star", 1)
    floor.does(proposal)
    assert floor.refused(replace(proposal, micro=2)) is Reason.TOO_MANY


@pytest.mark.parametrize("by", [Role.DEALER, Role.PLAYER, Role.SYSTEM])
def test_only_the_floor_moves_money_by_hand(by: Role) -> None:
    floor = bench()
    command = Propose(id="p", by=by, who="ann", at=1, debit="house", credit="meter/star", micro=1, why="why")
    assert floor.refused(command) is Reason.WRONG_ROLE
    floor.does(proposal := floor.proposal("house", "meter/star", 1))
    assert floor.refused(Approve(id="a", by=by, who="ben", at=1, proposal=proposal.id)) is Reason.WRONG_ROLE


# ---------------------------------------------------------------- opening and linking


def test_an_installation_is_opened_once_and_first() -> None:
    floor = bench()
    command = Open(id="o", by=Role.FLOOR, who="ann", at=1)
    assert floor.refused(command) is Reason.ALREADY_OPEN
    floor.state = type(floor.state)()
    assert floor.refused(Link(id="l", by=Role.FLOOR, who="ann", at=1, table="T", digest="")) is Reason.NOT_OPEN
    assert floor.refused(floor.ending(1, 1)) is Reason.NOT_OPEN


def test_tables_of_other_terms_are_not_linked() -> None:
    floor = bench()
    other = installation("ma-baccarat", MULTI_LEVEL)
    link = Link(id="l", by=Role.FLOOR, who="ann", at=1, table="B", digest=other.digest)
    assert floor.refused(link) is Reason.TERMS_DIFFER
    floor.terms = other
    assert floor.refused(link) is Reason.TERMS_DIFFER
    assert floor.refused(floor.ending(1, 1)) is Reason.TERMS_DIFFER


def test_linking_again_changes_nothing() -> None:
    floor = bench()
    floor.ends(4, 1)
    link = Link(id="l", by=Role.FLOOR, who="ann", at=1, table="T", digest=floor.terms.digest)
    assert floor.does(link) == ()
    assert floor.refused(floor.ending(3, 1)) is Reason.COUP_PAST


def test_an_adjustment_of_nothing_is_no_event_to_evolve() -> None:
    floor = bench()
    bad = MeterAdjusted(
        proposal="p",
        who="a",
        approved_by="b",
        at=0,
        why="",
        before={},
        after={},
        moves=(Move("house", "x", 0, "start"),),
    )
    with pytest.raises(ValueError, match="expected at least 1"):
        evolve(floor.state, bad)
