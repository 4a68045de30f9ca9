"""The state of administration: duties and their conflicts, lockouts, parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from punto.core.roles import Duty, Rank, Role
from punto.core.self_limits import DAY
from punto.people.administration import messages as e

# ---------------------------------------------------------------- duties

# Conflicts of duties: one table, checked whenever a duty is granted.
#
# Some pairs of duties conflict *anywhere*: a user with one is never granted the other. Some pairs of acts conflict in
# the *same matter*: a user may do both, but not at the same table or on the same proposal.


class RoleConflict(NamedTuple):
    """Two duties or acts that conflict, and why."""

    one: str
    other: str
    why: str


_P, _D, _F = Duty.PLAYER, Duty.DEALER, Duty.FLOOR
_C, _G = Duty.CAGE, Duty.SECURITY
_S, _U, _A, _R = Duty.SURVEILLANCE, Duty.AUDITOR, Duty.ADMINISTRATOR, Duty.REGULATOR

APART: Mapping[frozenset[Duty], str] = MappingProxyType(
    {
        frozenset(pair): why
        for why, pairs in {
            "surveillance must not monitor itself": ((_S, _D), (_S, _F), (_S, _P), (_S, _C), (_S, _G)),
            "an auditor must not audit their own acts": ((_U, _P), (_U, _D), (_U, _F), (_U, _S), (_U, _C), (_U, _G)),
            "an administrator holds no other duty": tuple((_A, one) for one in (_P, _D, _F, _C, _G, _S, _U, _R)),
            "a regulator belongs to no operator": tuple((_R, one) for one in (_P, _D, _F, _C, _G, _S, _U)),
            "a floorperson must not be party to a dispute they decide": ((_F, _P),),
            "chips are prepared, carried and received by three departments": (
                (_C, _D),
                (_C, _F),
                (_C, _G),
                (_G, _D),
                (_G, _F),
            ),
            "who keeps or carries chips must not play for them": ((_C, _P), (_G, _P)),
        }.items()
        for pair in pairs
    }
)

# In one matter: a table, a proposal. The progressive machine enforces the second itself (reason same-person).
SAME_MATTER: tuple[RoleConflict, ...] = (
    RoleConflict("deal", "play", "a dealer must not play at the same table"),
    RoleConflict("propose", "approve", "a meter change needs approval by a second person"),
)

ROLES: Mapping[Duty, Role] = MappingProxyType(
    {
        Duty.PLAYER: Role.PLAYER,
        Duty.DEALER: Role.DEALER,
        Duty.FLOOR: Role.FLOOR,
        Duty.SURVEILLANCE: Role.SURVEILLANCE,
    }
)  # auditors and administrators have no role at a table


def role_conflict(duties: Iterable[Duty]) -> RoleConflict | None:
    """Return the first pair of conflicting duties, or None.

    >>> role_conflict({Duty.DEALER, Duty.SURVEILLANCE}).why
    'surveillance must not monitor itself'
    """
    for one, other in combinations(sorted(duties), 2):
        why = APART.get(frozenset((one, other)))
        if why:
            return RoleConflict(one, other, why)
    return None


def role_conflict_at(act: str, done: Iterable[str]) -> RoleConflict | None:
    """Return the conflict of an act with the acts already done in the same matter, or None."""
    others = set(done)
    for pair in SAME_MATTER:
        if act in pair[:2] and ({*pair[:2]} - {act}) & others:
            return pair
    return None


# ---------------------------------------------------------------- lockout

# Lockout: after several consecutive failures, logins are refused for a time that doubles with each further failure.
#
# Failures count separately per person and per origin, which stops both guessing at one account from many addresses and
# guessing at many accounts from one address. An origin is shared by many users, so it gets more attempts. A known
# device counts on its own, so that a stranger's guesses never lock out the owner. Failures expire after a day, and
# their number is bounded: the oldest that lock nothing are dropped first.

MINUTE = 60_000
LONGEST_LOCKOUT = 60 * MINUTE
MOST_KEPT = 10_000


class LockoutPolicy(NamedTuple):
    """Lockout policy: the failures allowed before the first lockout."""

    free: int
    first: int  # length of the first lockout in milliseconds


PATIENCE: Mapping[str, LockoutPolicy] = MappingProxyType(
    {"person": LockoutPolicy(5, MINUTE), "origin": LockoutPolicy(20, MINUTE), "device": LockoutPolicy(5, MINUTE)}
)


class Failures(msgspec.Struct, frozen=True):
    """Consecutive failures, the time of the last, and the end of the lockout (0 if none), in milliseconds."""

    count: int = 0
    at: int = 0
    until: int = 0


Book = dict[str, Failures]


def key(kind: str, of: str) -> str:
    """Return the key under which failures are counted."""
    return f"{kind}/{of}"


def counted(person: str, origin: str, device: str = "") -> tuple[str, ...]:
    """Return the keys a failure counts against: known device and origin, or else person and origin."""
    return key("device", device) if device else key("person", person), key("origin", origin)


def holding(person: str, origin: str, device: str = "") -> tuple[str, ...]:
    """Return the keys that can lock out a login: for a known device, only the device."""
    return (key("device", device),) if device else counted(person, origin)


def failed(book: Mapping[str, Failures], what: str, at: int) -> Failures:
    """Return the failures after one more."""
    known = book.get(what, Failures())
    count = 1 if known.at + DAY <= at else known.count + 1
    patience = PATIENCE[what.partition("/")[0]]
    beyond = count - patience.free
    if beyond < 0:
        return Failures(count, at)
    return Failures(count, at, at + min(patience.first << min(beyond, 32), LONGEST_LOCKOUT))


def kept(book: Book, at: int) -> Book:
    """Return the failures without those that have expired or exceed the limit."""
    if len(book) <= MOST_KEPT:
        return book
    lately = {what: one for what, one in book.items() if one.at + DAY > at}
    order = sorted(lately, key=lambda what: (lately[what].until > at, lately[what].at))
    return {what: lately[what] for what in order[-MOST_KEPT * 9 // 10 :]}


# ---------------------------------------------------------------- parameters

# Parameters of a floor that can change while it runs, each with its bounds; every change is an event.
#
# The administrator's parameters are integers, listed here. The floor's are of several kinds with many names:
# suspensions (``switch/table/MB-7``), whether a table is open (``table/MB-7``), and posted limits
# (``limits/MB-7/banker``). A floor parameter at its default is not stored.


class Parameter(NamedTuple):
    """Integer with bounds."""

    default: int
    least: int
    most: int
    about: str

    def fits(self, text: str) -> bool:
        """Return whether a text is such an integer in canonical form."""
        return (
            text.isascii() and text.isdigit() and str(int(text[:20])) == text and self.least <= int(text) <= self.most
        )


PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        "large-win": Parameter(1_000_000, 1, 10**11, "win in one coup, in cents, from which it is recorded"),
        "alone": Parameter(
            100_000,
            0,
            10**11,
            "cents one floorperson moves alone: at the cage in a day, at a table in a shoe; beyond, a second approves",
        ),
        "idle-minutes": Parameter(30, 1, 24 * 60, "minutes of inactivity before a user is logged out"),
        "coupon-alone": Parameter(
            10_000, 0, 10**8, "cents in coupons one person may issue to a player per day without countersignature"
        ),
        "second-factor": Parameter(0, 0, 1, "1: staff hold duties only with an authenticator app beside the password"),
        "session-hours": Parameter(12, 1, 7 * 24, "maximum length of a session in hours"),
        "staff-idle-minutes": Parameter(20, 1, 24 * 60, "minutes of inactivity before staff are logged out"),
        "staff-session-hours": Parameter(10, 1, 7 * 24, "maximum length of a session of staff in hours"),
    }
)


class Kind(NamedTuple):
    """Kind of parameter set by the floor: its default and its other values."""

    default: str
    others: re.Pattern[str]
    about: str


LONGEST_NAME = 200  # characters of a name
FLOORS: Mapping[str, Kind] = MappingProxyType(
    {
        "switch/": Kind("on", re.compile("off"), "suspends the floor, a table or a player"),
        "table/": Kind("open", re.compile("closed"), "closes a table"),
        "limits/": Kind(
            "filed", re.compile("[1-9][0-9]{0,11}-[1-9][0-9]{0,11}"), "minimum and maximum of a wager, cents"
        ),
    }
)


def floors(name: str) -> Kind | None:
    """Return the kind of a floor parameter, or None.

    >>> floors("limits/MB-7/banker").default
    'filed'
    """
    if len(name) > LONGEST_NAME or not name.isprintable():
        return None
    return next((kind for begins, kind in FLOORS.items() if name.startswith(begins) and name != begins), None)


def default_of(name: str) -> str:
    """Return a parameter's default."""
    kind = floors(name)
    return kind.default if kind else str(PARAMETERS[name].default)


