"""Known cards of a coup in progress, and the rest of the shoe."""

from __future__ import annotations

from typing import NamedTuple

from punto.core.cards import Card, CardError, Cards, Composition, count, each_card
from punto.core.tableau import NONE, banker_draws, player_draws

CARDS_IN_A_DEAL = 6


class OddsError(ValueError):
    """An unanswerable query: too few cards, or known cards that no coup allows."""


class Known(NamedTuple):
    """Known cards, in the order in which each hand received them. A query's shoe still includes them."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    @classmethod
    def of(cls, player: Cards = (), banker: Cards = ()) -> Known:
        """Return known cards from text.

        >>> Known.of("9h Kd", "3s")
        Known(player=(9h, Kd), banker=(3s,))
        """
        return cls(tuple(each_card(player)), tuple(each_card(banker)))

    @property
    def all(self) -> tuple[Card, ...]:
        """Cards of both hands."""
        return self.player + self.banker

    @property
    def first_four(self) -> tuple[Card, ...]:
        """Known cards among the first two of either hand."""
        return self.player[:2] + self.banker[:2]

    @property
    def thirds(self) -> tuple[Card, ...]:
        """Known third cards."""
        return self.player[2:] + self.banker[2:]


NOTHING = Known()


def unseen(shoe: Composition, known: Known) -> Composition:
    """Return the shoe without the known cards; raise ``OddsError`` if no coup can have shown them.

    >>> from punto.core.cards import cards
    >>> unseen(Composition.decks(8), Known(cards("9h Kd"), cards("3s"))).total
    413
    """
    if shoe.total < CARDS_IN_A_DEAL:
        raise OddsError(f"too few cards in the shoe: {shoe.total}, a coup may need six")
    for name, hand in (("Player's", known.player), ("Banker's", known.banker)):
        if len(hand) > 3:
            raise OddsError(f"too many cards in the {name} Hand: {len(hand)}, at most three")
    if known.thirds:
        _check_thirds(known)
    try:
        return shoe.without(known.all)
    except CardError as error:
        raise OddsError(f"invalid known cards {' '.join(map(str, known.all))}: {error}") from None


def _check_thirds(known: Known) -> None:
    if len(known.first_four) < 4:
        raise OddsError("invalid known cards: a third card requires the first four")
    player, banker = count(known.player[:2]), count(known.banker[:2])
    draws = player_draws(player, banker)
    if known.player[2:] and not draws:
        raise OddsError(f"the Player's Hand draws no third card on {player} against {banker}")
    if known.banker[2:]:
        if draws and not known.player[2:]:
            raise OddsError("invalid known cards: the Player's third card comes before the Banker's")
        drawn = known.player[2].value if draws else NONE
        if not banker_draws(player, banker, drawn):
            after = f"after the Player's {drawn}" if draws else f"against a Player's Hand that stands on {player}"
            raise OddsError(f"the Banker's Hand draws no third card on {banker} {after}")
