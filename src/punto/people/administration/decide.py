"""Decide commands of administration, cash and adjustments included."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import asdict

from punto.core.machine import MOST_WORDS, NAME, is_reason
from punto.core.roles import Duty, Rank
from punto.people.administration import messages as c
from punto.people.administration import messages as e
from punto.people.administration.messages import (
    AnyEvent,
    ApproveMoney,
    CashMoved,
    DeclineMoney,
    MoneyApproved,
    MoneyDeclined,
    MoneyProposed,
    MoveCash,
    ProposeMoney,
    Reason,
    Refusal,
)
from punto.people.administration.state import (
    FLOORS,
    PARAMETERS,
    State,
    counted,
    default_of,
    failed,
    floors,
    large_win,
    role_conflict,
    value,
    with_duty,
)

# ---------------------------------------------------------------- money

# Money moved by hand: alone up to a limit; above it, one floorperson proposes and another approves.
#
# Cash moves in the append of the approval. An adjustment or a fill is recorded by the table, whose record names both
# people, and the approval is recorded here right after it. Neither may move money for themselves.

MoneyDecision = tuple[AnyEvent, ...] | Refusal
ALONE = "alone"  # parameter name
CASH = ("deposit", "withdrawal")
MOST_CENTS = 10**11
MOST_PROPOSALS = 100


def alone(state: State) -> int:
    """Return the cents that one floorperson may move without a second."""
    return value(state.parameters, ALONE)


def move_cash(state: State, command: MoveCash) -> MoneyDecision:
    """Move cash at the cage, up to the limit for what one person moves in a day."""
    if not 0 < command.cents <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, {"most": MOST_CENTS})
    before = state.moved_today(command.who, command.at)
    if before + command.cents > alone(state):
        return Refusal(Reason.SECOND_PERSON, {ALONE: alone(state), "moved": before})
    moved = CashMoved(
        at=command.at,
        who=command.who,
        person=command.person,
        kind=command.kind,
        cents=command.cents,
        transfer=command.transfer,
        why=command.why,
    )
    return (moved,)


def propose(state: State, command: ProposeMoney) -> MoneyDecision:
    """Record a proposal; cash needs a wallet, an adjustment a seat, a fill a table."""
    cash = command.kind in CASH
    if not 0 < abs(command.cents) <= MOST_CENTS or (cash and command.cents < 0):
        return Refusal(Reason.BAD_AMOUNT, {"most": MOST_CENTS})
    if (command.person is None) != (command.kind == "fill") or (command.table is None) != cash:
        return Refusal(Reason.BAD_NAME, {"kind": command.kind})
    if command.proposal in state.proposals or len(state.proposals) >= MOST_PROPOSALS:
        return Refusal(Reason.TOO_MANY, {"most": MOST_PROPOSALS})
    fields = {name: said for name, said in asdict(command).items() if name not in ("id", "by")}
    return (MoneyProposed(**fields),)


def approve(state: State, command: ApproveMoney) -> MoneyDecision:
    """Approve another person's proposal, if that person still holds the duty; cash moves with it."""
    made = state.proposals.get(command.proposal)
    if made is None:
        return Refusal(Reason.NO_SUCH_PROPOSAL, {"open": ", ".join(state.proposals)})
    if command.who in (made.who, made.person):
        return Refusal(Reason.SAME_PERSON, {"proposed-by": made.who})
    if Duty.FLOOR not in state.duties_of(made.who) or made.who in state.disabled:
        return Refusal(Reason.WRONG_DUTY, {"proposed-by": made.who})
    approved = MoneyApproved(at=command.at, who=command.who, proposal=made.proposal, proposed_by=made.who)
    if made.person is None or made.kind not in CASH:
        return (approved,)
    moved = CashMoved(
        at=command.at,
        who=command.who,
        person=made.person,
        kind="deposit" if made.kind == "deposit" else "withdrawal",
        cents=made.cents,
        transfer=made.proposal,
        why=made.why,
        proposed_by=made.who,
    )
    return approved, moved


def decline(state: State, command: DeclineMoney) -> MoneyDecision:
    """Close a proposal without moving money; its author may, too."""
    if command.proposal not in state.proposals:
        return Refusal(Reason.NO_SUCH_PROPOSAL, {"open": ", ".join(state.proposals)})
    return (MoneyDeclined(at=command.at, who=command.who, proposal=command.proposal),)


# ---------------------------------------------------------------- decide

# Decide: map a command to its events, or to a refusal.

Decision = tuple[e.AnyEvent, ...] | Refusal
MOST_NAME = 80  # characters of a table's name

_SYSTEM = frozenset({Duty.SYSTEM})
_ADMINISTRATOR = frozenset({Duty.SYSTEM, Duty.ADMINISTRATOR})
_FLOOR = frozenset({Duty.SYSTEM, Duty.ADMINISTRATOR, Duty.FLOOR})

