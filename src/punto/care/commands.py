"""Commands by which players limit themselves."""

from __future__ import annotations

from typing import Literal

import msgspec

from punto.roles import Role

Own = Literal["loss", "time", "deposit"]  # cents lost, minutes at tables, cents brought; each in a day


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """What all commands carry."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the one clock of the floor


class SetLimit(Command, tag="set-limit", frozen=True, kw_only=True):
    """Set a limit of a day: lower at once, higher (or none) a day later."""

    limit: Own
    amount: int | None


class Pause(Command, tag="pause", frozen=True, kw_only=True):
    """Be kept from playing until a moment; there is no way back before it."""

    until: int


AnyCommand = SetLimit | Pause
