"""One table at its desk: what is answered, in which order, by whose clock, and what happens when something breaks."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any

import pytest

from punto.core.roles import Role
from punto.floor import Clock, Floor, Pace, QueueFull, Setup, TableActor, TableUnavailable
from punto.floor.dealer import PREFIX
from punto.floor.table_actor import MOST_WAITING
from punto.game.game import Accepted, replayed
from punto.record.checkpoints import resume
from punto.record.durable import StoreError
from punto.record.memory import MemoryDurable
from punto.record.opening import Unlawful
from punto.record.store import Conflict
from punto.rules.house_rules import Limit
from punto.table import Refusal
from punto.table.commands import Reason
from punto.table.events import CoupSettled, StepPerformed
from punto.table.holes import Amount
from punto.table.phases import Phase
from punto.table.settlement import due
from punto.table.state import stakes_of
from punto.wallet.messages import Begin, Kind, Open, Post
from tests.floor.floors import command, coups, must, proved, submission
from tests.floor.virtual import evening

PACE = Pace(bets=10_000, beat=500, prepare=100, choice=8_000)
Play = Callable[[Floor, TableActor], Coroutine[Any, Any, None]]


def played(play: Play, name: str = "md-mini-classic", store: MemoryDurable | None = None, **more: Any) -> None:
    """Play something at one table, and prove its log."""

    async def run() -> None:
        kept = store or MemoryDurable()
        house = await Floor.open(kept, Clock(1_800_000_000_000))
        desk = await house.open_table(submission(name, "T"), more.pop("setup", Setup(pace=PACE)), **more)
        await asyncio.sleep(0)
        await play(house, desk)
        await house.stop()
        report = await proved(kept)
        assert report.whole, report

    evening(run())


async def betting(house: Floor, desk: TableActor) -> None:
    """Wait until wagers may be made."""
    while desk.state.phase is not Phase.BETTING or desk.state.done or not desk.closes:
        await house.clock.sleep_until(house.clock.now() + 50)
        assert not desk.failed, desk.failed


# ---------------------------------------------------------------- answers


def test_a_command_that_comes_again_is_answered_as_it_was() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        sit = command(desk, "sit", "ann", "1", seat=1, buy_in=500_00)
        first, second = await asyncio.gather(desk.do(sit), desk.do(sit))
        assert isinstance(first, Accepted)
        assert isinstance(second, Accepted)
        assert (first.again, second.again) == (False, True)
        assert first.events == second.events
        await betting(house, desk)
        bet = command(desk, "wager", "ann", "2", seat=1, wager="player", cents=100_00)
        await desk.do(bet)
        await coups(house, "T", 1)
        late = await desk.do(bet)  # the coup is long over, and the answer is still the same
        assert isinstance(late, Accepted)
        assert late.again
        assert not stakes_of(desk.state, 1)

    played(play)


def test_what_is_published_is_stored() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        seen = []

        def watcher(published: Any) -> None:
            last = house.store._log.last("table/T")  # type: ignore[attr-defined]
            assert last.hash == published.record.hash
            assert published.state.version == last.last
            seen.append(published.batch.n)

        stop = desk.watch(watcher)
        await must(desk, "sit", "ann", "1", seat=1, buy_in=500_00)
        await betting(house, desk)
        assert seen == sorted(seen)
        told = len(seen)
        stop()
        await must(desk, "buy-in", "ann", "2", seat=1, cents=100_00)
        assert len(seen) == told

    played(play)


def test_a_watcher_that_fails_is_told_no_more() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        calls = []

        def broken(published: Any) -> None:
            calls.append(published)
            raise OSError("no line")

        desk.watch(broken)
        await must(desk, "sit", "ann", "1", seat=1, buy_in=500_00)
        await must(desk, "buy-in", "ann", "2", seat=1, cents=100_00)
        assert len(calls) == 1

    played(play)


def test_a_full_queue_says_so_and_a_stopped_desk_too() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        asked = [command(desk, "sit", "ann", str(number), seat=1, buy_in=500_00) for number in range(MOST_WAITING + 5)]
        found = await asyncio.gather(*map(desk.do, asked), return_exceptions=True)
        assert [type(one) for one in found[-5:]] == [QueueFull] * 5
        await house.stop()
        with pytest.raises(TableUnavailable, match="not kept here"):
            await desk.do(asked[0])

    played(play)


def test_nobody_may_speak_for_the_house() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        answer = await desk.do(command(desk, "sit", "ann", f"{PREFIX}1", seat=1, buy_in=500_00))
        assert isinstance(answer, Refusal)
        assert answer.reason is Reason.BAD_NAME

    played(play)


# ---------------------------------------------------------------- time


def test_a_wager_counts_if_it_reached_the_desk_before_the_close() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        await must(desk, "sit", "ann", "1", seat=1, buy_in=5_000_00)
        await must(desk, "sit", "ben", "1", seat=2, buy_in=5_000_00)
        await betting(house, desk)
        closes = desk.closes
        assert closes is not None
        await must(desk, "wager", "ann", "2", seat=1, wager="player", cents=100_00)
        await house.clock.sleep_until(closes - 1)
        in_time = command(desk, "wager", "ben", "2", seat=2, wager="player", cents=100_00)
        too_late = command(desk, "wager", "ben", "3", seat=2, wager="banker", cents=100_00)
        first = asyncio.create_task(desk.do(in_time))
        await house.clock.sleep_until(closes)
        second = await desk.do(too_late)
        assert isinstance(await first, Accepted)
        assert isinstance(second, Refusal)
        assert second.reason is Reason.WRONG_PHASE

    played(play)


def test_bets_that_nobody_made_are_asked_for_again() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        told: list[int | None] = []
        desk.watch_timer(lambda one: told.append(one.closes))
        await must(desk, "sit", "ann", "1", seat=1, buy_in=500_00)
        await betting(house, desk)
        await asyncio.sleep(35)
        assert desk.state.coup == 1
        assert len([closes for closes in told if closes]) == 4

    played(play)


def test_rounds_keep_their_distance() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        closed: list[int] = []

        def note(published: Any) -> None:
            steps = [event.step for event in published.batch.events if isinstance(event, StepPerformed)]
            if "no-more-bets" in steps:
                closed.append(house.clock.now())

        desk.watch(note)
        await coups(house, "T", 5)
        assert all(later - earlier >= 5_000 for earlier, later in pairwise(closed))

    quick = Pace(bets=100, beat=10, prepare=10)
    played(play, setup=Setup(pace=quick, players=2))


@pytest.mark.parametrize("jump", [-86_400, 3_600, 86_400 * 365])
def test_a_wall_clock_that_is_set_closes_no_bets_and_holds_none_open(
    jump: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        await must(desk, "sit", "ann", "1", seat=1, buy_in=500_00)
        await betting(house, desk)
        closes = desk.closes
        assert closes is not None
        wall = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: wall() + jump * 10**9)
        await house.clock.sleep_until(closes - 1)
        assert desk.closes == closes
        await must(desk, "wager", "ann", "2", seat=1, wager="player", cents=100_00)
        await house.clock.sleep_until(closes + 1)
        assert desk.state.phase is not Phase.BETTING or desk.state.done
        monkeypatch.setattr(time, "time_ns", wall)

    played(play)


def test_time_does_not_run_backwards_when_a_clock_does() -> None:
    async def run() -> None:
        store = MemoryDurable()
        house = await Floor.open(store, Clock(2_000_000))
        desk = await house.open_table(submission(table="T"), Setup(pace=PACE))
        await asyncio.sleep(0)
        await must(desk, "sit", "ann", "1", seat=1, buy_in=500_00)
        at = desk.game.at
        await house.stop()
        again = await Floor.open(store, Clock(1_000_000))
        await asyncio.sleep(0)
        await must(again.desks["T"], "buy-in", "ann", "2", seat=1, cents=100_00)
        assert again.desks["T"].game.at >= at
        await again.stop()
        assert (await proved(store)).whole

    evening(run())


# ---------------------------------------------------------------- people who do not answer


@pytest.mark.parametrize("name", ["ma-midi-squeeze", "ma-mini-classic", "ma-baccarat-salon", "ma-midi-ez"])
def test_a_silent_seat_never_holds_up_a_table(name: str) -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        least = max(limit.least for limit in desk.rules.limits.values())
        for seat in (1, 2):
            await must(desk, "sit", f"p{seat}", "sit", seat=seat, buy_in=least * 100)
        for _ in range(3):
            await betting(house, desk)
            coup = desk.state.coup
            keys = [key for key in ("player", "banker", "house-money") if key in desk.rules.limits]
            for key in keys:
                cents = desk.rules.limits[key].least
                await must(desk, "wager", "p1", f"{key}-{coup}", seat=1, wager=key, cents=cents)
            await coups(house, "T", coup)
        assert house.clock.now() - 1_800_000_000_000 < 600_000

    played(play, name)


def test_a_squeeze_waits_for_its_player() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        await must(desk, "sit", "ann", "1", seat=1, buy_in=50_000_00)
        await betting(house, desk)
        await must(desk, "wager", "ann", "2", seat=1, wager="player", cents=100_00)
        while "P" not in desk.state.holders:
            await asyncio.sleep(0.05)
        until = desk.waits_until
        assert until is not None
        assert until - house.clock.now() > PACE.choice - 100
        answer = await must(desk, "turn", "ann", "3", faces={"P1": "?", "P2": "?"})
        assert [type(event).__name__ for event in answer.events][:2] == ["CardTurned", "CardTurned"]

    played(play, "ma-midi-squeeze")


# ---------------------------------------------------------------- a person deals


def test_at_a_dealers_desk_nothing_goes_by_itself_but_the_keeper() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        await asyncio.sleep(3600)
        assert desk.state.fair is not None
        assert desk.state.fair.stack is not None  # the shoe is committed to
        assert desk.state.phase is Phase.PREPARING
        assert desk.closes is None
        await must(desk, "perform", "dan", "1", Role.DEALER, step="inspect")

    played(play, setup=Setup(driver="desk"))


def test_a_shoe_of_wood_needs_a_person() -> None:
    async def run() -> None:
        house = await Floor.open(MemoryDurable())
        with pytest.raises(ValueError, match="a physical shoe needs a human dealer"):
            await house.open_table(submission(), Setup(), virtual=False)

    evening(run())


# ---------------------------------------------------------------- switches


@pytest.mark.parametrize("what", ["floor", "table/T", "player/ann"])
def test_what_is_switched_off_begins_nothing_and_finishes_everything(what: str) -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        await must(desk, "sit", "ann", "1", seat=1, buy_in=5_000_00)
        await betting(house, desk)
        await must(desk, "wager", "ann", "2", seat=1, wager="player", cents=100_00)
        await house.disable(what)
        refused = await desk.do(command(desk, "wager", "ann", "3", seat=1, wager="player", cents=100_00))
        assert isinstance(refused, Refusal)
        assert refused.detail == {"disabled": "player" if what.startswith("player") else "table"}
        await coups(house, "T", 1)  # the round in flight is played
        await asyncio.sleep(3600)
        assert desk.state.coup == 2
        await must(desk, "leave", "ann", "4", seat=1)
        assert what in (await Floor.open(house.store)).switches.off
        await house.disable(what, off=False)
        await must(desk, "sit", "ann", "5", seat=1, buy_in=5_000_00)

    played(play)


def test_a_table_is_closed_when_nothing_lies_on_it_and_can_be_opened_again() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        await must(desk, "sit", "ann", "1", seat=1, buy_in=5_000_00)
        await betting(house, desk)
        await must(desk, "wager", "ann", "2", seat=1, wager="player", cents=100_00)
        await house.close_table("T")
        assert "T" not in house.desks
        assert desk.state.coup == 2
        again = await house.reopen_table("T", Setup(pace=PACE))
        assert again.state == desk.state

    played(play)


def test_limits_are_posted_within_those_filed_and_leave_what_lies_there() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        filed = desk.rules.limits["player"]
        with pytest.raises(ValueError, match="within those filed"):
            house.post("T", {"player": Limit(filed.least, filed.most + desk.rules.smallest_chip)})
        with pytest.raises(ValueError, match="not offered"):
            house.post("T", {"panda-8": Limit(500, 600)})
        with pytest.raises(ValueError, match="chips of"):
            house.post("T", {"player": Limit(filed.least + 1, filed.most)})
        await must(desk, "sit", "ann", "1", seat=1, buy_in=5_000_00)
        await betting(house, desk)
        await must(desk, "wager", "ann", "2", seat=1, wager="player", cents=100_00)
        house.post("T", {"player": Limit(200_00, 300_00)})
        low = await desk.do(command(desk, "wager", "ann", "3", seat=1, wager="player", cents=50_00))
        assert isinstance(low, Refusal)
        assert (low.reason, low.detail["minimum"]) == ("below-minimum", 200_00)
        (act,) = (act for act in desk.due() if act.do == "wager" and act.wager == "player")
        assert dict(act.holes)["cents"] == Amount(100_00, 200_00, desk.rules.smallest_chip)
        await must(desk, "wager", "ann", "4", seat=1, wager="player", cents=100_00)  # 200 in all
        again = await must(desk, "wager", "ann", "2", seat=1, wager="player", cents=100_00)
        assert again.again  # what was accepted is answered as it was
        await coups(house, "T", 1)
        assert (await proved(house.store)).whole

    played(play)


# ---------------------------------------------------------------- what breaks


class Faulty(MemoryDurable):
    """A disk with faults: some appends fail, with or without having been made."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    async def append(self, writes: Any) -> Any:
        fault = self.faults.pop() if self.faults else ""
        if fault == "full":
            raise StoreError("no space left on the device")
        if fault == "broken":
            raise OSError("a fault of ours")
        if fault == "conflict":
            raise Conflict("somebody else was first")
        added = await super().append(writes)
        if fault == "unknown":
            raise OSError("the answer never came")
        return added


