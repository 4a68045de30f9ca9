"""Signatures of a second person at the same screen: a token for one command, for one minute.

Two people at one screen have one session. The second proves who they are by name and password, and states what they
sign: the command itself, with the id under which it is sent, and the place where it applies. They get no session. The
token names the signer, and its code covers everything signed, the sender included; so it fits no other command, no
other sender and no other place, and an accepted command that is sent again has no second effect. Nothing is kept on
the server. When the token is used, the signer must still hold the duty; then the server writes the ``witness`` of the
command, which no client may.

Whatever moves chips, cards or money can ask for such a signature: see ``CoSigning.witness``.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from punto import accounts
from punto.accounts import Accounts, Person
from punto.core.roles import Duty, Rank, Signature
from punto.server.endpoints import HTTPError
from punto.server.messages import OWN_REASONS, Part

LIFE = 60_000  # milliseconds between a signature and its command
MOST_TOKEN = 1000  # characters
MOST_COMMAND = 16 * 1024  # bytes
VOID, SELF, NO_DUTY = "cosign-void", "cosign-self", "cosign-duty"
# Duties in which a second person signs; the first of theirs, if they name none.
SIGNING = (Duty.FLOOR, Duty.DEALER, Duty.CAGE, Duty.SECURITY, Duty.SURVEILLANCE, Duty.ADMINISTRATOR)


class Signed(Part, frozen=True, kw_only=True):
    """The content of a token."""

    who: str
    duty: Duty
    rank: Rank | None
    until: int


class CoSigned(Part, frozen=True, kw_only=True):
    """A second person's signature under one command."""

    token: str
    who: str
    name: str
    duty: Duty
    rank: Rank | None
    until: int  # milliseconds, by the clock of the floor


Stored = Callable[[], Awaitable[bool]]  # whether the command was carried out before


class CoSigning:
    """The signatures of second people on a floor; every process of the floor accepts those of the others."""

    def __init__(self, people: Accounts, secret: bytes) -> None:
        self._people, self._secret = people, hmac.digest(secret, b"cosign", "sha256")

    def sign(self, signer: Person, asker: str, place: str, command: Mapping[str, Any], duty: Duty | None) -> CoSigned:
        """Return a person's signature under a command of another. Raises ``HTTPError``."""
        if signer.who == asker:
            raise _refused(SELF)
        held = next((one for one in SIGNING if one in signer.duties and duty in (None, one)), None)
        if held is None:
            raise _refused(NO_DUTY)
        rank, until = signer.rank if held is Duty.FLOOR else None, self._people.clock() + LIFE
        content = msgspec.json.encode(Signed(who=signer.who, duty=held, rank=rank, until=until))
        token = f"{urlsafe_b64encode(content).decode()}.{self._code(content, asker, place, command)}"
        return CoSigned(token=token, who=signer.who, name=signer.name, duty=held, rank=rank, until=until)

    async def witness(
        self, token: str, asker: str, place: str, command: Mapping[str, Any], stored: Stored | None = None
    ) -> Signature:
        """Return the signature that a token gives a command. Raises ``HTTPError`` if it gives it none.

        ``stored`` says whether the command was carried out before; then its signature may have expired since.
        """
        try:
            encoded, code = token.encode("ascii")[:MOST_TOKEN].decode().split(".")
            content = urlsafe_b64decode(encoded)
            fits = hmac.compare_digest(code, self._code(content, asker, place, command))
            signed = msgspec.json.decode(content, type=Signed) if fits else None
        except (ValueError, UnicodeError):
            signed = None
        if signed is None:
            raise _refused(VOID)
        if signed.until < self._people.clock() and not (stored is not None and await stored()):
            raise _refused(VOID)
        state = await self._people.journal.catch_up()
        if signed.who in state.disabled or signed.duty not in state.duties_of(signed.who):
            raise _refused(NO_DUTY)
        if signed.duty is Duty.FLOOR and state.rank_of(signed.who) is not signed.rank:
            raise _refused(NO_DUTY)
        return Signature(signed.who, signed.duty, signed.rank)

    def _code(self, content: bytes, asker: str, place: str, command: Mapping[str, Any]) -> str:
        """Return the code of a token over all that it stands for."""
        signed = msgspec.json.encode((asker, place, command), order="deterministic")
        return hmac.digest(self._secret, content + b"\n" + signed, "sha256").hex()


def _refused(code: str) -> HTTPError:
    return HTTPError(409, code, OWN_REASONS[code])


async def guest_signer(people: Accounts, duty: Duty) -> Person:
    """Return a visitor of a demo who signs as the second person, where no password exists. Raises ``HTTPError``."""
    from punto.accounts.staff import grant

    admitted = await people.guest()
    if isinstance(admitted, accounts.Refusal):
        raise _refused(NO_DUTY)
    await grant(people, admitted.person.who, duty)
    await people.logout(admitted.token)
    return replace(admitted.person, duties=frozenset({duty}), rank=people.journal.state.rank_of(admitted.person.who))
