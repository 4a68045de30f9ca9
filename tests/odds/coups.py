"""A coup card by card: what is known at each stage of it."""

from collections import Counter
from collections.abc import Iterator

from punto.core.cards import DECK, Card, Composition
from punto.core.coup import Coup, CoupClass
from punto.odds import Known, count_classes


def order(coup: Coup) -> str:
    """Which hand each card went to, in the order they left the shoe: PBPB, PBPBP, PBPBB or PBPBPB."""
    return "PBPB" + "P" * (len(coup.player) == 3) + "B" * (len(coup.banker) == 3)


def stages(coup: Coup) -> Iterator[Known]:
    """What is known before the first card, after each, and at the end."""
    known = Known()
    yield known
    for hand, card in zip(order(coup), coup.dealt, strict=True):
        known = plus(known, hand, card)
        yield known


def plus(known: Known, hand: str, card: Card) -> Known:
    """One card more."""
    if hand == "P":
        return Known((*known.player, card), known.banker)
    return Known(known.player, (*known.banker, card))


def counts_after(shoe: Composition, known: Known, hand: str) -> Counter[CoupClass]:
    """The counts after one card more to a hand, summed over every card that it can be."""
    left = shoe.without(known.all)
    total: Counter[CoupClass] = Counter()
    for rank in range(13):
        card = next((card for card in DECK if card.rank == rank + 1 and left.suited and left.suited[card]), None)
        if card is not None:
            for coup, deals in count_classes(shoe, plus(known, hand, card)).classes.items():
                total[coup] += left.ranks[rank] * deals  # suits do not matter here
    return total


def check_every_stage(shoe: Composition, coup: Coup) -> int:
    """The odds before a card are the average of those after it, and at the end the result is certain; count stages."""
    for hand, known in zip(order(coup), stages(coup), strict=False):
        assert count_classes(shoe, known).classes == counts_after(shoe, known, hand), known
    (*_, end) = stages(coup)
    counts = count_classes(shoe, end)
    assert counts.classes == {coup.coup_class: counts.deals}
    return len(coup.dealt)
