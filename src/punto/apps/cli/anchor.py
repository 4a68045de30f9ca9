"""Options and start of anchoring, for ``punto serve``: key, witnesses, and what happens if a log does not match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from punto.anchor.anchoring import Anchor
    from punto.anchor.notes import PrivateKey
    from punto.anchor.witness import FileWitness, HttpWitness
    from punto.record.durable import Durable
    from punto.server.live_floor import LiveFloor

ENVIRONMENT = "PUNTO_ANCHOR_KEY"
OTHERS = 0o007  # permissions of a file


def read_key(given: str, kind: int) -> PrivateKey:
    """Return the signing key in a file, or the one that is given itself. Raises ``NoteError``."""
    from punto.anchor import notes

    if given.startswith(notes.PRIVATE):
        return notes.private_key(given, kind)
    path = Path(given)
    if path.stat().st_mode & OTHERS:
        raise notes.NoteError(f"{given}: other users may open this key: chmod o= {given}")
    try:
        return notes.private_key(path.read_text("utf-8"), kind)
    except UnicodeDecodeError:
        raise notes.NoteError(f"{given}: not a signing key") from None
    except notes.NoteError as error:
        raise notes.NoteError(f"{given}: {error}") from None


def _key(context: click.Context, parameter: click.Parameter, given: str | None) -> PrivateKey | None:
    from punto.anchor.notes import FLOOR

    return read_key(given, FLOOR) if given else None


def _witnesses(
    context: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[FileWitness | HttpWitness, ...]:
    from punto.anchor.witness import witness_of

    return tuple(map(witness_of, given))


def anchor_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a floor that makes checkpoints."""
    key = click.option(
        "--anchor-key",
        "key",
        callback=_key,
        envvar=ENVIRONMENT,
        metavar="FILE",
        help=f"sign checkpoints of the log with this key of `punto witness key`; {ENVIRONMENT} may hold the key itself",
    )
    witnesses = click.option(
        "--witness",
        "witnesses",
        callback=_witnesses,
        multiple=True,
        metavar="FILE|URL#KEY",
        help="send checkpoints to this file or witness; repeatable",
    )
    return key(witnesses(command))


class Anchoring(NamedTuple):
    """How a floor is anchored."""

    key: PrivateKey | None
    witnesses: tuple[FileWitness | HttpWitness, ...]
    despite: str  # why a log that does not match its checkpoints is opened all the same

    async def opened(self, store: Durable) -> tuple[Anchor, str]:
        """Compare a log with its checkpoints; return its anchor, and why it does not match, or "".

        Raises ``StoreError`` if it does not match and no reason is given.
        """
        from punto.anchor.anchoring import Anchor
        from punto.record.durable import StoreError

        if self.witnesses and self.key is None:
            raise click.UsageError(f"--witness: checkpoints are signed: give --anchor-key or {ENVIRONMENT}")
        anchor = Anchor(store, self.key, self.witnesses)
        fault = await anchor.fault()
        if fault and not self.despite:
            raise StoreError(
                f"the log does not match its checkpoints: {fault}; restore the right database, "
                "or open this one with --despite-checkpoint REASON, which the journal records"
            )
        if anchor.last is not None and self.key is None:
            click.echo(f"punto: without --anchor-key, {anchor.last.origin} makes no more checkpoints", err=True)
        for name, why in anchor.troubles.items():
            click.echo(f"punto: witness {name}: {why}", err=True)
        return anchor, fault

    async def recorded(self, live: LiveFloor, fault: str) -> None:
        """Record in the journal that a log was opened although it does not match."""
        from punto.accounts.service import SYSTEM
        from punto.core.machine import MOST_WORDS
        from punto.people.administration.messages import Override

        if fault:
            why = f"{self.despite}; {fault}"[:MOST_WORDS]
            await live.people.journal.do(Override, **SYSTEM, what="checkpoint", why=why)
            click.echo(f"punto: opened despite its checkpoints: {fault}", err=True)
