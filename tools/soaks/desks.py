"""Physical shoes over real sockets: dealers enter at the desk everything that players do."""

import asyncio

from punto.floor import Setup
from punto.server.archive import happened
from punto.server.live_floor import ServerOptions
from punto.server.pit import shipped
from punto.views.surveillance_queries import QueryTerms as Looked
from punto.views.surveillance_queries import suspicions
from tests.server.floors import floor
from tests.server.test_desk import HASTY, whole_shoe
from tools.soaks import Figures, soak

NEVER_ENDS = "ma-mini-continuous"


@soak("desk: a physical shoe of every built-in submission, entered over a socket by as few dealers as it takes")
def desks() -> Figures:
    coups = [asyncio.run(_shoe(name)) for name in shipped() if name != NEVER_ENDS]
    return {"shoes": len(coups), "coups": f"{sum(coups):,}", "hits of any query": 0}


async def _shoe(name: str) -> int:
    """Play a shoe; surveillance finds nothing in its log but a quick dealer."""
    async with floor(name, setup=Setup(driver="desk"), virtual=False, terms=ServerOptions(limits=HASTY)) as house:
        (desk,) = house.live.house.desks.values()
        await whole_shoe(house, desk.table, seed=5)
        events = happened(await house.live.house.store.read(desk.game.stream))
        assert list(suspicions(desk.rules, events, Looked(within=-1))) == []
        return desk.state.coup - 1
