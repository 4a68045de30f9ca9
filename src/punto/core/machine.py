"""The skeleton that the machines next to a table share: wallet, coupon book, progressive, administration, limits.

A machine is a state with two functions. ``decide`` returns the events of a command, or a refusal that changes nothing;
``evolve`` returns the state after an event. Both are pure: time and secrets are arguments.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Generic, TypeVar

import msgspec

By = TypeVar("By", bound=StrEnum)
Why = TypeVar("Why", bound=StrEnum)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]{0,79}")  # a pseudonym, digest or transfer; no invisible characters
MOST_WORDS = 500  # of a reason that a person gives


class Command(
    msgspec.Struct, Generic[By], frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True
):
    """Fields of every command."""

    id: str
    by: By  # the sender's role, or duty
    who: str
    at: int  # milliseconds, by the floor's clock


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """An event. Its tag is stable and versioned."""


class Refusal(msgspec.Struct, Generic[Why], frozen=True, rename="kebab"):
    """A refused command; the state is unchanged."""

    reason: Why
    detail: dict[str, str | int] = {}


def is_reason(words: str) -> bool:
    """Return whether a person gave a reason, of a length that is kept."""
    return 0 < len(words.strip()) <= len(words) <= MOST_WORDS
