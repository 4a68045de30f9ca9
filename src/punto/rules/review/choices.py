"""Choices between named procedures that a document leaves open.

Each function covers one field of the submission: which provision lists the choices, and what applies under a document
without such a provision. A choice that the submission must name has no default.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Literal, TypeVar

from punto.law.remedies import Option, Remedies
from punto.law.schema.irregular import Choice, MidCoup
from punto.law.words import Provision
from punto.rules.house_rules import HouseRules
from punto.rules.review.finding import Code, Notes, listed
from punto.rules.submission import Submission

Word = TypeVar("Word", bound=str)


def cut_by(submission: Submission, notes: Notes) -> Literal["players", "dealer"]:
    """Return who cuts the cards: the players, unless the document has the option."""
    option = notes.book.law.cut.dealer_option
    if option is None:
        return _choose("cut.by", ("players",), notes.book.law.cut.offer_order, submission, notes)
    return _choose("cut.by", option.choices, option, submission, notes)


def recut_by(submission: Submission, notes: Notes) -> Literal["last", "next"]:
    """Return who makes a recut."""
    recut = notes.book.law.cut.recut
    return _choose("cut.recut-by", recut.by, recut, submission, notes)


def burned_cards(submission: Submission, notes: Notes) -> Literal["face-down", "face-up"]:
    """Return whether burned cards are shown."""
    shown = notes.book.law.burn.shown
    return _choose("deal.burned-cards", shown.choices, shown, submission, notes)


def hands_turned_by(submission: Submission, notes: Notes) -> Literal["dealer", "squeeze"]:
    """Return who turns the hands: as the document prescribes, unless it has the option."""
    name, deal = "deal.hands-turned-by", notes.book.law.deal
    if deal.squeeze_option is not None:
        return _choose(name, deal.squeeze_option.choices, deal.squeeze_option, submission, notes)
    if deal.squeeze is not None:
        return _choose(name, ("squeeze",), deal.squeeze, submission, notes)
    return _choose(name, ("dealer",), deal.no_touch or "deal.dealer-turns", submission, notes)


def disclosed_third_card(submission: Submission, notes: Notes) -> Choice:
    """Return the treatment of a disclosed third card of a Player's Hand that stands."""
    return _remedy("deal.disclosed-third-card", notes.book.law.remedies.third, "discard", submission, notes)


def disclosed_mid_coup(submission: Submission, notes: Notes) -> MidCoup:
    """Return the treatment of a coup in which another card was disclosed; a reading of ours leaves this open.

    Earlier rulebooks do not require the submission to name it: under them the coup is completed.
    """
    return _remedy("deal.disclosed-mid-coup", notes.book.law.remedies.mid_coup, "complete", submission, notes)


def _remedy(name: str, option: Option[Word], unasked: Word, submission: Submission, notes: Notes) -> Word:
    """Return the licensee's choice of a remedy, if any remedy depends on it."""
    if not option.choices:
        return unasked
    return _choose(name, option.choices, option.provision, submission, notes, named=option.named)


def rounding(submission: Submission, notes: Notes) -> Literal["exact", "quarter"]:
    """Return how vigorish is rounded."""
    rounded = notes.book.law.vigorish.rounding
    return _choose("vigorish.rounding", rounded.choices, rounded, submission, notes)


def vigorish_when(submission: Submission, notes: Notes) -> Literal["with-payout", "deferred"]:
    """Return when vigorish is collected."""
    when = notes.book.law.vigorish.when
    return _choose("vigorish.when", when.choices, when, submission, notes, named=True)


def vigorish_marked(rounded: str, submission: Submission, notes: Notes) -> Literal["exact", "rounded"]:
    """Return what a marker button stands for: rounded amounts only where the licensee rounds (reading 35)."""
    options: tuple[Literal["exact", "rounded"], ...] = ("exact", "rounded")
    marked = _choose("vigorish.marked", options, notes.book.law.vigorish.rounding, submission, notes)
    if marked == "rounded" and rounded == "exact":
        words = 'the amounts of marker buttons are rounded only where vigorish is: add rounding = "quarter"'
        notes.find(Code.NOT_A_CHOICE, "$.vigorish.marked", "vigorish.rounding", words)
    return marked


def _choose(
    name: str,
    options: tuple[Word, ...],
    cited: Provision | str,
    submission: Submission,
    notes: Notes,
    *,
    named: bool = False,
) -> Word:
    """Return a submission's choice; record one that the document does not have, or a missing one."""
    given: str | None = attrgetter(name.replace("-", "_"))(submission)
    if given is None and named:
        words = f"the submission must name one: {listed(options)}"
        notes.find(Code.CHOICE_MISSING, f"$.{name}", cited, words)
    elif given is not None and given not in options:
        words = f"{notes.book.id} has {listed(options)} here, not {given!r}"
        notes.find(Code.NOT_A_CHOICE, f"$.{name}", cited, words)
    return next((one for one in options if one == given), options[0])


