"""Recovery: finishing the transfers that a crash left open."""

from __future__ import annotations

from collections.abc import Collection

from punto.roles import Role
from punto.wallet.commands import Post, Void
from punto.wallet.state import State


def recovery(state: State, done: Collection[str], at: int) -> tuple[Post | Void, ...]:
    """Return how every pending transfer ends, given those whose other side did its part.

    Ask the other side after it has stopped hearing of the transfer: a table once its desk has answered, a bank once it
    has said yes or no. What is not done then never will be, and can be undone here.
    """
    ends: list[Post | Void] = []
    for transfer in state.pending:
        kind = Post if transfer in done else Void
        ends.append(kind(id=f"recover/{transfer}", by=Role.SYSTEM, who="recovery", at=at, transfer=transfer))
    return tuple(ends)
