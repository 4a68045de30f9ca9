"""A real floor for the page: ``python -m tests.page.floor 8099`` opens some tables with people of the house at them."""

import asyncio
import sys
from importlib.resources import files

from punto.floor import Pace, Setup
from punto.server.live import Terms
from punto.server.serving import bound, live_floor, server_of
from punto.store import open_store

TABLES = (
    "ma-midi-squeeze",
    "ma-mini-ez-royal",
    "md-mini-payout",
    "ma-baccarat-royal",
    "ma-midi-multilevel-ez",
    "ma-mini-continuous",
)
QUICK = Pace(bets=8_000, beat=300, prepare=200, choice=4_000, round=5_000)
SETUP = Setup(driver="automatic", pace=QUICK, players=3)


def filed(name: str) -> str:
    """Return the text of a submission that is shipped."""
    return files("punto").joinpath("submissions", f"{name}.toml").read_text(encoding="utf-8")


async def serve(port: int, tables: tuple[str, ...] = TABLES, setup: Setup = SETUP) -> None:
    """Serve until somebody stops it."""
    store, listening = await open_store("memory:"), bound("127.0.0.1", port)
    async with live_floor(store, Terms(demo=True)) as live:
        for name in tables:
            text = filed(name)
            linked = f"royal-9 {name}" if "wagers.royal-9" in text else ""
            desk = await live.house.open_table(text, setup, progressive=linked, virtual=setup.driver == "automatic")
            await live.keep(desk)
        await server_of(live).serve(sockets=[listening])
    await store.close()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), tuple(sys.argv[2:]) or TABLES))
