"""Rules and rulebooks as responses: clients take titles, hands, payouts and limits from here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from punto.core.bounded import toml
from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules, Limit
from punto.server.messages import Part, Range
from punto.table.corrections import Cause
from punto.wagers import registered, registered_keys
from punto.wagers.book import known
from punto.wagers.wager import Result, Wager, backed


class ResultAnswer(Part, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a wager's table."""

    name: str
    verdict: str
    pays: str = ""  # to one, or for one, as a fraction
    meter: str = ""  # paid instead
    share: str = ""  # of the meter


class WagerAnswer(Part, frozen=True, kw_only=True):
    """An offered wager."""

    wager: str
    title: str
    titles: dict[str, str]  # by language tag, English among them
    section: str
    results: tuple[ResultAnswer, ...]
    for_one: bool
    vigorish: bool
    needs: tuple[str, ...]
    limits: Range | None
    main: bool  # one of the document's main wagers
    hand: str  # the hand on which it stakes; "" for others
    side: str  # the hand that has won whenever it wins, or ""
    settles: str
    rides: bool  # its payout may ride on a wager on a hand
    metered: bool  # its stakes feed meters, which pay it


class RulesAnswer(Part, frozen=True, kw_only=True):
    """The rules of a table for players."""

    table: str
    rulebook: str
    title: str
    titles: dict[str, str]  # of its rulebook, by language tag, English among them
    source: str  # of its rulebook: a whole document, excerpts of one, or "own", which no regulator has approved
    digest: str
    seats: int
    decks: int
    ez: bool
    wagers: tuple[WagerAnswer, ...]
    smallest_chip: int
    difference: int | None
    vigorish: str | None  # as a fraction
    vigorish_when: str | None
    squeeze: bool
    curator: bool
    free_hands: bool
    match_play: bool
    verbal_wagers: bool
    continuous: bool
    virtual: bool
    bet_seconds: int
    felt: str  # its color
    notices: dict[str, str]
    combinations: dict[str, tuple[str, ...]]  # of each seat, if a wager uses them
    royal_9: dict[str, tuple[str, ...]]  # the same; deprecated
    causes: tuple[str, ...] = tuple(Cause)  # reason codes of an adjustment by hand


class RulebookAnswer(Part, frozen=True, kw_only=True):
    """A rulebook."""

    id: str
    title: str
    titles: dict[str, str]  # by language tag, English among them
    document: str
    in_force: str
    digest: str
    provisions: int


class WagerTitle(Part, frozen=True, kw_only=True):
    """The titles of a wager."""

    wager: str
    titles: dict[str, str]  # by language tag, English among them
    rides: bool  # its payout may ride on a wager on a hand


class RulebooksAnswer(Part, frozen=True, kw_only=True):
    """All rulebooks, and the wagers of rulebooks and registered code."""

    rulebooks: tuple[RulebookAnswer, ...]
    wagers: tuple[WagerTitle, ...]


# ---------------------------------------------------------------- conversions


def range_of(limit: Limit) -> Range:
    """Return limits as a response."""
    return Range(least=limit.least, most=limit.most)


def ranges_of(limits: Mapping[str, Limit]) -> dict[str, Range]:
    """Return the limits of all wagers."""
    return {key: range_of(limit) for key, limit in limits.items()}


def rules_answer(rules: HouseRules, limits: Mapping[str, Limit], *, virtual: bool) -> RulesAnswer:
    """Return the rules of a table, with its posted limits."""
    royal = rules.royal9.combinations if rules.royal9 else {}
    combinations = {str(seat): tuple(f"{one} {other}" for one, other in pairs) for seat, pairs in royal.items()}
    return RulesAnswer(
        table=rules.table,
        rulebook=rules.rulebook.id,
        title=rules.rulebook.title,
        titles=_titles("rulebooks", rules.rulebook.id, rules.rulebook.title),
        source=rules.rulebook.source,
        digest=rules.digest,
        seats=rules.seats,
        decks=rules.shoe.decks,
        ez=rules.ez,
        wagers=tuple(_wager(wager, limits, rules.rulebook) for wager in rules.wagers),
        smallest_chip=rules.smallest_chip,
        difference=rules.difference,
        vigorish=str(rules.vigorish.rate) if rules.vigorish else None,
        vigorish_when=rules.vigorish.when if rules.vigorish else None,
        squeeze=rules.squeeze,
        curator=rules.curator,
        free_hands=rules.free_hands,
        match_play=rules.match_play,
        verbal_wagers=rules.verbal_wagers,
        continuous=rules.shoe.continuous,
        virtual=virtual,
        bet_seconds=rules.bet_seconds,
        felt=rules.layout.felt,
        notices={notice.key: notice.text for notice in rules.layout.notices},
        combinations=combinations,
        royal_9=combinations,
    )


def _wager(wager: Wager, limits: Mapping[str, Limit], book: Rulebook) -> WagerAnswer:
    return WagerAnswer(
        wager=wager.key,
        title=wager.title,
        titles=_wager_titles(wager),
        section=wager.section,
        results=tuple(map(_result, wager.results)),
        for_one=wager.for_one,
        vigorish=wager.vigorish,
        needs=wager.needs,
        limits=range_of(limits[wager.key]) if wager.key in limits else None,
        main=wager.hand is not None or wager.key in book.law.wager.permissible.main,
        hand=wager.hand or "",
        side=backed(wager) or "",
        settles=wager.settles,
        rides=wager.settles == "before-third-cards",
        metered=wager.metered,
    )


def _result(result: Result) -> ResultAnswer:
    if isinstance(result.pays, str):
        return ResultAnswer(
            name=result.category, verdict=str(result.verdict), meter=result.pays, share=str(result.share)
        )
    return ResultAnswer(name=result.category, verdict=str(result.verdict), pays=str(result.pays))


def rulebooks_answer(books: Iterable[Rulebook]) -> RulebooksAnswer:
    """Return rulebooks without their provisions, and the titles of their wagers."""
    shown = tuple(books)
    wagers = {wager.key: wager for book in shown for wager in known(book)}
    wagers = {key: registered(key) for key in registered_keys()} | wagers
    return RulebooksAnswer(rulebooks=tuple(map(_rulebook, shown)), wagers=tuple(map(_title, wagers.values())))


def _title(wager: Wager) -> WagerTitle:
    return WagerTitle(wager=wager.key, titles=_wager_titles(wager), rides=wager.settles == "before-third-cards")


def _rulebook(book: Rulebook) -> RulebookAnswer:
    return RulebookAnswer(
        id=book.id,
        title=book.title,
        titles=_titles("rulebooks", book.id, book.title),
        document=book.document,
        in_force=book.in_force,
        digest=book.digest,
        provisions=len(book.provisions),
    )


# ---------------------------------------------------------------- titles


def _wager_titles(wager: Wager) -> dict[str, str]:
    return {**_titles("wagers", wager.key, wager.title), **wager.titles}


def _titles(kind: str, key: str, english: str) -> dict[str, str]:
    """Return the titles of something by language tag."""
    return {"en": english} | translations(kind, key)


def translations(kind: str, key: str) -> dict[str, str]:
    """Return the translations of something: of a title, or of a provision in plain words."""
    return {tag: kinds[kind][key] for tag, kinds in _translated().items() if key in kinds.get(kind, {})}


@cache
def _translated() -> Mapping[str, Any]:
    return toml(files("punto.server").joinpath("titles.toml").read_text(encoding="utf-8"))
