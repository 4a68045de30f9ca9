"""Commands by which players limit themselves."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.roles import Role

Own = Literal["loss", "time", "deposit"]  # daily: cents lost, minutes at tables, cents deposited


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every command."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the floor's clock


class SetLimit(Command, tag="set-limit", frozen=True, kw_only=True):
    """Set a daily limit: a decrease applies immediately, an increase or removal after a day."""

    limit: Own
    amount: int | None


class Pause(Command, tag="pause", frozen=True, kw_only=True):
    """Bar oneself from playing until a time in milliseconds; irrevocable."""

    until: int


AnyCommand = SetLimit | Pause
