"""Refusals of a progressive: the reason, the section, and what is valid."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    NOT_OPEN = "not-open"
    ALREADY_OPEN = "already-open"
    TERMS_DIFFER = "terms-differ"
    WRONG_ROLE = "wrong-role"
    TABLE_NOT_LINKED = "table-not-linked"
    COUP_PAST = "coup-past"
    ROUND_NOT_ENDED = "round-not-ended"  # an earlier coup of that table has not ended
    COUP_DIFFERS = "coup-differs"  # the same coup was reported differently before
    ROUND_ENDED = "round-ended"  # awards are final; correct them by adjustment
    HIT_SINCE = "hit-since"  # the meter was won again; correct it by adjustment
    AWARD_STANDS = "award-stands"  # a coup that paid a meter cannot be void
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
    """A refused command; the state is unchanged."""

    reason: Reason
    section: str = ""
    detail: dict[str, str | int] = {}
