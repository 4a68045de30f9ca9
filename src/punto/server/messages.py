"""Types of the messages of a table's socket; the JSON Schema in the package is generated from them.

Each message is an object with one key, its kind. Field names are kebab-case, as in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from punto.game.game import Accepted
from punto.people.responsible_play.machine import Standing
from punto.record.chain import schema
from punto.table import Refusal
from punto.table.commands import Reason
from punto.table.holes import Expected
from punto.views.picture import Picture
from punto.views.refusal_messages import words

PROTOCOL = 1


class Part(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A message, a response, or a part of one."""


class Range(Part, frozen=True, kw_only=True):
    """The minimum and maximum of a wager, in cents."""

    least: int
    most: int


# ---------------------------------------------------------------- from the client


class Said(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message of a client: one of these keys; a command may come with the token of a second person's signature."""

    do: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # a command, without sender and time
    cosign: str | msgspec.UnsetType = msgspec.UNSET
    ping: int | msgspec.UnsetType = msgspec.UNSET
    peek: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET  # places of cards that this seat holds for the squeeze


# ---------------------------------------------------------------- from the server


class You(Part, frozen=True, kw_only=True):
    """The identity of the client."""

    who: str
    role: str
    seat: int | None


class Welcome(Part, frozen=True, kw_only=True, omit_defaults=True):
    """The first message."""

    protocol: int
    table: str
    version: int
    now: int
    you: You
    rules: str  # their digest
    names: dict[str, str] = {}  # of seated players, by seat; for logged-in users
    picture: Picture | None = None  # omitted if the events since the requested version follow


class Events(Part, frozen=True, kw_only=True):
    """The events of one command in this viewer's view; ``n`` is the number of the first."""

    n: int
    at: int
    events: tuple[dict[str, Any], ...]


class Timer(Part, frozen=True, kw_only=True):
    """When bets close, and when the house continues without a player's choice; null without a timer."""

    closes: int | None
    waits: int | None
    now: int


class Posted(Part, frozen=True, kw_only=True):
    """The limits in force, in cents, and whether the table is suspended."""

    limits: dict[str, Range]
    disabled: bool


class Taken(Part, frozen=True, kw_only=True):
    """A command was accepted: its events are stored."""

    id: str
    n: int
    events: int
    again: bool


class Refused(Part, frozen=True, kw_only=True):
    """A command was refused; nothing has changed."""

    id: str
    reason: str
    words: str
    section: str = ""
    detail: dict[str, str | int] = {}


class Pong(Part, frozen=True, kw_only=True):
    """The response to a ping, with the server's time."""

    ping: int
    now: int


class OwnCoupon(Part, frozen=True, kw_only=True):
    """A coupon that its holder may use with a wager."""

    number: int
    cents: int
    expires: int


class Account(Part, frozen=True, kw_only=True):
    """The user's own wallet and responsible-play status."""

    cents: int | None  # in the wallet; None without one
    standing: Standing
    limits: dict[str, int]  # daily self-limits in force: loss and deposit in cents, time in minutes
    paused: int | None  # end of a pause of play, or None
    coupons: tuple[OwnCoupon, ...] = ()  # that can be used now


class Moved(Part, frozen=True, kw_only=True):
    """This process no longer owns the table."""

    url: str


SHUT = "table closed"  # after this farewell a client need not reconnect


class Bye(Part, frozen=True, kw_only=True):
    """The last message."""

    why: str


KINDS: Mapping[str, Any] = {
    "welcome": Welcome,
    "events": Events,
    "expected": tuple[Expected, ...],
    "timer": Timer,
    "posted": Posted,
    "accepted": Taken,
    "refused": Refused,
    "pong": Pong,
    "peek": dict[str, str],
    "meters": dict[str, int],
    "names": dict[str, str],
    "account": Account,
    "moved": Moved,
    "bye": Bye,
}

_ENCODER = msgspec.json.Encoder()


def message(kind: str, body: Any) -> bytes:
    """Encode a message.

    >>> message("bye", Bye(why="idle"))
    b'{"bye":{"why":"idle"}}'
    """
    return b'{"%b":%b}' % (kind.encode(), _ENCODER.encode(body))


# Refusals of the server before a command reaches its table; those of the table are in ``punto.views.refusal_messages``.
OWN_REASONS: Mapping[str, str] = {
    "malformed": "That is no message that this table understands.",
    "too-many": "Too many messages; slow down.",
    "busy": "The table has too much to do; send it again.",
    "spectator": "Log in and take a seat first.",
    "wrong-role": "That is not yours to do.",
    "no-cash": "Chips come from the wallet here; cash is taken at tables with a dealer.",
    "duties-clash": "Nobody deals at a table where they play.",
    "not-floor": "This person is not a floorperson.",
    "posted-elsewhere": "This person has a dealer's post at another table.",
    "cause-needed": "Name the coup and the wager that this corrects, or a reason code.",
    "no-such-wager": "This seat did not have that wager in that coup. Name another, or a reason code.",
    "own-account": "This is your own account: another person does it.",
    "second-person": "One person does not move this sum alone: propose it, or let a second person sign with you.",
    "cosign-self": "The second signature is of another person.",
    "cosign-duty": "This person may not sign this.",
    "cosign-void": "This signature is for another act, or more than a minute old. Sign again.",
    "disabled": "This is switched off at the moment.",
    "responsible-play": "A limit that was set for this account forbids it.",
    "not-kept-here": "Another process resumes this table. Try again in a moment.",
    "stopped": "This floor has stopped: its database is not as it was left. Nothing has changed.",
    "fault": "Something went wrong here; nothing has changed.",
}
PRIVATE = frozenset({"rack"})  # details of a refusal for staff only


def taken(ident: str, answer: Accepted) -> bytes:
    """Return the message that accepts a command."""
    return message("accepted", Taken(id=ident, n=answer.n, events=len(answer.events), again=answer.again))


def refused(ident: str, refusal: Refusal, house: bool = False) -> bytes:
    """Return the message of a table's refusal, with what would be valid; details for staff only are omitted."""
    detail = {key: value for key, value in refusal.detail.items() if house or key not in PRIVATE}
    shown = Refusal(Reason(refusal.reason), refusal.section, detail)
    body = Refused(id=ident, reason=shown.reason, words=words(shown), section=shown.section, detail=detail)
    return message("refused", body)


def declined(ident: str, reason: str, **detail: str) -> bytes:
    """Return the message of a refusal by the server itself."""
    return message("refused", Refused(id=ident, reason=reason, words=OWN_REASONS[reason], detail=dict(detail)))


def protocol() -> dict[str, Any]:
    """Return the JSON Schema of all server messages."""
    kinds = [
        msgspec.defstruct(f"Message{kind.title()}", [(kind, body)], forbid_unknown_fields=True)
        for kind, body in KINDS.items()
    ]
    made = [schema(f"{kind}", body) for kind, body in zip(KINDS, kinds, strict=True)]
    parts = {name: part for each in made for name, part in each["$defs"].items()}
    return {
        "title": f"punto protocol {PROTOCOL}",
        "oneOf": [{"$ref": each["$ref"]} for each in made],
        "$defs": dict(sorted(parts.items())),
    }
