"""Login, registration and sessions, with rate limits and lockouts.

Unauthenticated callers learn nothing: a wrong name and a wrong password get the same response after the same work, and
count toward the same lockouts. Attempts in progress count as failed, so that parallel guesses gain nothing over
sequential ones.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from punto.accounts import credentials, second_factor, tokens
from punto.accounts.credentials import Passwords, Reason, Refusal
from punto.accounts.journal import Journal
from punto.accounts.rates import origin_of
from punto.accounts.user_store import Account, Books, Clock, Sessions, UserStore
from punto.core.roles import Duty, Rank
from punto.people import administration
from punto.people.administration.messages import NoteAccount, NoteFailure, NoteLogin
from punto.people.administration.state import PATIENCE, Failures, holding, value
from punto.record.duties import JOURNAL
from punto.record.store import Conflict

# ---------------------------------------------------------------- the service

Proved = TypeVar("Proved")
STREAM = JOURNAL
SYSTEM: dict[str, Any] = {"by": Duty.SYSTEM, "who": "system"}
MINUTE, HOUR = 60_000, 3_600_000
MOST_DEVICES = 10  # known devices per user; the oldest is dropped


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A user, as the rest of the floor sees them."""

    who: str  # pseudonym, used in the log
    name: str  # shown to others; never logged
    duties: frozenset[Duty]
    rank: Rank | None = None  # of a floorperson
    guest: bool = False
    disabled: bool = False
    code: bool = False  # logs in with an authenticator app, too
    code_due: bool = False  # needs one, and holds no duties until it is set up
    password_due: bool = False  # logged in with a one-time password; holds no duties until another is chosen


class LoginResult(msgspec.Struct, frozen=True):
    """A logged-in user and the session token."""

    token: str
    person: Person
    device: str = ""  # token for a new device to keep


