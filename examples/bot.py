"""A bot: it sits down as a guest, wagers the same on Banker in every coup, and leaves after a number of coups.

    python examples/bot.py http://127.0.0.1:8080 MB-7

It acts only on messages of the server: it bets when a wager on Banker is expected, as much as the act permits, and
declines to cut.
"""

import asyncio
import sys
from typing import Any

import punto
from punto.client import Refused, Table
from punto.client.messages import Events


async def play(url: str, name: str, stake: int, coups: int) -> None:
    """Play some coups on Banker, then leave."""
    async with punto.connect(url, guest=True) as floor, floor.table(name, listen=True) as table:
        seat = await sit(table, 20 * stake)
        if not seat:
            print(f"{name} is full")
            return
        waiting = False  # for the end of a coup with a wager
        async for message in table:
            if message.kind == "expected" and not waiting:
                waiting = await bet(table, stake)
            if message.kind == "expected":
                await decline(table)
            for line in settled(message.body, seat) if message.kind == "events" else ():
                print(f"banker: {line['verdict']}")
                waiting, coups = False, coups - 1
            if coups == 0 and message.kind == "events" and ended(message.body):  # nothing is left on the felt
                await table.do("leave", seat=seat)
                return


async def sit(table: Table, buy_in: int) -> int:
    """Sit down and return the seat, or 0 at a full table; another player may be faster at a free seat."""
    for seat in await table.free_seats():
        try:
            await table.do("sit", seat=seat, buy_in=buy_in)
        except Refused as refused:
            if refused.reason != "seat-taken":
                raise
        else:
            return seat
    return 0


async def bet(table: Table, stake: int) -> bool:
    """Make a wager on Banker if one is expected; return whether it was accepted, since betting may have closed."""
    wagers = [act for act in table.expected if act["command"] == "wager" and act.get("given", {})["wager"] == "banker"]
    if not wagers:
        return False
    amount = wagers[0].get("holes", {})["cents"]
    try:
        await table.fill(wagers[0], cents=max(amount["least"], min(stake, amount["most"])))
    except Refused as refused:
        print(f"no bet: {refused}")
        return False
    return True


async def decline(table: Table) -> None:
    """Decline to cut the cards if that is offered: the table would wait."""
    for act in table.expected:
        if act.get("given", {}).get("step") == "decline-cut":
            await table.fill(act)


def settled(body: Events, seat: int) -> list[dict[str, Any]]:
    """Return the settlement lines of this seat."""
    ends = [event for event in body["events"] if event["event"].startswith("coup-settled/")]
    return [line for event in ends for line in event.get("lines", ()) if line["seat"] == seat]


def ended(body: Events) -> bool:
    """Return whether a coup has ended: every wager is collected or paid."""
    return any(event["event"].startswith(("coup-ended/", "coup-voided/")) for event in body["events"])


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("say which floor and which table: bot.py http://127.0.0.1:8080 MB-7 [COUPS]")
    asyncio.run(play(sys.argv[1], sys.argv[2], stake=100_00, coups=int(sys.argv[3]) if len(sys.argv) == 4 else 3))
