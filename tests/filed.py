"""The submissions of the tests, in ``tests/submissions``: a change of a built-in submission does not reach them."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from punto.core.roles import Role
from punto.law.rulebook import text_of
from punto.record.opening import Open
from punto.rules.submission import read

VERSION = "0.1.0"
FOLDER = Path(__file__).with_name("submissions")
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
BUILT_IN = sorted(entry.name.removesuffix(".toml") for entry in files("punto").joinpath("submissions").iterdir())


def path(name: str) -> str:
    """The file of a submission, as a command or a transcript takes it: of the tests, or else a built-in one."""
    own = FOLDER / f"{name}.toml"
    return str(own if own.exists() else files("punto").joinpath("submissions", f"{name}.toml"))


def text(name: str) -> str:
    """The text of a submission."""
    return Path(path(name)).read_text(encoding="utf-8")


def under(rulebook: str) -> list[str]:
    """The texts of the submissions under a rulebook: those of the tests, or the built-in ones where they have none."""
    texts = [list(map(text, names)) for names in (NAMES, BUILT_IN)]
    found = ([one for one in each if (filed := read(one).submission) and filed.rulebook == rulebook] for each in texts)
    return next(filter(None, found), [])


def opening(submission: str, **fields: Any) -> Open:
    """The command that opens a table on the text of a submission, under its built-in rulebook."""
    given: dict[str, Any] = {"id": "open", "by": Role.FLOOR, "who": "fay", "at": 0, "rack": 10**9, "punto": VERSION}
    if "rulebook" not in fields:
        filed = read(submission).submission
        assert filed is not None
        given["rulebook"] = text_of(filed.rulebook)
    return Open(submission=submission, **{**given, **fields})