# Duties that may give each command; least privilege, in one place.
MAY: Mapping[type, frozenset[Duty]] = MappingProxyType(
    {
        c.NoteFailure: _SYSTEM,
        c.NoteLogin: _SYSTEM,
        c.NoteAccount: _SYSTEM,
        c.NoteWin: _SYSTEM,
        c.Start: _SYSTEM,
        c.Stop: _SYSTEM,
        c.Grant: _ADMINISTRATOR,
        c.Revoke: _ADMINISTRATOR,
        c.Disable: _FLOOR,
        c.Enable: _FLOOR,
        c.Override: frozenset({Duty.FLOOR, Duty.ADMINISTRATOR, Duty.SYSTEM}),
        c.MoveCash: frozenset({Duty.FLOOR}),
        c.ProposeMoney: frozenset({Duty.FLOOR}),
        c.ApproveMoney: frozenset({Duty.FLOOR}),
        c.DeclineMoney: frozenset({Duty.FLOOR}),
        c.SetParameter: _ADMINISTRATOR,
    }
)


def decide(state: State, command: c.AnyCommand) -> Decision:
    """Return the events of a command, or a refusal."""
    return _never(state, command) or _DECIDE[type(command)](state, command)


def _never(state: State, command: c.AnyCommand) -> Refusal | None:
    """Return a refusal for a wrong duty, an invalid name or a missing reason, or None."""
    may = _may(command)
    has = _SYSTEM if command.by is Duty.SYSTEM else state.duties_of(command.who)
    if command.by not in may or command.by not in has:
        return Refusal(Reason.WRONG_DUTY, {"by": ", ".join(sorted(may))})
    person = getattr(command, "person", None)
    if person is not None and person == command.who and may is not _SYSTEM:
        return Refusal(Reason.SAME_PERSON)
    given = (getattr(command, field, None) for field in ("person", "origin", "transfer", "proposal"))
    names = [name for name in given if name is not None]
    names += filter(None, [getattr(command, "device", "")])
    table = getattr(command, "table", None)
    unfit = table is not None and not (table.isprintable() and 0 < len(table) <= MOST_NAME)
    if unfit or not all(map(NAME.fullmatch, names)):
        return Refusal(Reason.BAD_NAME, {"pattern": NAME.pattern})
    words = [getattr(command, field) for field in ("why", "what") if hasattr(command, field)]
    if not all(map(is_reason, words)):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    return None


def _may(command: c.AnyCommand) -> frozenset[Duty]:
    """Return the duties that may give a command; some parameters belong to the floor."""
    own = isinstance(command, c.SetParameter) and floors(command.name)
    return _FLOOR if own else MAY[type(command)]


# ---------------------------------------------------------------- logins


def _failure(state: State, command: c.NoteFailure) -> Decision:
    counts = counted(command.person, command.origin, command.device)
    after = {what: failed(state.failures, what, command.at) for what in counts}
    noted = e.LoginFailed(
        at=command.at,
        who=command.who,
        person=command.person,
        origin=command.origin,
        failures=after[counts[0]].count,
        device=command.device,
    )
    locks = (
        e.LockedOut(at=command.at, who=command.who, what=what, until=one.until)
        for what, one in after.items()
        if one.until
    )
    return (noted, *locks)


def _login(state: State, command: c.NoteLogin) -> Decision:
    return (
        e.LoggedIn(at=command.at, who=command.who, person=command.person, origin=command.origin, device=command.device),
    )


def _account(state: State, command: c.NoteAccount) -> Decision:
    return (e.AccountNoted(at=command.at, who=command.who, person=command.person, what=command.what),)


# ---------------------------------------------------------------- users


def _grant(state: State, command: c.Grant) -> Decision:
    if command.duty is Duty.SYSTEM:
        return Refusal(Reason.WRONG_DUTY, {"duty": command.duty})
    if command.rank is not None and command.duty is not Duty.FLOOR:
        return Refusal(Reason.WRONG_DUTY, {"rank": command.rank, "duty": Duty.FLOOR})
    duties, rank = with_duty(state, command.person, command.duty), _rank(state, command)
    same_rank = command.duty is not Duty.FLOOR or rank is state.rank_of(command.person)
    if duties == state.duties_of(command.person) and same_rank:
        return Refusal(Reason.NO_CHANGE)
    apart = role_conflict(duties)
    if apart:
        return Refusal(Reason.DUTIES_CLASH, {"has": apart.one, "not-with": apart.other, "why": apart.why})
    above = rank if command.duty is Duty.FLOOR and rank is not Rank.FLOORPERSON else None
    if command.witness in (command.who, command.person):
        return Refusal(Reason.SAME_PERSON)
    granted = e.DutyGranted(
        at=command.at,
        who=command.who,
        person=command.person,
        duty=command.duty,
        rank=above,
        witness=command.witness,
    )
    return (granted,)


