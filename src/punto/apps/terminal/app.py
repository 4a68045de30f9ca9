"""The application of ``punto play``: a sitting, its playback and a screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from secrets import token_bytes
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType

from punto.apps.terminal.look import CSS
from punto.apps.terminal.playback import FAST, Stage
from punto.apps.terminal.sitting import Chance, Patient, Sitting, Wanted
from punto.apps.terminal.table import TableScreen
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import PROGRAM, Announcement
from punto.floor import Published
from punto.record.durable import Durable
from punto.table.events import CoupEnded
from punto.views.results import named

Save = Callable[[str], None]


class PlayApp(App[None]):
    """A table in the terminal."""

    CSS = CSS
    TITLE = PROGRAM
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit")]

    def __init__(
        self,
        wanted: Wanted,
        save: Save | None = None,
        *,
        speed: float | None = None,
        store: Durable | None = None,
        dealer: type[Patient] = Patient,
        chance: Chance = token_bytes,
    ) -> None:
        super().__init__()
        self.wanted, self._save = wanted, save
        self._speed = (FAST if wanted.fast else 1.0) if speed is None else speed
        self._opening = store, dealer, chance
        self.sitting: Sitting
        self.stage: Stage
        self.table: TableScreen
        self.fault: Exception | None = None
        self.log_text = ""  # the log, at the end

    async def on_mount(self) -> None:
        """Open the table and sit down."""
        self.sitting = sitting = await Sitting.open(self.wanted, *self._opening)
        self.stage = Stage(sitting.state, named(sitting.rules), self._speed, self._changed, sitting.desk.wake)
        sitting.dealer.watched = lambda: self.stage.busy
        self.table = TableScreen(View(sitting, self.stage))
        sitting.stopped = self.table.stopped
        await self.push_screen(self.table)
        sitting.desk.watch(self.stage.take)
        sitting.desk.watch(self._keep)
        sitting.begin()

    async def on_unmount(self) -> None:
        """Stop the table, and store its log."""
        if hasattr(self, "stage"):
            self.stage.stop()
            await self.sitting.end()
            self.log_text = await self.sitting.log()

    def _handle_exception(self, error: Exception) -> None:
        """Exit with an error that the command line reports in one line; tests get the exception itself."""
        if self.is_headless or os.environ.get("PUNTO_TRACEBACK"):
            super()._handle_exception(error)
        else:
            self.fault = error
            self.exit(return_code=1)

    @property
    def coups(self) -> int:
        """The number of coups played."""
        return sum(isinstance(one.event, CoupEnded) for one in self.stage.happened)

    def _changed(self) -> None:
        self.table.changed()

    def _keep(self, published: Published) -> None:
        """Write the log after every coup, if a file was given."""
        if self._save is not None and any(isinstance(event, CoupEnded) for event in published.batch.events):
            self.run_worker(self._write(self._save), exclusive=True)

    async def _write(self, save: Save) -> None:
        try:
            save(await self.sitting.log())
        except Exception as error:  # the disk is full, the folder is gone: the game continues
            self.table.view.notice = Announcement(str(error))
            self._changed()
