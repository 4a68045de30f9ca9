"""Review of the wagers: which ones a document permits at a table, and under which terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from punto.law.rulebook import Rulebook, built_in, load, odds_of
from punto.law.words import ODDS_FORM
from punto.rules.house_rules import Royal9
from punto.rules.review.finding import Code, Notes, listed
from punto.rules.submission import Submission, WagerChoice, at, near
from punto.wagers import registered_keys
from punto.wagers.book import law_of
from punto.wagers.language import EZ, VIGORISH, Choice, WagerLaw, build
from punto.wagers.wager import Wager

PERMISSIBLE = "wager.permissible"
HIGHEST = 10_000  # to 1: beyond that, a payout could exceed the ledger's bounds
TERMS = ("pays", "paytable", "portion", "combinations", "meters", "must-hit")


# ---------------------------------------------------------------- which wagers


def variant(submission: Submission, notes: Notes) -> str:
    """Return the variant of vigorish that a table plays: the named one, EZ, or the plain one."""
    there = tuple(dict.fromkeys(law.variant for law in notes.book.wagers if law.variant))
    named = submission.variant or (EZ if submission.ez else VIGORISH)
    if submission.variant and submission.variant not in there:
        words = f"{notes.book.id} has no variant {named!r}{near(named, there)}: there are {listed(there, 'and')}"
        notes.find(Code.VARIANT, "$.variant", PERMISSIBLE, words)
    elif submission.ez and named != EZ:
        notes.find(Code.VARIANT, "$.ez", PERMISSIBLE, f"the variant is {named}: leave ez out, or name the variant {EZ}")
    return named


def offered(submission: Submission, played: str, notes: Notes) -> tuple[str, ...]:
    """Return the wagers that this table may offer, in layout order; record those not permitted and those missing."""
    known = {key: law for law in sorted(notes.book.wagers, key=_on_the_felt) for key in law.keys}
    lawful = [name for name in submission.wagers if _allowed(name, known, played, notes)]
    for name in lawful:
        _fixed_terms(name, known[name], submission.wagers[name], notes)
        _alone(name, known[name], submission, notes)
    for name in [name for name in lawful if known[name].settles == "before-third-cards"][1:]:
        words = "one wager of a table is settled before third cards here: leave one of them out"
        notes.find(Code.BEYOND_CAPACITY, f"$.wagers.{name}", known[name].ruled_by, words)
    for code, name, provision, words in _missing(submission, played, notes.book):
        notes.find(code, f"$.wagers.{name}", provision, words)
    return tuple(name for name in known if name in lawful)


def _on_the_felt(law: WagerLaw) -> int:
    """Return the layout order: main wagers, then those on one hand each, then the others."""
    return 0 if law.hand or (law.required and not law.variant) else 1 if law.each else 2


def _allowed(name: str, known: dict[str, WagerLaw], played: str, notes: Notes) -> bool:
    book, path = notes.book, at("$.wagers", name)
    if name not in known:
        if name in registered_keys() or any(name in law.keys for other in built_in() for law in load(other).wagers):
            words = f"{book.id} does not permit {name}: it has {listed(known)}"
            notes.find(Code.WAGER_NOT_OFFERED, path, PERMISSIBLE, words)
        else:
            notes.find(Code.WAGER_UNKNOWN, path, PERMISSIBLE, f"unknown wager {name!r}{near(name, known)}")
        return False
    law = known[name]
    if law.variant in ("", played):
        return True
    same = (other.key for other in known.values() if law.hand and other.hand == law.hand and other.variant == played)
    _of_another_variant(name, law, next(same, ""), played, notes)
    return False


def _of_another_variant(name: str, law: WagerLaw, instead: str, played: str, notes: Notes) -> None:
    path = f"$.wagers.{name}"
    if law.variant == EZ and law.hand:
        notes.find(Code.EZ_ONLY, path, "def.ez", f"this table is not EZ: offer {instead}, or file ez = true")
    elif law.variant == EZ:
        words = f"{name} is for EZ tables: leave it out, or file ez = true"
        notes.find(Code.EZ_ONLY, path, law.ruled_by, words)
    elif played == EZ:
        words = "an EZ table collects no vigorish: " + (f"offer {instead} instead" if instead else "leave it out")
        notes.find(Code.NOT_AT_EZ, path, "def.ez", words)
    else:
        words = f"{name} is for the variant {law.variant}, and this table plays {played}"
        notes.find(Code.VARIANT, path, law.ruled_by, words + (f": offer {instead}" if instead else ""))


def _alone(name: str, law: WagerLaw, submission: Submission, notes: Notes) -> None:
    if law.needs and not set(law.needs) & set(submission.wagers):
        words = f"{name} stands only beside {listed(law.needs)}: offer one of them"
        notes.find(Code.WAGER_NOT_OFFERED, f"$.wagers.{name}", law.ruled_by, words)


def _missing(submission: Submission, played: str, book: Rulebook) -> Iterator[tuple[Code, str, str, str]]:
    """Yield missing wagers: main wagers at every table, insurance wagers at an EZ table (readings 20, 38)."""
    required = [law for law in book.wagers if law.required]
    hands = {law.hand for law in required if law.hand and set(law.keys) & set(submission.wagers)}
    main = {law.hand or law.key: law.key for law in reversed(required) if law.hand or not law.variant}
    insurance = tuple(law.key for law in required if law.variant == played and not law.hand)
    for law in required:
        if law.variant not in ("", played) or not set(law.keys).isdisjoint(submission.wagers) or law.hand in hands:
            continue  # the Banker of another variant has been reported already
        if law.key in insurance:
            kind = "an EZ table" if played == EZ else f"a table of the variant {played}"
            yield Code.INSURANCE_MISSING, law.key, law.ruled_by, f"{kind} offers {listed(insurance, 'and')}"
        elif not (law.by_leave and submission.no_tie_approval.strip()):
            unless = f", unless the Commission's leave is named in no-{law.key}-approval" if law.by_leave else ""
            words = f"a table offers {listed(reversed(main.values()), 'and')}{unless}"
            yield Code.MAIN_WAGER_MISSING, law.key, PERMISSIBLE, words


def _fixed_terms(name: str, law: WagerLaw, choice: WagerChoice, notes: Notes) -> None:
    left_open = {
        "pays": law.least is not None,
        "paytable": bool(law.paytables) or law.posted is not None,
        "portion": law.rides is not None,
        "meters": bool(law.meters),
    }
    for term in TERMS:
        given = getattr(choice, term.replace("-", "_"))
        if given in (None, {}) or left_open.get(term, law.posted is not None):
            continue
        if law.meters and term in ("combinations", "must-hit"):
            words = f"this engine has {term} by the provisions of royal9 alone: leave it out"
            notes.find(Code.BEYOND_CAPACITY, f"$.wagers.{name}.{term}", law.paid_by, words)
        else:
            words = f"the document fixes this for {name}: leave it out"
            notes.find(Code.TERM_FIXED, f"$.wagers.{name}.{term}", law.paid_by, words)


# ---------------------------------------------------------------- their terms


def wagers(names: tuple[str, ...], royal: Royal9 | None, submission: Submission, notes: Notes) -> tuple[Wager, ...]:
    """Build the wagers of a table under the filed terms."""
    return tuple(_built(name, law_of(notes.book, name), royal, submission, notes) for name in names)


def _built(name: str, law: WagerLaw, royal: Royal9 | None, submission: Submission, notes: Notes) -> Wager:
    choice = Choice(
        _pays(name, law, submission, notes) if law.least is not None else None,
        _paytable(name, law, submission, notes) if law.paytables else "",
        royal.combinations if royal is not None and law.posted is not None else None,
    )
    return next(wager for wager in build(law, choice) if wager.key == name)


def _pays(name: str, law: WagerLaw, submission: Submission, notes: Notes) -> Fraction | None:
    """Return the filed payout odds of a wager with a minimum, such as a tie: at least 8 to 1 (ma-mini 12(b))."""
    path, given, least = f"$.wagers.{name}.pays", submission.wagers[name].pays, law.least
    if given is None or least is None:
        return least
    if not ODDS_FORM.fullmatch(given):
        notes.find(Code.ODDS_UNREADABLE, path, law.paid_by, f"{given!r} is not payout odds: write them like '8 to 1'")
        return least
    pays = odds_of(given)
    if pays < least:
        words = f"a {law.titles['en'].lower()} pays at least {least.numerator} to {least.denominator}, not {given}"
        notes.find(Code.ODDS_TOO_LOW, path, law.paid_by, words)
    elif pays > HIGHEST:
        words = f"{given} is lawful, but more than the {HIGHEST} to 1 this engine can pay"
        notes.find(Code.BEYOND_CAPACITY, path, law.paid_by, words)
    elif (pays * submission.limits.smallest_chip).denominator > 1:
        words = f"{given} on the smallest chip is not a whole cent: fractions are dropped"
        notes.warn(Code.CENTS_LOST, path, law.paid_by, words)
    return pays


def _paytable(name: str, law: WagerLaw, submission: Submission, notes: Notes) -> str:
    """Return the selected paytable, the same for each hand (ma-mini 12(e))."""
    path, tables = f"$.wagers.{name}.paytable", tuple(law.paytables)
    chosen = submission.wagers[name].paytable
    first = next(key for key in law.keys if key in submission.wagers)
    firsts = submission.wagers[first].paytable
    if chosen is None:
        notes.find(Code.CHOICE_MISSING, path, law.paid_by, f"the submission must name a paytable: {listed(tables)}")
    elif chosen not in tables:
        words = f"unknown paytable {chosen!r}: choose {listed(tables)}"
        notes.find(Code.PAYTABLE_UNKNOWN, path, law.paid_by, words)
    elif firsts in tables and firsts != chosen:
        words = f"one paytable applies to both hands, and the {law.each[law.keys.index(first)].title()}'s is {firsts}"
        notes.find(Code.PAYTABLES_DIFFER, path, law.paid_by, words)
    return str(chosen) if chosen in tables else tables[0]


def portion(submission: Submission, notes: Notes) -> Fraction:
    """Return the portion of a payout that rides: all, or as the submission names (ma-mini 8(c)(3)(i)a)."""
    law, whole = notes.book.law.house_money, Fraction(1)
    name = next((key for each in notes.book.wagers if each.rides for key in each.keys), "")
    given, path = submission.wagers.get(name, WagerChoice()).portion, f"$.wagers.{name}.portion"
    if given is None or law is None:
        return whole
    if not law.portion.portion:
        notes.find(Code.TERM_FIXED, path, law.portion, "the whole payout rides or none: leave it out")
        return whole
    share = Fraction(given) if re.fullmatch(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?", given) else Fraction(0)
    if not 0 < share <= 1:
        words = f"{given!r} is not a portion: write a fraction above 0 and up to 1, like '1/2'"
        notes.find(Code.PORTION_OUTSIDE, path, law.portion, words)
        return whole
    return share
