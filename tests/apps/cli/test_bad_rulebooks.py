"""Rulebooks that nothing can be done with: each command says what is wrong, where and what to do; no table opens."""

from collections.abc import Callable
from pathlib import Path

import pytest

from punto.law.rulebook import text_of
from tests.apps.cli.running import punto
from tests.law.schema_2 import wagers_of, with_wagers
from tests.library.test_library import book, write
from tests.walk.people import text_of_submission

FILED = text_of_submission("md-mini-payout")


def ten_megabytes(folder: Path) -> None:
    write(folder / "xx-mini.toml", book() + "\n# x" * 2_600_000)


def thousand_editions(folder: Path) -> None:
    for year in range(1000, 2000):
        day = f"{year}-01-01"
        write(folder / "xx-mini" / f"{day}.toml", f"[rulebook]\nid = 'xx-mini'\nedition = {day}\n")


def cycle_of_needs(folder: Path) -> None:
    text = with_wagers(wagers_of("md-mini"), base="md-mini").replace('"md-mini"', '"xx-mini"')
    for one, other in ("ab", "bc", "ca"):
        text += f'["wager.{one}"]\nsection = "1"\ntitles = {{ en = "{one}" }}\nneeds = ["{other}"]\n'
        text += (
            f'lines = [{{ name = "win", when = {{ winner = "tie" }} }}]\n["pay.{one}"]\nsection = "1"\nwin = "1 to 1"\n'
        )
    write(folder / "xx-mini.toml", text)


def link_that_leads_out(folder: Path) -> None:
    folder.mkdir()
    (folder / "xx-mini.toml").symlink_to(write(folder.parent / "secret.toml", book()))


def folder_that_leads_out(folder: Path) -> None:
    folder.mkdir()
    (folder / "xx-mini").symlink_to(write(folder.parent / "elsewhere" / "rulebook.toml", book()).parent)


def id_that_leads_out(folder: Path) -> None:
    write(folder / "xx-mini.toml", book("../secret"))


def id_of_a_built_in_one(folder: Path) -> None:
    write(folder / "md-mini.toml", text_of("md-mini").replace("9 to 1", "8 to 1"))


def dates_that_overlap(folder: Path) -> None:
    for edition in ("2016-03-01", "2016-04-01"):
        write(folder / "xx-mini" / f"{edition}.toml", book(since="2016-05-01", edition=edition))


def order_without_end(folder: Path) -> None:
    order = "(a? b? c? d? e? f? g? h?)* " * 60
    write(folder / "xx-mini.toml", book() + f'[ceremony.closing]\norder = "{order}"\nmust = ["a", "b"]\n')


@pytest.mark.slow
@pytest.mark.parametrize(
    "make, rulebook, words",
    [
        (ten_megabytes, "xx-mini", "xx-mini.toml:1: $: this file is too large: it may have 200,000 characters"),
        (thousand_editions, "xx-mini", "xx-mini:1: $: more than 100 files: at most so many are read; move the others"),
        (cycle_of_needs, "xx-mini", "wager.a.needs: it can never be made: what it needs (b) needs it"),
        (link_that_leads_out, "xx-mini", "leads out of its folder: copy the file instead of linking to it"),
        (folder_that_leads_out, "xx-mini", "leads out of its folder: copy the file instead of linking to it"),
        (id_that_leads_out, "xx-mini", "rulebook.id: expected text like 'xx-mini', found '../secret'"),
        (
            id_of_a_built_in_one,
            "md-mini",
            "this is the id of a built-in rulebook, whose text is audited: give the file an id of",
        ),
        (dates_that_overlap, "xx-mini", "rulebook.in-force: in force from the same day as xx-mini/2016-03-01.toml"),
        (order_without_end, "xx-mini", "xx-mini.toml:"),
    ],
)
def test_every_command_says_what_is_wrong_and_opens_no_table(
    make: Callable[[Path], None], rulebook: str, words: str, tmp_path: Path
) -> None:
    folder = tmp_path / "books"
    make(folder)
    filed = write(tmp_path / "table.toml", FILED.replace('rulebook = "md-mini"', f'rulebook = "{rulebook}"'))
    checked = punto("rules", "check", rulebook, "--rulebooks", folder)
    assert (checked.code, checked.err, words in checked.out) == (1, "", True), checked
    reviewed = punto("check", filed, "--rulebooks", folder)
    assert (reviewed.code, reviewed.err, words in reviewed.out) == (1, "", True), reviewed
    served = punto("serve", filed, "--rulebooks", folder, "--database", "memory:", "--port", "0")
    served.refused(words.removeprefix("xx-mini.toml:"))
    assert len(served.err) < 4000


@pytest.mark.parametrize(
    "name", ["../secret", "../../secret", "/etc/passwd", "", ".", "x" * 5000, "xx-mini/2016-03-01", "md-mini\\u0000"]
)
def test_a_submission_that_names_a_path_is_refused(name: str, tmp_path: Path) -> None:
    write(tmp_path / "secret.toml", book("secret"))
    folder = write(tmp_path / "books" / "xx-mini.toml", book()).parent
    filed = write(tmp_path / "table.toml", FILED.replace('rulebook = "md-mini"', f'rulebook = "{name}"'))
    reviewed = punto("check", filed, "--rulebooks", folder)
    assert (reviewed.code, "unknown rulebook" in reviewed.out, len(reviewed.out) < 500) == (1, True, True)
    punto("serve", filed, "--rulebooks", folder, "--database", "memory:", "--port", "0").refused("unknown rulebook")