@pytest.mark.parametrize("fault", ["full", "unknown"])
def test_a_desk_that_fails_stops_alone_and_is_taken_up_again(fault: str) -> None:
    store = Faulty()

    async def play(house: Floor, desk: TableActor) -> None:
        other = await house.open_table(submission("ma-mini-classic", "U"), Setup(pace=PACE))
        await asyncio.sleep(5)  # until both wait for somebody
        seen: list[int] = []
        desk.watch(lambda published: seen.append(published.batch.n))
        sit = command(desk, "sit", "ann", "1", seat=1, buy_in=500_00)
        store.faults = [fault]
        with pytest.raises(TableUnavailable, match="has stopped"):
            await desk.do(sit)
        assert "T has stopped" in desk.failed
        assert other.open
        assert not other.failed
        await asyncio.sleep(10)
        assert desk.open
        answer = await desk.do(sit)  # asked again, as a client does
        assert isinstance(answer, Accepted)
        assert answer.again == (fault == "unknown")
        assert answer.n in seen  # whoever watches was told once, whichever way it came

    played(play, store=store)


def test_a_conflict_that_was_none_is_tried_again() -> None:
    store = Faulty()

    async def play(house: Floor, desk: TableActor) -> None:
        store.faults = ["conflict"] * 3
        await must(desk, "sit", "ann", "1", seat=1, buy_in=500_00)

    played(play, store=store)


