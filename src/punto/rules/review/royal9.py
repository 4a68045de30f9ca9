"""Review of a wager that feeds meters; of Royal 9 its requirements of the table, and the combinations of its seats.

Progressive (ma-midi 12(i), ma-mini 12(i)) or Multi-Level (ma-baccarat 13(i), ma-midi-multilevel 12(i)).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from punto.core.money import Cents
from punto.law.schema.wagers import Multilevel, MultilevelMeter, MultilevelMeters, MultilevelPaytable, Progressive
from punto.rules.house_rules import Meter, Royal9
from punto.rules.review.cards import batches
from punto.rules.review.finding import Code, Notes, listed
from punto.rules.review.money import MOST
from punto.rules.submission import Meter as FiledMeter
from punto.rules.submission import Submission, WagerChoice, at, near
from punto.wagers.book import law_of
from punto.wagers.language import WagerLaw
from punto.wagers.openings import Combinations, chairs, king_9s
from punto.wagers.wager import WagerError

PROGRESSIVE, MULTILEVEL = "royal9.progressive.terms", "royal9.multilevel.terms"
PAYTABLE, PAYTABLES = "royal9.progressive.paytable", "royal9.multilevel.paytables"
MUST_HIT = "royal9.must-hit"


def metered(keys: Iterable[str], submission: Submission, notes: Notes) -> Royal9 | None:
    """Check the wager of a table that feeds meters and return its terms; None if the table offers none."""
    laws = [wager for key in keys if (wager := law_of(notes.book, key)).meters]
    for other in laws[1:]:
        words = f"one wager of a table feeds meters here, and {laws[0].key} does already: leave one of them out"
        notes.find(Code.BEYOND_CAPACITY, f"$.wagers.{other.key}", other.paid_by, words)
    if not laws:
        return None
    return _stated(submission, laws[0], notes) if laws[0].posted is None else _royal9(submission, laws[0], notes)


def _stated(submission: Submission, wager: WagerLaw, notes: Notes) -> Royal9:
    """Check a wager with meters that the rulebook states as data; every seat has the same lines."""
    path = path_of(wager)
    meters = _filed_meters(submission.wagers[wager.key], wager.meters, path, wager.paid_by, notes)
    _rates(tuple(meters.values()), path, wager.paid_by, notes)
    return Royal9(kind="data", paid_by=wager.paid_by, stake=wager.stake or 0, combinations={}, meters=meters)


def _royal9(submission: Submission, wager: WagerLaw, notes: Notes) -> Royal9 | None:
    law = notes.book.law.royal9
    if law.multilevel is not None:
        return _multilevel(submission, wager, law.multilevel, notes)
    return None if law.progressive is None else _progressive(submission, wager, law.progressive, notes)


def path_of(wager: WagerLaw) -> str:
    """Return the place of a wager in a submission."""
    return f"$.wagers.{wager.key}"


def _decks(submission: Submission, wager: WagerLaw, lawful: tuple[int, ...], key: str, notes: Notes) -> None:
    """Check the decks in play, of one batch if two alternate (reading 4)."""
    decks = Fraction(submission.decks, batches(submission, notes.book))
    if decks not in lawful:
        words = f"{wager.titles['en']} is played with {listed(lawful)} decks in the shoe, not {decks}"
        notes.find(Code.ROYAL9_DECKS, path_of(wager), key, words)


# ---------------------------------------------------------------- progressive


def _progressive(submission: Submission, wager: WagerLaw, law: Progressive, notes: Notes) -> Royal9:
    choice, lawful, path = submission.wagers[wager.key], law.terms.seats, path_of(wager)
    _decks(submission, wager, law.terms.decks, PROGRESSIVE, notes)
    if submission.seats not in lawful:
        words = f"{wager.titles['en']} is played with {listed(lawful)} seats, not {submission.seats}"
        notes.find(Code.ROYAL9_SEATS, path, PROGRESSIVE, words)
    if choice.paytable is not None:
        notes.find(Code.TERM_FIXED, f"{path}.paytable", PAYTABLE, "there is one paytable: leave it out")
    needed = tuple(line.meter for line in law.paytable.lines if line.meter is not None)
    meters = _filed_meters(choice, needed, path, PAYTABLE, notes)
    must_hit = _must_hit(choice, wager, notes)
    _rates((*meters.values(), *((must_hit,) if must_hit else ())), path, PAYTABLE, notes)
    return Royal9(
        kind="progressive",
        paid_by=PAYTABLE,
        stake=law.terms.stake_cents,
        combinations=_personal(submission, wager, law, notes),
        meters=meters,
        must_hit=must_hit,
    )


def _personal(submission: Submission, wager: WagerLaw, law: Progressive, notes: Notes) -> Combinations:
    """Return one Personal King-9 per seat, unsuited and unique."""
    path = f"{path_of(wager)}.combinations"
    given = submission.wagers[wager.key].combinations or []
    if len(given) != submission.seats:
        words = f"every seat needs one Personal King-9: {submission.seats} seats, {len(given)} given, like 's9h'"
        notes.find(Code.ROYAL9_COMBINATIONS, path, PROGRESSIVE, words)
    seen: dict[str, int] = {}
    posted: dict[int, str] = {}
    for seat, text in enumerate(given, 1):
        place = f"{path}[{seat - 1}]"
        try:
            king_9s([text])
        except WagerError as error:
            notes.find(Code.ROYAL9_COMBINATIONS, place, PROGRESSIVE, f"seat {seat}: {error}")
            continue
        posted[seat] = text
        if text[0] == text[2] and not law.terms.suited:
            words = f"seat {seat}: {text} is suited, but a Personal King-9 must not be"
            notes.find(Code.ROYAL9_SUITED, place, PROGRESSIVE, words)
        if seen.setdefault(text, seat) != seat and law.terms.unique:
            words = f"seat {seat}: {text} is already seat {seen[text]}'s, but each seat needs its own"
            notes.find(Code.ROYAL9_REPEATED, place, PROGRESSIVE, words)
    return dict(zip(posted, king_9s(posted.values()).values(), strict=True))


def _filed_meters(
    choice: WagerChoice, needed: tuple[str, ...], wager: str, provision: str, notes: Notes
) -> dict[str, Meter]:
    """Return the meters; seeds and rates that the document does not give are the licensee's (reading 5)."""
    _unknown_meters(choice, needed, wager, provision, notes)
    meters: dict[str, Meter] = {}
    for name in needed:
        path = f"{wager}.meters.{name}"
        if name not in choice.meters:
            notes.find(Code.ROYAL9_METER, path, provision, f"the {name} meter needs its seed and rate")
        else:
            meters[name] = _meter(name, choice.meters[name], path, provision, notes)
    return meters


