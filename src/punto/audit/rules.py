"""The rules once more, flat: the drawing, every wager, the roundings, what a submission may say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from punto.cards import Card

Event = Mapping[str, Any]
Faults = Iterator[str]
Move = tuple[str, str, int]  # from, to, cents
Two = tuple[Card, ...]  # the first two cards of a hand

# The documents that this second copy was written from; it judges no table under another.
DOCUMENTS = frozenset({"ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini", "md-mini"})
FOUR = ("P1", "B1", "P2", "B2")  # 8(c): the first and third card to the Player's Hand
HOUSE, DROP, RACK, METERS = "house", "drop", "rack", "progressive/royal-9"
MUST_HIT = "must-hit"
ROYAL_STAKE = 500  # 12(i)

# 12(e), md-mini .12F: points ahead -> to 1; a natural winner is paid 1 to 1 in every table.
DRAGON_BONUS = {
    "A": {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1},
    "B": {9: 20, 8: 8, 7: 7, 6: 4, 5: 3, 4: 1},
    "C": {9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2},
}

# ma-baccarat 13(i) Table 2: the suits of the face cards and of the nine at chairs 1 to 9.
CHAIRS = ("sh", "sd", "ch", "cd", "hs", "hc", "ds", "dc", "dh")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a licensee chose for a table, as plain values."""

    document: str  # "ma-mini"
    ez: bool = False
    wagers: tuple[str, ...] = ()  # in the order of the felt
    tie: Fraction = Fraction(8)  # to 1
    dragon_bonus: str = ""  # the letter of its paytable
    vigorish: Fraction | None = None  # of the amount won
    rounding: str = "exact"  # or "quarter"
    when: str = "with-payout"  # or "deferred"
    portion: Fraction = Fraction(1)  # of House Money's payout that may ride
    word: bool = False  # whether it rides on the player's recorded word alone
    chip: int = 100  # the smallest, in cents
    royal: str = ""  # "progressive" or "multi-level"
    combinations: Mapping[int, tuple[tuple[Card, Card], ...]] = field(
        default_factory=dict
    )  # face card, nine; King first


# ---------------------------------------------------------------- the cards


class Cards(NamedTuple):
    """A coup in numbers: two-card counts, values of third cards, and whether the first two pair by rank."""

    player_two: int
    banker_two: int
    player_third: int | None = None
    banker_third: int | None = None
    player_pair: bool = False
    banker_pair: bool = False

    @property
    def player(self) -> int:
        """The Player's final count."""
        return (self.player_two + (self.player_third or 0)) % 10

    @property
    def banker(self) -> int:
        """The Banker's final count."""
        return (self.banker_two + (self.banker_third or 0)) % 10


def value(card: Card) -> int:
    """Return what a card counts: an ace 1, tens and faces nothing (6(a))."""
    return 0 if card.rank >= 10 else card.rank


def player_takes(player: int, banker: int) -> bool:
    """Say whether the Player's Hand takes a third card (10(a)-(b))."""
    return player < 8 and banker < 8 and player < 6


def banker_takes(player: int, banker: int, third: int | None) -> bool:
    """Say whether the Banker's Hand takes a third card, given the value of the Player's (10(a), (c))."""
    if player >= 8 or banker >= 8 or banker == 7:
        return False
    if third is None:
        return banker <= 5
    if banker <= 2:
        return True
    if banker == 3:
        return third != 8
    if banker == 4:
        return 2 <= third <= 7
    if banker == 5:
        return 4 <= third <= 7
    return third in (6, 7)  # a six


# ---------------------------------------------------------------- the wagers


class Outcome(NamedTuple):
    """What became of a wager: won, lost or pushed, under which name, and at how much to 1."""

    verdict: str
    category: str
    odds: Fraction = Fraction(0)


LOST, PUSHED = Outcome("lose", "lose"), Outcome("push", "push")


def _won(odds: int | Fraction, category: str = "win") -> Outcome:
    return Outcome("win", category, Fraction(odds))


def offered(terms: Terms, wager: str) -> bool:
    """Say whether a document lets this table offer a wager at all (7(a), 12(i); md-mini .07A)."""
    maryland = terms.document == "md-mini"
    if wager == "banker":
        return not terms.ez
    if wager in ("ez-banker", "dragon-7"):
        return terms.ez
    if wager == "panda-8":
        return terms.ez and not maryland
    if wager in ("house-money", "royal-9"):
        return not maryland
    return wager in ("player", "tie", "dragon-bonus-player", "dragon-bonus-banker")


