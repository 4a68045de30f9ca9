"""Cards already seen in a coup under way, and what they leave in the shoe."""

from __future__ import annotations

from typing import NamedTuple

from punto.cards import Card, CardError, Composition, count
from punto.tableau import NONE, banker_draws, player_draws

CARDS_IN_A_DEAL = 6


class OddsError(ValueError):
    """A question that has no answer: too few cards, or known cards that no coup allows."""


class Known(NamedTuple):
    """Cards already seen, each hand's in the order it got them. The shoe of a question still counts them."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    @property
    def all(self) -> tuple[Card, ...]:
        """Both hands' cards."""
        return self.player + self.banker

    @property
    def first_four(self) -> tuple[Card, ...]:
        """Those that belong to the first two of either hand."""
        return self.player[:2] + self.banker[:2]

    @property
    def thirds(self) -> tuple[Card, ...]:
        """The third cards among them."""
        return self.player[2:] + self.banker[2:]


NOTHING = Known()


def unseen(shoe: Composition, known: Known) -> Composition:
    """Return the shoe without the known cards, or say why no coup can have shown them.

    >>> from punto.cards import cards
    >>> unseen(Composition.decks(8), Known(cards("9h Kd"), cards("3s"))).total
    413
    """
    if shoe.total < CARDS_IN_A_DEAL:
        raise OddsError(f"a coup may need six cards, and the shoe holds {shoe.total}")
    for name, hand in (("Player's", known.player), ("Banker's", known.banker)):
        if len(hand) > 3:
            raise OddsError(f"the {name} Hand has {len(hand)} cards: no hand takes more than three")
    if known.thirds:
        _check_thirds(known)
    try:
        return shoe.without(known.all)
    except CardError as error:
        raise OddsError(f"this shoe cannot have dealt {' '.join(map(str, known.all))}: {error}") from None


def _check_thirds(known: Known) -> None:
    if len(known.first_four) < 4:
        raise OddsError("a third card is known although the first four are not")
    player, banker = count(known.player[:2]), count(known.banker[:2])
    draws = player_draws(player, banker)
    if known.player[2:] and not draws:
        raise OddsError(f"the Player's Hand takes no third card on {player} against {banker}")
    if known.banker[2:]:
        if draws and not known.player[2:]:
            raise OddsError("the Player's third card comes before the Banker's")
        drawn = known.player[2].value if draws else NONE
        if not banker_draws(player, banker, drawn):
            after = f"after the Player's {drawn}" if draws else f"against a Player's Hand that stays on {player}"
            raise OddsError(f"the Banker's Hand takes no third card on {banker} {after}")
