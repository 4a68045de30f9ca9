"""Reading a paytable: which line of a wager with several a coup comes to, as for the Dragon Bonus (ma-mini 12(e))."""

from __future__ import annotations

from itertools import islice

from punto.rulebook import Rulebook
from punto.school.choosing import Asking
from punto.school.kinds.counts import coups, hands
from punto.school.kinds.payouts import all_terms, provisions
from punto.school.question import Form, Question
from punto.wagers.book import Terms, known
from punto.wagers.wager import Result, Verdict, Wager

VERBS = {Verdict.WIN: "wins", Verdict.PUSH: "pushes", Verdict.LOSE: "loses"}


def tabled(book: Rulebook, terms: Terms | None = None) -> list[Wager]:
    """Return the wagers on points or pairs that win in several ways."""
    wagers = [wager for wager in known(book, terms or Terms()) if wager.on_class is not None]
    return [wager for wager in wagers if sum(one.verdict is Verdict.WIN for one in wager.results) > 1]


def make(asking: Asking) -> Question:
    """Ask what becomes of a wager; all its lines are as likely as each other."""
    book, chance = asking.book, asking.chance
    wager = chance.choice(tabled(book, chance.choice(all_terms(book))))
    wanted = chance.choice(wager.results).category
    read = wager.on_class
    if read is None:
        raise ValueError(f"{wager.key} reads no points")
    dealt = list(islice(coups(asking), 60))
    coup = next((coup for coup in dealt if read(coup.coup_class).category == wanted), dealt[0])
    result = read(coup.coup_class)
    return Question(
        prompt=f"What becomes of a wager on {wager.title}?",
        shown=hands(coup),
        form=Form.CHOICE,
        choices=tuple(map(line, wager.results)),
        answer=line(result),
        why=f"Player {coup.points[0]}, Banker {coup.points[1]}, ended {coup.ended}: it {line(result)}.",
        provisions=provisions(asking, wager, result)[::-1],
    )


def line(result: Result) -> str:
    """Say a line of a paytable."""
    named = "" if result.category == result.verdict else f", {result.category.replace('-', ' ')}"
    return f"{VERBS[result.verdict]}{named}{f', {result.pays} to 1' if result.verdict is Verdict.WIN else ''}"
