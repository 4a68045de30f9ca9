"""Common to commands: file input, JSON and table output, atomic file writes."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial, wraps
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar, cast

import click

from punto.core.bounded import MOST_FILE, MOST_LOG, OutOfBounds, measured
from punto.library import Edition, Library, Rulebooks

if TYPE_CHECKING:
    from punto.record.log_reader import LogSource
    from punto.rules.house_rules import HouseRules
    from punto.rules.review import Review
    from punto.rules.review.finding import Finding
    from punto.wagers.wager import Wager

WIDTH = 100  # of text that goes to a file or a pipe
CHUNK = 1024 * 1024  # bytes of a log that are read at a time

RULEBOOK = "ma-mini"  # default
OPEN = "punto-open"  # on which a file of wagers rests
OWN_TABLE = "the table of --wagers"
PYTHON = ".py"
Command = TypeVar("Command", bound=Callable[..., Any])


class Renamed(click.Option):
    """Option that is also accepted under its former name, which help does not show: for one minor version."""

    def __init__(self, *args: Any, formerly: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.formerly = formerly

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Accept both names."""
        named = self.opts
        self.opts = [*named, self.formerly]
        super().add_to_parser(parser, ctx)
        self.opts = named


renamed_option = partial(click.option, cls=Renamed)
json_option = click.option("--json", "as_json", is_flag=True, help="print one JSON document instead of text")


# ---------------------------------------------------------------- rulebooks


def library_option(command: Command) -> Command:
    """Add ``--rulebooks``: the command takes a ``Library``."""
    option = click.option(
        "--rulebooks",
        "library",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        envvar="PUNTO_RULEBOOKS",
        metavar="FOLDER",
        callback=lambda context, parameter, folder: Library(folder, packages=True),
        help="a folder of rulebooks, in addition to the built-in ones",
    )
    return option(command)


def books_options(command: Command) -> Command:
    """Add ``--rulebooks`` and ``--on``: the command takes the ``Rulebooks`` in force on that day."""

    @library_option
    @click.option("--on", type=Day(), metavar="DATE", help="rulebooks as in force on this day, like 2024-07-01 (today)")
    @wraps(command)
    def with_books(*args: Any, library: Library, on: date | None, **values: Any) -> Any:
        return command(*args, books=library.on(on or date.today()), **values)

    return cast(Command, with_books)


def wagers_option(command: Command) -> Command:
    """Add ``--wagers`` to a command with ``--rulebooks``: its library has a rulebook with the wagers of the file."""

    @click.option("--wagers", metavar="FILE", help="your own wagers, on top of those of Open Baccarat")
    @wraps(command)
    def with_wagers(*args: Any, wagers: str | None, **values: Any) -> Any:
        if wagers is not None and "library" in values:
            values["library"] = _with_wagers(values["library"], wagers)
        elif wagers is not None:
            books = values["books"]
            values["books"] = books._replace(library=_with_wagers(books.library, wagers))
        return command(*args, **values)

    return cast(Command, with_wagers)


def _with_wagers(library: Library, name: str) -> Library:
    if name.endswith(PYTHON):
        words = (
            "a wager in Python has odds and simulations; a table, a felt and a PAR sheet need it as data, in a .toml"
        )
        raise click.UsageError(f"--wagers {name}: {words}")
    return library.with_wagers(Path("wagers" if name == "-" else name), read_text(name), OPEN)


class Day(click.ParamType[date]):
    """A day, like 2024-07-01."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Parse a day."""
        return value if isinstance(value, date) else day_of(value)


