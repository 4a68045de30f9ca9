"""The table of troubles in the manual, asked of the engine: what happens, at which moment, by which section.

``python -m tests.table.irregularities`` writes it into docs/troubles.md.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from punto.law.rulebook import Rulebook, documents, load
from punto.table import Refusal
from punto.table.irregularities import extra_cards
from punto.table.phases import Phase
from tests.table.harness import BANKER_STOOD, BANKER_THIRD, BOTH_THIRD, MINUTE, Table, coups, ready

PAGE = Path(__file__).parents[2] / "docs" / "troubles.md"
BEGIN, END = "<!-- generated: python -m tests.table.irregularities -->", "<!-- end of what is generated -->"
COLUMNS = (
    "a card drawn in error, not disclosed",
    "a disclosed card",
    "an unauthorized Player's third, not disclosed",
    "an unauthorized Player's third, disclosed",
    "no card left",
)
ALL_OPEN = ("all cards are face up", "all cards of the last hand are face up")
THEN = {"new-cards": "new cards", "reshuffle": "a shuffle"}


# ---------------------------------------------------------------- moments


def _to(phase: Phase) -> Callable[[Table], Table]:
    return lambda table: table.bet((1, "player", 100)).until(phase)


def _dealing(table: Table) -> Table:
    _to(Phase.DEALING)(table).step()
    return table


def _house_money(table: Table) -> Table:
    return table.bet((1, "player", 100), (1, "house-money", 25)).until(Phase.HOUSE_MONEY)


def _burning(table: Table) -> Table:
    """The first card of the shoe lies open, and those that it asks for follow."""
    name = "burn-face-up" if table.rules.shuffling.burn_shown else "burn-face-down"
    burned = Table(table.rules, coups(6), [1, 2, 3], (name,))
    burned.step()
    burned.step()
    return burned


def _idle(table: Table) -> Table:
    table.now = 30 * MINUTE
    return table.perform("take-out")


def _settled(table: Table) -> Table:
    return _to(Phase.PAYING)(table).perform("announce-result")


def _last_hand(table: Table) -> Table:
    table.state = replace(table.state, cover="last")
    return _to(Phase.PAYING)(table)


MOMENTS: dict[str, Callable[[Table], Table]] = {
    "the cards are made ready": lambda table: Table(table.rules, [], [1]),
    "cards are burned": _burning,
    "the table is idle": _idle,
    "betting": lambda table: table.bet((1, "player", 100)),
    "the first four cards are dealt": _dealing,
    "they lie face down": _to(Phase.TURNING),
    "House Money is settled": _house_money,
    "third cards are drawn": _to(Phase.DRAWING),
    "all cards are face up": _to(Phase.PAYING),
    "the coup is settled": _settled,
    "all cards of the last hand are face up": _last_hand,
}


def moments(book: Rulebook) -> Iterator[str]:
    """The moments that a rulebook knows."""
    for name in MOMENTS:
        if name == "the table is idle" and "idle-table" not in book:
            continue
        if name == "House Money is settled" and "wager.house-money" not in book:
            continue
        yield name


def table_at(book: Rulebook, moment: str, coup: str, disclosed: str = "discard") -> Table:
    """A table at a moment of a coup."""
    money: dict[str, Any] = {"wagers__house_money": {}} if "wager.house-money" in book else {}
    rules = {"deal__disclosed_third_card": disclosed, **money}
    return MOMENTS[moment](ready(book, coups(3, coup), **rules))


# ---------------------------------------------------------------- what happens


def cell(book: Rulebook, moment: str, column: str) -> str:
    """Return the remedy in words, with the section."""
    match COLUMNS.index(column):
        case 0:
            return _first([_drawn(table_at(book, moment, BOTH_THIRD), "error")])
        case 1:
            return _first([_seen(table_at(book, moment, BOTH_THIRD), "face-up")])
        case 2:
            return _first(_thirds(book, moment, lambda table: _drawn(table, "error-third")))
        case 3:
            return _first(_thirds(book, moment, lambda table: _seen(table, "face-up-third")))
        case _:
            return _short(table_at(book, moment, BOTH_THIRD))


def _first(outcomes: list[str]) -> str:
    """Join the outcomes that differ."""
    return "; ".join(dict.fromkeys(outcomes))


def _drawn(table: Table, place: str) -> str:
    answer = table.do(do="deal", place=place)
    return _refused(answer) if isinstance(answer, Refusal) else _remedy(table)


def _seen(table: Table, place: str) -> str:
    answer = table.do(do="turn", faces={place: "2d"})
    return _refused(answer) if isinstance(answer, Refusal) else _remedy(table)


def _thirds(book: Rulebook, moment: str, happen: Callable[[Table], str]) -> list[str]:
    """The Banker's Hand must draw, or stand; if it stands, both procedures that may be submitted."""
    found = []
    for word, coup, disclosed in (
        ("draws", BANKER_THIRD, "discard"),
        ("stands", BANKER_STOOD, "discard"),
        ("stands", BANKER_STOOD, "simulate"),
    ):
        if (word == "draws" and moment in ALL_OPEN) or (word == "stands" and moment == "third cards are drawn"):
            continue  # there is no such moment
        words = happen(table_at(book, moment, coup, disclosed))
        filed = f", `{disclosed}` filed" if book.section("irregular.player-third-option") in words else ""
        found.append(words if words.startswith("refused") else f"Banker {word}{filed}: {words}")
    return found


def _remedy(table: Table) -> str:
    (act,) = (act for act in table.expected() if act.must)
    begun, wagers = bool(table.state.places), table.at(Phase.BETTING)
    extra = " with one more" if act.step == "discard-card" and extra_cards(table.rules, table.state) else ""
    words = {
        "carry-card": "it opens this hand" if wagers else "it opens the next hand",
        "simulate-round": "the coup is finished, then it opens a simulated round"
        if begun
        else f"{'wagers are returned, ' if wagers else ''}it opens a simulated round",
        "use-as-banker-third": "it is the Banker's third card",
        "discard-card": f"it is discarded{extra}",
    }
    return f"{words[act.step]} ({act.section})"


def _refused(refusal: Refusal) -> str:
    return f"refused ({refusal.section})"


def _short(table: Table) -> str:
    table.state = replace(table.state, left=0)
    acts = [act for act in table.expected() if act.step == "void-round"]
    if not acts:
        return "—"
    then = table.rules.rulebook.provisions["irregular.insufficient"].terms["then"]
    return f"the round is void, wagers are returned, {THEN[then]} ({acts[0].section})"


# ---------------------------------------------------------------- the page


def generated() -> str:
    """The tables of all rulebooks, as the page has them."""
    parts = []
    for name in documents():
        book = load(name)
        head = ["moment", *COLUMNS]
        rows = [[moment, *(cell(book, moment, column) for column in COLUMNS)] for moment in moments(book)]
        lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
        parts.append("\n".join([f"### {book.title} (`{name}`)", "", *lines]))
    return "\n\n".join(parts)


def written() -> str:
    """Return the text on the page."""
    text = PAGE.read_text(encoding="utf-8")
    return text.partition(BEGIN)[2].partition(END)[0].strip()


def main() -> None:
    """Write the tables into the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{generated()}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