def _rank(state: State, command: c.Grant) -> Rank:
    """Return the rank that a floorperson has after a grant, which keeps the present one unless it names another."""
    return command.rank or state.rank_of(command.person) or Rank.FLOORPERSON


def _revoke(state: State, command: c.Revoke) -> Decision:
    if command.duty not in state.duties.get(command.person, ()):
        return Refusal(Reason.NOT_ENTRUSTED)
    if command.duty is Duty.ADMINISTRATOR and len(_administrators(state)) == 1:
        return Refusal(Reason.LAST_ADMINISTRATOR)
    return (e.DutyRevoked(at=command.at, who=command.who, person=command.person, duty=command.duty),)


def _administrators(state: State) -> list[str]:
    return [who for who, duties in state.duties.items() if Duty.ADMINISTRATOR in duties and who not in state.disabled]


def _disable(state: State, command: c.Disable) -> Decision:
    if command.person in state.disabled:
        return Refusal(Reason.NO_CHANGE)
    above = state.duties_of(command.person) & {Duty.ADMINISTRATOR, Duty.AUDITOR, Duty.SURVEILLANCE, Duty.REGULATOR}
    if command.by is Duty.FLOOR and above:
        return Refusal(Reason.WRONG_DUTY, {"by": Duty.ADMINISTRATOR})
    if _administrators(state) == [command.person]:
        return Refusal(Reason.LAST_ADMINISTRATOR)
    return (e.PersonDisabled(at=command.at, who=command.who, person=command.person, why=command.why),)


def _enable(state: State, command: c.Enable) -> Decision:
    if command.person not in state.disabled:
        return Refusal(Reason.NO_CHANGE)
    return (e.PersonEnabled(at=command.at, who=command.who, person=command.person, why=command.why),)


# ---------------------------------------------------------------- the floor


def _override(state: State, command: c.Override) -> Decision:
    return (e.OverrideMade(at=command.at, who=command.who, what=command.what, why=command.why),)


def _parameter(state: State, command: c.SetParameter) -> Decision:
    refusal = _no_value(command)
    if refusal:
        return refusal
    before = state.parameters.get(command.name, default_of(command.name))
    if before == command.value:
        return Refusal(Reason.NO_CHANGE)
    changed = e.ParameterChanged(
        at=command.at, who=command.who, name=command.name, before=before, after=command.value, why=command.why
    )
    return (changed,)


def _no_value(command: c.SetParameter) -> Refusal | None:
    """Refuse an unknown parameter or an invalid value."""
    parameter, kind = PARAMETERS.get(command.name), floors(command.name)
    if kind is not None:
        fits = command.value == kind.default or kind.others.fullmatch(command.value)
        return None if fits else Refusal(Reason.BAD_AMOUNT, {"or": kind.others.pattern, "default": kind.default})
    if parameter is None:
        return Refusal(Reason.NO_SUCH_PARAMETER, {"parameters": ", ".join((*PARAMETERS, *FLOORS))})
    if not parameter.fits(command.value):
        return Refusal(Reason.BAD_AMOUNT, {"least": parameter.least, "most": parameter.most})
    return None


def _win(state: State, command: c.NoteWin) -> Decision:
    if command.cents < large_win(state.parameters):
        return ()
    return (
        e.LargeWin(
            at=command.at,
            who=command.who,
            table=command.table,
            coup=command.coup,
            person=command.person,
            cents=command.cents,
        ),
    )


def _start(state: State, command: c.Start) -> Decision:
    started = e.FloorStarted(at=command.at, who=command.who, punto=command.punto, digest=command.digest)
    if not state.running:
        return (started,)
    return e.OutageEnded(at=command.at, who=command.who, last=state.at), started


def _stop(state: State, command: c.Stop) -> Decision:
    return (e.FloorStopped(at=command.at, who=command.who),) if state.running else Refusal(Reason.NO_CHANGE)


_DECIDE: Mapping[type, Callable[[State, Any], Decision]] = MappingProxyType(
    {
        c.NoteFailure: _failure,
        c.NoteLogin: _login,
        c.NoteAccount: _account,
        c.Grant: _grant,
        c.Revoke: _revoke,
        c.Disable: _disable,
        c.Enable: _enable,
        c.Override: _override,
        c.MoveCash: move_cash,
        c.ProposeMoney: propose,
        c.ApproveMoney: approve,
        c.DeclineMoney: decline,
        c.SetParameter: _parameter,
        c.NoteWin: _win,
        c.Start: _start,
        c.Stop: _stop,
    }
)
