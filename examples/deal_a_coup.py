"""Deal a coup: its odds before a card is seen, its odds after four cards, its result, and its picture."""

from pathlib import Path

import punto


def main() -> None:
    """Play one coup from five known cards."""
    cards = punto.read_cards("4h Kd 2c 3s 9d")
    shoe, wagers = punto.Composition.decks(8), punto.wagers_of(punto.load("ma-mini"))
    seen = punto.Known(player=cards[0:4:2], banker=cards[1:4:2])
    for when, known in (("before", punto.Known()), ("with four cards open", seen)):
        odds = punto.sheet(shoe, wagers, known=known)
        print(f"{when}: Player {float(odds['player'].ev):+.4f}, Banker {float(odds['banker'].ev):+.4f} of a stake")
    coup = punto.play(cards)
    print(coup)
    Path("coup.svg").write_text(punto.coup_svg(coup), encoding="utf-8")


if __name__ == "__main__":
    main()
