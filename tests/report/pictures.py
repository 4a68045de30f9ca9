"""Draws the manual's pictures of a PAR sheet again: ``python -m tests.report.pictures``."""

from pathlib import Path

from punto.record.chain import code_digest
from punto.report import par_of
from punto.report.pages import report_of
from punto.report.pdf import pictures
from tests.report.sheets import ROYAL, rules

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PAGES = {"par.png": 1, "par-wager.png": 9}


def main() -> None:
    """Set the sheet and keep the two pages that are shown."""
    pages = pictures(report_of(par_of(rules(ROYAL), code_digest())))
    for name, number in PAGES.items():
        (FOLDER / name).write_bytes(pages[number - 1])


if __name__ == "__main__":
    main()
