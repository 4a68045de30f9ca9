"""Strange questions: whatever the description of a floor allows, asked of a real one, in every role."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS, load_all_checks

from punto.accounts.buckets import Rate
from punto.server.limits import Settings
from punto.server.live import Terms
from tests.server.floors import TABLE, Open, floor
from tests.server.test_play import STILL

WIDE = Terms(demo=True, limits=Settings(questions=Rate(10**6, 10**6), odds=Rate(4, 1)))


@contextmanager
def served() -> Iterator[Open]:
    """A floor in a thread of its own, for a client that waits."""
    ready, over = threading.Event(), threading.Event()
    found: list[Open] = []

    async def serve() -> None:
        async with floor("md-mini-payout", setup=STILL, terms=WIDE) as house:
            found.append(house)
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


def description(house: Open) -> Any:
    return schemathesis.openapi.from_url(f"{house.url}openapi.json")


def questions(house: Open, examples: int, tell: bool = False) -> Counter[str]:
    """Ask every operation so many questions; count them."""
    asked: Counter[str] = Counter()
    for found in description(house).get_all_operations():
        operation = found.ok()
        asked[operation.label] = _asked(house, operation, examples)
        if tell:
            print(f"  {operation.label}: {asked[operation.label]:,}", flush=True)
    return asked


def _asked(house: Open, operation: Any, examples: int) -> int:
    """Ask one operation, half of the time about the table that is there."""
    number = 0

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(operation.as_strategy())
    def ask(case: Any) -> None:
        nonlocal number
        if number % 2 and "table" in (case.path_parameters or {}):
            case.path_parameters = {**case.path_parameters, "table": TABLE}
        case.call_and_validate(base_url=house.url.rstrip("/"), checks=checks())
        number += 1

    ask()
    return number