def changed(parameters: Mapping[str, str], name: str, after: str) -> dict[str, str]:
    """Return the parameters after a change; a floor parameter back at its default is removed."""
    others = {each: text for each, text in parameters.items() if each != name}
    return others if floors(name) and after == default_of(name) else {**others, name: after}


def value(parameters: Mapping[str, str], name: str) -> int:
    """Return a parameter's current value."""
    return int(parameters[name]) if name in parameters else PARAMETERS[name].default


def large_win(parameters: Mapping[str, str]) -> int:
    """Return the cents from which a win is large."""
    return value(parameters, "large-win")


# ---------------------------------------------------------------- state

# State of administration, and how events change it.

PLAYER = frozenset({Duty.PLAYER})  # the default: users without another duty are players


class State(msgspec.Struct, frozen=True):
    """State of administration."""

    version: int = 0
    at: int = 0  # milliseconds, the latest time recorded
    duties: dict[str, frozenset[Duty]] = {}  # of users with duties
    ranks: dict[str, Rank] = {}  # of floorpersons above the lowest rank
    disabled: dict[str, str] = {}  # person -> reason
    failures: Book = {}
    parameters: dict[str, str] = {}
    running: bool = False
    proposals: dict[str, e.MoneyProposed] = {}  # awaiting a second person
    day: int = 0  # the last on which a floorperson moved cash alone
    moved: dict[str, int] = {}  # on that day, by each floorperson alone, in cents

    def duties_of(self, person: str) -> frozenset[Duty]:
        """Return a user's duties; player if they have none."""
        return self.duties.get(person, PLAYER)

    def rank_of(self, person: str) -> Rank | None:
        """Return a floorperson's rank; None for all others."""
        return self.ranks.get(person, Rank.FLOORPERSON) if Duty.FLOOR in self.duties_of(person) else None

    def moved_today(self, who: str, at: int) -> int:
        """Return the cents that a floorperson has moved at the cage on this day without a second."""
        return self.moved.get(who, 0) if at // DAY <= self.day else 0

    def locked(self, person: str, origin: str, at: int, device: str = "") -> int:
        """Return the end of a lockout in milliseconds; 0 if there is none."""
        until = max(self.failures.get(what, Failures()).until for what in holding(person, origin, device))
        return until if until > at else 0


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after an event."""
    state = replace(state, version=state.version + 1, at=max(state.at, event.at))
    change = _CHANGES.get(type(event))
    return replace(state, **change(state, event)) if change else state


Changes = dict[str, Any]


def _failed(state: State, event: e.LoginFailed) -> Changes:
    book = dict(state.failures)
    for what in counted(event.person, event.origin, event.device):
        book[what] = failed(state.failures, what, event.at)
    return {"failures": kept(book, event.at)}


def _let_in(state: State, event: e.LoggedIn) -> Changes:
    """Reset the person's failures but not the origin's: an account there could serve to guess at others.

    A login on a known device resets only that device, so that its owner does not reset a stranger's guesses.
    """
    own = counted(event.person, event.origin, event.device)[0]
    return {"failures": {what: one for what, one in state.failures.items() if what != own}}


def _entrusted(state: State, person: str, duties: frozenset[Duty]) -> Changes:
    others = {who: had for who, had in state.duties.items() if who != person}
    return {"duties": others if duties in (PLAYER, frozenset()) else {**others, person: duties}}


def _granted(state: State, event: e.DutyGranted) -> Changes:
    granted = _entrusted(state, event.person, with_duty(state, event.person, event.duty))
    return granted if event.duty is not Duty.FLOOR else {**granted, "ranks": _ranked(state, event.person, event.rank)}


def _ranked(state: State, person: str, rank: Rank | None) -> dict[str, Rank]:
    others = {who: had for who, had in state.ranks.items() if who != person}
    return others if rank in (None, Rank.FLOORPERSON) else {**others, person: rank}


def with_duty(state: State, person: str, duty: Duty) -> frozenset[Duty]:
    """Return a user's duties with one more; the default player duty is dropped unless it is the one granted."""
    return state.duties.get(person, frozenset()) | {duty}


