"""A player's own coups: at which tables, and what each coup brought, shoe by shoe.

The tables come from the player's wallet, which names every table that chips were bought at. A shoe is read from the
log when it is asked for, so that nothing is kept in addition, and no other player's figures are in the answer.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from punto.game.linked_machines import wallet_stream
from punto.server.endpoints import ApiRequest, Endpoint, HTTPError
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.views.history import Balance, CoupHistory
from punto.views.results import SeatResult
from punto.wallet.messages import TransferBegun


class MyTable(Part, frozen=True, kw_only=True):
    """A table at which the caller has played."""

    table: str
    rulebook: str
    shoes: int  # that the table has played
    since: int  # when the caller first bought chips there; 0 if unknown
    seat: int | None  # where the caller sits now


class MyTablesAnswer(Part, frozen=True, kw_only=True):
    """The tables at which the caller has played."""

    now: int
    tables: tuple[MyTable, ...]


class MyCoup(Part, frozen=True, kw_only=True):
    """A coup that the caller took part in; amounts are in cents."""

    shoe: int
    coup: int  # within its shoe
    seat: int
    began: int
    ended: int
    void: bool
    winner: str  # "" if it was void
    player: int
    banker: int
    result: SeatResult
    balance: Balance  # chips before and after


class MyCoupsAnswer(Part, frozen=True, kw_only=True):
    """The caller's coups of a shoe, the oldest first."""

    table: str
    shoe: int
    shoes: int
    began: int  # when the first listed coup of the shoe began, the caller's or not; 0 without one
    first: int  # number of that coup; earlier ones are asked for by ``upto``
    coups: tuple[MyCoup, ...]


class MyCoupsQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table, its shoe (default: the current one), and the last coup."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    shoe: Annotated[int, msgspec.Meta(ge=0)] = 0
    upto: Annotated[int, msgspec.Meta(ge=0)] = 0


async def tables(live: LiveFloor, call: ApiRequest) -> MyTablesAnswer:
    """List the tables at which the caller has played."""
    who = call.caller.who
    since: dict[str, int] = {}
    for record in await live.house.store.read(wallet_stream(who)):
        for event in record.batch.events:
            if isinstance(event, TransferBegun) and event.place.startswith("table/"):
                since.setdefault(event.place.split("/")[1], record.batch.command.at)
    seats = live.seats(who)
    found = {name: room for name, room in live.rooms.items() if name in since or name in seats}
    return MyTablesAnswer(
        now=live.clock(),
        tables=tuple(
            MyTable(
                table=name,
                rulebook=room.desk.rules.rulebook.id,
                shoes=room.desk.state.shoe,
                since=since.get(name, 0),
                seat=seats.get(name),
            )
            for name, room in found.items()
        ),
    )


async def coups(live: LiveFloor, call: ApiRequest) -> MyCoupsAnswer:
    """List the caller's coups of a shoe."""
    query, who = call.query, call.caller.who
    room = live.room(query.table)
    shoes = room.desk.state.shoe
    shoe = query.shoe or shoes
    if shoe > shoes:
        raise HTTPError(404, "no-such-shoe", f"No such shoe: this table has played {shoes}.")
    listed = await live.archives[room.desk.table].coups(shoe, query.upto)
    own = ((coup, _seat(coup, who)) for coup in listed)
    return MyCoupsAnswer(
        table=room.desk.table,
        shoe=shoe,
        shoes=shoes,
        began=listed[0].began if listed else 0,
        first=listed[0].number if listed else 0,
        coups=tuple(_coup(coup, balance) for coup, balance in own if balance is not None),
    )


def _seat(coup: CoupHistory, who: str) -> Balance | None:
    """Return the balance of a person who wagered in a coup."""
    seats = {stake.seat for stake in coup.wagers}
    return next((one for one in coup.balances if one.who == who and one.seat in seats), None)


def _coup(coup: CoupHistory, balance: Balance) -> MyCoup:
    settled, seat = coup.result, balance.seat
    return MyCoup(
        shoe=coup.shoe,
        coup=coup.number,
        seat=seat,
        began=coup.began,
        ended=coup.ended,
        void=coup.void,
        winner=settled.winner if settled else "",
        player=settled.player if settled else 0,
        banker=settled.banker if settled else 0,
        result=next((one for one in coup.results if one.seat == seat), SeatResult(seat=seat)),
        balance=balance,
    )


MINE = "/api/me"
ENDPOINTS = (
    Endpoint("GET", f"{MINE}/tables", "where the caller has played", tables, MyTablesAnswer, needs="somebody"),
    Endpoint(
        "GET", f"{MINE}/coups", "the caller's coups of a shoe", coups, MyCoupsAnswer,
        query=MyCoupsQuery, needs="somebody", refuses=(404,),
    ),
)  # fmt: skip
