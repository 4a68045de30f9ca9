"""Exact odds after removals: the effect on every wager when all fours and fives of two decks are removed."""

import punto

GONE = punto.read_cards("4s 4h 4d 4c 5s 5h 5d 5c") * 2


def main() -> None:
    """Compare the full shoe with the depleted one."""
    wagers = [wager for wager in punto.wagers_of(punto.load("ma-mini")) if wager.key != "royal-9"]
    full = punto.Composition.decks(8)
    before, after = punto.sheet(full, wagers), punto.sheet(full.without(GONE), wagers)
    print(f"{'house edge':20} {'416 cards':>10} {f'{416 - len(GONE)} cards':>10}")
    for key, odds in before.wagers.items():
        print(f"{key:20} {float(odds.edge):10.4%} {float(after[key].edge):10.4%}")


if __name__ == "__main__":
    main()
