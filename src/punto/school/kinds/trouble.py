"""Irregularities: a table in trouble, and what must happen now (ma-mini 13; troubles in the manual).

A practice table is taken at some moment, and a card goes astray in a way that ``due`` lists there: drawn in
error, seen too early, found face up in the shoe. Or so many cards are lost that a round cannot be finished. What the
table then expects is the answer.
"""

from __future__ import annotations

from functools import cache
from random import Random

from punto.rulebook import Rulebook
from punto.school.choosing import Asking, among
from punto.school.houses import houses
from punto.school.practice import Moment, Table, moments
from punto.school.question import Form, Question, Shown
from punto.school.scenes import scene, told
from punto.school.topics import by_step
from punto.table import Due, due
from punto.table.commands import Perform, Turn
from punto.table.phases import Phase
from punto.table.trouble import MISHAPS, extra_source, mishaps, remedies

PLAY = ("deal P1", "announce-result", "clear-cards", "no-more-bets")


def make(asking: Asking) -> Question:
    """Ask what happens next at a table in trouble; each irregularity is as likely as another."""
    short = asking.book.law.remedies.lines["no-card-left"][0].source.provision
    kinds = [*dict.fromkeys(_provision(asking, place) for place in _astray(asking.book)), short]
    key = kinds[asking.seed % len(kinds)]
    moment = _short(asking) if key == short else _in_trouble(asking, key)
    return _question(asking, moment)


def _provision(asking: Asking, place: str) -> str:
    return asking.book.law.remedies.source(*MISHAPS[place]).provision


@cache
def _astray(book: Rulebook) -> dict[str, tuple[Moment, ...]]:
    """Return the places at which a card may go wrong, each with the moments at which it may."""
    found: dict[str, list[Moment]] = {}
    for moment in moments(book):
        for place in dict.fromkeys(one.place for one in mishaps(*moment)):
            found.setdefault(place, []).append(moment)
    return {place: tuple(those) for place, those in found.items()}


def _in_trouble(asking: Asking, key: str) -> Moment:
    chance, astray = asking.chance, _astray(asking.book)
    place = chance.choice([place for place in astray if _provision(asking, place) == key])
    moment = chance.choice(astray[place])
    table = Table(moment.rules, chance, moment.state)
    act = next(act for act in due(*moment) if act.places == (place,))
    table.follow(act)
    seen = [act for act in due(*table.moment) if act.command is Turn and not act.must]
    if seen and chance.random() < 0.4:  # somebody sees the card after all
        table.follow(seen[0])
    return table.moment


def _short(asking: Asking) -> Moment:
    return _ran_out(asking.book, asking.chance.randrange(len(houses(asking.book))))


@cache
def _ran_out(book: Rulebook, number: int) -> Moment:
    """Lose card after card, until a round lacks one; those that were lost would have opened the next."""
    rules = houses(book)[number]
    table = Table(rules, Random(rules.table))
    table.sit()
    table.until(Phase.DEALING)
    table.follow(table.moment.musts[0])  # the first card is dealt: what is lost now opens no more this round
    while table.state.left:
        lost = next(act for act in due(*table.moment) if act.place == "error")
        table.follow(lost)
        table.follow(table.moment.musts[0])
    return table.moment


def _question(asking: Asking, moment: Moment) -> Question:
    musts = moment.musts
    right = told(musts[0])
    open_now = set(map(told, due(*moment)))
    others = [Due(Perform, musts[0].by, step) for line in asking.book.law.remedies.every() for step in line.steps]
    others += [act for step in PLAY for one in by_step(asking.book).get(step, ())[:1] for act in one.musts]

    return Question(
        prompt="What must happen now?",
        shown=(*scene(*moment), *_filed(moment), *_none_left(moment)),
        form=Form.CHOICE,
        choices=among(asking.chance, right, set(map(told, others)) - open_now, 5),
        answer=right,
        also=tuple(told(act) for act in musts[1:]),
        why=f"{right}.",
        provisions=tuple(dict.fromkeys(remedy.line.source.provision for remedy in remedies(*moment)))
        or (extra_source(moment.rules).provision,),
    )


def _filed(moment: Moment) -> tuple[Shown, ...]:
    """Show what the licensee has filed, where the document leaves it a choice."""
    rules, trouble = moment.rules, moment.state.trouble
    if trouble is None or trouble.face is None:
        return ()
    if trouble.kind == "player-third":
        return (Shown("filed", text=f"a third card that was seen: {rules.disclosed}"),)
    if moment.state.places:
        return (Shown("filed", text=f"a card seen in the middle of a coup: {rules.disclosed_mid_coup} the coup"),)
    return ()


def _none_left(moment: Moment) -> tuple[Shown, ...]:
    return () if moment.state.left else (Shown("shoe", text="no card is left in it"),)
