"""The table: commands in, events out, nothing else.

``expected`` says who may or must do what next; ``decide`` turns a command into events or a refusal that cites;
``evolve`` turns a state and an event into the next state. All are pure.
"""

from punto.table.decide import carry_out, decide
from punto.table.expected import Expected, expected
from punto.table.refusals import Reason, Refusal
from punto.table.running import Outcome, after
from punto.table.state import TableState, evolve

__all__ = [
    "Expected",
    "Outcome",
    "Reason",
    "Refusal",
    "TableState",
    "after",
    "carry_out",
    "decide",
    "evolve",
    "expected",
]
