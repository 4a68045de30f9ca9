"""Draw the layout of every built-in submission as SVG files, as the five regulations require them."""

from pathlib import Path

import punto

NAMES = ("ma-baccarat-salon", "ma-midi-squeeze", "ma-mini-ez-royal", "md-mini-classic")


def main() -> None:
    """Write one file per table."""
    for name in NAMES:
        rules = punto.check(punto.shipped(name)).lawful()
        path = Path(f"{name}.svg")
        path.write_text(punto.felt_svg(rules), encoding="utf-8")
        sections = sorted({str(area.cite) for area in rules.layout.areas})
        print(f"{path}: {rules.seats} seats, {len(rules.layout.areas)} areas, by {', '.join(sections)}")


if __name__ == "__main__":
    main()
