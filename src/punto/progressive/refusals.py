"""Refusals of a progressive: why not, by which section, and what would be right."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Why a command is refused, in order of precedence: the first that holds is given."""

    NOT_OPEN = "not-open"
    ALREADY_OPEN = "already-open"
    TERMS_DIFFER = "terms-differ"
    WRONG_ROLE = "wrong-role"
    TABLE_NOT_LINKED = "table-not-linked"
    COUP_PAST = "coup-past"
    ROUND_NOT_ENDED = "round-not-ended"  # an earlier coup of that table still waits for its end
    COUP_DIFFERS = "coup-differs"  # the same coup was told otherwise before
    ROUND_ENDED = "round-ended"  # its awards stand, and are put right by adjustment
    HIT_SINCE = "hit-since"  # the meter was won again: put it right by adjustment
    AWARD_STANDS = "award-stands"  # a coup that has paid a meter is not void
    NOT_WAGERED = "not-wagered"  # stakes in a free or simulated round
    NO_STAKE = "no-stake"
    NO_SUCH_AWARD = "no-such-award"
    CLAIMED_TWICE = "claimed-twice"
    SECRET_NEEDED = "secret-needed"
    SECRET_WRONG = "secret-wrong"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    SAME_PERSON = "same-person"
    NO_SUCH_POT = "no-such-pot"
    BAD_AMOUNT = "bad-amount"
    REASON_NEEDED = "reason-needed"
    TOO_MANY = "too-many"
    NOT_ENOUGH = "not-enough"
    ABOVE_CEILING = "above-ceiling"


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A command that was not carried out; the state is as it was."""

    reason: Reason
    section: str = ""
    detail: dict[str, str | int] = {}
