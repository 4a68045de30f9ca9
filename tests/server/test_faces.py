"""No face before its time: every byte that goes out of a whole shoe, to every role, is searched."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

from punto.floor import Pace, Setup
from punto.roles import Duty
from tests.server.floors import TABLE, Heard, Open, floor, on_line, run, staff, until

FACE = re.compile(r'"(?:[2-9AKQJ]|10)[shdc]"')
TURNED = ("card-turned/1", "card-corrected/1")
PACE = Pace(bets=12, beat=0, prepare=0, choice=30, round=0)
PATHS = ("", "/picture", "/events?after=1&limit=1000", "/coups/1/1", "/coups/1/2")


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


def messages(line: Heard) -> Iterator[tuple[dict[str, Any], str]]:
    yield from zip(line.said, line.bytes, strict=True)


async def listen(line: Heard) -> None:
    while True:
        await line.next()


async def asks(house: Open, tokens: dict[str, str], answers: list[tuple[set[str], str]]) -> None:
    """Ask by HTTP all the while, in every role, and note what had been turned by the time of the answer."""
    desk = house.live.house.desks[TABLE]
    while True:
        for token in tokens.values():
            async with house.http(token) as client:
                for path in PATHS:
                    text = (await client.get(f"/api/tables/{TABLE}{path}")).text
                    answers.append((set(desk.state.out) | {desk.state.exposed}, text))


def test_no_byte_of_a_shoe_tells_a_face_before_its_time() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=PACE, players=2)) as house:
            tokens = {
                "spectator": "",
                "player": await house.guest(),
                "dealer": await staff(house, "Dee", Duty.DEALER),
                "floor": await staff(house, "Flo", Duty.FLOOR),
                "surveillance": await staff(house, "Sue", Duty.SURVEILLANCE),
                "auditor": await staff(house, "Ada", Duty.AUDITOR),
            }
            desk = house.live.house.desks[TABLE]
            answers: list[tuple[set[str], str]] = []
            async with asyncio.TaskGroup() as group:
                lines: dict[str, Heard] = {}
                tasks = []
                contexts = [on_line(house, token=token) for token in tokens.values()]
                for role, context in zip(tokens, contexts, strict=True):
                    lines[role] = await context.__aenter__()
                assert "accepted" in await lines["player"].do("sit", do="sit", seat=7, buy_in=10_000_00)
                tasks = [group.create_task(listen(line)) for line in lines.values()]
                tasks.append(group.create_task(asks(house, tokens, answers)))
                async with asyncio.timeout(50):
                    await until(lambda: desk.state.coup >= 25, 45)
                for task in tasks:
                    task.cancel()
            for role, line in lines.items():
                seen = Seen()
                for message, text in messages(line):
                    seen.take(message, text)
                assert seen.checked > 300, role
            assert len(answers) > 30
            for out, text in answers:
                assert faces_in(text) <= out, text[:500]
            secrets = await house.live.house.store.sealed("")
            sent = "".join(text for line in lines.values() for text in line.bytes)
            sent += "".join(text for _, text in answers)
            assert secrets
            assert not [name for name, secret in secrets.items() if secret.hex() in sent]

    run(play)