def day_of(text: str) -> date:
    """Parse a day; raise ``UsageError`` with one line for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"invalid date {text!r}: write it like 2024-07-01") from None


def edition_of(name: str, books: Rulebooks) -> Edition:
    """Find an edition by id, by id and day (``ma-mini@2024-07-01``), or by its file."""
    rulebook, at, day = name.partition("@")
    path = Path(name)
    if rulebook not in books.library and path.is_dir():
        raise click.UsageError(f"{name} is a folder: give the file in it, or its id and --rulebooks {path.parent}")
    if rulebook not in books.library and not path.exists() and (path.suffix == ".toml" or len(path.parts) > 1):
        raise click.UsageError(f"there is no file {name}")
    if rulebook in books.library or not (path.is_file() or name == "-"):
        return books.library.find(rulebook, day_of(day) if at else books.day)
    return Edition(path.stem, "", None, path, read_text(name))


def functions_option(command: Command) -> Command:
    """Add ``--wagers`` like ``wagers_option``, also for wagers in Python: the command takes them as ``functions``."""

    @wraps(command)
    def with_functions(*args: Any, wagers: str | None, **values: Any) -> Any:
        if wagers is not None and wagers.endswith(PYTHON):
            return command(*args, functions=_registered(wagers), **values)
        if wagers is not None:
            books = values.pop("books")
            values["books"] = books._replace(library=_with_wagers(books.library, wagers))
        return command(*args, functions=(), **values)

    help_text = "your own wagers: a .toml on top of those of Open Baccarat, or a .py that registers them"
    return cast(Command, click.option("--wagers", metavar="FILE", help=help_text)(with_functions))


def _registered(name: str) -> tuple[Wager, ...]:
    """Run a file of Python, and return the wagers that it registers."""
    import runpy
    from traceback import extract_tb

    from punto.wagers import registered, registered_keys

    if not Path(name).is_file():
        raise click.UsageError(f"--wagers {name}: there is no such file")
    before = registered_keys()
    try:
        runpy.run_path(name)
    except Exception as error:
        lines = [str(frame.lineno) for frame in extract_tb(error.__traceback__) if frame.filename == name]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else "?"
        first = next(iter(str(error).splitlines()), "")
        raise click.UsageError(f"--wagers {name}:{line}: {type(error).__name__}: {first}") from None
    found = tuple(registered(key) for key in registered_keys() if key not in before)
    if not found:
        raise click.UsageError(f"--wagers {name}: it registers no wager; use @punto.register(key)")
    return found


def near(name: str, names: Sequence[str]) -> str:
    """Return the end of an error message that suggests the nearest name, or lists all."""
    import difflib

    found = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    return f": did you mean {found[0]!r}?" if found else f": there are {', '.join(names)}"


# ---------------------------------------------------------------- files


def read_text(path: str) -> str:
    """Read a text file, or standard input for ``-``."""
    try:
        return measured(_begun(path), MOST_FILE)
    except OutOfBounds:
        raise click.UsageError(f"{path}: this file is too large: more than {MOST_FILE:,} characters") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"{path}: not UTF-8 text") from None
    except IsADirectoryError:
        raise click.UsageError(f"{path}: this is a folder, not a file") from None


def _begun(path: str) -> str:
    """Read just enough of a file to detect that it is too large."""
    if path == "-":
        return sys.stdin.read(MOST_FILE + 1)
    with Path(path).open(encoding="utf-8") as file:
        return file.read(MOST_FILE + 1)


def read_bytes(path: str) -> bytes:
    """Read a file, or standard input for ``-``, as bytes."""
    with _opened(path) as stream:
        return b"".join(_bounded(stream, path))


@contextmanager
def log_source(path: str) -> Iterator[LogSource]:
    """Provide a log that can be read several times; standard input, or a pipe, is first copied to a temporary file."""
    from punto.record.log_reader import LogSource

    if path != "-" and Path(path).is_file():
        yield LogSource(path=Path(path))
        return
    with _opened(path) as stream, tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "log.jsonl"
        with copy.open("wb") as file:
            file.writelines(_bounded(stream, path))
        yield LogSource(path=copy)


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        stream = getattr(sys.stdin, "buffer", None)
        yield stream if stream is not None else BytesIO(sys.stdin.read(MOST_FILE).encode())
        return
    try:
        with Path(path).open("rb") as file:
            yield file
    except IsADirectoryError:
        raise click.UsageError(f"{path}: this is a folder, not a file") from None


def _bounded(stream: BinaryIO, path: str) -> Iterator[bytes]:
    """Read a log; stop at a line that no log has, or where it is too large: a device or a pipe may have no end."""
    size = line = 0
    while chunk := stream.read(CHUNK):
        first, last = chunk.find(b"\n"), chunk.rfind(b"\n")
        size += len(chunk)
        line += len(chunk) if first < 0 else first
        if line > MOST_FILE:
            raise click.UsageError(f"{path}: not a log: a line has more than {MOST_FILE:,} bytes")
        if size > MOST_LOG:
            words = f"more than {MOST_LOG:,} bytes; export tables apart, with punto export --table"
            raise click.UsageError(f"{path}: this log is too large: {words}")
        line = line if last < 0 else len(chunk) - last - 1
        yield chunk


def submission_text(name: str) -> str:
    """Read a submission: a file, or the name of a built-in one."""
    path = Path(name)
    if path.exists() or name == "-":
        return read_text(name)
    from importlib.resources import files

    shipped = {entry.name.removesuffix(".toml"): entry for entry in files("punto").joinpath("submissions").iterdir()}
    found = shipped.get(name.removesuffix(".toml"))
    if found is not None:
        return found.read_text(encoding="utf-8")
    if path.suffix or len(path.parts) > 1:  # looks like a file name
        return read_text(name)
    raise click.UsageError(f"no submission is called {name!r}{near(name, sorted(shipped))}")


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file atomically; leave nothing behind on failure.

    A device or a pipe, such as /dev/null, is written to and not replaced; so is what a link points to.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise click.UsageError(f"{path}: this is a folder, not a file")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content.encode() if isinstance(content, str) else content)
            return
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as beside:
            part = Path(beside, target.name)
            if isinstance(content, str):
                part.write_text(content, encoding="utf-8")
            else:
                part.write_bytes(content)
            part.replace(target)
    except OSError as error:
        raise click.UsageError(f"{path}: cannot be written: {error.strerror or error}") from None


def filed_text(name: str | None, books: Rulebooks) -> str:
    """Read a submission; without a name, make one that offers the wagers of ``--wagers``."""
    if name is not None:
        return submission_text(name)
    own = books.library.own
    if own is None:
        raise click.BadArgumentUsage("name a SUBMISSION: a file, or a built-in one; --wagers FILE makes one of its own")
    from punto.rules.own_table import own_table

    return own_table(books.load(own.edition.id), own.keys)


def reviewed(path: str | None, books: Rulebooks) -> Review:
    """Read and review a submission, or that of the file of wagers."""
    from punto.rules.review import review

    return review(filed_text(path, books), books)


def house_rules(path: str | None, books: Rulebooks) -> HouseRules:
    """Return the house rules of a submission; print its findings and exit with 1 if there are none."""
    review = reviewed(path, books)
    if review.rules is None:
        for finding in review.findings:
            click.echo(f"punto: {path or OWN_TABLE}: {finding}", err=True)
        raise click.exceptions.Exit(1)
    return review.rules


def is_journal(stream: TextIO) -> bool:
    """Return whether a stream is systemd's journal, by device and inode in ``JOURNAL_STREAM``."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):  # not a file
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


# ---------------------------------------------------------------- output


def print_json(document: Any) -> None:
    """Print one JSON document."""
    click.echo(as_json_text(document))


def as_json_text(document: Any) -> str:
    """Return a JSON document as text."""
    return json.dumps(document, ensure_ascii=False, indent=2)


def as_dict(finding: Finding) -> dict[str, str]:
    """Return a finding as its JSON object."""
    return {
        "code": str(finding.code),
        "path": finding.path,
        "section": finding.section,
        "message": finding.message,
    }


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: int = 0) -> None:
    """Print a table; the last ``numbers`` columns are right-aligned."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for index, column in enumerate(columns):
        right = index >= len(columns) - numbers
        table.add_column(column, justify="right" if right else "left", no_wrap=right)
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, markup=False).print(table)