def test_a_desk_that_fails_for_ever_is_left_alone() -> None:
    store = Faulty()

    async def play(house: Floor, desk: TableActor) -> None:
        await coups(house, "T", 2)
        store.faults = ["broken"] * 1000
        await asyncio.sleep(4000)
        assert not desk.open
        assert "a fault of ours" in desk.failed
        store.faults = []
        again = await Floor.open(store, Clock(1_800_100_000_000))  # by hand, when it is repaired
        await coups(again, "T", 4)
        await again.stop()

    played(play, store=store, setup=Setup(pace=PACE, players=2))


def test_a_desk_whose_database_is_away_waits_for_it_however_long() -> None:
    store = Faulty()

    async def play(house: Floor, desk: TableActor) -> None:
        await coups(house, "T", 2)
        store.faults = ["full"] * 1000
        await asyncio.sleep(8_000)
        assert "no space left" in desk.failed
        assert 500 < len(store.faults) < 900  # it has tried all the time, and not too often
        store.faults = []
        await asyncio.sleep(40)
        await coups(house, "T", 4)  # by itself, when there is space again

    played(play, store=store, setup=Setup(pace=PACE, players=2))


# ---------------------------------------------------------------- taken up again


def test_a_table_is_taken_up_to_the_byte_with_a_snapshot_or_without() -> None:
    async def run() -> None:
        store = MemoryDurable()
        house = await Floor.open(store, Clock(1_800_000_000_000))
        quick = Setup(players=3, pace=Pace(bets=100, beat=10, prepare=10, round=0))
        desk = await house.open_table(submission("ma-midi-squeeze", "T"), quick, progressive="royal")
        while desk.state.shoe < 3 or desk.state.coup % 7:
            await asyncio.sleep(0.05)
        await house.stop()
        found = await resume(store, "table/T")
        records = await store.read("table/T")
        whole = replayed("table/T", records)
        assert (found.state, found.at, found.rules.digest) == (whole.state, whole.at, whole.rules.digest)
        assert found.state == desk.state
        assert found.read < len(records) // 2  # a snapshot was taken at the end of a shoe
        again = await Floor.open(store, Clock(1_900_000_000_000))
        await coups(again, "T", desk.state.coup + 3)
        await again.stop()
        assert (await proved(store)).whole

    evening(run())


