"""The table: commands in, events out, nothing else.

``due`` says who may or must do what next, as commands with holes; ``decide`` turns a command into events or a refusal
that cites; ``evolve`` turns a state and an event into the next state. All are pure.
"""

from punto.table.commands import Reason, Refusal
from punto.table.decide import carry_out, decide
from punto.table.drive import Outcome, after
from punto.table.due import due
from punto.table.holes import Due
from punto.table.state import TableState, evolve

__all__ = [
    "Due",
    "Outcome",
    "Reason",
    "Refusal",
    "TableState",
    "after",
    "carry_out",
    "decide",
    "due",
    "evolve",
]
