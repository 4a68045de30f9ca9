"""What is called out at the table, as far as somebody who sits there hears or sees it, with the section it follows."""

from __future__ import annotations

from typing import NamedTuple

from punto.table import events as e
from punto.table.events import AnyEvent
from punto.terminal.naming import call_words
from punto.terminal.words import STEPS


class Call(NamedTuple):
    """Words, and the section that asks for them."""

    words: str
    section: str = ""


def call_of(event: AnyEvent) -> Call | None:
    """Return what an event is called out as; many are only seen."""
    match event:
        case e.StepPerformed(step=step, call=call):
            told = sentence(call) if call else STEPS.get(step, "")
            words = told.format(seat=event.seat, cards=event.cards)
        case e.CoupSettled(call=call):
            words = sentence(call)
        case _:
            words = call_words(event)
    return Call(words, event.section) if words else None


def sentence(call: str) -> str:
    """Begin what is called with a capital letter."""
    return f"{call[:1].upper()}{call[1:]}"
