"""The school in a terminal: cards with their suits, choices with letters, right and wrong in color and in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from punto.core.cards import Card
from punto.library import BUILT_IN, Rulebooks
from punto.school.exam import Answered
from punto.school.kinds import KINDS
from punto.school.question import DOWN, HOW, Exhibit, Form, Question, cited, explained, face, written
from punto.school.scenes import FELT

WIDTH = 100  # in a pipe
RED_SUITS = (1, 2)
NARROWEST = 40  # columns; the minimum for cards and choices


class TerminalDesk:
    """A student's interface in a terminal or pipe."""

    def __init__(self, console: Console, books: Rulebooks = BUILT_IN) -> None:
        if console.width < NARROWEST:
            raise ValueError(f"the terminal has {console.width} columns, and the school needs {NARROWEST}")
        self.console, self.books = console, books

    @classmethod
    def of(cls, stream: TextIO, books: Rulebooks = BUILT_IN) -> TerminalDesk:
        """Return an interface on a stream."""
        return cls(Console(file=stream, width=None if stream.isatty() else WIDTH, highlight=False), books)

    def show(self, question: Question, number: int, of: int, left: int | None = None) -> None:
        """Show a question: in a frame on an interactive terminal, as plain lines in a pipe."""
        title = f"{number} of {of} · {KINDS[question.kind].title} · {self.books.load(question.rulebook).title}"
        clock = "" if left is None else f"{left // 60}:{left % 60:02} left"
        self.console.print()
        if self.console.is_terminal:
            inside = Group(*_laid_out(question))
            self.console.print(
                Panel(inside, title=title, title_align="left", subtitle=clock or None, border_style="cyan")
            )
        else:
            self.say("\n".join((f"{title}{f' · {clock}' if clock else ''}", str(question), *_hint(question))))

    def hear(self) -> str | None:
        """Prompt for an answer and wait for it; None at the end of input."""
        self.console.print("> ", end="")
        try:
            text = input()
        except EOFError:
            self.console.print()
            return None
        if not sys.stdin.isatty():
            self.console.print(Text(text))
        return text

    def unread(self, why: str) -> None:
        """Report that an answer is invalid."""
        self.console.print(Text(f"{why}. It does not count; try again.", style="yellow"))

    def tell(self, answered: Answered) -> None:
        """Show whether it was right, why, and by which section; on an interactive terminal also the time taken."""
        question, answer = answered.question, answered.answer
        took = f" ({answered.took / 1000:.1f} s)" if self.console.is_terminal else ""
        if answered.right:
            self.console.print(Text(f"✓ Right{took}.", style="bold green"), Text(question.why))
        elif question.right(answer):
            self.console.print(Text(f"✗ Right, but too late{took}.", style="bold red"), Text(question.why))
        else:
            self.console.print(
                Text(f"✗ Wrong{took}.", style="bold red"), Text(f"You said {written(question, answer)}.")
            )
            self.console.print(Text("Right is:", style="bold"), Text(explained(question)))
        for line in cited(question, self.books):
            self.say(line, "cyan", indent=2)

    def say(self, words: str, style: str = "", indent: int = 0) -> None:
        """Print other text; continuation lines keep its indent."""
        room = self.console.width - indent
        for line in words.splitlines():
            for part in Text(line, style=style).wrap(self.console, room) or [Text()]:
                part.rstrip()
                self.console.print(Text(" " * indent), part, sep="")


def _hint(question: Question) -> Iterable[str]:
    if question.form is not Form.CHOICE:
        yield f"  ({HOW[question.form]})"


def _laid_out(question: Question) -> Iterable[RenderableType]:
    if question.shown:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim", no_wrap=True, vertical="middle")
        grid.add_column()
        for one in question.shown:
            grid.add_row(one.label, _laid(one))
        yield Padding(grid, (0, 0, 1, 0))
    yield Text(question.prompt, style="bold")
    yield from map(Text, question.lettered)
    yield from (Text(hint, style="dim") for hint in _hint(question))


def _laid(one: Exhibit) -> RenderableType:
    if not one.cards:
        return Text(one.text.replace("; ", "\n") if one.label == FELT else one.text)
    return Group(drawn_cards(one.cards), Text(one.text)) if one.text else drawn_cards(one.cards)


def drawn_cards(cards: tuple[str, ...]) -> Text:
    """Draw cards side by side, each in a frame."""
    drawn = Text()
    for row in ("╭────╮", "│{}│", "╰────╯"):
        for card in cards:
            red = card != DOWN and Card.of(card).suit in RED_SUITS
            drawn.append(row.format(f"{face(card):^4}"), style="bold red" if red else "bold")
            drawn.append(" ")
        drawn.append("\n")
    drawn.rstrip()
    return drawn
