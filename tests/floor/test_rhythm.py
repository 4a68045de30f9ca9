"""The rhythm of a table: the dealer waits for what is shown, and betting opens when the result has stood."""

import msgspec
import pytest

from punto.floor import Clock, Floor, Pace, Published, Setup
from punto.floor.rhythm import RHYTHMS, Rhythm, length, name_of
from punto.record.memory import MemoryDurable
from punto.table.commands import Proceed
from punto.table.events import CoupEnded, CoupSettled
from tests.floor.floors import coups, proved, submission
from tests.floor.virtual import evening

COUPS = 4


def heard(name: str, pace: Pace) -> tuple[list[Published], list[int]]:
    """Play some coups; return what was published, and when bets close, each time that this was announced."""
    published, closes = list[Published](), list[int]()

    async def play() -> None:
        store = MemoryDurable()
        house = await Floor.open(store, Clock(1_800_000_000_000))
        desk = await house.open_table(submission(name, "T"), Setup(players=3, pace=pace))
        desk.watch(published.append)
        desk.watch_timer(lambda one: closes.append(one.closes) if one.closes else None)
        await coups(house, "T", COUPS)
        await house.stop()
        assert (await proved(store)).whole

    evening(play())
    return published, closes


@pytest.mark.parametrize("rhythm", RHYTHMS)
@pytest.mark.parametrize("name", ["md-mini-classic", "ma-midi-squeeze"])
def test_every_act_of_the_house_waits_until_the_one_before_has_been_shown(name: str, rhythm: str) -> None:
    published, closes = heard(name, Pace(bets=5_000, rhythm=RHYTHMS[rhythm]))
    times = RHYTHMS[rhythm].times()
    shown, results = 0, 0
    for one in published:
        at, command, events = one.batch.command.at, one.batch.command, one.batch.events
        if command.id.startswith(("beat-", "auto-")) and length(times, events):
            assert at >= shown, f"{command} comes {shown - at} ms too early"
        lasts = length(times, events)
        shown = max(shown, at) + lasts if lasts else shown
        for event in events:
            results += isinstance(event, CoupSettled)
            if isinstance(event, CoupEnded):
                assert shown + 5_000 in closes, "the betting period begins when the last thing has been shown"
        assert not any(isinstance(one, CoupSettled) for one in events) or type(events[-1]) is CoupSettled, events
    assert results >= COUPS


@pytest.mark.parametrize("rhythm, least", [("classic", 4_000), ("speed", 2_000), ("squeeze", 4_000)])
def test_a_result_stands_before_a_chip_moves(rhythm: str, least: int) -> None:
    published, _ = heard("md-mini-classic", Pace(bets=5_000, rhythm=RHYTHMS[rhythm]))
    settled = [i for i, one in enumerate(published) if any(isinstance(e, CoupSettled) for e in one.batch.events)]
    assert len(settled) >= COUPS
    for i in settled:
        assert published[i + 1].batch.command.at - published[i].batch.command.at >= least


def test_without_a_rhythm_a_table_goes_in_beats() -> None:
    published, _ = heard("md-mini-classic", Pace(bets=5_000, beat=0))
    coup = [one for one in published if one.before.coup == COUPS and not one.batch.command.id.startswith("bot-")]
    assert {type(one.batch.command) for one in coup} >= {Proceed}
    assert max(one.batch.command.at for one in coup) == min(one.batch.command.at for one in coup if one.before.places)


def test_a_duration_is_within_an_hour() -> None:
    with pytest.raises(ValueError, match="held: invalid duration -1"):
        Rhythm(held=-1)
    with pytest.raises(msgspec.ValidationError, match="stands: invalid duration"):
        msgspec.json.decode(b'{"rhythm": {"stands": 3600001}}', type=Pace)


def test_a_setup_of_before_is_shown_as_classic() -> None:
    old = msgspec.json.decode(b'{"pace": {"bets": 9000}}', type=Setup)
    assert (name_of(old.pace.rhythm), old.pace.times()["coup-settled"]) == ("classic", 4_000)
    assert name_of(Rhythm(stands=6_000)) == "own"


def test_a_third_card_is_held_longer_than_the_others() -> None:
    for rhythm in RHYTHMS.values():
        times = rhythm.times()
        assert times["third-card-dealt"] >= times["card-dealt"] + rhythm.held > times["card-dealt"]
