"""Strange questions: whatever the description of a floor allows, asked of a real one, in every role."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS, load_all_checks

from punto.accounts.rates import Rate
from punto.core.roles import Duty
from punto.server.limits import ServerLimits
from punto.server.live_floor import ServerOptions
from tests.server.floors import TABLE, floor, staff
from tests.server.test_play import STILL

ENDING = ("/api/logout", "/api/password")  # what ends the session of whoever asks; a guest may lose theirs
HOUSE = {"Flo": Duty.FLOOR, "Audrey": Duty.AUDITOR, "Della": Duty.DEALER}
WIDE = ServerOptions(demo=True, limits=ServerLimits(questions=Rate(10**6, 10**6), odds=Rate(4, 1)))


@dataclass(frozen=True)
class Served:
    """A floor, and the tokens of those who ask it: nobody in particular, a guest, and people of the house."""

    url: str
    tokens: tuple[str, ...]


@contextmanager
def served() -> Iterator[Served]:
    """A floor in a thread of its own, for a client that waits."""
    ready, over = threading.Event(), threading.Event()
    found: list[Served] = []

    async def serve() -> None:
        async with floor("md-mini-payout", setup=STILL, terms=WIDE) as house:
            named = [await staff(house, name, duty) for name, duty in HOUSE.items()]
            found.append(Served(house.url, ("", await house.guest(), *named)))
            ready.set()
            while not over.is_set():
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait(20)
    try:
        yield found[0]
    finally:
        over.set()
        thread.join()


def checks() -> list[Any]:
    load_all_checks()
    names = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
    return list(CHECKS.get_by_names(names))


def description(house: Served) -> Any:
    return schemathesis.openapi.from_url(f"{house.url}openapi.json")


def questions(house: Served, examples: int, tell: bool = False) -> Counter[str]:
    """Ask every operation so many questions; count them."""
    asked: Counter[str] = Counter()
    for found in description(house).get_all_operations():
        operation = found.ok()
        asked[operation.label] = _asked(house, operation, examples)
        if tell:
            print(f"  {operation.label}: {asked[operation.label]:,}", flush=True)
    return asked


def _asked(house: Served, operation: Any, examples: int) -> int:
    """Ask one operation, half of the time about the table that is there, as one person after the other."""
    number = 0
    who = cycle(house.tokens[:2] if operation.path in ENDING else house.tokens)

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(operation.as_strategy())
    def ask(case: Any) -> None:
        nonlocal number
        if number % 2 and "table" in (case.path_parameters or {}):
            case.path_parameters = {**case.path_parameters, "table": TABLE}
        token = next(who)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        case.call_and_validate(base_url=house.url.rstrip("/"), headers=headers, checks=checks())
        number += 1

    while number < min(examples, len(house.tokens)):  # where there is only one question, everybody asks it
        ask()
    return number
