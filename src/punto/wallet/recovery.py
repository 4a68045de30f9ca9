"""Recovery: complete the transfers that a crash interrupted."""

from __future__ import annotations

from collections.abc import Collection

from punto.roles import Role
from punto.wallet.commands import Post, Void
from punto.wallet.state import State


def recovery(state: State, done: Collection[str], at: int) -> tuple[Post | Void, ...]:
    """Return how every pending transfer ends, given those whose other side is done.

    Query the other side only once it can no longer receive the transfer: a table once its task has replied, a bank once
    it has accepted or declined. A part not done by then never will be, so the transfer can be voided.
    """
    ends: list[Post | Void] = []
    for transfer in state.pending:
        kind = Post if transfer in done else Void
        ends.append(kind(id=f"recover/{transfer}", by=Role.SYSTEM, who="recovery", at=at, transfer=transfer))
    return tuple(ends)