def _must_hit(choice: WagerChoice, wager: WagerLaw, notes: Notes) -> Meter | None:
    """Return the Must Hit meter, with the base and ceiling between which its trigger is drawn (reading 6)."""
    if choice.must_hit is None:
        return None
    path = f"{path_of(wager)}.must-hit"
    if notes.book.law.royal9.must_hit is None:
        notes.find(Code.TERM_FIXED, path, wager.ruled_by, f"{notes.book.id} has no Must Hit: leave it out")
        return None
    meter = _meter("must-hit", choice.must_hit, path, MUST_HIT, notes)
    if meter.ceiling is None:
        notes.find(Code.ROYAL9_METER, f"{path}.ceiling", MUST_HIT, "Must Hit needs a ceiling by which it hits")
    return meter


# ---------------------------------------------------------------- multi-level


def _multilevel(submission: Submission, wager: WagerLaw, law: Multilevel, notes: Notes) -> Royal9:
    choice, tables, path = submission.wagers[wager.key], law.paytables.tables, path_of(wager)
    posted = chairs(law.chairs.chairs, law.chairs.faces)
    _decks(submission, wager, law.terms.decks, MULTILEVEL, notes)
    if choice.combinations is not None:
        words = "the document posts the combinations of every chair: leave them out"
        notes.find(Code.TERM_FIXED, f"{path}.combinations", "royal9.multilevel.chairs", words)
    _must_hit(choice, wager, notes)
    paytable = _paytable(choice, path, tuple(tables), notes)
    return Royal9(
        kind="multi-level",
        paid_by=PAYTABLES,
        stake=law.terms.stake_cents,
        combinations={chair: pairs for chair, pairs in posted.items() if chair <= submission.seats},
        meters=_printed_meters(choice, path, tables[paytable], notes),
        paytable=paytable,
    )


