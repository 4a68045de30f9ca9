"""What the tests of the floor share: submissions under other names, and a whole store put to the proof."""

from typing import Any

from punto.core.roles import Role
from punto.floor import Floor, TableActor
from punto.floor.ownership import Leased
from punto.game.game import Accepted
from punto.record.durable import Durable
from punto.record.export import export
from punto.record.leases import lease_of
from punto.record.memory import MemoryStore
from punto.table import Refusal
from punto.table.commands import AnyCommand
from punto.table.transcript import COMMANDS
from punto.verification.verify import Report, verify
from tests import filed

ROYAL = ("ma-midi-squeeze", "ma-baccarat-royal", "ma-midi-multilevel-royal", "ma-mini-ez-royal")
ALL = filed.NAMES


def submission(name: str = "md-mini-classic", table: str = "") -> str:
    """A submission of the tests, for a table of another name."""
    text = filed.text(name)
    lines = [f'table = "{table}"' if table and line.startswith("table =") else line for line in text.splitlines()]
    return "\n".join(lines) + "\n"


def leased(store: Any, url: str, address: str) -> Leased:
    """The ownership of a process that shares a floor with others."""
    lease = lease_of(store, url, address)
    assert lease is not None
    return Leased(lease)


def command(desk: TableActor, do: str, who: str, ident: str, by: Role = Role.PLAYER, **fields: Any) -> AnyCommand:
    """A command for the coup that is played."""
    made: Any = COMMANDS[do](id=ident, by=by, who=who, at=0, coup=desk.state.coup, **fields)
    return made  # type: ignore[no-any-return]


async def must(desk: TableActor, do: str, who: str, ident: str, by: Role = Role.PLAYER, **fields: Any) -> Accepted:
    """Give a command that must be accepted."""
    answer = await desk.do(command(desk, do, who, ident, by, **fields))
    assert not isinstance(answer, Refusal), answer
    return answer


async def proved(store: Durable) -> Report:
    """Verify a whole store: every stream of it."""
    whole = MemoryStore([record async for record in store.records()])
    return verify(export(whole, "0.1.0").encode())


async def coups(house: Floor, table: str, number: int) -> None:
    """Wait until a table has played so many coups."""
    desk, end = house.desks[table], house.clock.now() + 7_200_000
    while desk.state.coup <= number:
        assert house.clock.now() < end, "two hours have passed"
        await house.clock.sleep_until(house.clock.now() + 1000)
        assert not desk.failed, desk.failed