def test_a_table_that_cannot_be_taken_up_keeps_no_other_from_it() -> None:
    async def run() -> None:
        store = MemoryDurable()
        house = await Floor.open(store)
        for name in ("A", "B"):
            await house.open_table(submission(table=name), Setup(pace=PACE))
        await house.stop()
        version, _ = await store.shelf("table", "A") or (0, b"")
        await store.shelve("table", "A", b'{"driver": "nobody"}', version)
        again = await Floor.open(store)
        assert list(again.desks) == ["B"]
        assert "driver" in again.unopened["A"]
        await again.stop()

    evening(run())


# ---------------------------------------------------------------- beside the table


def test_a_buy_in_from_a_wallet_is_one_append() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        system: Any = {"by": Role.SYSTEM, "who": "house", "at": 0}
        deposit: Any = {"transfer": "d", "kind": Kind.DEPOSIT, "cents": 1_000_00, "place": "bank"}
        refused = await desk.do(command(desk, "sit", "ann", "0", seat=1, buy_in=500_00, transfer="a"))
        assert isinstance(refused, Refusal)
        assert refused.reason is Reason.WALLET_REFUSES
        await house.machines.wallet_do("ann", Open(id="o", owner="ann", **system))
        begin = Begin(id="b", by=Role.PLAYER, who="ann", at=0, **deposit)
        for _ in range(2):
            await house.machines.wallet_do("ann", begin)
        await house.machines.wallet_do("ann", Post(id="p", transfer="d", **system))
        sit = command(desk, "sit", "ann", "1", seat=1, buy_in=600_00, transfer="b")
        answers = await asyncio.gather(desk.do(sit), desk.do(sit))
        assert [type(answer) for answer in answers] == [Accepted, Accepted]
        assert (await house.machines.wallet("ann")).available == 400_00
        await must(desk, "leave", "ann", "2", seat=1, transfer="c")
        assert (await house.machines.wallet("ann")).available == 1_000_00

    played(play)


