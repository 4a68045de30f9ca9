"""Posts at a table: who calls the game, who handles the wagers or deals, and which floorperson is assigned.

Posts are signed for where the submission asks for it, except at an automatic table. Between two coups nothing goes on
while a post is vacant; a person who signs off during a coup completes it. Relief takes over a post at any moment, with
what is due from it. One person has one post, and no one deals and supervises, or deals and plays, at the same table.
"""

from __future__ import annotations

from collections.abc import Iterator

from punto.core.roles import DEALER, FLOOR, PLAYER, Role
from punto.rules.house_rules import HouseRules
from punto.table.authorization import STAFF, not_the_role
from punto.table.commands import AssignFloor, Command, Perform, Reason, Refusal, Relieve, SignOff, SignOn
from punto.table.events import AnyEvent
from punto.table.holes import Choice, Due
from punto.table.inspection import CONTROL
from punto.table.phases import BETTING, CLOSED, IDLE, PREPARING
from punto.table.plan import plan_of
from punto.table.staff_events import ASSIGNED, Relieved, SignedOff, SignedOn
from punto.table.state import TableState

Decision = tuple[AnyEvent, ...] | Refusal
SIGNING = frozenset({SignOn, SignOff, Relieve, AssignFloor})
MANY = "wagers"  # the one post that any number of dealers may have


def coup_open(state: TableState) -> bool:
    """Return whether a coup has begun that those at their posts complete."""
    if state.phase is PREPARING:
        return bool(state.places)  # it waits for another shoe
    return bool(state.done) if state.phase is BETTING else state.phase not in (CLOSED, IDLE)


def holders(state: TableState, post: str) -> tuple[str, ...]:
    """Return who has a post."""
    return tuple(who for who, (held, _) in state.posts.items() if held == post)


def deals(state: TableState, who: str) -> bool:
    """Return whether a person has a dealer's post here."""
    return state.posts.get(who, (ASSIGNED, 0))[0] != ASSIGNED


def vacant(rules: HouseRules, state: TableState) -> tuple[str, ...]:
    """Return the posts to be filled before play goes on; none during a coup."""
    if not state.posted or coup_open(state):
        return ()
    return tuple(post for post, least in plan_of(rules).posts if len(holders(state, post)) < least)


def vacancy(rules: HouseRules, state: TableState, command: Command) -> Refusal | None:
    """Refuse to go on with vacant posts."""
    missing = vacant(rules, state)
    if not missing:
        return None
    return Refusal(Reason.POST_VACANT, _section(rules), {"posts": ", ".join(missing)})


def signing(rules: HouseRules, state: TableState) -> Iterator[Due]:
    """Return the acts that fill vacant posts; play waits for them."""
    missing = vacant(rules, state)
    dealers = tuple(post for post in missing if post != ASSIGNED)
    if dealers:
        yield Due(SignOn, DEALER, must=True, section=_section(rules), holes=(("post", Choice(dealers)),))
    if ASSIGNED in missing:
        yield Due(AssignFloor, FLOOR, must=True)


def _section(rules: HouseRules) -> str:
    return rules.rulebook.section(STAFF)


# ---------------------------------------------------------------- signing on and off


def sign_on(rules: HouseRules, state: TableState, command: SignOn) -> Decision:
    """Give a dealer a post that is free."""
    section, known = _section(rules), dict(plan_of(rules).posts)
    refusal = _unposted(state) or not_the_role(command, DEALER, section) or _engaged(state, command.who, DEALER)
    if refusal:
        return refusal
    if command.post not in known:
        posts = ", ".join(post for post in known if post != ASSIGNED)
        return Refusal(Reason.NOT_ALLOWED_HERE, section, {"posts": posts})
    held = holders(state, command.post)
    if command.post != MANY and len(held) >= known[command.post]:
        return Refusal(Reason.WRONG_POST, section, {"post": command.post, "held-by": ", ".join(held)})
    return (SignedOn(who=command.who, post=command.post, at=command.at, section=section),)


def sign_off(rules: HouseRules, state: TableState, command: SignOff) -> Decision:
    """Let a person leave a post: immediately between two coups, otherwise when the coup is complete."""
    post, _ = state.posts.get(command.who, ("", 0))
    refusal = _unposted(state) or _without_post(post, command.who)
    if refusal is None and post:
        refusal = not_the_role(command, _role(post))
    if refusal is None and command.who in state.leaving:
        refusal = Refusal(Reason.WRONG_POST, detail={"post": post, "leaves": "when the coup is complete"})
    return refusal or (SignedOff(who=command.who, post=post, at=command.at, completes=coup_open(state)),)


def relieve(rules: HouseRules, state: TableState, command: Relieve) -> Decision:
    """Let a person take over the post of another, with what is due from it."""
    post, _ = state.posts.get(command.whom, ("", 0))
    refusal = _unposted(state) or _without_post(post, command.whom)
    if refusal is None and post:
        refusal = not_the_role(command, _role(post)) or _engaged(state, command.who, _role(post))
    section = "" if post == ASSIGNED else _section(rules)
    return refusal or (Relieved(who=command.who, whom=command.whom, post=post, at=command.at, section=section),)


def assign_floor(rules: HouseRules, state: TableState, command: AssignFloor) -> Decision:
    """Assign a floorperson, in place of one who was assigned before."""
    whom = command.whom or command.who
    refusal = _unposted(state) or not_the_role(command, FLOOR) or _engaged(state, whom, FLOOR)
    before = "".join(holders(state, ASSIGNED))
    return refusal or (SignedOn(who=whom, post=ASSIGNED, at=command.at, replaces=before),)


def _role(post: str) -> Role:
    return FLOOR if post == ASSIGNED else DEALER


def _unposted(state: TableState) -> Refusal | None:
    if state.posted:
        return None
    return Refusal(Reason.NOT_ALLOWED_HERE, detail={"posts": "no one signs on at this table"})


def _without_post(post: str, who: str) -> Refusal | None:
    return None if post else Refusal(Reason.WRONG_POST, detail={"no-post": who})


def _engaged(state: TableState, who: str, role: Role) -> Refusal | None:
    """Refuse a second post, and a post of a person who plays here."""
    if who in state.posts:
        return Refusal(Reason.WRONG_POST, detail={"post": state.posts[who][0]})
    if who in state.seated.values():
        return Refusal(Reason.WRONG_POST, detail={"plays": who})
    return None if who.strip() else Refusal(Reason.BAD_NAME)


# ---------------------------------------------------------------- acts of those at their posts


def not_at_post(rules: HouseRules, state: TableState, command: Command) -> Refusal | None:
    """Refuse an act of a dealer without a post, of a floorperson who deals, and what the assigned one alone does."""
    post, _ = state.posts.get(command.who, ("", 0))
    if command.by is PLAYER and post:
        return Refusal(Reason.WRONG_POST, detail={"post": post})
    if command.by is DEALER and (not post or post == ASSIGNED):
        on = ", ".join(who for who, (held, _) in state.posts.items() if held != ASSIGNED)
        return Refusal(Reason.WRONG_POST, _section(rules), {"by": on or "no one"})
    if command.by is not FLOOR:
        return None
    if post and post != ASSIGNED:
        return Refusal(Reason.WRONG_POST, detail={"post": post})
    step = CONTROL.get(command.step, command.step) if isinstance(command, Perform) else ""
    if step in plan_of(rules).assigned and post != ASSIGNED:
        section = plan_of(rules).assigned[step]
        return Refusal(Reason.WRONG_POST, section, {"by": "".join(holders(state, ASSIGNED)) or "no one"})
    return None
