"""The inventory of a table: its state, and how it decides a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from punto.core.machine import MOST_WORDS, is_reason
from punto.core.roles import Duty, Rank
from punto.inventory import messages as e
from punto.inventory.messages import AnyCommand, Kind, Moment, Reason, Refusal, Tray, value

# ---------------------------------------------------------------- state


class Status(StrEnum):
    """Stage in the life of a slip."""

    REQUESTED = "requested"
    PREPARED = "prepared"
    CARRIED = "carried"
    CONFIRMED = "confirmed"
    VOID = "void"


# The signatures of a slip after its request, in order, and whose they are; the table confirms.
STEPS: Mapping[Kind, tuple[Status, ...]] = MappingProxyType(
    {
        "fill": (Status.PREPARED, Status.CARRIED, Status.CONFIRMED),
        "credit": (Status.CONFIRMED, Status.CARRIED, Status.PREPARED),
        "difference": (Status.CONFIRMED,),
    }
)


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """One slip."""

    number: int
    kind: Kind
    cents: int
    tray: Tray
    requested_by: str
    requested_at: int
    signed: dict[str, tuple[str, int]] = {}  # who made each step, and when
    witness: str = ""
    void: str = ""  # why
    why: str = ""

    @property
    def status(self) -> Status:
        """The last step made."""
        if self.void:
            return Status.VOID
        return Status(list(self.signed)[-1]) if self.signed else Status.REQUESTED

    @property
    def due(self) -> Status | None:
        """The next step; None if it is complete or void."""
        steps = STEPS[self.kind]
        return None if self.void or len(self.signed) == len(steps) else steps[len(self.signed)]

    @property
    def signers(self) -> frozenset[str]:
        """Everyone who has signed it."""
        return frozenset({self.requested_by, self.witness, *(who for who, _ in self.signed.values())} - {""})


class Difference(msgspec.Struct, frozen=True):
    """A difference that stands."""

    moment: Moment
    cents: int
    counts: int


class State(msgspec.Struct, frozen=True):
    """State of an inventory."""

    version: int = 0
    slips: dict[int, Slip] = {}
    moment: str = ""  # of the last count without a difference
    counted: int = 0  # when
    difference: Difference | None = None


Changes = dict[str, Any]


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after an event."""
    return replace(state, version=state.version + 1, **_CHANGES[type(event)](state, event))


def _counted(state: State, event: e.TrayCounted) -> Changes:
    changed: Changes = {"moment": event.moment, "counted": event.at}
    return changed | {"difference": None} if event.cents == event.rack else changed


def _requested(state: State, event: e.SlipRequested) -> Changes:
    slip = Slip(
        number=event.number,
        kind=event.kind,
        cents=event.cents,
        tray=event.tray,
        requested_by=event.who,
        requested_at=event.at,
        why=event.why,
    )
    changed: Changes = {"slips": {**state.slips, event.number: slip}}
    return changed | {"difference": None} if event.kind == "difference" else changed


def _slip(state: State, event: Any, **fields: Any) -> Changes:
    return {"slips": {**state.slips, event.number: replace(state.slips[event.number], **fields)}}


def _signed(step: Status) -> Callable[[State, Any], Changes]:
    def change(state: State, event: Any) -> Changes:
        signed = {**state.slips[event.number].signed, str(step): (event.who, event.at)}
        return _slip(state, event, signed=signed, **({"witness": event.witness} if step is Status.CONFIRMED else {}))

    return change


_CHANGES: Mapping[type, Callable[[State, Any], Changes]] = MappingProxyType(
    {
        e.TrayCounted: _counted,
        e.InventoryDiffers: lambda state, event: {"difference": Difference(event.moment, event.cents, event.counts)},
        e.SlipRequested: _requested,
        e.SlipPrepared: _signed(Status.PREPARED),
        e.SlipCarried: _signed(Status.CARRIED),
        e.SlipConfirmed: _signed(Status.CONFIRMED),
        e.SlipVoided: lambda state, event: _slip(state, event, void=event.why),
    }
)


# ---------------------------------------------------------------- decide

Decision = tuple[e.AnyEvent, ...] | Refusal
MOST_DENOMINATIONS = 30
MOST_CHIPS = 100_000
MOST_CHIP = 100_000_000  # cents of one chip
BY: Mapping[type, Duty] = MappingProxyType(
    {
        e.Count: Duty.FLOOR,
        e.AcceptDifference: Duty.FLOOR,
        e.Request: Duty.FLOOR,
        e.Prepare: Duty.CAGE,
        e.Carry: Duty.SECURITY,
        e.Confirm: Duty.SYSTEM,
        e.Void: Duty.FLOOR,
    }
)


def decide(state: State, command: AnyCommand) -> Decision:
    """Return the events of a command, or a refusal."""
    by = BY[type(command)]
    if command.by is not by:
        return Refusal(Reason.WRONG_DUTY, {"by": by})
    return _DECIDED[type(command)](state, command)


def _bad(tray: Tray, *, empty: bool) -> Refusal | None:
    """Refuse chips that cannot be; a tray may be counted empty."""
    fine = all(0 < cents <= MOST_CHIP and 0 <= chips <= MOST_CHIPS for cents, chips in tray.items())
    if fine and len(tray) <= MOST_DENOMINATIONS and (empty or value(tray) > 0):
        return None
    return Refusal(Reason.BAD_TRAY, {"denominations": MOST_DENOMINATIONS, "chips": MOST_CHIPS})


# ---------------------------------------------------------------- counts

