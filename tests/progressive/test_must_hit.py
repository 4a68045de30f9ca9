"""Must Hit: a committed trigger, decided when the dealer ends the round, won by one of that coup's wagers."""

from collections import Counter

import pytest

from punto import fair
from punto.core.roles import Role
from punto.law.rulebook import Rulebook, load
from punto.progressive import Reason, Secrets, State, Terms, terms_of
from punto.progressive.messages import EndRound, MustHitArmed, MustHitWon, Open, StakesContributed
from tests.law.submitting import PROGRESSIVE, Changes, rules
from tests.progressive.installed import Bench, Keeper, Kind, cents, installation, run, seed
from tests.proofs import proves

PLACE = proves("royal9.must-hit", ma_midi="12(j)", ma_mini="12(j)")

# Each stake brings ten cents, so that four stakes go from base to ceiling.
NEAR: Changes = {**PROGRESSIVE, "wagers.royal-9.must-hit": {"seed": 500_00, "rate": "2.00%", "ceiling": 500_40}}
FOLLOWING = bytes(range(32))


def drawing(trigger: int, number: int = 1) -> bytes:
    """A seed whose trigger is the one wanted, for a run of the near meter."""
    named = run(installation("ma-mini", NEAR), number)
    return next(key for key in map(seed_of, range(5_000)) if fair.trigger(key, named) == trigger)


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


def keeps(*seeds: bytes) -> Keeper:
    """A keeper whose vault holds the seeds of the runs, in order."""

    def keeper(state: State) -> Secrets:
        number = state.runs.get("must-hit", 0)
        return Secrets((b"", *seeds)[number], seeds[number])

    return keeper


def bench_with(trigger: int, book: Rulebook | str = "ma-mini", *tables: str) -> Bench:
    """A bench whose first run hits at a trigger."""
    return Bench(installation(book, NEAR), *tables, keeper=keeps(drawing(trigger), FOLLOWING, seed(3)))


def won(events: object) -> MustHitWon:
    assert isinstance(events, tuple)
    (found,) = [event for event in events if isinstance(event, MustHitWon)]
    return found


# ---------------------------------------------------------------- the place


@PLACE
def test_the_dealers_end_of_round_decides_and_one_who_made_the_wager_wins(book: Rulebook) -> None:
    """Trigger $500.30. Two stakes in coup 1: $500.20, no hit. Two in coup 2: $500.40, a hit, for one of its two."""
    bench = bench_with(500_30, book)
    (first,) = bench.ends(1, 1, 2)
    assert isinstance(first, StakesContributed)
    event = won(bench.ends(2, 4, 6))
    assert event.seat in (4, 6) == event.entrants
    assert (event.shown, event.award, event.trigger) == (500_40, 500_40, 500_30)
    assert event.section == book.section("royal9.must-hit") == "12(j)"
    assert bench.reads("must-hit") == 500_00


@PLACE
@pytest.mark.parametrize("role", [role for role in Role if role is not Role.DEALER])
def test_nobody_but_the_dealer_ends_the_round(book: Rulebook, role: Role) -> None:
    bench = bench_with(500_00, book)
    end = EndRound(id="x", by=role, who="ann", at=1, table="T", shoe=1, coup=1, seats=(1,))
    assert bench.refused(end) is Reason.WRONG_ROLE
    assert won(bench.ends(1, 1)).seat == 1


@PLACE
def test_it_is_shown_at_the_seat_at_the_dealers_and_on_the_display(book: Rulebook) -> None:
    assert won(bench_with(500_00, book).ends(1, 3)).shown_at == ("seat", "dealer", "display")


@PLACE
def test_it_is_there_only_where_it_is_filed(book: Rulebook) -> None:
    terms = terms_of(rules(book, PROGRESSIVE))
    assert terms.must_hit is None
    assert "must-hit" not in terms.meters
    bench = Bench(terms)
    assert [type(event) for event in bench.ends(1, 1)] == [StakesContributed]


