"""An event loop whose time passes only when nobody has anything left to do: an evening in a second, always the same."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Selector(selectors.DefaultSelector):
    """Waits for nobody: where the loop would sleep, time is put forward instead."""

    time = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise RuntimeError("everybody waits for somebody else, and nothing is planned")
        self.time += timeout
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop in virtual time."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.time


def evening(work: Coroutine[Any, Any, T]) -> T:
    """Run something in virtual time; whatever is left over is cancelled."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
