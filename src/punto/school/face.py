"""The school in a terminal: cards with their suits, choices with letters, right and wrong in colour and in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from punto.cards import Card
from punto.rulebook import load, topics
from punto.school.kinds import KINDS
from punto.school.question import Answer, Form, Question, Shown, written
from punto.school.reading import HOW, LETTERS
from punto.school.scenes import DOWN, FELT

WIDTH = 100  # in a pipe
RED_SUITS = (1, 2)
NARROWEST = 40  # columns; cards and choices need so many
LONG = 6  # choices from which on the hint names a letter
BACK = "▒▒"


class TerminalDesk:
    """A student's desk in a terminal or in a pipe."""

    def __init__(self, errors: bool = False) -> None:
        stream = sys.stderr if errors else sys.stdout
        self.console = Console(file=stream, width=None if stream.isatty() else WIDTH, highlight=False)
        if self.console.width < NARROWEST:
            raise ValueError(f"the terminal has {self.console.width} columns, and the school needs {NARROWEST}")

    def show(self, question: Question, number: int, of: int, left: int | None = None) -> None:
        """Show a question."""
        title = f"{number} of {of} · {KINDS[question.kind].title} · {load(question.rulebook).title}"
        clock = "" if left is None else f"{left // 60}:{left % 60:02} left"
        parts = [*self._shown(question), Text(question.prompt, style="bold"), *_choices(question)]
        self.console.print()
        if self.console.is_terminal:
            self.console.print(
                Panel(Group(*parts), title=title, title_align="left", subtitle=clock or None, border_style="cyan")
            )
        else:
            self.console.print(Text(f"{title}{f' · {clock}' if clock else ''}"))
            self.console.print(Group(*parts))

    def _shown(self, question: Question) -> Iterable[RenderableType]:
        if not question.shown:
            return
        if not self.console.is_terminal:
            width = max(len(one.label) for one in question.shown)
            yield from (Text(f"{one.label:<{width}}  {' '.join(_plain(one))}") for one in question.shown)
            return
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim", no_wrap=True, vertical="middle")
        grid.add_column()
        for one in question.shown:
            grid.add_row(one.label, _laid(one))
        yield Padding(grid, (0, 0, 1, 0))

    def hear(self) -> str | None:
        """Ask for an answer and wait for it."""
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
        """Say that an answer could not be read."""
        self.console.print(Text(f"{why}. It does not count; try again.", style="yellow"))

    def tell(self, question: Question, answer: Answer) -> None:
        """Say whether it was right, why, and where the document says so."""
        if question.right(answer):
            self.console.print(Text("✓ Right.", style="bold green"), Text(question.why))
        else:
            self.console.print(Text("✗ Wrong.", style="bold red"), Text(f"You said {written(question, answer)}."))
            self.console.print(Text("Right is:", style="bold"), Text(f"{question.said}."), Text(question.why))
        for line in cited(question):
            self.say(line, "cyan", indent=2)

    def say(self, words: str, style: str = "", indent: int = 0) -> None:
        """Say something else; what runs on over several lines keeps its indent."""
        room = self.console.width - indent
        for line in words.splitlines():
            for part in Text(line, style=style).wrap(self.console, room) or [Text()]:
                part.rstrip()
                self.console.print(Text(" " * indent), part, sep="")


def cited(question: Question) -> list[str]:
    """Return a line for each place that a question turns on: its section, and what it demands."""
    book, demands = load(question.rulebook), topics()
    return [f"{question.rulebook} § {book.section(key)}: {demands[key].demand}" for key in question.provisions]


def _choices(question: Question) -> Iterable[RenderableType]:
    letters = question.form in (Form.CHOICE, Form.ORDER)
    if letters:
        yield Text("\n".join(f"  {LETTERS[index]}  {choice}" for index, choice in enumerate(question.choices)))
    if question.form is not Form.CHOICE or len(question.choices) >= LONG:
        yield Text(f"  ({HOW[question.form]})", style="dim")


def drawn_cards(cards: tuple[str, ...]) -> Text:
    """Draw cards side by side, each in a frame."""
    names = [_name(card) for card in cards]
    drawn = Text()
    for row in ("╭────╮", "│{}│", "╰────╯"):
        for name, red in names:
            drawn.append(row.format(f"{name:^4}"), style="bold red" if red else "bold")
            drawn.append(" ")
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def _laid(one: Shown) -> RenderableType:
    if not one.cards:
        return Text(one.text.replace("; ", "\n") if one.label == FELT else one.text)
    return Group(drawn_cards(one.cards), Text(one.text)) if one.text else drawn_cards(one.cards)


def _plain(one: Shown) -> Iterable[str]:
    """Write what is shown in a line, for a pipe."""
    yield from (name for name, _ in map(_name, one.cards))
    if one.text:
        yield one.text


def _name(card: str) -> tuple[str, bool]:
    """Return a card as it is drawn, and whether it is red."""
    if card == DOWN:
        return BACK, False
    one = Card.of(card)
    return one.symbol, one.suit in RED_SUITS