@PLACE
def test_the_winner_is_drawn_evenly_from_the_coups_wagers(book: Rulebook) -> None:
    """Of 300 seeds, each of three seats is drawn some hundred times; the bound is five standard deviations."""
    terms = installation(book, NEAR)
    drawn = Counter(
        fair.winner(seed_of(number), run(terms, 1), "T/1/1", ["seat 2", "seat 5", "seat 6"]) for number in range(300)
    )
    assert set(drawn) == {"seat 2", "seat 5", "seat 6"}
    assert all(abs(count - 100) <= 41 for count in drawn.values())
    seats = {won(at_the_ceiling(terms, seed_of(number)).ends(1, 2, 5, 6)).seat for number in range(20)}
    assert seats == {2, 5, 6}


def at_the_ceiling(terms: Terms, key: bytes) -> Bench:
    """A bench whose next round must hit."""
    bench = Bench(terms, keeper=keeps(key, FOLLOWING))
    bench.set("must-hit", cents(500_40))
    return bench


# ---------------------------------------------------------------- at base, between, at the ceiling


def test_at_the_base_the_first_round_hits() -> None:
    """The trigger is the seed itself. One stake: $500.10 are shown when the round ends, and paid."""
    event = won(bench_with(500_00).ends(1, 4))
    assert (event.seat, event.trigger, event.award) == (4, 500_00, 500_10)


def test_between_it_hits_with_the_stake_that_reaches_it() -> None:
    """Trigger $500.20: the first stake makes $500.10, the second $500.20. Reaching it is enough."""
    bench = bench_with(500_20)
    assert len(bench.ends(1, 4)) == 1
    assert won(bench.ends(2, 5)).award == 500_20


def test_one_cent_more_and_it_waits() -> None:
    bench = bench_with(500_21)
    assert len(bench.ends(1, 4)) == 1
    assert len(bench.ends(2, 4)) == 1
    assert won(bench.ends(3, 4)).award == 500_30


def test_at_the_ceiling_it_must() -> None:
    """Trigger $500.40, the ceiling. Three stakes are one short; three more would make $500.60.

    $500.40 are shown and paid, 20 cents went to the overflow and start the next run: $500.20.
    """
    bench = bench_with(500_40)
    assert len(bench.ends(1, 1, 2, 3)) == 1
    event = won(bench.ends(2, 1, 2, 3))
    assert (event.shown, event.award) == (500_40, 500_40)
    assert bench.reads("must-hit") == 500_20
    assert bench.pot("overflow/must-hit") == 0


# ---------------------------------------------------------------- commitment and reveal


def test_the_trigger_is_committed_to_before_the_first_stake_and_shown_with_the_hit() -> None:
    bench = bench_with(500_20)
    armed = bench.events[1]
    assert isinstance(armed, MustHitArmed)
    assert (armed.run, armed.base, armed.ceiling) == (1, 500_00, 500_40)
    bench.ends(1, 4)
    event = won(bench.ends(2, 5))
    named = run(bench.terms, 1)
    revealed, commitment = bytes.fromhex(event.seed), bytes.fromhex(armed.commitment)
    assert fair.verify_trigger(revealed, named, commitment, event.trigger) is None
    assert fair.winner(revealed, named, "T/1/2", ["seat 5"]) == "seat 5"


def test_the_next_trigger_is_committed_to_in_the_same_breath() -> None:
    bench = bench_with(500_00)
    contributed, hit, armed = bench.ends(1, 4)
    assert isinstance(armed, MustHitArmed)
    assert armed.run == 2
    assert bytes.fromhex(armed.commitment) == fair.commit_trigger(FOLLOWING, run(bench.terms, 2))
    assert bench.state.armed == armed
    assert (bench.state.runs["must-hit"], bench.state.hits["must-hit"]) == (2, 1)
    assert (type(contributed), type(hit)) == (StakesContributed, MustHitWon)


