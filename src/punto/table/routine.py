"""A dealer's routine: what was thought through once is done without thinking from then on.

Between two faces and two movements of money, all that the house does in an undisturbed coup follows from a few things
that it sees: the phase, the steps made, the cards on the table, whom to pay. The first time its acts are decided like
any; whoever sees the same again does the same. That is all that is kept: what is turned, settled and ended is worked
out every time, and a table where anything is out of the ordinary is dealt act by act.

Nothing is stated here that is not decided elsewhere. A log is verified without any of this, so that whoever verifies
what an automatic table has dealt compares the routine with the rules.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

from msgspec.structs import replace

from punto.cards import count
from punto.houserules import HouseRules
from punto.posting import move
from punto.roles import Role
from punto.table.amounts import ROYAL
from punto.table.betting import accepted, welcome
from punto.table.ceremonies import last_hand_due
from punto.table.commands import Proceed, Turn, Wagers
from punto.table.dealing import faces_turned
from punto.table.events import AnyEvent, CardDealt, CardTurned, StepPerformed
from punto.table.expected import Expected
from punto.table.felt import stakes
from punto.table.interruptions import interruption_due, stakes_refused
from punto.table.latest import Memory, for_each
from punto.table.paying import after_step
from punto.table.phases import Phase, hand, third_due
from punto.table.refusals import Refusal
from punto.table.running import Decide, Done, Outcome, Shown, after, next_done, rests
from punto.table.running import beat as plain_beat
from punto.table.running import wagers as plain_wagers
from punto.table.state import TableState
from punto.table.vigorish import overdue

# A table is quiet while none of these is anything, and a coup dealt there changes none of them.
QUIET = (
    *(
        "progressive",
        "agenda",
        "asked",
        "made_by",
        "calling",
        "on_wagers",
        "changing",
        "continuous",
        "burning",
        "burned",
        "exposed",
    ),
    *("holders", "given_up", "curator", "held_from", "vacant", "passed_by", "coupons", "verbal", "royals"),
    *("coupon_numbers", "coupons_pushed"),
    *("chosen", "moved", "opening", "carried", "waiting", "later", "resumed", "simulate", "trouble", "voided", "fair"),
)
# What a stretch of routine may change: the rest of a state is as it was.
CHANGED = ("phase", "done", "ended", "cover", "unpaid", "uncollected")
MOST_CARDS = 6  # of a coup: with fewer before the cover card, or the shoe's end, the dealer looks twice
EARLY = (ROYAL, "house-money")  # wagers that are settled, or taken away, before the result

_quiet, _changed = attrgetter(*QUIET), attrgetter(*CHANGED)
Sight = tuple[Any, ...]


def undisturbed(rules: HouseRules, state: TableState, at: int) -> bool:
    """Say whether a beat that begins here is nothing out of the ordinary."""
    if rules.squeeze or rules.curator or state.kind != "wagered" or any(_quiet(state)):
        return False
    if state.left <= MOST_CARDS - len(state.places) + (state.cover_depth if state.cover == "in" else 0):
        return False
    if state.phase is Phase.BETTING and _delayed(rules, state, at):
        return False
    lying = stakes(state)
    return bool(lying or state.settled) and not (_early(rules) and any(key in EARLY for _, key in lying))


def _delayed(rules: HouseRules, state: TableState, at: int) -> bool:
    """Say whether something comes before the next coup: a call, markers, other cards."""
    if last_hand_due(state) or overdue(rules, state):
        return True
    return bool(stakes_refused(rules, state, at) or interruption_due(rules, state, at))


@for_each
def _early(rules: HouseRules) -> bool:
    return any(key in rules.limits for key in EARLY)


def sight(state: TableState) -> Sight:
    """Return what the house sees before it acts: whatever its next acts may depend on in a quiet coup."""
    seen = _changed(state)
    places = state.places
    if state.phase is Phase.PAYING or not places:
        return (*seen, state.settled)
    if None in places.values():
        return (*seen, *places)
    return (*seen, third_due(state), count(hand(state, "P")), count(hand(state, "B")), *places)


Played = tuple[tuple[AnyEvent, ...], TableState]


class Stretch(NamedTuple):
    """Acts in which no face is seen and no money moves."""

    events: tuple[AnyEvent, ...]
    changes: dict[str, Any]
    dealt: dict[str, None]
    timed: bool  # whether one of them says when it happened

    def play(self, rules: HouseRules, state: TableState, command: Proceed) -> Played:
        """Do all of it again."""
        changes = dict(self.changes)
        if self.dealt:
            changes["places"], changes["left"] = {**state.places, **self.dealt}, state.left - len(self.dealt)
        events = self.events
        if self.timed:
            changes["at"], events = command.at, tuple([_now(event, command.at) for event in events])
        return events, replace(state, version=state.version + len(events), **changes)

    def then(self, other: Stretch) -> Stretch:
        """Return both as one."""
        changes, dealt = {**self.changes, **other.changes}, {**self.dealt, **other.dealt}
        return Stretch(self.events + other.events, changes, dealt, self.timed or other.timed)


class Turning(NamedTuple):
    """Cards that are turned, and the step that this is."""

    act: Expected
    places: tuple[str, ...]
    steps: tuple[AnyEvent, ...]

    def play(self, rules: HouseRules, state: TableState, command: Proceed) -> Played | None:
        """Turn cards by the faces that are given, if they are."""
        if not command.faces.keys() >= set(self.places):
            return None
        faces = {place: command.faces[place] for place in self.places}
        turn = Turn(id="", by=self.act.by, who="house", at=command.at, faces=faces)
        turned = faces_turned(rules, state, self.act, turn)
        if isinstance(turned, Refusal):
            return None
        steps = tuple([_now(step, command.at) for step in self.steps])
        return turned + steps, after(_seen(state, turned), (*turned[-1:], *steps))


def _seen(state: TableState, turned: tuple[CardTurned, ...]) -> TableState:
    """Return the state with all but the last of some cards turned, which end no phase."""
    if len(turned) == 1:
        return state
    places, out = dict(state.places), dict(state.out)
    for event in turned[:-1]:
        places[event.place] = event.card
        out[event.card] = out.get(event.card, 0) + 1
    return replace(state, places=places, out=out, version=state.version + len(turned) - 1)


class Bringing(NamedTuple):
    """A step that brings more than itself: a settlement, the end of a coup."""

    step: StepPerformed

    def play(self, rules: HouseRules, state: TableState, command: Proceed) -> Played:
        """Make the step, and work out what it brings."""
        events = (_now(self.step, command.at), *after_step(rules, state, self.step.step, command.at))
        return events, after(state, events)


def _now(event: AnyEvent, at: int) -> AnyEvent:
    """Return an event as it happens now; only the last step of a ceremony says when."""
    return replace(event, at=at) if type(event) is StepPerformed and event.ends and event.at != at else event


Known = Stretch | Turning | Bringing


def learnt(done: Done, before: TableState, now: TableState) -> Known | None:
    """Return what can be kept of an act; nothing where it depends on more than was seen."""
    act, events = done
    if act.do == "turn":
        places = tuple(act.what.split())
        return Turning(act, places, events[len(places) :])
    if act.do == "perform" and before.phase is Phase.PAYING and len(events) > 1 and type(events[0]) is StepPerformed:
        return Bringing(events[0])
    if all(type(event) in (StepPerformed, CardDealt) and not event.postings for event in events):
        changes = {name: getattr(now, name) for name in CHANGED if getattr(now, name) != getattr(before, name)}
        dealt = dict.fromkeys(place for place in now.places if place not in before.places)
        timed = any(type(event) is StepPerformed and event.ends for event in events)
        return Stretch(events, changes, dealt, timed)
    return None


Routine = Memory[Sight, Known]


@for_each
def routine_of(rules: HouseRules) -> Routine:
    """Return what the house of a table knows by heart; at first nothing."""
    return Memory()


def wagers(rules: HouseRules, state: TableState, command: Wagers, decide: Decide) -> Outcome | Refusal:
    """Make all wagers that a seat names, asking once what is the same for all; a refusal is the plain way's to give."""
    usual = state.trouble is None and state.fair is None and rules.difference is None and command.stakes
    if not usual or not welcome(rules, state, command) or stakes_refused(rules, state, command.at):
        return plain_wagers(rules, state, command, decide)
    made: list[AnyEvent] = []
    accounts = dict(state.accounts)
    for key, cents in command.stakes.items():
        event = accepted(rules, state, accounts, command.seat, key, cents)
        if event is None:
            return plain_wagers(rules, state, command, decide)
        made.append(event)
        move(accounts, event.postings)
    return Outcome(tuple(made), replace(state, accounts=accounts, kind="wagered", version=state.version + len(made)))


