"""A whole shoe at a table in the terminal, played by keys alone."""

from typing import NamedTuple

from punto.apps.terminal.sitting import Patient
from punto.verification.verify import Report, verify
from tests.apps.terminal.people import Hasty, seated

SIZE = (80, 24)
MOST = 120  # coups: a continuous shoe never ends


class Played(NamedTuple):
    """What came of it."""

    coups: int
    shoe: int  # the one that is in use afterwards
    shown: int  # events that the screen was told
    events: int  # events of the table after its opening
    report: Report


async def whole_shoe(name: str, dealer: type[Patient] = Hasty, most: int = MOST) -> Played:
    """Wager on both hands, coup after coup, until the next shoe is ready."""
    async with seated(name, SIZE, dealer=dealer) as person:
        app = person.app
        await person.coup("1", "2")
        while app.sitting.state.shoe == 1 and app.coups < most:
            if app.sitting.state.accounts.get(f"seat/{app.sitting.seat}", 0) < app.sitting.buy_in // 2:
                await person.press("b")
            await person.coup("r")
        await person.bets()
        report = verify((await app.sitting.log()).encode())
        state = app.sitting.state
        return Played(app.coups, state.shoe, len(app.stage.happened), state.version - 1, report)