def test_tables_feed_one_meter() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        text = submission("ma-midi-squeeze", "U")
        other = await house.open_table(text, Setup(players=5, seed=2, pace=PACE), progressive="royal")
        await coups(house, "T", 12)
        await coups(house, "U", 12)
        state = await house.machines.shown("royal")
        assert set(state.rounds) == {"T", "U"}
        assert not desk.failed
        assert not other.failed

    played(play, "ma-midi-squeeze", progressive="royal", setup=Setup(players=5, pace=PACE))


def test_tables_of_one_pit_go_by_one_option() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        other = submission("ma-midi-squeeze", "U").replace("reshuffle = true", "reshuffle = false")
        with pytest.raises(Unlawful, match="one option holds"):
            await house.open_table(other, Setup(pace=PACE))
        with pytest.raises(Unlawful, match="a table has one"):
            await house.open_table(submission("ma-midi-squeeze", "T"))

    played(play, "ma-midi-squeeze")


def test_a_house_player_is_shown_as_one_and_wins_like_anybody() -> None:
    async def play(house: Floor, desk: TableActor) -> None:
        settled: list[CoupSettled] = []
        desk.watch(lambda one: settled.extend(e for e in one.batch.events if isinstance(e, CoupSettled)))
        await coups(house, "T", 10)
        assert all(who.startswith("bot-") for who in desk.state.seated.values())
        assert {line.verdict for event in settled for line in event.lines} >= {"win", "lose"}

    played(play, setup=Setup(players=4, pace=PACE))


# ---------------------------------------------------------------- players who have nothing left


def test_who_bets_all_they_have_never_holds_up_the_next_shoe() -> None:
    """Vigorish that is marked can be collected whenever it is due (reading 33)."""

    async def play(house: Floor, desk: TableActor) -> None:
        await must(desk, "sit", "ann", "sit", seat=1, buy_in=1_000_00)
        refused = 0
        while desk.state.shoe < 3:
            await betting(house, desk)
            coup, chips, owed = desk.state.coup, desk.state.accounts.get("seat/1", 0), due(desk.rules, desk.state, 1)
            if chips - owed < 200_00:
                await must(desk, "buy-in", "ann", f"more-{coup}", seat=1, cents=500_00)
                chips += 500_00
            for kept in (0, owed):
                stakes = {"banker": min(chips - kept, 3_000_00) // 5_00 * 5_00}
                answer = await desk.do(command(desk, "wagers", "ann", f"{coup}-{kept}", seat=1, stakes=stakes))
                if not isinstance(answer, Refusal):
                    break
                assert (answer.reason, kept) == (Reason.VIGORISH_OWED, 0)
                refused += 1
            await coups(house, "T", coup)
        assert refused

    played(play, setup=Setup(pace=Pace(bets=100, beat=10, prepare=10, round=0)))
