"""Deal whole shoes and compare their results with the exact odds. The same seed gives the same shoes everywhere."""

import punto
from punto.simulate import Plan
from punto.simulate.trajectory import trajectories

SHOES = 20


def main() -> None:
    """Deal some shoes card by card; ``punto simulate`` deals them by the million."""
    coups = [punto.play(cards) for shoe in trajectories(Plan(shoes=SHOES, seed=7)) for cards in shoe.coups]
    odds = punto.sheet(punto.Composition.decks(8), punto.wagers_of(punto.load("ma-mini")))
    print(f"{len(coups):,} coups of {SHOES} shoes")
    for name, deals in odds.outcomes.items():
        share = sum(coup.winner == name for coup in coups) / len(coups)
        print(f"{name:6} {share:8.4%} dealt, {deals / odds.deals:8.4%} exact")


if __name__ == "__main__":
    main()