class Accounts:
    """The accounts of a floor."""

    def __init__(self, books: Books, clock: Clock, secret: bytes, *, demo: bool, hashes: Passwords) -> None:
        self.clock, self.demo, self.hashes = clock, demo, hashes
        self.roll = UserStore(books)
        self.journal = Journal(
            books, clock, JOURNAL, administration.State(), administration.decide, administration.evolve
        )
        self.sessions = Sessions(books, hmac.digest(secret, b"session", "sha256"))
        self._origin = hmac.digest(secret, b"origin", "sha256")
        self._device = hmac.digest(secret, b"device", "sha256")
        self._under_way: Counter[str] = Counter()

    @classmethod
    async def open(cls, books: Books, clock: Clock, *, demo: bool = False, hashes: Passwords | None = None) -> Accounts:
        """Open the accounts in a store; on a demo floor, guests need no password."""
        accounts = cls(books, clock, await books.seal("accounts"), demo=demo, hashes=hashes or Passwords())
        await accounts.journal.catch_up()
        return accounts

    def close(self) -> None:
        """Shut down password hashing."""
        self.hashes.close()

    # ------------------------------------------------------------ login

    async def register(self, name: str, password: str) -> Person | Refusal:
        """Create a player account."""
        shown = credentials.chosen(name)
        if isinstance(shown, Refusal):
            return shown
        try:
            refusal = await self.hashes.chosen(password, shown)
            if refusal:
                return refusal
            account = await self.roll.enter(shown, await self.hashes.hash(password), self.clock())
        except credentials.Busy:
            return Refusal(Reason.BUSY)
        except Conflict:
            return Refusal(Reason.NAME_TAKEN)
        await self.journal.do(NoteAccount, **SYSTEM, person=account.who, what="opened")
        return self.person_of(account)

    async def guest(self) -> LoginResult | Refusal:
        """Log in a guest without a password, on a demo floor."""
        if not self.demo:
            return Refusal(Reason.NO_GUESTS)
        account = await self.roll.enter(tokens.guest_name(), "", self.clock(), guest=True)
        return await self._admitted(account)

    async def login(
        self, name: str, password: str, address: str = "", device: str | None = None, code: str | None = ""
    ) -> LoginResult | Refusal:
        """Log in by name and password, and the code of the authenticator app if the account has one.

        ``device`` is the token that a browser keeps, empty if it has none yet; None for a program, which keeps none.
        Without a ``code``, None, the session of the account stands for it.
        """

        async def welcome(account: Account, origin: str, known: str | None) -> LoginResult | Refusal:
            return await self._welcome(account, password, origin, known)

        return await self._proved(name, password, address, device, code, welcome)

    async def prove(
        self, name: str, password: str, address: str = "", device: str | None = None, code: str = ""
    ) -> Person | Refusal:
        """Return the user with a name and password, for a signature; begins no session, and a one-time password fails.

        A wrong password counts toward the same lockouts as at a login.
        """

        async def sign(account: Account, origin: str, known: str | None) -> Person | Refusal:
            if account.who in self.journal.state.disabled:
                return Refusal(Reason.DISABLED)
            return Refusal(Reason.WRONG_LOGIN) if account.one_time else self.person_of(account)

        return await self._proved(name, password, address, device, code, sign)

    async def _proved(
        self,
        name: str,
        password: str,
        address: str,
        device: str | None,
        code: str | None,
        then: Callable[[Account, str, str | None], Awaitable[Proved | Refusal]],
    ) -> Proved | Refusal:
        """Do something for a user who gives the right password."""
        if len(name) > credentials.MOST_BYTES or len(password) > credentials.LONGEST_PASSWORD:
            return Refusal(Reason.WRONG_LOGIN)
        kept = await self.roll.by_name(name)
        account = kept.account if kept else None
        person = account.who if account else self._digest(f"name {credentials.skeleton(name)}")
        origin = self._digest(f"address {origin_of(address)}")
        known = self._known(account, device)
        await self.journal.catch_up()
        with self._attempt(person, origin, known or "") as locked:
            if locked:
                return locked
            try:
                fits = await self.hashes.fits(account.password if account else "", password)
            except credentials.Busy:
                return Refusal(Reason.BUSY)
            if account is None or not fits:
                await self.journal.do(NoteFailure, **SYSTEM, person=person, origin=origin, device=known or "")
                return Refusal(Reason.WRONG_LOGIN)
            if account.code and code is not None:
                if not code:
                    return Refusal(Reason.CODE_NEEDED)
                if not await self._coded(account, code, account.code):
                    await self.journal.do(NoteFailure, **SYSTEM, person=person, origin=origin, device=known or "")
                    return Refusal(Reason.WRONG_CODE)
                kept = await self.roll.by_who(account.who)
                account = kept.account if kept else account
            return await then(account, origin, known)

    async def _coded(self, account: Account, code: str, number: int) -> bool:
        """Return whether a code of the account's authenticator app is right."""
        return await second_factor.accepted(self.roll.books, self.roll, account, code, self.clock(), number)

    async def begin_code(self, who: str) -> tuple[str, str] | Refusal:
        """Return a new secret for a user's authenticator app, as text and as an address; it counts once confirmed."""
        kept = await self.roll.by_who(who)
        if kept is None or kept.account.guest:
            return Refusal(Reason.NOT_A_GUEST)
        return await second_factor.begin(self.roll.books, kept.account)

    async def confirm_code(self, who: str, code: str) -> Refusal | None:
        """Use a new secret from now on: its owner has entered a code of it."""
        kept = await self.roll.by_who(who)
        if kept is None or not await self._coded(kept.account, code, kept.account.code + 1):
            return Refusal(Reason.WRONG_CODE)
        await self.journal.do(NoteAccount, **SYSTEM, person=who, what="authenticator app set up")
        return None

    def _known(self, account: Account | None, device: str | None) -> str | None:
        """Return the digest of a device known to the account; empty for an unknown device, None for a program."""
        digest = keyed_digest(self._device, device or "")
        return None if device is None else digest if account is not None and digest in account.devices else ""

    async def _welcome(self, account: Account, password: str, origin: str, known: str | None) -> LoginResult | Refusal:
        """Complete a login with the right password, unless the account is disabled."""
        if account.who in self.journal.state.disabled:
            return Refusal(Reason.DISABLED)
        if account.one_time:
            if await self.roll.change_if(account, password="") is None:  # the one-time password was used concurrently
                return Refusal(Reason.WRONG_LOGIN)
        elif self.hashes.weak(account.password):
            stronger = await self.hashes.hash(password)
            await self.roll.change(account.who, password=stronger)
        await self.journal.do(NoteLogin, **SYSTEM, person=account.who, origin=origin, device=known or "")
        device = await self._introduce(account.who) if known == "" and not account.one_time else ""
        bound = known or (keyed_digest(self._device, device) if device else "")
        return await self._admitted(account, password_due=account.one_time, device=device, bound=bound)

    async def _introduce(self, who: str) -> str:
        """Register a new device; return its token, of which only a digest is stored."""
        token = tokens.device()
        kept = await self.roll.by_who(who)
        devices = (keyed_digest(self._device, token), *(kept.account.devices if kept else ()))
        await self.roll.change(who, devices=devices[:MOST_DEVICES])
        return token

    async def _admitted(
        self, account: Account, *, password_due: bool = False, device: str = "", bound: str = ""
    ) -> LoginResult:
        at, who = self.clock(), account.who
        token = await self.sessions.begin(who, at, account.epoch, password_due=password_due, device=bound)
        return LoginResult(token, self.person_of(account, password_due=password_due), device)

    @contextmanager
    def _attempt(self, person: str, origin: str, device: str) -> Iterator[Refusal | None]:
        """Count an attempt while it is in progress; yield a refusal when no more are allowed."""
        at, book = self.clock(), self.journal.state.failures
        until = self.journal.state.locked(person, origin, at, device)
        counted = [(what, PATIENCE[what.partition("/")[0]]) for what in holding(person, origin, device)]
        if until:
            yield Refusal(Reason.LOCKED, {"until": until})
            return
        beyond = any(
            self._under_way[what] and book.get(what, Failures()).count + self._under_way[what] >= patience.free
            for what, patience in counted
        )
        if beyond:
            yield Refusal(Reason.BUSY)
            return
        self._under_way.update(what for what, _ in counted)
        try:
            yield None
        finally:
            self._under_way.subtract(what for what, _ in counted)
            self._under_way += Counter()  # drops zero counts

    # ------------------------------------------------------------ sessions

    async def person(self, token: str, device: str | None = None) -> Person | Refusal:
        """Return the user of a token; a refusal if the account is disabled or the session has ended.

        A browser's session of staff is valid with the ``device`` alone that began it; None if that was checked before.
        """
        state = await self.journal.catch_up()
        session = await self.sessions.of(token, self.clock(), self._times)
        kept = await self.roll.by_who(session.who) if session else None
        if session is None or kept is None or kept.account.epoch != session.epoch:
            return Refusal(Reason.NO_SESSION)
        if session.who in state.disabled:
            return Refusal(Reason.DISABLED)
        bound = session.device if device is not None and self._is_staff(session.who) else ""
        if bound and not hmac.compare_digest(keyed_digest(self._device, device or ""), bound):
            return Refusal(Reason.NO_SESSION)
        return self.person_of(kept.account, password_due=session.password_due)

    async def logout(self, token: str) -> None:
        """End a session permanently."""
        await self.sessions.end(token)

    async def change_password(
        self, token: str, old: str, new: str, address: str = "", device: str | None = None
    ) -> LoginResult | Refusal:
        """Change the password; ends every session and starts a new one."""
        person = await self.person(token)
        if isinstance(person, Refusal):
            return person
        if person.guest:
            return Refusal(Reason.NOT_A_GUEST)
        new_device = ""
        if not person.password_due:
            proof = await self.login(person.name, old, address, device, code=None)
            if isinstance(proof, Refusal):
                return proof
            await self.logout(proof.token)
            new_device = proof.device
        bound = keyed_digest(self._device, new_device or device or "") if new_device or device else ""
        try:
            refusal = await self.hashes.chosen(new, person.name)
            if refusal:
                return refusal
            account = await self.new_password(person.who, await self.hashes.hash(new), one_time=False)
        except credentials.Busy:
            return Refusal(Reason.BUSY)
        if account is None:
            return Refusal(Reason.NO_SESSION)
        return await self._admitted(account, device=new_device, bound=bound)

    async def new_password(self, who: str, hashed: str, *, one_time: bool) -> Account | None:
        """Set an account's password and end every session; None if the account does not exist."""
        kept = await self.roll.by_who(who)
        if kept is None:
            return None
        account = await self.roll.change(who, password=hashed, one_time=one_time, epoch=kept.account.epoch + 1)
        await self.journal.do(
            NoteAccount, **SYSTEM, person=who, what="one-time password" if one_time else "password changed"
        )
        return account

    async def sweep(self) -> None:
        """Erase ended sessions and departed guests; the floor calls this periodically."""
        idle, _ = self._times("")
        there = await self.sessions.sweep(self.clock(), self._times)
        for account in await self.roll.everybody():
            if account.guest and account.who not in there and account.opened + idle < self.clock():
                await self.roll.forget(account)

    # ------------------------------------------------------------ queries

    def person_of(self, account: Account, *, password_due: bool = False) -> Person:
        """Return an account as the rest of the floor sees it."""
        state = self.journal.state
        code_due = not account.code and not account.guest and self._is_staff(account.who)
        code_due = code_due and value(state.parameters, "second-factor") == 1
        return Person(
            who=account.who,
            name=account.name,
            duties=frozenset() if password_due or code_due else state.duties_of(account.who),
            rank=None if password_due or code_due else state.rank_of(account.who),
            code=bool(account.code),
            code_due=code_due,
            guest=account.guest,
            disabled=account.who in state.disabled,
            password_due=password_due,
        )

    def _times(self, who: str) -> tuple[int, int]:
        """Return how long a user's session may be idle, and last: those of staff are shorter."""
        parameters = self.journal.state.parameters
        times = value(parameters, "idle-minutes") * MINUTE, value(parameters, "session-hours") * HOUR
        if not self._is_staff(who):
            return times
        staff = value(parameters, "staff-idle-minutes") * MINUTE, value(parameters, "staff-session-hours") * HOUR
        return min(times[0], staff[0]), min(times[1], staff[1])

    def _is_staff(self, who: str) -> bool:
        return bool(self.journal.state.duties.get(who, frozenset()) - {Duty.PLAYER})

    def _digest(self, text: str) -> str:
        """Return a digest that only this floor can compute, so that a log reveals no addresses."""
        return keyed_digest(self._origin, text)


def keyed_digest(key: bytes, text: str) -> str:
    """Return a digest that only the holder of the key can compute."""
    return hmac.digest(key, text.encode("utf-8", "surrogatepass"), "sha256").hex()[:24]