def test_nothing_but_the_hit_shows_the_seed() -> None:
    bench = bench_with(500_40)
    secrets = bench.keeper(bench.state)
    key = secrets.present
    bench.ends(1, 1)
    assert key.hex() not in repr(bench.events) + repr(bench.state) + repr(secrets)
    assert repr(secrets) == "Secrets()"
    bench.ends(2, 1, 2, 3)
    assert key.hex() in repr(bench.events)


@pytest.mark.parametrize(
    "secrets, reason",
    [
        (Secrets(), Reason.SECRET_NEEDED),
        (Secrets(b"", FOLLOWING), Reason.SECRET_NEEDED),
        (Secrets(FOLLOWING, FOLLOWING), Reason.SECRET_WRONG),
        (Secrets(b"short", FOLLOWING), Reason.SECRET_WRONG),
    ],
)
def test_another_seed_is_not_taken(secrets: Secrets, reason: Reason) -> None:
    bench = bench_with(500_40)
    honest, bench.keeper = bench.keeper, lambda state: secrets
    assert bench.refused(bench.ending(1, 1)) is reason
    bench.keeper = honest
    assert bench.ends(1, 1)


@pytest.mark.parametrize("following, reason", [(b"", Reason.SECRET_NEEDED), (b"short", Reason.SECRET_WRONG)])
def test_no_hit_without_the_next_seed(following: bytes, reason: Reason) -> None:
    bench = bench_with(500_00)
    bench.keeper = keeps(drawing(500_00), following)
    assert bench.refused(bench.ending(1, 1)) is reason
    bench.keeper, bench.state = keeps(following), State()
    assert bench.refused(Open(id="o", by=Role.FLOOR, who="floor", at=0)) is reason


# ---------------------------------------------------------------- rounds that cannot hit


@pytest.mark.parametrize("kind", ["free", "simulated", "void"])
def test_no_other_round_hits(kind: Kind) -> None:
    bench = bench_with(500_00)
    assert bench.ends(1, kind=kind) == ()
    if kind != "void":
        assert bench.refused(bench.ending(2, 3, kind=kind)) is Reason.NOT_WAGERED
    assert bench.ends(3) == ()  # a wagered coup in which nobody made the wager
    assert won(bench.ends(4, 3)).seat == 3


def test_a_void_round_contributes_nothing_and_cannot_be_ended_otherwise() -> None:
    bench = bench_with(500_00)
    before = bench.state.pots
    (event,) = bench.ends(1, 2, 3, kind="void")
    assert (event.moves, bench.state.pots, bench.state.stakes) == ((), before, 0)
    assert bench.ends(1, 2, 3, kind="void") == ()
    assert bench.refused(bench.ending(1, 2, 3)) is Reason.COUP_DIFFERS
    assert won(bench.ends(2, 3)).award == 500_10


def test_a_linked_table_wins_with_its_own_coup_only() -> None:
    bench = bench_with(500_30, "ma-mini", "A", "B")
    bench.ends(1, 1, 2, table="A")
    event = won(bench.ends(1, 6, table="B"))
    assert (event.table, event.seat, event.entrants) == ("B", 6, (6,))


def test_a_reserve_starts_the_next_run() -> None:
    """At the ceiling, two stakes of ten cents: ten go to the overflow, ten to the reserve, and both start the next."""
    near = {**NEAR, "wagers.royal-9.must-hit": {"seed": 500_00, "rate": "2%", "ceiling": 500_40, "reserve": "50%"}}
    bench = Bench(installation("ma-midi", near))
    bench.set("must-hit", cents(500_40))
    event = won(bench.ends(1, 1, 2))
    assert (event.award, bench.reads("must-hit")) == (500_40, 500_20)


# ---------------------------------------------------------------- terms


def test_multi_level_documents_have_no_must_hit() -> None:
    assert "royal9.must-hit" not in load("ma-baccarat")
    assert terms_of(rules(load("ma-baccarat"), {"wagers.royal-9": {"paytable": 1}})).ends_round is Role.DEALER
