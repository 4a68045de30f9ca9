"""Define a wager: a function from a coup to its payout. Odds, covariance and simulator treat it like any other."""

from fractions import Fraction

import punto
from punto.core.coup import CoupClass
from punto.wagers import Result, Verdict, registered


@punto.register("close-call", "Close Call", pairs=False)
def close_call(coup: CoupClass) -> Result | int:
    """Pay 4 to 1 when the hands end one point apart, 6 to 1 if both have three cards."""
    if abs(coup.player - coup.banker) != 1:
        return -1
    both = coup.player_third < 10 and coup.banker_third < 10
    return Result(Verdict.WIN, "six-cards" if both else "four-or-five", Fraction(6 if both else 4))


def main() -> None:
    """Print its house edge, and its correlation with the Player wager."""
    wagers = [*punto.wagers_of(punto.load("ma-mini"))[:2], registered("close-call")]
    odds = punto.sheet(punto.Composition.decks(8), wagers)
    for result, deals in odds["close-call"].lines:
        print(f"{result.category:13} {deals / odds.deals:8.4%}")
    print(f"house edge {float(odds['close-call'].edge):.4%}, SD {odds['close-call'].sd:.4f}")
    print(f"covariance with Player {float(odds.covariance('player', 'close-call')):+.6f}")


if __name__ == "__main__":
    main()