def _revoked(state: State, event: e.DutyRevoked) -> Changes:
    revoked = _entrusted(state, event.person, state.duties_of(event.person) - {event.duty})
    return revoked if event.duty is not Duty.FLOOR else {**revoked, "ranks": _ranked(state, event.person, None)}


def _cash(state: State, event: e.CashMoved) -> Changes:
    if event.proposed_by:
        return {}
    others = state.moved if event.at // DAY <= state.day else {}
    sums = {**others, event.who: others.get(event.who, 0) + event.cents}
    return {"day": max(state.day, event.at // DAY), "moved": sums}


def _closed(state: State, event: e.MoneyApproved | e.MoneyDeclined) -> Changes:
    return {"proposals": {name: one for name, one in state.proposals.items() if name != event.proposal}}


_CHANGES: dict[type, Callable[[State, Any], Changes]] = {
    e.LoginFailed: _failed,
    e.LoggedIn: _let_in,
    e.DutyGranted: _granted,
    e.DutyRevoked: _revoked,
    e.PersonDisabled: lambda state, event: {"disabled": {**state.disabled, event.person: event.why}},
    e.PersonEnabled: lambda state, event: {
        "disabled": {who: why for who, why in state.disabled.items() if who != event.person}
    },
    e.ParameterChanged: lambda state, event: {"parameters": changed(state.parameters, event.name, event.after)},
    e.CashMoved: _cash,
    e.MoneyProposed: lambda state, event: {"proposals": {**state.proposals, event.proposal: event}},
    e.MoneyApproved: _closed,
    e.MoneyDeclined: _closed,
    e.FloorStarted: lambda state, event: {"running": True},
    e.FloorStopped: lambda state, event: {"running": False},
}
