"""Review of amounts: vigorish, and the limits of the table and its wagers."""

from __future__ import annotations

from collections.abc import Iterable

from punto.core.money import Cents, Vigorish, dollars
from punto.rules.house_rules import Limit
from punto.rules.review.choices import rounding, vigorish_marked, vigorish_when
from punto.rules.review.finding import Code, Notes
from punto.rules.submission import Submission
from punto.wagers.book import law_of, vigorish_rate
from punto.wagers.language import EZ

MOST = 100_000_000_000  # cents: one billion dollars; bounds every sum of payouts in the ledger


def vigorish(submission: Submission, played: str, notes: Notes) -> Vigorish | None:
    """Check vigorish: five percent of a Banker win, unless the table is EZ (ma-mini 1, 12(c)-(d))."""
    law, filed, chip = notes.book.law, submission.vigorish, submission.limits.smallest_chip
    rate = vigorish_rate(notes.book, played)
    if not rate:
        if any(one is not None for one in (filed.rounding, filed.when, filed.marked)):
            table = "an EZ table" if played == EZ else f"a table of the variant {played}"
            notes.find(Code.VIGORISH_AT_EZ, "$.vigorish", "def.ez", f"{table} collects no vigorish: leave this out")
        return None
    rounded, when = rounding(submission, notes), vigorish_when(submission, notes)
    if when == "deferred" and submission.shuffle.how == "continuous":
        words = "a continuous shoe never ends, so vigorish is collected with the payout"
        notes.find(Code.DEFERRED_WITH_CONTINUOUS, "$.vigorish.when", "vigorish.deferred", words)
    if rounded == "exact" and (chip * rate).denominator > 1:
        words = f"{rate * 100}% of {dollars(chip)} is not a whole cent: fractions are dropped"
        notes.warn(Code.CENTS_LOST, "$.vigorish.rounding", "vigorish.rounding", words)
    marked = vigorish_marked(rounded, submission, notes)
    return Vigorish(rate, rounded, when, law.vigorish.rounding.unit, marked if when == "deferred" else "exact")


# ---------------------------------------------------------------- limits


def limits(names: Iterable[str], submission: Submission, notes: Notes) -> dict[str, Limit]:
    """Check the amounts of the table, and return the limits of each of its wagers."""
    table = submission.limits
    if table.smallest_chip < 1:
        words = f"the smallest chip must be at least one cent, not {table.smallest_chip}"
        notes.find(Code.LIMITS, "$.limits.smallest-chip", "", words)
    _check_range("$.limits", table.minimum, table.maximum, submission, notes)
    found = {name: _limit(name, submission, notes) for name in names}
    _difference(found, submission, notes)
    return found


def _limit(name: str, submission: Submission, notes: Notes) -> Limit:
    """Return the limits of a wager: its own, if any; a fixed stake is both (reading 14)."""
    choice, table, path = submission.wagers[name], submission.limits, f"$.wagers.{name}"
    own = choice.minimum is not None or choice.maximum is not None
    law = law_of(notes.book, name)
    if law.stake is not None:
        if own:
            notes.find(Code.TERM_FIXED, path, law.ruled_by, "the stake is fixed: leave minimum and maximum out")
        if table.smallest_chip > 0 and law.stake % table.smallest_chip:
            takes = f"{law.titles['en']} takes {dollars(law.stake)}"
            words = f"{takes}, which chips of {dollars(table.smallest_chip)} cannot make"
            notes.find(Code.LIMITS, "$.limits.smallest-chip", law.ruled_by, words)
        return Limit(law.stake, law.stake)
    least = table.minimum if choice.minimum is None else choice.minimum
    most = table.maximum if choice.maximum is None else choice.maximum
    if own:  # otherwise they are the table's, and checked as such
        _check_range(path, least, most, submission, notes)
    return Limit(least, most)


def _check_range(path: str, least: Cents, most: Cents, submission: Submission, notes: Notes) -> None:
    chip = submission.limits.smallest_chip
    if least < 1 or most < least:
        notes.find(Code.LIMITS, path, "", f"from {dollars(least)} to {dollars(most)} is not a range of stakes")
    elif most > MOST:
        words = f"{dollars(most)} exceeds the {dollars(MOST)} that this engine supports"
        notes.find(Code.BEYOND_CAPACITY, path, "", words)
    elif chip > 0 and (least % chip or most % chip):
        words = f"{dollars(least)} to {dollars(most)} cannot be staked in chips of {dollars(chip)}"
        notes.find(Code.LIMITS, path, "", words)


def _difference(found: dict[str, Limit], submission: Submission, notes: Notes) -> None:
    """Check that the greatest difference between Player and Banker action allows one wager on either."""
    difference = submission.limits.difference
    needed = max((limit.least for name, limit in found.items() if law_of(notes.book, name).hand), default=1)
    if difference is None:
        return
    if difference < needed:
        words = (
            f"a greatest difference of {dollars(difference)} would bar every first wager: it needs {dollars(needed)}"
        )
        notes.find(Code.LIMITS, "$.limits.difference", "", words)
    elif difference > MOST:
        words = f"{dollars(difference)} exceeds the {dollars(MOST)} that this engine supports"
        notes.find(Code.BEYOND_CAPACITY, "$.limits.difference", "", words)
