"""Playing a sheet at a headless table: every line is carried out, and its statements are checked.

The events or refusal of a line that cites must cite the section which the head gives for that provision. At the end the
log is exported and verified like any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date, time
from typing import Any, NamedTuple

from punto.core.bounded import toml
from punto.core.roles import Role
from punto.game.card_sources import DrawnCards
from punto.game.game import open_table
from punto.game.headless import NO_CARD, SECOND, Answer, Headless
from punto.game.progressive_link import ProgressiveLink
from punto.law.rulebook import RulebookError
from punto.library import BUILT_IN, Rulebooks
from punto.progressive.state import shown
from punto.record.chain import LogError
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.record.opening import Open, Unlawful, running
from punto.record.vault import Worded
from punto.rules import submission
from punto.rules.review import review
from punto.scenario.checks import MOMENTS, Assertion
from punto.scenario.checks import Moment as Standing
from punto.scenario.sentences import Sentence
from punto.scenario.sheet import (
    GONE,
    Cards,
    ExpectedDue,
    Next,
    Refused,
    ScenarioLine,
    Sheet,
    Table,
    Waiting,
    checked,
    merge,
)
from punto.scenario.stack import Stack
from punto.table import Due as DueAct
from punto.table import Refusal, TableState, due
from punto.table.authorization import somebody_else
from punto.table.drive import filled, person, usual
from punto.table.events import AnyEvent, CoupSettled
from punto.table.holes import AnyHole, Faces
from punto.table.phases import Phase
from punto.table.transcript import COMMANDS, Act, Auto, TranscriptError
from punto.verification.verify import verify

RACK = 1_000_000_00
MOST = 5_000  # iterations of one line: more than any shoe takes


class Unmet(Exception):
    """Error for a line that fails, with its number and the actual value."""

    def __init__(self, number: int, words: str) -> None:
        super().__init__(f"line {number}: {words}")
        self.number = number


class Played(NamedTuple):
    """The result of a sheet that passed at a table: cited provisions and sections, and the log."""

    rulebook: str
    table: str
    lines: int
    cited: frozenset[str]  # provisions that lines cite and their events confirm
    sections: frozenset[str]  # of all events and refusals
    log: str


def play(sheet: Sheet, table: Table, find: Callable[[str], str] | None = None, books: Rulebooks = BUILT_IN) -> Played:
    """Play a sheet at one of its tables. Raises ``Unmet`` at the first line that fails."""
    for line in sheet.lines:
        if not any(map(line.under, books.ids())):
            raise Unmet(
                line.number, f"no rulebook is called {', '.join(line.only)}: there are {', '.join(books.ids())}"
            )
    run = _Run(sheet, table, _filed((find or shipped)(table.submission), table.changes), books)
    run.begin()
    for line in sheet.under(run.rules.rulebook.id):
        run.line(line)
    log = export(run.session.store, running())
    report = verify(log.encode())
    if not report.whole:
        raise Unmet(sheet.lines[-1].number, f"the log does not verify: {next(iter(report.faults.values()))}")
    return Played(
        run.rules.rulebook.id, table.submission, run.number, frozenset(run.cited), frozenset(run.sections), log
    )


def shipped(name: str) -> str:
    """Return the text of a built-in submission. Raises ``Unmet``."""
    try:
        return submission.shipped(name)
    except LookupError:
        raise Unmet(1, f"no submission is called {name!r}") from None


def _filed(text: str, changes: Mapping[str, Any]) -> str:
    """Return a submission with some fields changed."""
    if not changes:
        return text
    data = toml(text)
    merge(data, changes, GONE)
    return "".join(f"{name} = {_toml(value)}\n" for name, value in data.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return value.isoformat() if isinstance(value, date | time) else json.dumps(value)


class _Run:
    """A sheet that is being played."""

    def __init__(self, sheet: Sheet, table: Table, submission: str, books: Rulebooks) -> None:
        self.sheet, self.table = sheet, table
        found = review(submission, books)
        named, metered = found.rulebook, found.rules.metered if found.rules is not None else None
        try:
            book = books.load(named)
        except RulebookError as error:
            raise Unmet(table.number, f"{table.submission}: {error}") from None
        faults = list(checked(book, table))
        if faults:
            raise Unmet(table.number, "; ".join(faults))
        asked = Open(
            id="open",
            by=Role.SYSTEM,
            who="house",
            at=0,
            submission=submission,
            rulebook=books.text(book.id),
            rack=RACK,
            punto=running(),
            progressive=metered.key if metered else "",
        )
        try:
            self.session, opened = open_table(MemoryStore(), asked, Worded("scenario"))
        except (Unlawful, LogError) as error:
            raise Unmet(table.number, f"{table.submission}: {error}") from None
        self.rules = self.session.rules
        laid = [card for line in sheet.lines if isinstance(line.says, Cards) for card in line.says.order]
        self.stack = Stack(self.rules.shoe.decks, lambda: self.session.state, laid)
        self.keeper = DrawnCards(self.stack)
        self.headless = Headless(self.session, self.keeper)
        self.number = self.done = self.clock = 0
        self.came: tuple[AnyEvent, ...] = opened.events
        self.cited: set[str] = set()
        self.sections: set[str] = set(_sections(opened.events))

    # ---------------------------------------------------------------- lines

    def begin(self) -> None:
        """Seat the players, and prepare the shoe."""
        number, ready, players = self.sheet.given
        for name, seat, cents in players:
            self._accepted(number, "sit", by=Role.PLAYER, who=name.lower(), seat=seat, **{"buy-in": cents})
        if ready:
            list(self._due(number, ExpectedDue(True, "betting is open")))

    def line(self, line: ScenarioLine) -> None:
        """Carry out a line, or check its assertions."""
        self.number += 1
        says = line.says
        if isinstance(says, Cards):
            self.stack.lay(says.order, says.burned)
        elif isinstance(says, Waiting):
            self.clock = max(self.clock, self.session.at) + says.milliseconds
        elif isinstance(says, Next):
            self._cites(line, self._looked_ahead(line, says))
        elif isinstance(says, Refused):
            self._cites(line, self._refused(line, says))
        elif isinstance(says, Sentence):
            self.came = tuple(self._done(line.number, says))
            self._cites(line, _sections(self.came))
        elif isinstance(says, ExpectedDue):
            self.came = tuple(self._due(line.number, says))
            self._cites(line, _sections(self.came))
        else:
            self._checked(line, says)

    def _cites(self, line: ScenarioLine, sections: Iterator[str] | set[str]) -> None:
        found = set(sections)
        self.sections |= found
        for key in line.cites:
            section = self.table.sections.get(key)
            if section is None:
                raise Unmet(line.number, f"{self.rules.rulebook.id} has no {key}: leave the line to the other tables")
            if section not in found:
                raise Unmet(line.number, f"{key} is {section}; cited were {', '.join(sorted(found)) or 'no sections'}")
            self.cited.add(key)

    def _checked(self, line: ScenarioLine, checks: tuple[Assertion, ...]) -> None:
        standing = Standing(self.rules, self.session.state, self.came, dict(self._meters()))
        for one in checks:
            found = one.found(standing)
            if found != one.wanted:
                raise Unmet(line.number, f"{one.words!r} is not so: it is {found}")

    def _meters(self) -> Iterator[tuple[str, int]]:
        """Return the displays of the linked meters, in cents."""
        for partner in self.session.partners:
            if isinstance(partner, ProgressiveLink):
                partner.catch_up()
                yield from ((key, shown(partner.state, key)) for key in partner.state.runs)

    # ---------------------------------------------------------------- sentences

    def _done(self, number: int, said: Sentence) -> Iterator[AnyEvent]:
        for answer in self._answers(number, said):
            if isinstance(answer.came, Refusal):
                raise Unmet(number, f"{said.words!r} is refused: {_words(answer.came)}")
            yield from answer.came.events

    def _refused(self, line: ScenarioLine, says: Refused) -> set[str]:
        answers = list(self._answers(line.number, says.what))
        came = answers[-1].came
        if not isinstance(came, Refusal):
            raise Unmet(line.number, f"{says.what.words!r} is not refused")
        if came.reason is not says.reason:
            raise Unmet(line.number, f"{says.what.words!r} is refused otherwise: {_words(came)}")
        if came.section and not line.cites:
            raise Unmet(line.number, f"the refusal cites {came.section}, and the line nothing")
        return {came.section}

    def _answers(self, number: int, said: Sentence) -> Iterator[Answer]:
        for place in said.each or ("",):
            yield self._give(number, said, {"place": place} if place else {})

    def _give(self, number: int, said: Sentence, more: Mapping[str, Any]) -> Answer:
        state = self.session.state
        by, who = said.actor.at(state)
        if not said.actor.name:  # "the dealer" is anyone who may act; a name is that person
            who = somebody_else(self.rules, state, said.given.get("step", ""), who)
        rank = {"rank": said.actor.rank} if said.actor.rank else {}
        given = {"by": by, "who": who, **rank, **said.given, **more}
        if said.shown:
            given["faces"] = {place: self._face(place) for place in said.shown}
        return self._command(number, said.do, given)

    def _face(self, place: str) -> str:
        """Return the face visible at a place: of a card dealt there, of the last one dealt, or of the next."""
        sealed = self.keeper.at
        if place.startswith("face-up"):
            return str(self.stack.peek() or NO_CARD)
        at = next(reversed(self.session.state.places), "") if place == "seen" else place
        return str(sealed.get(at, NO_CARD))

    def _command(self, number: int, do: str, given: Mapping[str, Any]) -> Answer:
        self.done += 1
        self.clock = max(self.clock, self.session.at) + SECOND
        act = Act(number, COMMANDS[do], {"id": f"line-{number}-{self.done}", "at": self.clock, **given}, None)
        try:
            (answer,) = self.headless.play(act)
        except TranscriptError as error:
            raise Unmet(number, str(error)) from None
        return answer

    def _accepted(self, number: int, do: str, **given: Any) -> tuple[AnyEvent, ...]:
        came = self._command(number, do, given).came
        if isinstance(came, Refusal):
            raise Unmet(number, f"{do} is refused: {_words(came)}")
        return came.events

    # ---------------------------------------------------------------- due acts

    def _due(self, number: int, says: ExpectedDue) -> Iterator[AnyEvent]:
        """Let the house, and players if all are meant, do what is due until a stop point."""
        begun = self.session.state
        over = MOMENTS[says.moment] if says.moment in MOMENTS else _left(says.moment)
        for _ in range(MOST):
            if over(self.rules, begun, self.session.state):
                return
            before = self.session.state.version
            yield from self._once(number, says)
            if self.session.state.version == before:
                break
        if says.moment and not over(self.rules, begun, self.session.state):
            raise Unmet(number, f"it does not come to that: {says.moment}; due is {self._what_is_due()}")

    def _once(self, number: int, says: ExpectedDue) -> Iterator[AnyEvent]:
        """Do the next due act: a wager of players who continue, the house's act, or a person's."""
        state = self.session.state
        if says.plays and state.phase is Phase.BETTING and not state.done and not _staked(state):
            yield from self._done(number, says.plays)
        for answer in self._house(number):
            if isinstance(answer.came, Refusal):
                raise Unmet(number, f"the house is refused: {_words(answer.came)}")
            yield from answer.came.events
            if says.moment or says.everybody:
                return
        if says.everybody:
            yield from self._person(number)

    def _person(self, number: int) -> Iterator[AnyEvent]:
        """Let the person whom the table waits for do the usual act."""
        act = person(self.rules, self.session.state)
        if act is not None:
            command = filled(self.rules, self.session.state, act, 0, self._fill)
            given = {name: getattr(command, name) for name in ("by", "who", *act.given, *dict(act.holes))}
            yield from self._accepted(number, act.do, **given)

    def _fill(self, state: TableState, hole: AnyHole) -> Any:
        if isinstance(hole, Faces):
            return {place: self._face(place) for place in hole.places}
        return usual(state, hole)

    def _house(self, number: int) -> Iterator[Answer]:
        self.session.at = max(self.session.at, self.clock)  # the house acts by the clock of the sheet
        try:
            yield from self.headless.play(Auto(number, None))
        except TranscriptError as error:
            raise Unmet(number, str(error)) from None

    def _what_is_due(self) -> str:
        acts = [act for act in due(self.rules, self.session.state) if act.must]
        return ", ".join(f"{act} by {act.by}" for act in acts) or "nothing"

    # ---------------------------------------------------------------- statements about what is due

    def _looked_ahead(self, line: ScenarioLine, says: Next) -> set[str]:
        """Return the sections under which an act is due."""
        fitting = [act for act in due(self.rules, self.session.state) if self._is(act, says.what)]
        if says.how == "next":
            fitting = [act for act in fitting if act.must]
        if says.how == "not" and fitting:
            raise Unmet(line.number, f"{says.what.words!r} may be done")
        if says.how != "not" and not fitting:
            raise Unmet(line.number, f"{says.what.words!r} is not {WORDS[says.how]}; due is {self._what_is_due()}")
        return {act.section for act in fitting}

    def _is(self, act: DueAct, said: Sentence) -> bool:
        by, who = said.actor.at(self.session.state)
        own = by is not Role.PLAYER or act.seat is None or self.session.state.seated.get(act.seat) == who
        meant = all(said.given.get(name) in (None, getattr(act, name)) for name in ("step", "wager", "seat"))
        places = said.shown or said.each
        return (act.do, act.by) == (said.do, by) and meant and own and (not places or {*places} == {*act.places})


WORDS = {"next": "due", "may": "expected"}


def _left(words: str) -> Callable[[Any, Any, Any], bool]:
    """Return the stop point at which a number of cards is left, between two coups."""
    number = int(words.split(maxsplit=1)[0])
    return lambda rules, begun, now: now.phase is Phase.BETTING and now.left <= number


def _staked(state: Any) -> bool:
    return any(account.startswith("felt/") for account in state.accounts)


def _sections(events: tuple[AnyEvent, ...]) -> Iterator[str]:
    for event in events:
        yield event.section
        if isinstance(event, CoupSettled):
            yield from (line.section for line in event.lines)


def _words(refusal: Refusal) -> str:
    detail = ", ".join(f"{key} {value}" for key, value in refusal.detail.items())
    return " ".join(filter(None, [refusal.reason, f"({refusal.section})" if refusal.section else "", detail]))
