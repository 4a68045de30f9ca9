"""The manual's pictures of the table in the terminal, drawn by the program itself: ``make pictures``."""

import re
from pathlib import Path

from punto.apps.terminal.sitting import Patient
from punto.apps.terminal.squeeze import Squeeze
from tests.apps.terminal.people import Person, seated
from tests.floor.virtual import evening

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
SIZE = (124, 38)
COUPS = 9
FONTS = re.compile(r"@font-face\s*\{.*?\}\s*", re.S)  # from another host: whoever reads has a font of their own


def drawing(person: Person) -> str:
    """What is on the screen, as an SVG that loads nothing."""
    svg = FONTS.sub("", person.app.export_screenshot(title="punto play"))
    return svg.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")


async def table(person: Person) -> str:
    """A coup that was just settled, some way into a shoe."""
    await person.coup("2", "1", "3")
    while person.app.coups < COUPS:
        await person.coup("r")
    await person.bets()
    stage = person.app.stage
    stage.speed = 1.0
    number = person.app.sitting.state.coup
    await person.press("2", "2", "4", "space")
    while stage.shown.state.coup == number and not (stage.shown.settled and stage.shown.settled.coup == number):
        await person.until(lambda: isinstance(person.app.screen, Squeeze) or stage.shown.settled is not None)
        if isinstance(person.app.screen, Squeeze):
            await person.press("enter")
    await person.pilot.pause()
    return drawing(person)


async def squeeze(person: Person) -> str:
    """Two cards in the hand, one of them lifted a little."""
    await person.bets()
    await person.press("right", "2", "space")
    await person.turn()
    await person.press("up", "up", "up", "up", "right", "up", "up")
    return drawing(person)


async def drawn() -> dict[str, str]:
    """Draw all of them."""
    made = {}
    for name, draw, word in (("play", table, "w4"), ("play-squeeze", squeeze, "w0")):
        async with seated("ma-midi-squeeze", SIZE, word=word, dealer=Patient) as person:
            made[f"{name}.svg"] = await draw(person)
    return made


if __name__ == "__main__":
    for name, svg in evening(drawn()).items():
        (PICTURES / name).write_text(svg, encoding="utf-8")
