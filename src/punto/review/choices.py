"""Choices between named procedures that a document leaves open.

Each function covers one field of the submission: which provision lists the choices, and what applies under a document
without such a provision. A choice that the submission must name has no default.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Literal, TypeVar

from punto.law.remedies import Option
from punto.law.schema.irregular import Choice, MidCoup
from punto.law.words import Provision
from punto.review.finding import Code, Notes, listed
from punto.submission import Submission

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
