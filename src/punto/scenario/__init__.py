"""Scenarios: procedures in plain sentences that a table then really plays.

A sheet reads like a page of procedures: who does what, which section that follows, what is refused and why, and who has
what in the end. ``read`` parses it or names the invalid line; ``play`` runs it at a headless table under each of the
submissions in its head. ``docs/scenarios.md`` explains the form.
"""

from punto.scenario.playing import Played, Unmet, play
from punto.scenario.sheet import Sheet, SheetError, read

__all__ = ["Played", "Sheet", "SheetError", "Unmet", "play", "read"]
