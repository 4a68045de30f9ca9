"""Due acts at a table's connections: indexed once for all, and sent to those for whom they have changed."""

import asyncio
from collections.abc import Iterator

import pytest

from punto.core.roles import Duty, Role
from punto.floor import Floor, Pace, Setup
from punto.record.durable import open_store
from punto.rules.submission import shipped
from punto.server.channels import Expectation, TableChannel
from punto.server.outbox import Outbox
from punto.server.participants import SEATED, DueActs, Participant
from punto.table import Due, TableState
from punto.table.commands import Sit, Wager
from punto.table.due import due
from punto.views.picture import seat_of
from tests.game.sessions import AUTO, BET, CUT, OPEN, SIT, played

BOB = {"do": "sit", "by": "player", "who": "bob", "seat": 5, "buy-in": 50000}
PEOPLE = [
    Participant(who=who, duties=frozenset(duties))
    for who in ("", "ann", "bob", "eve")
    for duties in ((), (Duty.PLAYER,), (Duty.DEALER,), (Duty.FLOOR, Duty.PLAYER), (Duty.SURVEILLANCE,))
]


def _one_by_one(caller: Participant, acts: tuple[Due, ...], state: TableState) -> Iterator[Due]:
    """The same by asking about every act."""
    seat, proxy = seat_of(state, caller.who), caller.speaks_for_seats(state)
    for act in acts:
        own = act.by in caller.roles
        if act.by is Role.PLAYER:
            sits = act.command is Sit
            own = own and (sits if seat is None else not sits and act.seat in (None, seat))
        elif act.by is Role.CURATOR:
            own = own and seat is not None and seat == state.curator
        if own or (proxy and act.by in SEATED):
            yield act


@pytest.mark.parametrize(
    "lines", [(), (SIT,), (SIT, BOB, AUTO), (SIT, BOB, AUTO, CUT, AUTO), (SIT, AUTO, CUT, AUTO, BET)]
)
def test_everyone_is_sent_what_is_theirs(lines: tuple[dict[str, object], ...]) -> None:
    table, _ = played({"open": OPEN}, *lines)
    rules, state = table.session.rules, table.session.state
    acts = due(rules, state)
    index = DueActs(acts)
    found = [index.of(one, state) for one in PEOPLE]
    assert found == [tuple(_one_by_one(one, acts, state)) for one in PEOPLE]
    assert any(found)


def _line(messages: list[bytes]) -> Outbox:
    """An outbox whose network takes every message immediately."""

    def take(data: bytes) -> bool:
        messages.append(data)
        return True

    return Outbox(take)


def test_a_wager_of_one_seat_is_news_for_that_seat_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[tuple[Due, ...]] = []
    plain = TableChannel._encoded

    def counted(channel: TableChannel, acts: tuple[Due, ...], house: bool) -> Expectation:
        encoded.append(acts)
        return plain(channel, acts, house)

    async def play() -> None:
        store = await open_store("memory:")
        house = await Floor.open(store)
        desk = await house.open_table(
            shipped("md-mini-payout"), Setup(pace=Pace(bets=3_600_000, beat=0, prepare=0, choice=0, round=0))
        )
        while not desk.open:
            await asyncio.sleep(0.01)
        for seat in (1, 2, 3):
            await desk.do(Sit(id="sit", by=Role.PLAYER, who=f"p{seat}", at=0, seat=seat, buy_in=100_000))
        while desk.state.phase != "betting":
            await asyncio.sleep(0.01)
        channel, told = TableChannel(desk), {seat: list[bytes]() for seat in (1, 2, 3)}
        for seat, messages in told.items():
            await channel.join(Participant(who=f"p{seat}", duties=frozenset({Duty.PLAYER})), _line(messages), None)
        assert len(encoded) == 3
        encoded.clear()
        for messages in told.values():
            messages.clear()
        await desk.do(Wager(id="bet", by=Role.PLAYER, who="p2", at=0, seat=2, wager="banker", cents=5_000))
        assert [{act.seat for act in acts} for acts in encoded] == [{2}]
        expected = {seat: sum(one.startswith(b'{"expected"') for one in said) for seat, said in told.items()}
        assert expected == {1: 0, 2: 1, 3: 0}
        await house.stop()
        await store.close()

    monkeypatch.setattr(TableChannel, "_encoded", counted)
    asyncio.run(play())
