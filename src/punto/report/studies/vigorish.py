"""Rounding the vigorish: five percent of a win, up to the next quarter (ma-mini 12(c), md-mini .12D(1)).

Exact. A stake whose five percent is a multiple of 25 cents is unaffected; any other pays less than a quarter more per
collection. If collection is deferred, it is rounded once, on the sum (reading 1).
"""

from __future__ import annotations

from fractions import Fraction

from punto.core.cards import Composition
from punto.core.money import Cents, Vigorish, dollars
from punto.draw.chart import Axis, Chart, Line, Marks, percent
from punto.law.rulebook import load
from punto.odds import WagerOdds, sheet
from punto.report.studies.answer import BOOK, DECKS, Sample, Study, Table, vigorish, wagers
from punto.wagers.wager import Verdict, pay

STAKES = tuple(dollar * 100 for dollar in (1, 2, 3, 4, 5, 7, 10, 12, 15, 20, 21, 25, 30, 50, 77, 100, 101, 250, 500))
DEFERRED = tuple(dollar * 100 for dollar in (1, 3, 7, 12, 21, 77, 101))
WINS = (1, 2, 3, 4, 5, 6, 9)  # before collection
DRAWN = range(1, 61)  # dollars


def study(sample: Sample) -> Study:
    """Compute the edge of Banker for many stakes."""
    odds = sheet(Composition.decks(DECKS), wagers("banker", "player"), rate=vigorish())
    banker, player = odds["banker"], odds["player"]
    rows = [_row(banker, stake) for stake in STAKES]
    worst = max((edge(banker, stake, rounded()), -stake) for stake in range(500, 50_001, 100))
    return Study(
        "vigorish",
        f"Rounding the vigorish up to {dollars(rounded().unit)}: Banker at {DECKS} decks, exact",
        (
            Table(
                "Collected with every win",
                ("stake", "5%", "collected", "edge", "rounding adds"),
                [
                    (dollars(stake), dollars(int(owed)), dollars(taken), f"{float(found):.4%}", f"{float(more):.4%}")
                    for stake, owed, taken, found, more in rows
                ],
                5,
            ),
            Table(
                "Collected once after some wins: what is taken of each dollar won",
                ("stake", *(f"{wins} {'win' if wins == 1 else 'wins'}" for wins in WINS)),
                [
                    (dollars(stake), *(f"{float(rate_of(banker, stake, wins)):.3%}" for wins in WINS))
                    for stake in DEFERRED
                ],
                len(WINS) + 1,
            ),
        ),
        (
            f"Without rounding Banker costs {float(banker.edge):.4%}; Player always costs {float(player.edge):.4%}.",
            f"From $5 to $500 the worst whole dollar is {dollars(-worst[1])}, at {float(worst[0]):.4%}.",
        ),
        {
            "decks": DECKS,
            "edge": float(banker.edge),
            "edge-exact": str(banker.edge),
            "unit": rounded().unit,
            "stakes": [
                {"stake": stake, "owed": int(owed), "collected": taken, "edge": float(found), "edge-exact": str(found)}
                for stake, owed, taken, found, _ in rows
            ],
            "deferred": {
                str(stake): {str(wins): float(rate_of(banker, stake, wins)) for wins in WINS} for stake in DEFERRED
            },
        },
        _chart(banker),
    )


def rounded() -> Vigorish:
    """Return vigorish as the document rounds it."""
    return Vigorish(vigorish(), "quarter", "with-payout", load(BOOK).law.vigorish.rounding.unit)


def edge(banker: WagerOdds, stake: Cents, terms: Vigorish) -> Fraction:
    """Return the house edge of a stake that pays vigorish with every win."""
    gain = Fraction(0)
    for result, deals in banker.lines:
        paid, returned, owed = pay(banker.wager, result, stake, terms, {})
        gain += deals * Fraction(paid + returned - stake - terms.collect(owed))
    return -gain / banker.deals / stake


def owed_of(banker: WagerOdds, stake: Cents) -> Fraction:
    """Return the exact vigorish owed for one win."""
    win = next(result for result, _ in banker.lines if result.verdict is Verdict.WIN)
    return pay(banker.wager, win, stake, rounded(), {}).vigorish


def rate_of(banker: WagerOdds, stake: Cents, wins: int) -> Fraction:
    """Return the share of the amount won that is collected once for some wins."""
    return Fraction(rounded().collect(owed_of(banker, stake) * wins), stake * wins)


def _row(banker: WagerOdds, stake: Cents) -> tuple[Cents, Fraction, Cents, Fraction, Fraction]:
    owed, found = owed_of(banker, stake), edge(banker, stake, rounded())
    return stake, owed, rounded().collect(owed), found, found - banker.edge


def _chart(banker: WagerOdds) -> Chart:
    above = " and ".join(f"${dollar} at {float(edge(banker, dollar * 100, rounded())):.1%}" for dollar in (1, 2))
    points = [(float(dollar), float(edge(banker, dollar * 100, rounded()))) for dollar in DRAWN if dollar > 2]
    return Chart(
        "Rounding the vigorish",
        f"The house's edge on Banker, stake by stake, where five percent goes up to {dollars(rounded().unit)}",
        Axis("stake in dollars", low=0, high=float(DRAWN[-1] + 1)),
        Axis("edge", percent, low=0),
        (
            Marks("rounded up, each win by itself", points, colour="green"),
            Line("not rounded", [(0.0, float(banker.edge)), (61.0, float(banker.edge))], "ink", "7 4"),
        ),
        f"Multiples of $5 owe whole quarters. Above the plot: {above}.",
    )
