"""A real floor for the page: ``python -m tests.page.floor 8099`` opens some tables with people of the house at them.

With ``--alone`` nobody of the house sits there. With ``--classic`` coups take the time that they take in a casino. With
``--rapid`` demo players play a whole shoe in seconds. With ``--desk`` they are dealt by people, from shoes of wood, or,
where a name ends with ``:virtual``, from virtual ones; Dana deals, and Fay is the floor.
"""

import asyncio
import sys
from pathlib import Path

from punto.accounts import Refusal
from punto.accounts.staff import grant
from punto.core.roles import Duty
from punto.floor import Pace, Setup
from punto.floor.rhythm import Rhythm
from punto.record.durable import open_store
from punto.server.live_floor import LiveFloor, ServerOptions
from punto.server.serving import bound, live_floor, server_of
from tests import filed as submissions

TABLES = (
    "ma-midi-squeeze",
    "ma-mini-ez-royal",
    "md-mini-payout",
    "ma-baccarat-royal",
    "ma-midi-multilevel-ez",
    "ma-mini-continuous",
)
SHORT = Rhythm(close=300, deal=60, turn=60, held=100, call=60, stands=1_500, collect=150, pay=150, clear=150)
QUICK = Pace(bets=6_000, rhythm=SHORT, prepare=20, choice=6_000, round=0)
SETUP = Setup(driver="automatic", pace=QUICK, players=1)
ALONE = Setup(driver="automatic", pace=Pace(bets=4_000, rhythm=SHORT, prepare=20, choice=20_000, round=0))
CLASSIC = Setup(driver="automatic", pace=Pace(bets=6_000, prepare=20, choice=6_000, round=0), players=2)
RAPID = Setup(driver="automatic", pace=Pace(bets=40, beat=0, prepare=0, choice=0, round=0), players=2)
DESK = Setup(driver="desk", pace=QUICK)
STAFF: dict[str, tuple[Duty, ...]] = {
    "Dana": (Duty.DEALER,),
    "Fay": (Duty.FLOOR,),
    "Kit": (Duty.DEALER, Duty.FLOOR),
    "Lou": (Duty.DEALER, Duty.FLOOR),
    "Vera": (Duty.SURVEILLANCE,),
}
PASSWORD = "three old cards of paper"
STAFF_TOKEN = METRICS_TOKEN = "a-token-of-the-tests"


def filed(name: str) -> str:
    """Return the text of a submission: one of the page's own, or one of the tests."""
    own = Path(__file__).with_name(f"{name}.toml")
    if own.exists():
        return own.read_text(encoding="utf-8")
    return submissions.text(name)


async def employ(live: LiveFloor, name: str, *duties: Duty) -> None:
    """Let somebody work here, under the password of all tests."""
    person = await live.people.register(name, PASSWORD)
    if not isinstance(person, Refusal):
        for duty in duties:
            await grant(live.people, person.who, duty)


async def opened(live: LiveFloor, name: str, setup: Setup) -> None:
    """Open a table under a submission that is shipped."""
    name, _, virtual = name.partition(":")
    text = filed(name)
    linked = f"royal-9 {name}" if "wagers.royal-9" in text else ""
    desk = await live.house.open_table(
        text, setup, progressive=linked, virtual=bool(virtual) or setup.driver == "automatic"
    )
    await live.keep(desk)


async def serve(port: int, tables: tuple[str, ...] = TABLES, setup: Setup = SETUP) -> None:
    """Serve until somebody stops it."""
    store, listening = await open_store("memory:"), bound("127.0.0.1", port)
    terms = ServerOptions(demo=True, staff=STAFF_TOKEN, metrics=METRICS_TOKEN)
    async with live_floor(store, terms) as live:
        for name in tables:
            await opened(live, name, setup)
        for name, duties in STAFF.items():
            await employ(live, name, *duties)
        await server_of(live).serve(sockets=[listening])
    await store.close()


if __name__ == "__main__":
    port, *rest = sys.argv[1:]
    kinds = {"--desk": DESK, "--alone": ALONE, "--rapid": RAPID, "--classic": CLASSIC}
    setup = next((kind for name, kind in kinds.items() if name in rest), SETUP)
    asked = tuple(name for name in rest if not name.startswith("-"))
    asyncio.run(serve(int(port), asked or TABLES, setup))