def beat(rules: HouseRules, state: TableState, command: Proceed, decide: Decide) -> Outcome | Refusal:
    """Do what the plain beat does, by heart as far as it is known; stretches that follow each other become one."""
    if command.by is not Role.SYSTEM or command.salts is not None or not undisturbed(rules, state, command.at):
        return plain_beat(rules, state, command, decide)
    routine, shoe, coup = routine_of(rules), Shown(command.faces), state.coup
    made: list[AnyEvent] = []
    before: tuple[Sight, Stretch] | None = None
    while not (made and rests(state, coup, made[-1])):
        seen = sight(state)
        known = routine.get(seen)
        played = known.play(rules, state, command) if known is not None else None
        if played is None and known is not None and made:
            break  # it waits for a face
        if played is None:
            done = next_done(rules, state, command, shoe, decide)
            if isinstance(done, Refusal):
                return Outcome(tuple(made), state) if made else done
            played = done.events, after(state, done.events)
            known = learnt(done, state, played[1])
            if known is not None:
                routine.keep(seen, known)
        before = _joined(routine, before, seen, known)
        made += played[0]
        state = played[1]
    return Outcome(tuple(made), state)


def _joined(
    routine: Routine, before: tuple[Sight, Stretch] | None, seen: Sight, known: Known | None
) -> tuple[Sight, Stretch] | None:
    if not isinstance(known, Stretch):
        return None
    if before is None:
        return seen, known
    joined = before[1].then(known)
    routine.keep(before[0], joined)
    return before[0], joined
