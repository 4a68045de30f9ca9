"""Players' own limits: no order of requests loosens one before its day is over, and a pause only grows."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.people.responsible_play.machine import LONGEST, MOST, Standing, State, decide, evolve, may
from punto.people.responsible_play.messages import AnyCommand, Pause, Reason, Refusal, SetLimit
from punto.table.commands import BuyIn, Leave, Sit, Verbal, Wager, Wagers, Withdraw
from punto.wallet import Kind
from punto.wallet.messages import Begin

ANN: dict[str, Any] = {"id": "x", "by": Role.PLAYER, "who": "p-ann"}
HOUR = DAY // 24
requests = st.lists(
    st.tuples(st.integers(0, 30 * HOUR), st.none() | st.integers(0, 6)), min_size=1, max_size=12
)  # hours that pass, and what is asked for


def told(state: State, command: AnyCommand) -> State:
    events = decide(state, command)
    assert not isinstance(events, Refusal), events
    for event in events:
        state = evolve(state, event)
    return state


def amount(limit: int | None) -> float:
    return float("inf") if limit is None else limit


@given(requests)
def test_no_order_of_requests_loosens_a_limit_before_its_day_is_over(asked: list[tuple[int, int | None]]) -> None:
    """Whatever holds at a moment was asked for a day before, or is no looser than all that was asked for since."""
    state, at = State(), 0
    history: list[tuple[int, int | None]] = []
    for passed, wish in asked:
        at += passed
        before = state.holding("loss", at)
        state = told(state, SetLimit(**ANN, at=at, limit="loss", amount=wish))
        history.append((at, wish))
        assert amount(state.holding("loss", at)) == min(amount(before), amount(wish))  # lower at once
        for later in (at, at + HOUR, at + DAY - 1, at + DAY, at + 3 * DAY):
            _holds_rightly(history, state, later)


def _holds_rightly(history: list[tuple[int, int | None]], state: State, at: int) -> None:
    limit = amount(state.holding("loss", at))
    lately = [amount(wish) for made, wish in history if at - DAY < made <= at]
    old = [amount(wish) for made, wish in history if made <= at - DAY]
    assert limit <= min(lately, default=float("inf"))  # nobody is let beyond what they asked for this day
    assert limit in {float("inf"), *old, *lately}
    if at >= history[-1][0] + DAY:
        assert limit == amount(history[-1][1])  # and what was asked for last holds in the end


@given(requests, st.integers(0, 29 * HOUR))
def test_a_clock_that_is_set_back_loosens_nothing(asked: list[tuple[int, int | None]], back: int) -> None:
    state, at = State(), 0
    for passed, wish in asked:
        at += passed
        state = told(state, SetLimit(**ANN, at=at, limit="loss", amount=wish))
    before = state.holding("loss", at)
    after = told(state, SetLimit(**ANN, at=at - back, limit="loss", amount=None))
    assert amount(after.holding("loss", at)) <= amount(before)
    assert amount(after.holding("loss", at + DAY - 1 - back)) <= amount(before) or at + DAY - 1 - back < at


def test_a_pause_can_be_made_longer_and_never_shorter() -> None:
    state = told(State(), Pause(**ANN, at=0, until=DAY))
    answer = decide(state, Pause(**ANN, at=1, until=DAY - 1))
    assert answer == Refusal(Reason.NOT_SHORTER, {"until": DAY})
    assert told(state, Pause(**ANN, at=1, until=2 * DAY)).until == 2 * DAY


@pytest.mark.parametrize(
    "command",
    [
        SetLimit(**ANN, at=0, limit="loss", amount=-1),
        SetLimit(**ANN, at=0, limit="time", amount=MOST["time"] + 1),
        SetLimit(**ANN, at=0, limit="deposit", amount=10**30),
        Pause(**ANN, at=5, until=5),
        Pause(**ANN, at=0, until=LONGEST + 1),
    ],
)
def test_what_is_no_amount_is_refused(command: AnyCommand) -> None:
    answer = decide(State(), command)
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.BAD_AMOUNT


def test_limits_are_set_by_their_owner_alone() -> None:
    state = told(State(), Pause(**ANN, at=0, until=DAY))
    for by, who, reason in (
        (Role.FLOOR, "p-ann", Reason.WRONG_ROLE),
        (Role.SYSTEM, "system", Reason.WRONG_ROLE),
        (Role.PLAYER, "p-bob", Reason.NOT_YOURS),
    ):
        answer = decide(state, Pause(id="x", by=by, who=who, at=0, until=2 * DAY))
        assert isinstance(answer, Refusal)
        assert answer.reason is reason


# ---------------------------------------------------------------- may


AT: dict[str, Any] = {**ANN, "at": 10}
PLAYING = [
    Sit(**AT, seat=1, buy_in=100),
    BuyIn(**AT, seat=1, cents=100),
    Wager(**AT, seat=1, wager="banker", cents=100),
    Wagers(**AT, seat=1, stakes={"banker": 60, "tie": 40}),
    Verbal(**AT, seat=1, wager="banker", cents=100),
]
GOING = [Leave(**AT, seat=1), Withdraw(**AT, seat=1, wager="banker")]
DEPOSIT = Begin(**AT, transfer="t", kind=Kind.DEPOSIT, cents=100, place="bank")


def limited(**limits: int) -> State:
    state = State()
    for limit, cents in limits.items():
        state = told(state, SetLimit(**ANN, at=0, limit=limit, amount=cents))  # type: ignore[arg-type]
    return state


def reason(state: State, standing: Standing, command: Any, **how: Any) -> Reason | None:
    answer = may(state, standing, command, 10, **how)
    assert answer is None or answer.words
    return answer.reason if answer else None


@pytest.mark.parametrize("command", [*PLAYING, DEPOSIT], ids=lambda command: type(command).__name__)
def test_who_is_disabled_or_pauses_does_not_play(command: Any) -> None:
    paused = told(State(), Pause(**ANN, at=0, until=11))
    assert reason(State(), Standing(), command) is None
    assert reason(State(), Standing(), command, disabled=True) is Reason.DISABLED
    assert reason(paused, Standing(), command) is Reason.PAUSED
    assert may(paused, Standing(), command, 11) is None


@pytest.mark.parametrize("command", GOING, ids=lambda command: type(command).__name__)
def test_nobody_is_kept_from_leaving(command: Any) -> None:
    state = told(limited(loss=0, time=0, deposit=0), Pause(**ANN, at=0, until=DAY))
    assert may(state, Standing(net=-(10**9), minutes=1440), command, 10, disabled=True) is None


@pytest.mark.parametrize("command", PLAYING, ids=lambda command: type(command).__name__)
def test_time(command: Any) -> None:
    assert reason(limited(time=60), Standing(minutes=59), command) is None
    assert reason(limited(time=60), Standing(minutes=60), command) is Reason.TIME_LIMIT


@pytest.mark.parametrize("command", PLAYING[2:], ids=lambda command: type(command).__name__)
def test_what_could_be_lost_stays_within_the_limit(command: Any) -> None:
    assert reason(limited(loss=500), Standing(net=-300, at_risk=100), command) is None
    assert reason(limited(loss=500), Standing(net=-301, at_risk=100), command) is Reason.LOSS_LIMIT
    assert reason(limited(loss=500), Standing(net=1000, at_risk=1400), command) is None
    assert reason(limited(loss=0), Standing(), command) is Reason.LOSS_LIMIT


@pytest.mark.parametrize("command", PLAYING[:2], ids=lambda command: type(command).__name__)
def test_who_has_reached_the_limit_buys_no_chips(command: Any) -> None:
    assert reason(limited(loss=500), Standing(net=-499), command) is None
    assert reason(limited(loss=500), Standing(net=-500), command) is Reason.LOSS_LIMIT


@pytest.mark.parametrize("command", [*PLAYING[:2], DEPOSIT], ids=lambda command: type(command).__name__)
def test_what_is_brought(command: Any) -> None:
    assert reason(limited(deposit=500), Standing(brought=400), command) is None
    assert reason(limited(deposit=500), Standing(brought=401), command) is Reason.DEPOSIT_LIMIT


def test_what_comes_out_of_the_own_wallet_was_brought_before() -> None:
    command = Sit(**AT, seat=1, buy_in=100, transfer="t")
    assert reason(limited(deposit=0), Standing(), command) is None
