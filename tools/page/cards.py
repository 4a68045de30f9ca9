"""Write the page's cards, which ``punto.draw.card`` draws for the manual too: ``python -m tools.page.cards``."""

from pathlib import Path

from punto.core.cards import Card
from punto.draw.card import symbols

FILE = Path(__file__).parents[2] / "src" / "punto" / "page" / "art" / "cards.svg"


def drawing() -> str:
    """Return all faces and both backs, as SVG symbols that a page uses by name."""
    drawn = symbols([Card(number) for number in range(52)], ["ink", "oxblood"])
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>\n'


if __name__ == "__main__":
    FILE.write_text(drawing(), encoding="utf-8")
    print(f"written: {FILE}")