# ---------------------------------------------------------------- names

LONGEST = 60


def names(submission: Submission, notes: Notes) -> None:
    """Check the names of the table, its pit and its operator; only the table's is required."""
    if not submission.table:
        notes.find(Code.NAME, "$.table", "", "a table needs a name, like 'MB-01'")
    named = {"$.table": submission.table, "$.pit": submission.pit, "$.layout.operator": submission.layout.operator}
    for path, name in named.items():
        if not name.isprintable() or name != name.strip():
            words = "a name must not have invisible characters, or spaces at its ends"
            notes.find(Code.NAME, path, "", words)
        elif len(name) > LONGEST:
            notes.find(Code.NAME, path, "", f"a name must have at most {LONGEST} characters, not {len(name)}")


# ---------------------------------------------------------------- unused fields


def _elsewhere(rules: HouseRules) -> bool:
    box = rules.layout.fitting("tip-box")
    return box is not None and box.place.startswith("elsewhere")


def _reshuffles(rules: HouseRules) -> bool:
    return rules.rulebook.law.shuffle.reshuffle_option is not None


def _remedies(rules: HouseRules) -> Remedies:
    return rules.rulebook.law.remedies


def _marks(rules: HouseRules) -> bool:
    return rules.vigorish is not None and rules.vigorish.when == "deferred"


DEPENDS = "a document in which a remedy depends on it"
# Field, when it is used, and what it belongs to.
FIELDS: tuple[tuple[str, Callable[[HouseRules], bool], str], ...] = (
    ("shuffle.machine-procedure", lambda rules: rules.shuffling.how == "batch", "a batch shuffle machine"),
    ("no-tie-approval", lambda rules: "tie" not in rules.limits, "a table without a Tie wager"),
    ("shuffle.continuous-approval", lambda rules: rules.shoe.continuous, "a continuous shoe"),
    ("shuffle.preshuffled-procedure", lambda rules: rules.shuffling.preshuffled, "pre-shuffled cards"),
    ("shuffle.reshuffle-notice", _reshuffles, "the further shuffle"),
    ("shuffle.stores-securely", lambda rules: rules.shuffling.batches > 1, "two batches and a shuffler"),
    ("shuffle.storage-procedure", lambda rules: rules.shuffling.batches > 1, "two batches and a shuffler"),
    ("cut.by", lambda rules: rules.applies("cut.offer-order"), "a shoe that is cut"),
    ("cut.recut-by", lambda rules: rules.applies("cut.recut"), "a shoe that is cut"),
    ("deal.burned-cards", lambda rules: rules.shoe.burn, "a shoe whose first cards are burned"),
    ("deal.disclosed-third-card", lambda rules: bool(_remedies(rules).third.choices), DEPENDS),
    ("deal.disclosed-mid-coup", lambda rules: bool(_remedies(rules).mid_coup.choices), DEPENDS),
    ("times.shoe-minutes", lambda rules: rules.deck_hours is not None, "cards that are changed by the clock"),
    ("layout.odds", lambda rules: rules.layout.notice("odds") is not None, "a document that has odds shown"),
    ("layout.dragon-7-notice", lambda rules: rules.ez, "an EZ table"),
    ("layout.dragon-7-words", lambda rules: rules.ez, "an EZ table"),
    ("vigorish.marked", _marks, "vigorish that is marked and collected later"),
    ("layout.markers", lambda rules: rules.layout.fitting("markers") is not None, "marked vigorish in Maryland"),
    ("layout.drop-box", lambda rules: rules.layout.fitting("drop-box") is not None, "a document that places the box"),
    ("layout.tip-box", lambda rules: rules.layout.fitting("tip-box") is not None, "a document that places the box"),
    ("layout.tip-box-approval", _elsewhere, "a tip box elsewhere"),
)


def unused(submission: Submission, rules: HouseRules, notes: Notes) -> None:
    """Warn of every filed field without effect."""
    for name, useful, belongs_to in FIELDS:
        given = attrgetter(name.replace("-", "_"))(submission)
        if given not in (None, "", False) and not useful(rules):
            words = f"this belongs to {belongs_to} and has no effect here"
            notes.warn(Code.NO_EFFECT, f"$.{name}", "", words)
    royal = rules.royal9
    wager = next((one for one in rules.wagers if one.metered), None)
    if royal is None or wager is None:
        return
    parts = {one.pays for one in wager.results if one.share != 1}
    for meter in (*royal.meters.values(), *((royal.must_hit,) if royal.must_hit else ())):
        if meter.tops_up and meter.key not in parts:
            place = "must-hit" if meter is royal.must_hit else f"meters.{meter.key}"
            words = "every award of this meter is all of it, and restarts it at its seed: this has no effect here"
            notes.warn(Code.NO_EFFECT, f"$.wagers.{wager.key}.{place}.tops-up", "", words)
