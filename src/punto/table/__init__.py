"""The table as three pure functions.

``due`` lists who may or must do what next, as commands with holes; ``decide`` turns a command into events or a refusal
that cites its section; ``evolve`` turns a state and an event into the next state.
"""

from punto.table.commands import Reason, Refusal
from punto.table.decide import carry_out, decide
from punto.table.due import due
from punto.table.holes import Due
from punto.table.state import Outcome, TableState, after, evolve

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
