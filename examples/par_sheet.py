"""Write a PAR sheet: the figures that are filed for a table, checked independently, and the page to sign."""

from pathlib import Path

import punto
from punto.report.html import html
from punto.report.pages import report_of


def main() -> None:
    """Compute the sheet, print its main figures, and write it as one HTML file."""
    rules = punto.check(punto.shipped("md-mini-payout")).lawful()
    par = punto.par_of(rules)
    for wager in par.wagers:
        thousand = wager.holds[0].bands[90]
        low, high = (f"{float(bound):+.1%}" for bound in thousand)
        print(f"{wager.key:20} edge {float(wager.edge):8.4%}, after 1,000 rounds 9 times in 10 {low} to {high}")
    print(f"{sum(check.compared for check in par.checks):,} comparisons with other routes, all agree")
    Path("par.html").write_text(html(report_of(par)), encoding="utf-8")


if __name__ == "__main__":
    main()
