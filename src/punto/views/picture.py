"""Picture: a viewer's snapshot of a table, so that a new connection need not replay the whole shoe.

Like the view of an event (``punto.views.views``), it is an allow-list: only fields named here are included, and a new
field of the state appears in no picture until it is added. Visibility is as there: face-up cards, stakes and marker
buttons go to everyone, chips to their own seat and staff, pseudonyms to those seated at the table, the rack to staff. A
card not turned is a place without a face, since the state holds nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from punto.core.posting import RACK, seat_account
from punto.rules.house_rules import HouseRules
from punto.table import TableState, due
from punto.table.holes import Expected, wire
from punto.table.posts import vacant
from punto.views.results import Outcomes, named
from punto.views.views import HOUSE_VIEWER, TABLE, Viewer

BOT = "bot-"  # prefix of a demo player's pseudonym


class _Part(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """Part of a picture; its keys are kebab-case, and default values are omitted."""


class SeatPicture(_Part, frozen=True, kw_only=True):
    """A seat: its player and stakes."""

    seat: int
    taken: bool = False
    you: bool = False
    bot: bool = False  # demo player; visible to everyone
    who: str = ""  # for those at the table
    chips: int | None = None  # cents, of the viewer's own seat; staff see all
    stakes: dict[str, int] = {}
    coupons: dict[str, int] = {}
    verbal: dict[str, int] = {}  # verbal wagers, not confirmed
    owes: int = 0  # vigorish deferred, in thousandths of a cent
    house_money: str = ""  # the player's choice for its payout
    lit: bool = False  # Royal 9 stake taken in this coup


class TroublePicture(_Part, frozen=True, kw_only=True):
    """A card drawn in error; its face only if disclosed."""

    kind: str
    place: str
    face: str | None = None
    extra: int = 0


class PostPicture(_Part, frozen=True, kw_only=True):
    """A person at a post; visible to those at the table."""

    who: str
    post: str
    since: int
    leaving: bool = False  # when the coup is complete


class FairPicture(_Part, frozen=True, kw_only=True):
    """Published data of a virtual shoe; the list itself is in its event."""

    commitment: str
    listed: int = 0  # number of cards on the list
    again: int = 0
    pledged: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    beacon: str = ""  # the chain of the public beacon that the commitment names
    round: int = 0
    round_at: int = 0
    signature: str = ""  # once the round is published


class Picture(_Part, frozen=True, kw_only=True, omit_defaults=False):
    """Snapshot of a table."""

    table: str
    version: int
    phase: str
    shoe: int
    coup: int  # the table's number
    number: int  # within its shoe
    kind: str
    cover: str
    left: int
    cards: int
    due: tuple[Expected, ...]
    places: dict[str, str | None]
    exposed: str  # first burned card, while it is on the table
    seats: tuple[SeatPicture, ...]
    curator: int | None
    squeezers: dict[str, int]
    trouble: TroublePicture | None
    carried: int  # cards kept after an irregularity
    outcomes: Outcomes
    fair: FairPicture | None
    meters: dict[str, int]
    rack: int | None = None  # for staff
    posted: bool = False  # dealers and floorperson sign on
    posts: tuple[PostPicture, ...] = ()
    vacant: tuple[str, ...] = ()  # posts to be filled before play goes on
    rides: str = ""  # wager whose payout may ride, if any
    metered: str = ""  # wager whose stakes feed meters, if any
    named: dict[str, str] = {}  # wagers that the dealer announces by name, by their title


def picture(
    rules: HouseRules,
    state: TableState,
    outcomes: Outcomes = (),
    meters: Mapping[str, int] | None = None,
    viewer: Viewer = Viewer.SPECTATOR,
    seat: int | None = None,
) -> Picture:
    """Return the picture of a table for a viewer: a player at a seat, or an onlooker."""
    own = seat if viewer is Viewer.PLAYER else None
    return Picture(
        table=state.table,
        version=state.version,
        phase=state.phase,
        shoe=state.shoe,
        coup=state.coup,
        number=state.coup - state.shoe_began + 1,
        kind=state.kind,
        cover=state.cover,
        left=state.left,
        cards=state.cards,
        due=tuple(wire(act) for act in due(rules, state) if act.must),
        places=state.places,
        exposed=state.exposed,
        seats=tuple(_seat(state, number, viewer, own) for number in range(1, rules.seats + 1)),
        curator=state.curator,
        squeezers=state.holders,
        trouble=_trouble(state),
        carried=len(state.opening) + len(state.carried) + state.waiting + state.later,
        outcomes=outcomes,
        fair=_fair(state),
        meters=dict(meters or {}),
        rack=state.accounts.get(RACK, 0) if viewer in HOUSE_VIEWER.to else None,
        posted=state.posted,
        posts=posts_of(state) if viewer in TABLE.to else (),
        vacant=vacant(rules, state),
        rides=rules.early.key if rules.early else "",
        metered=rules.metered.key if rules.metered else "",
        named=named(rules),
    )


def seat_of(state: TableState, who: str) -> int | None:
    """Return a player's seat, or None."""
    return next((seat for seat, name in state.seated.items() if name == who), None) if who else None


def _seat(state: TableState, seat: int, viewer: Viewer, own: int | None) -> SeatPicture:
    taken = seat in state.seated
    sees_chips = taken and (viewer in HOUSE_VIEWER.to or seat == own)
    wager, cents = state.verbal.get(seat, ("", 0))
    return SeatPicture(
        seat=seat,
        taken=taken,
        you=seat == own,
        bot=state.seated.get(seat, "").startswith(BOT),
        who=state.seated.get(seat, "") if viewer in TABLE.to else "",
        chips=state.accounts.get(seat_account(seat), 0) if sees_chips else None,
        stakes=_on_felt(state.accounts, seat),
        coupons=_on_felt(state.coupons, seat),
        verbal={wager: cents} if wager else {},
        owes=state.owed.get(seat, 0),
        house_money=state.chosen.get(seat, ""),
        lit=seat in state.royals,
    )


def posts_of(state: TableState) -> tuple[PostPicture, ...]:
    """Return who stands at which post, and since when."""
    return tuple(
        PostPicture(who=who, post=post, since=since, leaving=who in state.leaving)
        for who, (post, since) in state.posts.items()
    )


def _on_felt(amounts: Mapping[str, int], seat: int) -> dict[str, int]:
    before = f"felt/{seat}/"
    return {account.removeprefix(before): cents for account, cents in amounts.items() if account.startswith(before)}


def _trouble(state: TableState) -> TroublePicture | None:
    trouble = state.trouble
    if trouble is None:
        return None
    return TroublePicture(kind=trouble.kind, place=trouble.place, face=trouble.face, extra=trouble.extra)


def _fair(state: TableState) -> FairPicture | None:
    stack = state.fair.stack if state.fair is not None else None
    if stack is None:
        return None
    return FairPicture(
        commitment=stack.commitment,
        listed=len(stack.hashes),
        again=stack.again,
        pledged=tuple(sorted(stack.pledges)),
        silent=stack.silent if stack.called else (),
        beacon=stack.beacon,
        round=stack.round,
        round_at=stack.round_at,
        signature=stack.signature,
    )
