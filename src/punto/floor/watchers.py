"""Whoever wants to be told of something, and how one of them who fails harms nobody else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)


class Watchers(Generic[T]):
    """Those who are told, in the order in which they came."""

    def __init__(self) -> None:
        self._all: list[Callable[[T], None]] = []

    def add(self, watcher: Callable[[T], None]) -> Callable[[], None]:
        """Tell somebody from now on; return how to stop that."""
        self._all.append(watcher)
        return lambda: self._remove(watcher)

    def tell(self, what: T) -> None:
        """Tell everybody; whoever cannot listen is told no more."""
        for watcher in list(self._all):
            try:
                watcher(what)
            except Exception:
                log.exception("a watcher failed, and is told no more")
                self._remove(watcher)

    def _remove(self, watcher: Callable[[T], None]) -> None:
        if watcher in self._all:
            self._all.remove(watcher)