def _paytable(
    choice: WagerChoice, wager: str, tables: tuple[MultilevelPaytable, ...], notes: Notes
) -> MultilevelPaytable:
    path = f"{wager}.paytable"
    if choice.paytable is None:
        notes.find(Code.CHOICE_MISSING, path, PAYTABLES, f"the submission must name a paytable: {listed(tables)}")
    elif str(choice.paytable) not in tables:
        words = f"unknown paytable {choice.paytable!r}: choose {listed(tables)}"
        notes.find(Code.PAYTABLE_UNKNOWN, path, PAYTABLES, words)
    return next((table for table in tables if table == str(choice.paytable)), tables[0])


def _printed_meters(choice: WagerChoice, wager: str, table: MultilevelMeters, notes: Notes) -> dict[str, Meter]:
    """Return the printed seeds and rates; a submission adds a reserve, a ceiling, and who restores the seed."""
    starts: dict[MultilevelMeter, tuple[Cents, str]] = {
        "major": (table.major_seed_cents, table.major_rate),
        "k9-banker": (table.k9_banker_seed_cents, table.k9_banker_rate),
        "k9-player": (table.k9_player_seed_cents, table.k9_player_rate),
    }
    _unknown_meters(choice, tuple(starts), wager, PAYTABLES, notes)
    meters: dict[str, Meter] = {}
    for name, (seed, rate) in starts.items():
        filed, path = choice.meters.get(name, FiledMeter()), f"{wager}.meters.{name}"
        for term in ("seed", "rate"):
            if getattr(filed, term) is not None:
                words = f"the paytable prints the {term}: leave it out"
                notes.find(Code.TERM_FIXED, f"{path}.{term}", PAYTABLES, words)
        printed = replace(filed, seed=seed, rate=rate)
        meters[name] = _meter(name, printed, path, PAYTABLES, notes)
    return meters


# ---------------------------------------------------------------- meters


def _unknown_meters(choice: WagerChoice, names: tuple[str, ...], wager: str, provision: str, notes: Notes) -> None:
    for name in choice.meters:
        if name not in names:
            words = f"unknown meter {name!r}{near(name, names)}"
            notes.find(Code.ROYAL9_METER, at(f"{wager}.meters", name), provision, words)


def _meter(name: str, filed: FiledMeter, path: str, provision: str, notes: Notes) -> Meter:
    """Check one meter's seed, rate, reserve and ceiling."""
    seed = filed.seed if filed.seed is not None else 0
    if filed.seed is None or seed < 0:
        notes.find(Code.ROYAL9_METER, f"{path}.seed", provision, "a meter needs a seed in cents, zero or more")
    if filed.ceiling is not None and filed.ceiling <= seed:
        words = f"a ceiling of {filed.ceiling} cents is not above the seed of {seed}"
        notes.find(Code.ROYAL9_METER, f"{path}.ceiling", provision, words)
    if max(seed, filed.ceiling or 0) > MOST:
        words = f"a meter of more than {MOST} cents exceeds what this engine supports"
        notes.find(Code.BEYOND_CAPACITY, path, provision, words)
    rate = _percent(filed.rate or "", f"{path}.rate", provision, notes)
    if rate == 0:
        notes.find(Code.ROYAL9_METER, f"{path}.rate", provision, "a rate of zero would never raise the meter")
    reserve = _percent(filed.reserve, f"{path}.reserve", provision, notes)
    return Meter(name, seed, rate or Fraction(0), reserve or Fraction(0), filed.ceiling, filed.tops_up)


def _percent(text: str, path: str, provision: str, notes: Notes) -> Fraction | None:
    """Parse ``9.60%``; record a finding if it is malformed."""
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?%", text) or Fraction(text[:-1]) > 100:
        words = f"{text!r} is not a percentage from 0% to 100%: write it like '9.60%'"
        notes.find(Code.ROYAL9_METER, path, provision, words)
        return None
    return Fraction(text[:-1]) / 100


def _rates(meters: tuple[Meter, ...], wager: str, provision: str, notes: Notes) -> None:
    """Check that the meters together take no more than the whole wager."""
    if sum(meter.rate for meter in meters) > 1:
        words = "the rates of the meters and Must Hit exceed 100% of each wager"
        notes.find(Code.ROYAL9_METER, f"{wager}.meters", provision, words)
