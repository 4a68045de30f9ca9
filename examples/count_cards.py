"""Make a counting system from exact effects of removal, and compare it with the exact odds through a shoe."""

import punto
from punto.core.cards import RANKS
from punto.odds.queries import effects
from punto.simulate import Plan
from punto.simulate.trajectory import trajectories

WAGER = "dragon-7"
LOOKS = (104, 260, 364)  # cards dealt


def main() -> None:
    """Give every rank a tag, deal a shoe, and print count and edge at some points."""
    wagers = [wager for wager in punto.wagers_of(punto.load("ma-mini")) if wager.key == WAGER]
    full = punto.Composition.decks(8)
    by_rank = effects(full, wagers)[WAGER]
    unit = max(by_rank.values()) / 2
    tags = {rank: round(effect / unit) for rank, effect in by_rank.items()}
    print("tags:", ", ".join(f"{rank} {tag:+d}" for rank, tag in tags.items() if tag))
    shoe = next(trajectories(Plan(shoes=1, seed=11)))
    cards = [punto.Card(int(face)) for face in shoe.order]
    for dealt in LOOKS:
        gone = cards[:dealt]
        running = sum(tags[RANKS[card.rank - 1]] for card in gone)
        true = running * 52 / (len(cards) - dealt)
        edge = float(punto.sheet(full.without(gone), wagers)[WAGER].edge)
        print(f"{dealt:3} cards out: running count {running:+3d}, true count {true:+5.1f}, house edge {edge:+8.4%}")


if __name__ == "__main__":
    main()