def outcome(terms: Terms, wager: str, cards: Cards) -> Outcome | None:
    """Return what becomes of a wager on points or pairs; nothing where there is no such wager."""
    player, banker = cards.player, cards.banker
    dragon = cards.banker_third is not None and banker == 7 and player < 7  # 1
    panda = cards.player_third is not None and player == 8 and banker < 8  # 1
    if wager == "player":  # 7(a)(2), 12(a)
        return PUSHED if player == banker else _won(1) if player > banker else LOST
    if wager == "banker":  # 7(a)(1), 12(c)
        return PUSHED if player == banker else _won(1) if banker > player else LOST
    if wager == "ez-banker":  # 7(a)(1)(iii)
        return PUSHED if player == banker or dragon else _won(1) if banker > player else LOST
    if wager == "tie":  # 7(a)(3), 12(b)
        return _won(terms.tie) if player == banker else LOST
    if wager == "dragon-7":  # 12(f)
        return _won(40) if dragon else LOST
    if wager == "panda-8":  # 12(g)
        return _won(25) if panda else LOST
    if wager == "dragon-bonus-player":
        return _dragon_bonus(terms, cards.player_two, cards.banker_two, player - banker)
    if wager == "dragon-bonus-banker":
        return _dragon_bonus(terms, cards.banker_two, cards.player_two, banker - player)
    if wager == "house-money":  # 7(a)(7), 12(h)
        pairs = cards.player_pair + cards.banker_pair
        return _won(15, "both-pairs") if pairs == 2 else _won(3, "one-pair") if pairs else LOST
    return None


def _dragon_bonus(terms: Terms, own: int, other: int, ahead: int) -> Outcome:
    """Judge by the selected hand's two cards, the other's, and its final lead (7(a)(4), 12(e); reading 2)."""
    if own >= 8:  # a natural
        return Outcome("push", "natural-tie") if own == other else _won(1, "natural") if own > other else LOST
    if ahead < 4:
        return LOST
    return _won(DRAGON_BONUS.get(terms.dragon_bonus, {}).get(ahead, 0), f"by-{ahead}")


def royal(terms: Terms, seat: int, player: Two, banker: Two) -> tuple[str, int]:
    """Return the line of the Royal 9 table that fits first, and its award in cents; a meter's is 0 here (12(i))."""
    posted = [frozenset(pair) for pair in terms.combinations.get(seat, ())]
    king = posted[0] if posted else None
    one, other = frozenset(player), frozenset(banker)
    if terms.royal == "multi-level":  # ma-baccarat 13(i), ma-midi-multilevel 12(i)
        if one in posted and other in posted:
            return ("exact-match", 0) if one == other else ("any-two", 0)
        if other == king:
            return "banker-k9", 0
        if one == king:
            return "player-k9", 0
    else:  # ma-mini 12(i), ma-midi 12(i)
        if one == other == king:
            return "star", 0
        if other == king:
            return "spade", 0
        if one == king:
            return "heart", 0
        elsewhere = [frozenset(pairs[0]) for chair, pairs in terms.combinations.items() if chair != seat and pairs]
        if one == other and one in elsewhere:
            return "other-identical", 5_000_00
    royals = [_is_royal(player), _is_royal(banker)]
    suited = [_is_royal(hand) and hand[0].suit == hand[1].suit for hand in (player, banker)]
    if all(suited):
        return "suited-royal-9-both", 1_500_00
    if all(royals):
        return "royal-9-both", 250_00
    if any(suited):
        return "suited-royal-9", 50_00
    return ("royal-9", 25_00) if any(royals) else ("lose", 0)


def _is_royal(hand: Two) -> bool:
    ranks = sorted(card.rank for card in hand)
    return ranks[0] == 9 and ranks[1] in (11, 12, 13)


def collected(terms: Terms, thousandths: int) -> int:
    """Return the cents taken for vigorish owed in thousandths of a cent (12(c); reading 1)."""
    if terms.rounding == "quarter":
        return (thousandths + 24_999) // 25_000 * 25
    return thousandths // 1000


def unlawful(terms: Terms) -> Faults:
    """Say where a table's terms are none that its document has."""
    if terms.document not in DOCUMENTS:
        yield f"no audit for this document: {terms.document}"
        return
    if terms.tie < 8:
        yield f"Tie pays {terms.tie} to 1, expected at least 8 (12(b))"
    if any(key.startswith("dragon-bonus") for key in terms.wagers) and terms.dragon_bonus not in DRAGON_BONUS:
        yield "the Dragon Bonus pays by none of the paytables A, B and C (12(e))"
    if terms.vigorish != (None if terms.ez else Fraction(5, 100)):
        yield f"vigorish: expected {'none' if terms.ez else '5%'}, found {terms.vigorish or 'none'} (12(c))"
    for key in terms.wagers:
        if not offered(terms, key):
            yield f"{key} is no wager of this table (7(a))"
    if terms.royal == "multi-level":
        due = {chair: tuple(_of_chair(suits)) for chair, suits in enumerate(CHAIRS, 1)}
        wrong = [seat for seat, pairs in terms.combinations.items() if due.get(seat) != tuple(pairs)]
    else:
        kings = [pair for pairs in terms.combinations.values() for pair in pairs]
        suits = all(face.rank == 13 and nine.rank == 9 and face.suit != nine.suit for face, nine in kings)
        wrong = [] if suits and len(set(kings)) == len(kings) == len(terms.combinations) else [*terms.combinations]
    for seat in wrong[:1]:
        yield f"Royal 9: seat {seat} has a combination that the document does not give it (12(i))"


def _of_chair(suits: str) -> Iterator[tuple[Card, Card]]:
    for face in "KQJ":
        yield Card.of(face + suits[0]), Card.of("9" + suits[1])