FOLLOWS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "opening": frozenset({"", "closing"}),
        "shift": frozenset({"opening", "shift"}),
        "closing": frozenset({"opening", "shift"}),
    }
)  # counts that may come before one


def _count(state: State, command: e.Count) -> Decision:
    bad = _bad(command.tray, empty=True)
    if bad:
        return bad
    if command.witness is None:
        return Refusal(Reason.SECOND_NEEDED, {"parameter": "witness"})
    if command.witness.who == command.who:
        return Refusal(Reason.SAME_PERSON, {"who": command.who})
    stands = state.difference
    again = stands is not None and stands.moment == command.moment
    if not again and stands is not None:
        return Refusal(Reason.DIFFERENCE_STANDS, {"moment": stands.moment, "cents": stands.cents})
    if not again and state.moment not in FOLLOWS[command.moment]:
        return Refusal(Reason.OUT_OF_ORDER, {"last": state.moment or "none", "moment": command.moment})
    cents = value(command.tray)
    counted = e.TrayCounted(
        at=command.at,
        who=command.who,
        moment=command.moment,
        tray=command.tray,
        cents=cents,
        rack=command.rack,
        witness=command.witness.who,
    )
    more = cents - command.rack
    if not more:
        return (counted,)
    before = stands.counts if stands is not None and stands.cents == more else 0
    differs = e.InventoryDiffers(at=command.at, who=command.who, moment=command.moment, cents=more, counts=before + 1)
    return counted, differs


def _accept(state: State, command: e.AcceptDifference) -> Decision:
    if not is_reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    stands = state.difference
    if stands is None:
        return Refusal(Reason.NO_DIFFERENCE)
    if stands.counts < 2:
        return Refusal(Reason.COUNT_AGAIN, {"cents": stands.cents})
    if command.rank is None or not command.rank.reaches(Rank.PIT_MANAGER):
        return Refusal(Reason.WRONG_RANK, {"rank": Rank.PIT_MANAGER})
    number = len(state.slips) + 1
    return (
        e.SlipRequested(
            at=command.at,
            who=command.who,
            number=number,
            kind="difference",
            cents=stands.cents,
            why=command.why.strip(),
        ),
    )


# ---------------------------------------------------------------- slips


def _request(state: State, command: e.Request) -> Decision:
    bad = _bad(command.tray, empty=False)
    if bad:
        return bad
    cents = value(command.tray) * (1 if command.kind == "fill" else -1)
    return (
        e.SlipRequested(
            at=command.at,
            who=command.who,
            number=len(state.slips) + 1,
            kind=command.kind,
            cents=cents,
            tray=command.tray,
        ),
    )


def _step(state: State, command: e.Prepare | e.Carry | e.Confirm, step: Status) -> Refusal | None:
    """Refuse a signature that is not due, or of a person who has signed before."""
    slip = state.slips.get(command.number)
    if slip is None:
        return Refusal(Reason.NO_SUCH_SLIP, {"number": command.number})
    if command.who in slip.signers and not (step is Status.CONFIRMED and command.who == slip.requested_by):
        return Refusal(Reason.SAME_PERSON, {"who": command.who, "number": slip.number})
    if slip.due is not step:
        return Refusal(Reason.NOT_DUE, {"number": slip.number, "status": slip.status, "due": slip.due or "none"})
    return None


def _prepare(state: State, command: e.Prepare) -> Decision:
    refusal = _step(state, command, Status.PREPARED)
    return refusal or (e.SlipPrepared(at=command.at, who=command.who, number=command.number),)


def _carry(state: State, command: e.Carry) -> Decision:
    refusal = _step(state, command, Status.CARRIED)
    return refusal or (e.SlipCarried(at=command.at, who=command.who, number=command.number),)


def _confirm(state: State, command: e.Confirm) -> Decision:
    """Confirm a slip: a floorperson, who may have asked for it, and a second person who has not signed it."""
    if command.witness is None:
        return Refusal(Reason.SECOND_NEEDED, {"parameter": "witness"})
    if command.witness.who == command.who:
        return Refusal(Reason.SAME_PERSON, {"who": command.who})
    refusal = _step(state, command, Status.CONFIRMED)
    if refusal:
        return refusal
    slip = state.slips[command.number]
    if command.witness.who in slip.signers:
        return Refusal(Reason.SAME_PERSON, {"who": command.witness.who, "number": slip.number})
    if command.cents != slip.cents:
        return Refusal(Reason.WRONG_SUM, {"number": slip.number, "cents": slip.cents})
    confirmed = e.SlipConfirmed(at=command.at, who=command.who, number=command.number, witness=command.witness.who)
    return (confirmed,)


def _void(state: State, command: e.Void) -> Decision:
    if not is_reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    slip = state.slips.get(command.number)
    if slip is None:
        return Refusal(Reason.NO_SUCH_SLIP, {"number": command.number})
    if slip.void or Status.CONFIRMED in slip.signed:
        return Refusal(Reason.NOT_DUE, {"number": slip.number, "status": slip.status, "due": slip.due or "none"})
    return (e.SlipVoided(at=command.at, who=command.who, number=command.number, why=command.why.strip()),)


_DECIDED: Mapping[type, Callable[[State, Any], Decision]] = MappingProxyType(
    {
        e.Count: _count,
        e.AcceptDifference: _accept,
        e.Request: _request,
        e.Prepare: _prepare,
        e.Carry: _carry,
        e.Confirm: _confirm,
        e.Void: _void,
    }
)
