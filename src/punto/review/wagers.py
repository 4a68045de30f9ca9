"""Reviewing the wagers: which of them a document lets a table offer, and under which terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from punto.houserules import Royal9
from punto.law.words import ODDS_FORM
from punto.review.finding import Code, Notes, listed
from punto.rulebook import Rulebook, odds_of
from punto.submission import Submission, WagerChoice, at, near
from punto.wagers import dragon_bonus, main, registered_keys
from punto.wagers import royal9 as royal_wagers
from punto.wagers.house_money import house_money
from punto.wagers.wager import Hand, Wager

PERMISSIBLE = "wager.permissible"
HIGHEST = 10_000  # to one: beyond that a payout could leave our ledger

# In the order of the felt: the provision that says how each wager is paid, and the terms it leaves to the licensee.
WAGERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "player": ("pay.player", ()),
    "banker": ("pay.banker", ()),
    "ez-banker": ("pay.banker", ()),
    "tie": ("pay.tie", ("pays",)),
    "dragon-bonus-player": ("pay.dragon-bonus", ("paytable",)),
    "dragon-bonus-banker": ("pay.dragon-bonus", ("paytable",)),
    "dragon-7": ("pay.dragon-7", ()),
    "panda-8": ("pay.panda-8", ()),
    "house-money": ("pay.house-money", ("portion",)),
    "royal-9": ("def.royal-9", ("paytable", "combinations", "meters", "must-hit")),
}
TERMS = ("pays", "paytable", "portion", "combinations", "meters", "must-hit")


# ---------------------------------------------------------------- which wagers


def offered(submission: Submission, notes: Notes) -> tuple[str, ...]:
    """Return the wagers that this table may offer, in the order of the felt, noting the others and the missing."""
    known = _known(notes.book)
    lawful = [name for name in submission.wagers if _allowed(name, known, submission.ez, notes)]
    for name in lawful:
        _fixed_terms(name, submission.wagers[name], notes)
    for code, name, provision, words in _missing(submission, notes.book):
        notes.find(code, f"$.wagers.{name}", provision, words)
    return tuple(name for name in WAGERS if name in lawful)


def _known(book: Rulebook) -> tuple[str, ...]:
    """Return the wagers of a document; the Banker has two names, with vigorish and without."""
    permissible = book.law.wager.permissible
    named = {"ez-banker", *permissible.main, *permissible.offered, *permissible.ez}
    if book.law.def_.royal_9 is not None:
        named.add("royal-9")
    return tuple(name for name in WAGERS if name in named)


def _allowed(name: str, known: tuple[str, ...], ez: bool, notes: Notes) -> bool:
    book, path = notes.book, at("$.wagers", name)
    if name not in known and name not in (*WAGERS, *registered_keys()):
        notes.find(Code.WAGER_UNKNOWN, path, PERMISSIBLE, f"no wager is called {name!r}{near(name, known)}")
    elif name not in known:
        notes.find(Code.WAGER_NOT_OFFERED, path, PERMISSIBLE, f"{book.id} does not know {name}: it has {listed(known)}")
    elif name == "ez-banker" and not ez:
        words = "this table is not EZ: offer banker, or file ez = true"
        notes.find(Code.EZ_ONLY, path, "def.ez", words)
    elif name in book.law.wager.permissible.ez and not ez:
        words = f"{name} is for EZ tables: leave it out, or file ez = true"
        notes.find(Code.EZ_ONLY, path, f"wager.{name}", words)
    elif name == "banker" and ez:
        notes.find(Code.NOT_AT_EZ, path, "def.ez", "an EZ table collects no vigorish: offer ez-banker instead")
    else:
        return True
    return False


def _missing(submission: Submission, book: Rulebook) -> Iterator[tuple[Code, str, str, str]]:
    """Every table offers the main wagers, an EZ table the insurance wagers too (readings 20, 38)."""
    main_wagers, insurance = book.law.wager.permissible.main, book.law.wager.permissible.ez
    for name in main_wagers:
        both = {name, f"ez-{name}"}  # who files the wrong one of the two is told so already
        by_leave = name in book.law.wager.permissible.by_leave
        if both.isdisjoint(submission.wagers) and not (by_leave and submission.no_tie_approval.strip()):
            own = f"ez-{name}" if name == "banker" and submission.ez else name
            unless = f", unless the Commission's leave is named in no-{name}-approval" if by_leave else ""
            yield Code.MAIN_WAGER_MISSING, own, PERMISSIBLE, f"a table offers {listed(main_wagers, 'and')}{unless}"
    for name in insurance if submission.ez else ():
        if name not in submission.wagers:
            yield Code.INSURANCE_MISSING, name, f"wager.{name}", f"an EZ table offers {listed(insurance, 'and')}"


def _fixed_terms(name: str, choice: WagerChoice, notes: Notes) -> None:
    ruled_by, left_open = WAGERS[name]
    for term in TERMS:
        given = getattr(choice, term.replace("-", "_"))
        if given not in (None, {}) and term not in left_open:
            words = f"the document fixes this for {name}: leave it out"
            notes.find(Code.TERM_FIXED, f"$.wagers.{name}.{term}", ruled_by, words)


# ---------------------------------------------------------------- their terms


def wagers(names: tuple[str, ...], royal: Royal9 | None, submission: Submission, notes: Notes) -> tuple[Wager, ...]:
    """Build the wagers of a table under the terms that are filed."""
    book = notes.book
    builders: dict[str, Callable[[], Wager]] = {
        "player": lambda: main.player(book),
        "banker": lambda: main.banker(book),
        "ez-banker": lambda: main.ez_banker(book),
        "tie": lambda: main.tie(book, _tie(submission, notes)),
        "dragon-bonus-player": lambda: _dragon_bonus("player", submission, notes),
        "dragon-bonus-banker": lambda: _dragon_bonus("banker", submission, notes),
        "dragon-7": lambda: main.dragon_7(book),
        "panda-8": lambda: main.panda_8(book),
        "house-money": lambda: house_money(book),
    }
    built = [builders[name]() for name in names if name in builders]
    if royal is not None:
        build = royal_wagers.multilevel if royal.kind == "multi-level" else royal_wagers.progressive
        built.append(build(book, royal.combinations))
    return tuple(built)


def _tie(submission: Submission, notes: Notes) -> Fraction:
    """A tie pays at least 8 to 1 (ma-mini 12(b))."""
    law, path, given = notes.book.law.pay.tie, "$.wagers.tie.pays", submission.wagers["tie"].pays
    least = law.least
    if given is None:
        return least
    if not ODDS_FORM.fullmatch(given):
        notes.find(Code.ODDS_UNREADABLE, path, law, f"{given!r} are no odds: write them like '8 to 1'")
        return least
    pays = odds_of(given)
    if pays < least:
        words = f"a tie pays at least {least.numerator} to {least.denominator}, not {given}"
        notes.find(Code.ODDS_TOO_LOW, path, law, words)
    elif pays > HIGHEST:
        words = f"{given} is lawful, but more than the {HIGHEST} to 1 this engine can pay"
        notes.find(Code.BEYOND_CAPACITY, path, law, words)
    elif (pays * submission.limits.smallest_chip).denominator > 1:
        words = f"{given} on the smallest chip is no whole cent: fractions are dropped"
        notes.warn(Code.CENTS_LOST, path, law, words)
    return pays


def _dragon_bonus(hand: Hand, submission: Submission, notes: Notes) -> Wager:
    """One paytable is selected for the Dragon Bonus, on whichever hand (ma-mini 12(e))."""
    book, key, path = notes.book, "pay.dragon-bonus", f"$.wagers.dragon-bonus-{hand}.paytable"
    tables = dragon_bonus.paytables(book)
    chosen = submission.wagers[f"dragon-bonus-{hand}"].paytable
    players = submission.wagers.get("dragon-bonus-player", WagerChoice()).paytable
    if chosen is None:
        notes.find(Code.CHOICE_MISSING, path, key, f"the submission must name a paytable: {listed(tables)}")
    elif chosen not in tables:
        notes.find(Code.PAYTABLE_UNKNOWN, path, key, f"there is no paytable {chosen!r}: choose {listed(tables)}")
    elif hand == "banker" and players in tables and players != chosen:
        words = f"one paytable holds for both hands, and the Player's is {players}"
        notes.find(Code.PAYTABLES_DIFFER, path, key, words)
    return dragon_bonus.dragon_bonus(book, hand, str(chosen) if chosen in tables else next(iter(tables), ""))


def portion(submission: Submission, notes: Notes) -> Fraction:
    """All of a House Money payout rides, or the portion the submission names (ma-mini 8(c)(3)(i)a)."""
    law, path = notes.book.law.house_money, "$.wagers.house-money.portion"
    given, whole = submission.wagers.get("house-money", WagerChoice()).portion, Fraction(1)
    if given is None or law is None:
        return whole
    if not law.portion.portion:
        notes.find(Code.TERM_FIXED, path, law.portion, "the whole payout rides or none: leave it out")
        return whole
    share = Fraction(given) if re.fullmatch(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?", given) else Fraction(0)
    if not 0 < share <= 1:
        words = f"{given!r} is no portion: write a fraction above 0 and up to 1, like '1/2'"
        notes.find(Code.PORTION_OUTSIDE, path, law.portion, words)
        return whole
    return share
