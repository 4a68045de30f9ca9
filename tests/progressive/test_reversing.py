"""Awards taken back: the meter is as if they had not been made, or the floor must put it right by hand."""

from punto.core.roles import Role
from punto.progressive import Reason
from punto.progressive.messages import HitReversed, Move, Reverse
from tests.law.submitting import PROGRESSIVE, Changes
from tests.progressive.installed import Bench, cents, installation

# Of 25 cents 20 go to the meter and 5 to the reserve; the ceiling is a dollar above the seed.
LOW: Changes = {
    **PROGRESSIVE,
    "wagers.royal-9.meters.spade": {"seed": 350_00, "rate": "5%", "reserve": "20%", "ceiling": 351_00},
}


def reversal(coup: int, table: str = "T", by: Role = Role.FLOOR, why: str = "a card was misread") -> Reverse:
    return Reverse(id="r", by=by, who="floor", at=1, table=table, shoe=1, coup=coup, why=why)


def pots(bench: Bench) -> dict[str, int]:
    return {pot: micro for pot, micro in bench.state.pots.items() if micro}


def test_everything_is_as_before_but_for_the_record() -> None:
    bench = Bench(installation("ma-mini", LOW))
    bench.ends(1, 1, 2)
    before = pots(bench)
    bench.does(bench.claim(2, (4, "spade"), (2, "heart")))
    events = bench.does(reversal(2))
    assert [(type(event), event.seat) for event in events if isinstance(event, HitReversed)] == [
        (HitReversed, 2),
        (HitReversed, 4),
    ]
    assert pots(bench) == before
    assert bench.state.runs == {"star": 1, "spade": 1, "heart": 1}
    assert bench.does(reversal(2)) == ()


def test_what_came_since_stays() -> None:
    """$350.40 awarded and taken back; meanwhile another table's five stakes brought a dollar, of which 60 cents fit."""
    bench = Bench(installation("ma-mini", LOW), "A", "B")
    bench.ends(1, 1, 2, table="A")  # 350.40 shown, 10 cents in reserve
    bench.does(bench.claim(2, (4, "spade"), table="A"))
    assert bench.reads("spade") == 350_10  # with the reserve
    bench.ends(1, 1, 2, 3, 4, table="B")  # 350.90, 20 cents in reserve
    (event,) = bench.does(reversal(2, table="A"))
    # 350.90 + 350.40 - 350.00 - 0.10 = 351.20: a dollar fits, 20 cents go to the overflow
    assert bench.reads("spade") == 351_00
    assert (bench.pot("overflow/spade"), bench.pot("reserve/spade")) == (cents(20), cents(30))
    assert event.moves[-1] == Move("meter/spade", "overflow/spade", cents(20), "reset")


def test_another_award_may_follow() -> None:
    bench = Bench(installation("ma-mini", LOW))
    bench.does(bench.claim(1, (4, "spade")))
    bench.does(reversal(1))
    bench.does(bench.claim(1, (4, "heart")))
    assert bench.refused(bench.claim(1, (4, "spade"))) is Reason.COUP_DIFFERS
    bench.ends(1, 4)
    assert bench.state.runs == {"star": 1, "spade": 1, "heart": 2}


def test_not_after_somebody_else_has_won_the_meter() -> None:
    bench = Bench(installation("ma-mini", LOW), "A", "B")
    bench.does(bench.claim(1, (4, "spade"), table="A"))
    bench.does(bench.claim(1, (4, "spade"), table="B"))
    assert bench.refused(reversal(1, table="A")) is Reason.HIT_SINCE
    bench.does(reversal(1, table="B"))
    bench.does(reversal(1, table="A"))


def test_not_after_the_round_has_ended() -> None:
    bench = Bench(installation("ma-mini", LOW))
    bench.does(bench.claim(1, (4, "spade")))
    bench.ends(1, 4)
    assert bench.refused(reversal(1)) is Reason.ROUND_ENDED


def test_not_when_the_money_was_taken_out_by_hand() -> None:
    """The reserve of 2000 dollars came into the meter with the restart; somebody took all of it out."""
    bench = Bench(installation("ma-mini", {**LOW, "wagers.royal-9.meters.spade.ceiling": 9_000_00}))
    bench.adjusted("house", "reserve/spade", cents(2_000_00))
    bench.does(bench.claim(1, (4, "spade")))
    bench.adjusted("meter/spade", "house", cents(2_350_00))
    assert bench.refused(reversal(1)) is Reason.NOT_ENOUGH


def test_by_the_floor_and_with_a_reason() -> None:
    bench = Bench(installation("ma-mini", LOW))
    bench.does(bench.claim(1, (4, "spade")))
    assert bench.refused(reversal(1, by=Role.DEALER)) is Reason.WRONG_ROLE
    assert bench.refused(reversal(1, why=" ")) is Reason.REASON_NEEDED


def test_where_nothing_was_won_nothing_is_taken_back() -> None:
    bench = Bench(installation("ma-mini", LOW))
    assert bench.does(reversal(1)) == ()
