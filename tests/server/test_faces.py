"""No face before its time: every byte that goes out of a whole shoe, to every role, is searched."""

import asyncio
import re
from contextlib import AsyncExitStack
from typing import Any

import httpx2

from punto.core.roles import Duty
from punto.floor import Pace, Setup
from tests.server.floors import TABLE, Heard, Open, busy, floor, on_line, run, staff

FACE = re.compile(r'"(?:[2-9AKQJ]|10)[shdc]"')
TURNED = ("card-turned/1", "card-corrected/1")
PACE = Pace(bets=20, beat=0, prepare=0, choice=20, round=0)
PATHS = ("", "/picture", "/events?after=1&limit=200", "/coups/1/2")


def faces_in(text: str) -> set[str]:
    return {face.strip('"') for face in FACE.findall(text)}


class Seen:
    """What a listener may know: faces turned in this coup or the one before it, and the card that was burned."""

    def __init__(self) -> None:
        self.coup: set[str] = set()
        self.before: set[str] = set()
        self.checked = 0

    def take(self, message: dict[str, Any], text: str) -> None:
        events = message.get("events", {}).get("events", [])
        self.coup |= {event["card"] for event in events if event["event"] in TURNED}
        named = faces_in(text)
        assert named <= self.coup | self.before, (named - self.coup - self.before, text[:500])
        self.checked += len(named)
        if any(event["event"] == "coup-ended/1" for event in events):
            self.before, self.coup = self.coup, set()


async def listen(line: Heard) -> None:
    while True:
        await line.next()


async def asks(house: Open, clients: list[httpx2.AsyncClient], answers: list[tuple[set[str], str]]) -> None:
    """Ask by HTTP all through the first shoe, in every role, and note what had been turned by then."""
    desk = house.live.house.desks[TABLE]
    while desk.state.shoe == 1:
        for client in clients:
            for path in PATHS:
                text = (await client.get(f"/api/tables/{TABLE}{path}")).text
                if desk.state.shoe == 1:
                    answers.append((set(desk.state.out), text))
        await asyncio.sleep(0.05)


def test_no_byte_of_a_shoe_tells_a_face_before_its_time() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=PACE)) as house, AsyncExitStack() as stack:
            tokens = {
                "spectator": "",
                "player": await house.guest(),
                "dealer": await staff(house, "Dee", Duty.DEALER),
                "floor": await staff(house, "Flo", Duty.FLOOR),
                "surveillance": await staff(house, "Sue", Duty.SURVEILLANCE),
                "auditor": await staff(house, "Ada", Duty.AUDITOR),
            }
            lines = {
                role: await stack.enter_async_context(on_line(house, token=token)) for role, token in tokens.items()
            }
            assert "accepted" in await lines["player"].do("sit", do="sit", seat=7, buy_in=10_000_00)
            answers: list[tuple[set[str], str]] = []
            tasks = [asyncio.create_task(listen(line)) for line in lines.values()]
            clients = [await stack.enter_async_context(house.http(token)) for token in tokens.values()]
            async with busy(house):
                await asks(house, clients, answers)  # until a whole shoe is over
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for role, line in lines.items():
                seen = Seen()
                for message, text in zip(line.said, line.bytes, strict=True):
                    seen.take(message, text)
                assert seen.checked > 200, role
            assert len(answers) > 10
            for out, text in answers:
                assert faces_in(text) <= out, text[:500]
            sent = "".join(text for line in lines.values() for text in line.bytes)
            sent += "".join(text for _, text in answers)
            secrets = await house.live.house.store.sealed("")
            shown = set(re.findall(r'"seed":"([0-9a-f]{64})"', sent))
            assert secrets
            assert not [name for name, secret in secrets.items() if secret.hex() in sent and secret.hex() not in shown]

    run(play)
