"""Cross-checks of a sheet by methods that do not share its arithmetic.

Every check compares integers or fractions, and a difference means that no sheet is made.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import perm
from typing import TYPE_CHECKING, NamedTuple

from punto.audit import Document, covering
from punto.audit.rules import Cards, outcome, royal
from punto.core.cards import Composition
from punto.core.coup import CoupClass
from punto.core.tableau import NONE
from punto.odds import Counts, Sheet, WagerOdds
from punto.odds.openings import blanks, openings
from punto.rules.house_rules import HouseRules
from punto.verification.log_checks import terms_of
from punto.wagers.wager import Result

if TYPE_CHECKING:
    from punto.audit.language import Result as Second
    from punto.audit.rules import Terms


class Check(NamedTuple):
    """One comparison: its statement, number of cases, and first difference."""

    key: str
    what: str
    compared: int
    fault: str = ""


def checks(
    rules: HouseRules, named: Sheet, paid: Sheet, covariances: dict[tuple[str, str], Fraction]
) -> tuple[Check, ...]:
    """Compare a sheet, with meters by name and by amount, with all independent sources.

    Without an audit for the rulebook's text there is no independent copy of its rules to compare with.
    """
    document = covering(rules.rulebook.digest)
    audited = (_drawing(document, named.counts), _settlement(rules, document, named)) if document else ()
    return (
        _deals(named),
        _closed_form(named.shoe, named.counts),
        *audited,
        _variances(paid, covariances),
    )


def _check(key: str, what: str, pairs: list[tuple[str, object, object]]) -> Check:
    wrong = next((f"{name}: {one} and {other}" for name, one, other in pairs if one != other), "")
    return Check(key, what, len(pairs), wrong)


def _deals(sheet: Sheet) -> Check:
    """Check that the results of every wager sum to all deals."""
    pairs: list[tuple[str, object, object]] = [("classes", sum(sheet.counts.classes.values()), sheet.deals)]
    for key, odds in sheet.wagers.items():
        cards = 4 if odds.wager.on_opening else 6
        pairs.append((key, sum(line.deals for line in odds.lines), perm(sheet.shoe.total, cards)))
    return _check("deals", "The deals of all results of each wager sum to the number of ordered deals.", pairs)


def _closed_form(shoe: Composition, counts: Counts) -> Check:
    """Check the counts of coup endings against a closed formula."""
    from punto.odds.fast.views import plain_cells

    plain: Counter[tuple[int, int, int]] = Counter()
    for coup, deals in counts.points.items():
        plain[_ending(coup)] += deals
    found = plain_cells(shoe)
    pairs: list[tuple[str, object, object]] = [
        (str(end), plain[end], found.get(end, 0)) for end in sorted(plain | found)
    ]
    return _check(
        "closed-form",
        "A closed formula gives, for every way in which a coup can end, the same number of deals as the enumeration.",
        pairs,
    )


def _ending(coup: CoupClass) -> tuple[int, int, int]:
    return 2 * (coup.player_third != NONE) + (coup.banker_third != NONE), coup.player, coup.banker


def _cards(coup: CoupClass) -> Cards:
    player, banker, *thirds = coup[:4]
    one, other = (None if third == NONE else third for third in thirds)
    return Cards(player, banker, one, other, coup.player_pair, coup.banker_pair)


def _drawing(document: Document, counts: Counts) -> Check:
    """Check third cards against the audit's copy of the rules."""
    pairs: list[tuple[str, object, object]] = []
    for coup in counts.points:
        cards = _cards(coup)
        drawn = cards.player_third is not None, cards.banker_third is not None
        due = (
            document.player_takes(cards.player_two, cards.banker_two),
            document.banker_takes(cards.player_two, cards.banker_two, cards.player_third),
        )
        pairs.append((str(coup), drawn, due))
    return _check(
        "third-cards", "In every class of coup third cards are drawn as an independent copy of the rules asks.", pairs
    )


def _settlement(rules: HouseRules, document: Document, sheet: Sheet) -> Check:
    """Check every result against the audit's copy of the rules."""
    terms = terms_of(rules, document)
    pairs: list[tuple[str, object, object]] = []
    for key, odds in sheet.wagers.items():
        wager = odds.wager
        if wager.on_class is not None:
            for coup in sheet.counts.classes:
                pairs.append((key, _plain(wager.on_class(coup)), _said(outcome(terms, key, _cards(coup)))))
        elif wager.metered:
            pairs += _royal(rules, terms, sheet, odds)
    return _check(
        "settlement", "Every result of every wager is the one that an independent copy of the rules gives.", pairs
    )


def _plain(result: Result) -> tuple[str, str, object]:
    return result.verdict.value, result.category, result.pays


def _said(result: Second | None) -> tuple[str, str, object] | None:
    return (result.verdict, result.category, result.odds) if result else None


def _royal(rules: HouseRules, terms: Terms, sheet: Sheet, odds: WagerOdds) -> list[tuple[str, object, object]]:
    on_opening, stake = odds.wager.on_opening, rules.royal9.stake if rules.royal9 else 0
    pairs: list[tuple[str, object, object]] = []
    for opening, _ in openings(sheet.shoe, blanks(odds.wager.tells)):
        if on_opening is not None:
            result = on_opening(opening, sheet.seat)
            award = 0 if isinstance(result.pays, str) else result.pays * stake
            said = royal(terms, sheet.seat, *opening)
            pairs.append((odds.wager.key, (result.category, award), (said.category, said.cents)))
    return pairs


def _variances(sheet: Sheet, covariances: dict[tuple[str, str], Fraction]) -> Check:
    """Check that a wager's covariance with itself, over coups, equals its variance, over results."""
    pairs: list[tuple[str, object, object]] = [
        (key, covariances[key, key], odds.variance) for key, odds in sheet.wagers.items()
    ]
    return _check(
        "variances",
        "The variance by results equals the covariance of each wager with itself by classes of coup.",
        pairs,
    )
