"""The choices a document leaves open between named procedures, and those it does not.

Each row is a field of the submission: which provision lists the choices, and what holds under a document that has no
such provision. A choice that the submission must name has no default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from punto.law.schema import Law
from punto.review.finding import Code, Notes, listed
from punto.submission import Submission


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a field's choices come from."""

    provision: str
    term: str = "choices"
    named: Callable[[Law], bool] = lambda law: False  # whether the submission must name it
    fixed: Mapping[str, str] = field(default_factory=dict)  # without the provision: what another one prescribes
    ours: tuple[str, ...] = ()  # choices that a reading of ours leaves open, not the document


CHOICES = {
    "cut.by": Choice("cut.dealer-option", fixed={"cut.offer-order": "players"}),
    "cut.recut-by": Choice("cut.recut", "by"),
    "deal.burned-cards": Choice("burn.shown"),
    "deal.hands-turned-by": Choice("deal.squeeze-option", fixed={"deal.squeeze": "squeeze", "deal.no-touch": "dealer"}),
    "deal.disclosed-third-card": Choice("irregular.player-third-option", named=lambda law: True),
    "deal.disclosed-mid-coup": Choice(  # earlier rulebooks do not ask for it: there the coup is completed
        "irregular.disclosed", named=lambda law: law.irregular.disclosed.mid_coup == "named", ours=("complete", "void")
    ),
    "vigorish.rounding": Choice("vigorish.rounding"),
    "vigorish.when": Choice("vigorish.when", named=lambda law: True),
}


def choose(name: str, submission: Submission, notes: Notes) -> str:
    """Return what a submission chooses, noting a choice that the document does not have or asks for in vain."""
    choice, book = CHOICES[name], notes.book
    cited, options = choice.provision, choice.ours
    if not options and cited in book:
        options = book.words(cited, choice.term)
    elif not options:
        cited, only = next((key, only) for key, only in choice.fixed.items() if key in book)
        options = (only,)
    given: str | None = attrgetter(name.replace("-", "_"))(submission)
    if given is None and choice.named(book.law):
        words = f"the submission must name one: {listed(options)}"
        notes.find(Code.CHOICE_MISSING, f"$.{name}", cited, words)
    elif given is not None and given not in options:
        words = f"{book.id} has {listed(options)} here, not {given!r}"
        notes.find(Code.NOT_A_CHOICE, f"$.{name}", cited, words)
    return given if given in options else options[0]
