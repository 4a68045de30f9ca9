"""The library: which rulebooks there are, and which edition of one is in force on a day.

Rulebooks come with Punto, from a folder that the user names, and from installed packages whose entry point of the
group ``punto.rulebooks`` names a folder of theirs. All of them are data: no code is imported or run to find one.

    xx-mini.toml                a rulebook with one edition
    yy-mini/2016-03-01.toml     another one, with an edition to a file (or one in rulebook.toml)
    yy-mini/2024-07-01.toml
    yy-mini/audit.csv           the audit of its document, if there is one

File names give ids, so that finding a rulebook opens the files of no other. The same edition in two places is a
finding, and nothing shadows anything; the ids of built-in rulebooks are reserved. An id with a finding cannot be used
before it is corrected: with one of its editions unknown, which one is in force is unknown, too. A rulebook that differs
from the audit next to it cannot be used either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from punto.law.rulebook import FOLDER, Rulebook, RulebookError, built_in
from punto.library.editions import (
    AUDIT,
    Edition,
    File,
    Found,
    Listed,
    Located,
    editions_of,
    listed_in,
    package_folders,
    read_file,
    shadow,
    unusable,
)

if TYPE_CHECKING:
    from punto.library.examine import Examined
    from punto.library.own_wagers import OwnWagers

__all__ = ["BUILT_IN", "Edition", "Library", "Located", "NotInForce", "Rulebooks"]


class NotInForce(RulebookError):
    """No edition of a rulebook is in force on the day, or the day was not given and there are several."""


@dataclass(frozen=True)
class Library:
    """All rulebooks: the built-in ones, those of a folder, and those of installed packages.

    Folders are read once, on first use: a file that changes later does not change the law of a running program.
    """

    folder: Path | None = None
    packages: bool = False
    own: OwnWagers | None = None  # a file of the user's own wagers, on top of a built-in rulebook
    _known: dict[str, Found] = field(default_factory=dict, compare=False, repr=False)
    _loaded: dict[str, Rulebook | str] = field(default_factory=dict, compare=False, repr=False)  # by digest

    def on(self, day: date | None) -> Rulebooks:
        """Return the rulebooks in force on a day."""
        return Rulebooks(self, day)

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all rulebooks, in their order."""
        own = {self.own.edition.id} if self.own else set[str]()
        return tuple(sorted({*built_in(), *self._given, *self._packaged, *own} - {""}))

    def __contains__(self, rulebook_id: str) -> bool:
        return self._is_own(rulebook_id) or bool(self._files(rulebook_id))

    def _is_own(self, rulebook_id: str) -> bool:
        return self.own is not None and self.own.edition.id == rulebook_id

    def with_wagers(self, file: Path, text: str, base: str) -> Library:
        """Return this library with a file of wagers on top of a rulebook. Raises ``RulebookError``."""
        from punto.library.own_wagers import own_wagers  # few commands read such a file

        return replace(self, own=own_wagers(self.text(base, None), file, text, self.ids()))

    def found(self, rulebook_id: str) -> Found:
        """Return all editions of a rulebook, and the findings of its files."""
        if self.own is not None and self._is_own(rulebook_id):
            return Found((self.own.edition,), ())
        if rulebook_id not in self._known:
            files = self._files(rulebook_id)
            if not files:  # unknown ids are not cached
                return Found((), ())
            self._known[rulebook_id] = editions_of(rulebook_id, files)
        return self._known[rulebook_id]

    def find(self, rulebook_id: str, on: date | None) -> Edition:
        """Return the edition in force on a day; without one, the only edition. Raises ``RulebookError``."""
        editions, findings = self.found(rulebook_id)
        if findings:
            raise unusable(rulebook_id, findings)
        if not editions:
            words = f"unknown rulebook {rulebook_id[:60]!r}: {_near(rulebook_id, self.ids())}"
            nameless = [f"{one.file.name}:{one.finding}" for one in self._given.get("", ()) if isinstance(one, Located)]
            raise RulebookError("; ".join((words, *nameless[:1])))
        if on is None and len(editions) > 1:
            raise NotInForce(f"{rulebook_id} has {len(editions)} editions: give the day on which it is in force")
        begun = [one for one in editions if on is None or one.since is None or one.since <= on]
        if not begun:
            raise NotInForce(f"{rulebook_id} is not in force on {on}: its first day is {editions[0].since}")
        return begun[-1]

    def load(self, rulebook_id: str, on: date | None) -> Rulebook:
        """Return the rulebook in force on a day. Raises ``RulebookError``, also if it has findings."""
        edition = self.find(rulebook_id, on)
        if edition.file.parent == FOLDER:
            return edition.rulebook  # cached by ``punto.law.rulebook.load``
        if edition.digest not in self._loaded:
            try:
                self._loaded[edition.digest] = self.checked(edition)
            except RulebookError as error:
                self._loaded[edition.digest] = str(error)
        found = self._loaded[edition.digest]
        if isinstance(found, str):
            raise RulebookError(found)
        return found

    def checked(self, edition: Edition) -> Rulebook:
        """Return the rulebook of an edition that agrees with its audit, if it has one. Raises ``RulebookError``."""
        audited = edition in self.found(edition.id).editions and any(self.audits(edition.id))
        if audited and (findings := self.examined(edition).findings):
            raise unusable(edition.id, [Located(edition.file, one) for one in findings])
        return edition.rulebook

    def examined(self, edition: Edition) -> Examined:
        """Check an edition, also against the audit next to it."""
        from punto.library.examine import examine_with  # a second copy of the rules, which few commands need

        audits = ((path, said.finding if isinstance(said, Located) else said) for path, said in self.audits(edition.id))
        others = {one.digest for one in self.found(edition.id).editions} - {edition.digest}
        return examine_with(edition.text, audits, others)

    def text(self, rulebook_id: str, on: date | None) -> str:
        """Return the text in force on a day. Raises ``RulebookError``."""
        return self.find(rulebook_id, on).text

    def findings(self) -> tuple[Located, ...]:
        """Return the findings of files and folders; the contents of rulebooks are not checked here."""
        of_none = [one for listed in (self._given, self._packaged) for one in listed.get("", ())]
        shadows = [shadow(one) for each in built_in() for one in self._packaged.get(each, ())]
        of_ids = [one for each in self.ids() for one in self.found(each).findings]
        return tuple(one for one in (*of_none, *shadows, *of_ids) if isinstance(one, Located))

    def audits(self, rulebook_id: str) -> Iterator[tuple[Path, str | Located]]:
        """Return the audits next to the editions of an outside rulebook."""
        for file in self._files(rulebook_id):
            if isinstance(file, File) and file.path.name == AUDIT:
                yield file.path, read_file(file)

    def _files(self, rulebook_id: str) -> list[File | Located]:
        """Return the files of an id. No other file may have the id of a built-in rulebook; packages' are skipped."""
        given = self._given.get(rulebook_id, [])
        if rulebook_id in built_in():
            return [File(FOLDER / f"{rulebook_id}.toml", FOLDER), *map(shadow, given)]
        return [*given, *self._packaged.get(rulebook_id, [])] if rulebook_id else []

    @cached_property
    def _given(self) -> Listed:
        return listed_in(self.folder) if self.folder is not None else {}

    @cached_property
    def _packaged(self) -> Listed:
        listed: Listed = {}
        for folder in package_folders() if self.packages else ():
            for rulebook_id, files in (listed_in(folder) if isinstance(folder, Path) else {"": [folder]}).items():
                listed.setdefault(rulebook_id, []).extend(files)
        return listed


class Rulebooks(NamedTuple):
    """The rulebooks of a library in force on a day."""

    library: Library
    day: date | None = None

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all rulebooks, including those that cannot be used."""
        return self.library.ids()

    def load(self, rulebook_id: str) -> Rulebook:
        """Return the rulebook in force. Raises ``RulebookError`` if there is none, or if it has findings."""
        return self.library.load(rulebook_id, self.day)

    def text(self, rulebook_id: str) -> str:
        """Return the text in force. Raises ``RulebookError``."""
        return self.library.text(rulebook_id, self.day)

    def each(self) -> tuple[Rulebook, ...]:
        """Return all rulebooks that can be used."""
        found = []
        for rulebook_id in self.ids():
            try:
                found.append(self.load(rulebook_id))
            except RulebookError:
                continue
        return tuple(found)


BUILT_IN = Rulebooks(Library())


def _near(name: str, names: tuple[str, ...]) -> str:
    import difflib  # only an unknown name needs it, and every command imports this module

    close = difflib.get_close_matches(name, names, 1, 0.6)
    return f"did you mean {close[0]!r}?" if close else f"use {', '.join(names[:-1])} or {names[-1]}"
