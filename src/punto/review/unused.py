"""Warnings for filed fields that have no effect at this table.

Stating who cuts a shoe that is never cut is lawful, but its author expects an effect. Each given field that nothing
reads is therefore a warning.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from punto.houserules import HouseRules
from punto.law.remedies import Remedies
from punto.review.finding import Code, Notes
from punto.submission import Submission


def _elsewhere(rules: HouseRules) -> bool:
    box = rules.layout.fitting("tip-box")
    return box is not None and box.place.startswith("elsewhere")


def _reshuffles(rules: HouseRules) -> bool:
    return rules.rulebook.law.shuffle.reshuffle_option is not None


def _remedies(rules: HouseRules) -> Remedies:
    return rules.rulebook.law.remedies


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
