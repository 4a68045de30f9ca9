"""Scenarios: what happens at a table, told in plain sentences that the table then really plays.

A sheet reads like a page of procedures: who does what, which section that follows, what is refused and why, and who
holds what in the end. ``read`` understands it or names the line that it does not; ``play`` runs it at a headless table
under each of the submissions at its head, and ``docs/scenarios.md`` explains the form.
"""

from punto.scenario.playing import Played, Unmet, play
from punto.scenario.sheet import Sheet, SheetError, read

__all__ = ["Played", "Sheet", "SheetError", "Unmet", "play", "read"]
