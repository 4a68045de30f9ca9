"""Commands as clients send them: read strictly, and stamped with who asks, in which role, and when."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from punto.server import cage, participants, wallets
from punto.server.channels import TableChannel
from punto.server.endpoints import HTTPError
from punto.server.participants import SEATED, Participant
from punto.table.commands import AnyCommand

MOST_ID, MOST_WORDS = 64, 400
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # controls, signs that turn text round, no signs at all


class Malformed(ValueError):
    """A message that makes no sense here."""

    def __init__(self, words: str, ident: str = "") -> None:
        super().__init__(words)
        self.ident = ident


class ParsedCommand(NamedTuple):
    """A command as the table takes it, and the id under which its client waits for the answer."""

    id: str
    command: AnyCommand


def read_command(given: msgspec.Raw, caller: Participant, room: TableChannel, at: int) -> ParsedCommand | HTTPError:
    """Read a command; who asks and when is not the client's to say, and in which role only as far as it is theirs."""
    ident, fields = _read(given)
    if not caller.roles:
        return HTTPError(403, "spectator", "", {"id": ident})
    rules, state = room.desk.rules, room.desk.state
    role = caller.acts_as(fields.get("by"), state)
    if role is None:
        return HTTPError(403, "wrong-role", "", {"id": ident})
    try:
        command: AnyCommand = msgspec.convert({**fields, "by": role, "who": caller.who, "at": at}, AnyCommand)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), ident) from None
    if role in SEATED and caller.speaks_for_seats(state):
        spoken = room.at_desk.entered(rules, state, caller, command)
        room.dealt.add(caller.who)
        return ParsedCommand(ident, spoken) if spoken else HTTPError(403, "wrong-role", "", {"id": ident})
    return ParsedCommand(ident, command)


def _read(given: msgspec.Raw) -> tuple[str, dict[str, Any]]:
    """Return the id and the fields of a command, whatever it is; every text of it can be seen."""
    try:
        fields = msgspec.json.decode(given, type=dict[str, Any])
    except RecursionError:
        raise Malformed("too deep") from None
    ident = fields.get("id")
    if not isinstance(ident, str) or not 1 <= len(ident) <= MOST_ID or unseen(ident):
        raise Malformed(f"id: a command has one, of 1 to {MOST_ID} signs that can be seen")
    for prefix in (participants.PREFIX, wallets.CLOSING_PREFIX, cage.APPROVED):
        if ident.startswith(prefix):
            raise Malformed(f"id: none of a client begins with {prefix}", ident)
    if "coupon-seen-by" in fields:
        raise Malformed("coupon-seen-by: the server names the dealer who entered a paper coupon", ident)
    for text in _strings(fields):
        if len(text) > MOST_WORDS or unseen(text):
            raise Malformed(f"a text has at most {MOST_WORDS} signs, and all of them can be seen", ident)
    return ident, fields


def unseen(text: str) -> bool:
    """Whether a text holds signs that nobody can see, or that make others look different."""
    return any(unicodedata.category(sign) in UNSEEN for sign in text)


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for name, each in value.items():
                yield name
                yield from _strings(each)
        case list():
            for each in value:
                yield from _strings(each)
