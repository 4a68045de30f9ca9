"""A widget that is drawn from the view, and only when what it shows has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from rich.console import RenderableType
from textual.widgets import Static

from punto.terminal.view import View


class Drawn(Static):
    """Part of the table."""

    _seen: Hashable = None

    def show(self, view: View) -> None:
        """Draw it, if need be."""
        raise NotImplementedError

    def draw(self, of: Hashable, make: Callable[[], RenderableType], *, layout: bool = False) -> None:
        """Draw it anew where what it is drawn of, or its size, is not what it was; ``layout`` if it may grow."""
        seen = of, self.size
        if seen != self._seen:
            self._seen = seen
            self.update(make(), layout=layout)
