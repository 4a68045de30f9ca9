"""The wagers of a rulebook, one by one."""

from fractions import Fraction

from punto.law.rulebook import Rulebook
from punto.wagers.book import Terms, wager_of
from punto.wagers.facts import Hand
from punto.wagers.openings import Combinations
from punto.wagers.wager import Wager


def player(book: Rulebook) -> Wager:
    return wager_of(book, "player")


def banker(book: Rulebook) -> Wager:
    return wager_of(book, "banker")


def ez_banker(book: Rulebook) -> Wager:
    return wager_of(book, "ez-banker")


def tie(book: Rulebook, pays: Fraction | None = None) -> Wager:
    return wager_of(book, "tie", Terms(tie=pays))


def dragon_7(book: Rulebook) -> Wager:
    return wager_of(book, "dragon-7")


def panda_8(book: Rulebook) -> Wager:
    return wager_of(book, "panda-8")


def dragon_bonus(book: Rulebook, hand: Hand, paytable: str = "A") -> Wager:
    return wager_of(book, f"dragon-bonus-{hand}", Terms(dragon_bonus=paytable))


def house_money(book: Rulebook) -> Wager:
    return wager_of(book, "house-money")


def royal_9(book: Rulebook, combinations: Combinations | None = None) -> Wager:
    return wager_of(book, "royal-9", Terms(combinations=combinations))
