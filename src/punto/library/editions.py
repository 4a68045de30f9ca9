"""Folders of rulebooks: their files by id, and the editions of one id, each with its findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from punto.core.bounded import MOST_TEXT
from punto.law.check import check_text
from punto.law.decode import Faults, decode
from punto.law.finding import Code, Finding, Lines
from punto.law.rulebook import FOLDER, Rulebook, RulebookError, data_of, load, parse
from punto.law.schema import Head, InForce

GROUP = "punto.rulebooks"  # of entry points
ID = r"[a-z0-9]+(-[a-z0-9]+)*"  # compiled when a folder is listed, which most commands do not need
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
AUDIT = "audit.csv"  # next to the editions
ONLY = "rulebook.toml"  # in a folder: the edition whose file has no date
MOST_FILES = 1_000  # in a folder of rulebooks
MOST_EDITIONS = 100  # of one rulebook
MOST_FOUND = 3  # findings that one message repeats


class Located(NamedTuple):
    """A finding, and its file or folder."""

    file: Path
    finding: Finding

    def __str__(self) -> str:
        name = str(self.file)
        return f"{name if name.isprintable() else ascii(name)}:{self.finding}"


class File(NamedTuple):
    """A file as its folder lists it, not opened yet, and the folder that it must stay in."""

    path: Path
    root: Path


class Edition(NamedTuple):
    """One text of a rulebook, and the first day on which it is in force; None if it has no date."""

    id: str
    name: str  # its date, or ""
    since: date | None
    file: Path
    text: str

    @property
    def digest(self) -> str:
        """The SHA-256 of the text."""
        return sha256(self.text.encode()).hexdigest()

    @property
    def rulebook(self) -> Rulebook:
        """The checked rulebook. Raises ``RulebookError`` with its findings."""
        try:
            book = load(self.id) if self.file.parent == FOLDER else parse(self.text)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise unusable(self.id, _faults(self.file, self.text)) from None
        if book.checked.findings:
            raise unusable(self.id, _faults(self.file, self.text))
        return book


class Found(NamedTuple):
    """The editions of an id in the order in which they come into force, and the findings of its files."""

    editions: tuple[Edition, ...]
    findings: tuple[Located, ...]


Listed = dict[str, list[File | Located]]  # by id; "" for entries without one


def unusable(rulebook_id: str, findings: Iterable[Located]) -> RulebookError:
    """Return the error of a rulebook with findings: the first ones, and how to see all.

    A server sends it to its clients, so it names files without the folders above them.
    """
    every = tuple(findings)
    more = f"; and {len(every) - MOST_FOUND} more" if len(every) > MOST_FOUND else ""
    first = "; ".join(f"{_short(rulebook_id, one.file)}:{one.finding}" for one in every[:MOST_FOUND])
    return RulebookError(f"{rulebook_id} cannot be used: {first}{more} ({_all(rulebook_id, every)})")


def _all(rulebook_id: str, findings: Iterable[Located]) -> str:
    """Return the command that shows all findings of a rulebook."""
    outside = any(one.file.parent != FOLDER for one in findings)
    return f"punto rules check {rulebook_id}{' --rulebooks FOLDER' * outside}"


def _short(rulebook_id: str, file: Path) -> str:
    if file.parent == FOLDER:
        return f"the built-in {file.name}"
    return f"{rulebook_id}/{file.name}" if file.parent.name == rulebook_id else file.name


# ---------------------------------------------------------------- listing folders


def listed_in(folder: Path) -> Listed:
    """List the files of a folder of rulebooks by id."""
    listed: Listed = {}
    try:
        root = folder.resolve()
        for rulebook_id, one in _of_source(root):
            listed.setdefault(rulebook_id, []).append(one)
    except (OSError, RuntimeError) as error:  # the latter for a loop of links
        return {"": [_unreadable(folder, error)]}
    return listed


def _of_source(root: Path) -> Iterator[tuple[str, File | Located]]:
    entries = _entries(root, MOST_FILES)
    if isinstance(entries, Located):
        yield "", entries
        return
    for path in entries:
        if path.name == ONLY or _is_edition(path):
            words = f"the folder of one rulebook: give --rulebooks the folder above it, with xx-mini/{path.name} in it"
            yield "", Located(path, Finding(Code.WRONG_NAME, "$", 1, "", words))
        elif path.suffix == ".toml" and re.fullmatch(ID, path.stem):
            yield path.stem, File(path, root)
        elif path.suffix == ".toml":
            words = f"invalid id {path.stem[:60]!r}: name the file like xx-mini.toml"
            yield "", Located(path, Finding(Code.WRONG_NAME, "$", 1, "", words))
        elif re.fullmatch(ID, path.name) and path.is_dir():
            files = list(_of_folder(path, root))
            if any(isinstance(one, Located) or one.path.name != AUDIT for one in files):
                yield from ((path.name, one) for one in files)
        elif path.is_dir() and (path / ONLY).is_file():
            words = f"invalid id {path.name[:60]!r}: name the folder like xx-mini"
            yield "", Located(path, Finding(Code.WRONG_NAME, "$", 1, "", words))


def _is_edition(path: Path) -> bool:
    return path.suffix == ".toml" and _day(path.stem) is not None


def _of_folder(path: Path, root: Path) -> Iterator[File | Located]:
    """Return the editions in the folder of a rulebook."""
    if not path.resolve().is_relative_to(root):
        yield _outside(path)
        return
    entries = _entries(path, MOST_EDITIONS)
    if isinstance(entries, Located):
        yield entries
        return
    for file in entries:
        if file.suffix == ".toml" and file.name != ONLY and _day(file.stem) is None:
            words = f"invalid edition {file.stem[:60]!r}: name the file after its date, like 2024-07-01.toml, or {ONLY}"
            yield Located(file, Finding(Code.WRONG_NAME, "$", 1, "", words))
        elif file.suffix == ".toml" or file.name == AUDIT:
            yield File(file, root)


def _entries(folder: Path, most: int) -> list[Path] | Located:
    try:
        entries = list(islice(folder.iterdir(), most + 1))
    except OSError as error:
        return _unreadable(folder, error)
    if len(entries) > most:
        words = f"more than {most:,} files: at most so many are read; move the others to another folder"
        return Located(folder, Finding(Code.TOO_MANY_FILES, "$", 1, "", words))
    return sorted(entries)


def package_folders() -> Iterator[Path | Located]:
    """Return the folders that entry points name. A package is located, never imported."""
    from importlib.metadata import entry_points  # slow to import, and few commands need it
    from importlib.util import find_spec

    for point in entry_points(group=GROUP):
        top, *inner = point.value.split(".")
        try:
            spec = find_spec(top)
        except (ImportError, ValueError):
            spec = None
        places = spec.submodule_search_locations if spec is not None else None
        folders = [Path(place).joinpath(*inner) for place in places or ()]
        words = f"the entry point {point.name!r} names no folder of an installed package: {point.value[:60]!r}"
        fault = Located(Path(point.value), Finding(Code.UNREADABLE, "$", 1, "", words))
        yield next((folder for folder in folders if folder.is_dir()), fault)


def shadow(one: File | Located) -> Located:
    """Return the finding of an outside file that has the id of a built-in rulebook."""
    if isinstance(one, Located):
        return one
    words = "this is the id of a built-in rulebook, whose text is audited: give the file an id of its own, like xx-mini"
    text = read_file(one)
    line = Lines(text).of(("rulebook", "id")) if isinstance(text, str) and one.path.name != AUDIT else 1
    return Located(one.path, Finding(Code.REPEATED_EDITION, "rulebook.id", line, "", words))


# ---------------------------------------------------------------- reading editions


def editions_of(rulebook_id: str, files: list[File | Located]) -> Found:
    """Read all editions of a rulebook, and compare their dates."""
    findings = [one for one in files if isinstance(one, Located)]
    editions: list[Edition] = []
    for file in files:
        read = _edition(rulebook_id, file) if isinstance(file, File) and file.path.name != AUDIT else ()
        if isinstance(read, Edition):
            editions.append(read)
        else:
            findings += read
    editions.sort(key=lambda one: one.since or date.min)
    return Found(tuple(editions), (*findings, *_clashes(editions)))


def _edition(rulebook_id: str, file: File) -> Edition | list[Located]:
    text = read_file(file)
    if not isinstance(text, str):
        return [text]
    head = _head(text)
    if head is None:
        return _faults(file.path, text)
    since = head.in_force.from_ if isinstance(head.in_force, InForce) else None
    named, said = _day(file.path.stem), head.edition or since
    if head.id != rulebook_id:
        return [_misnamed(file, text, "id", f"the id is {head.id!r} here and {rulebook_id!r} in the file's name")]
    if named is not None and said is not None and named != said:
        return [_misnamed(file, text, "edition", f"the edition is {said} here and {named} in the file's name")]
    return Edition(rulebook_id, str(named or said or ""), since, file.path, text)


def read_file(file: File) -> str | Located:
    """Read a regular file of limited size inside its folder; return a finding otherwise."""
    try:
        path = file.path.resolve(strict=True)
        if not path.is_relative_to(file.root) and file.root != FOLDER:
            return _outside(file.path)
        if not path.is_file():
            return Located(file.path, Finding(Code.UNREADABLE, "$", 1, "", "is no regular file"))
        with path.open(encoding="utf-8") as stream:
            text = stream.read(MOST_TEXT + 1)
    except (OSError, RuntimeError) as error:
        return _unreadable(file.path, error)
    except UnicodeDecodeError:
        return Located(file.path, Finding(Code.UNREADABLE, "$", 1, "", "is no text in UTF-8: save it as UTF-8"))
    if len(text) > MOST_TEXT:
        words = f"this file is too large: it may have {MOST_TEXT:,} characters"
        return Located(file.path, Finding(Code.TOO_LARGE, "$", 1, "", words))
    return text


def _unreadable(path: Path, error: Exception) -> Located:
    words = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    return Located(path, Finding(Code.UNREADABLE, "$", 1, "", words))


def _faults(path: Path, text: str) -> list[Located]:
    """Return the findings of the text of a rulebook that cannot be used."""
    unknown = Finding(Code.HEAD_MISSING, "rulebook", 1, "", "the rulebook cannot be read: begin it with [rulebook]")
    return [Located(path, each) for each in check_text(text).findings or (unknown,)]


def _head(text: str) -> Head | None:
    """Decode only the head of a rulebook; None if it has faults."""
    faults = Faults()
    try:
        head = decode(Head, data_of(text).get("rulebook"), ("rulebook",), faults)
    except ValueError:
        return None
    return None if faults else head


def _clashes(editions: list[Edition]) -> Iterator[Located]:
    """Report editions that occur twice, or are in force from the same day."""
    first: dict[str, Edition] = {}
    for one in editions:
        other = first.setdefault(one.name, one)
        if other is not one:
            where = _short(one.id, other.file)
            words = f"the same edition of {one.id} is in {where}: delete one, or give it another id or date"
            yield _at(one, Code.REPEATED_EDITION, "id", words)
    for one, other in pairwise(first.values()):
        if one.since == other.since:
            where = _short(one.id, one.file)
            words = f"in force from the same day as {where}: one edition is in force on a day; write in-force.from"
            yield _at(other, Code.OVERLAPPING_EDITIONS, "in-force", words)


def _at(one: Edition, code: Code, term: str, words: str) -> Located:
    return Located(one.file, Finding(code, f"rulebook.{term}", Lines(one.text).of(("rulebook", term)), "", words))


def _misnamed(file: File, text: str, term: str, words: str) -> Located:
    line = Lines(text).of(("rulebook", term))
    return Located(file.path, Finding(Code.WRONG_NAME, f"rulebook.{term}", line, "", f"{words}: make both the same"))


def _outside(path: Path) -> Located:
    words = "leads out of its folder: copy the file instead of linking to it"
    return Located(path, Finding(Code.OUTSIDE_FOLDER, "$", 1, "", words))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if re.fullmatch(DAY, text) else None
    except ValueError:
        return None
