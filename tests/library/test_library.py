"""The library: books from outside, their editions, and everything that can be wrong with their files."""

import ast
import os
import re
import sys
from datetime import date
from pathlib import Path

import pytest

from punto.law.finding import Code
from punto.law.rulebook import RulebookError, built_in, load, text_of
from punto.library import BUILT_IN, Library, NotInForce
from punto.library.editions import MOST_EDITIONS, MOST_FILES


def book(name: str = "xx-mini", since: str = "", edition: str = "") -> str:
    """A lawful rulebook of another id, with dates in its head where they are given."""
    text = text_of("md-mini").replace('id = "md-mini"', f'id = "{name}"')
    dated = f"in-force = {{ from = {since} }}" if since else 'in-force = "undated edition"'
    named = f"edition = {edition}\n" if edition else ""
    return text.replace('in-force = "undated edition"', f"{named}{dated}")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def codes(library: Library) -> list[Code]:
    return [one.finding.code for one in library.findings()]


def test_without_a_folder_the_library_has_the_built_in_rulebooks() -> None:
    assert BUILT_IN.ids() == built_in()
    assert all(BUILT_IN.load(name) == load(name) for name in built_in())
    assert Library().findings() == ()


@pytest.mark.parametrize("name", ["xx-mini.toml", "xx-mini/rulebook.toml", "xx-mini/2024-07-01.toml"])
def test_a_file_or_a_folder_is_found_by_its_name(name: str, tmp_path: Path) -> None:
    file = write(tmp_path / name, book())
    library = Library(tmp_path)
    assert library.ids() == (*built_in(), "xx-mini")
    assert "xx-mini" in library
    assert library.on(None).load("xx-mini").id == "xx-mini"
    assert library.find("xx-mini", date(1990, 1, 1)).file == file  # without a date it is in force on every day
    assert library.findings() == ()


def test_a_name_that_is_not_there_is_answered_with_the_nearest(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini.toml", book())
    with pytest.raises(RulebookError, match="unknown rulebook 'xx-mni': did you mean 'xx-mini'"):
        Library(tmp_path).find("xx-mni", None)
    with pytest.raises(RulebookError, match=r"unknown rulebook '\.\./\.\./etc/passwd': use ma-baccarat"):
        Library(tmp_path).find("../../etc/passwd", None)


def test_finding_one_rulebook_opens_no_other(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini.toml", book())
    write(tmp_path / "yy-mini.toml", "this is = not [ TOML")
    assert Library(tmp_path).on(None).load("xx-mini").id == "xx-mini"


# ---------------------------------------------------------------- editions


def editions(folder: Path) -> Library:
    write(folder / "xx-mini" / "2016-03-01.toml", book(since="2016-05-01", edition="2016-03-01"))
    write(folder / "xx-mini" / "2024-06-01.toml", book(since="2024-07-01", edition="2024-06-01"))
    return Library(folder)


@pytest.mark.parametrize(
    "day, name",
    [
        ("2016-05-01", "2016-03-01"),
        ("2024-06-30", "2016-03-01"),
        ("2024-07-01", "2024-06-01"),
        ("2099-01-01", "2024-06-01"),
    ],
)
def test_the_edition_in_force_follows_from_the_day(day: str, name: str, tmp_path: Path) -> None:
    assert editions(tmp_path).find("xx-mini", date.fromisoformat(day)).name == name


def test_no_edition_in_force_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotInForce, match=r"^xx-mini is not in force on 2016-04-30: its first day is 2016-05-01$"):
        editions(tmp_path).find("xx-mini", date(2016, 4, 30))


def test_there_is_no_hidden_clock(tmp_path: Path) -> None:
    with pytest.raises(NotInForce, match="has 2 editions: give the day"):
        editions(tmp_path).find("xx-mini", None)


def test_an_edition_without_a_date_holds_until_the_first_with_one(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini" / "rulebook.toml", book())
    write(tmp_path / "xx-mini" / "2030-01-01.toml", book(since="2030-01-01"))
    library = Library(tmp_path)
    assert library.find("xx-mini", date(2029, 12, 31)).text == book()
    assert library.find("xx-mini", date(2030, 1, 1)).rulebook.in_force == "in force from 2030-01-01"


def test_the_date_of_an_edition_is_in_its_rulebook(tmp_path: Path) -> None:
    rulebook = editions(tmp_path).find("xx-mini", date(2020, 1, 1)).rulebook
    assert (rulebook.edition, rulebook.in_force) == ("2016-03-01", "in force from 2016-05-01")
    assert load("md-mini").edition == ""


# ---------------------------------------------------------------- what can be wrong


def refused(library: Library, code: Code, *words: str) -> None:
    """One finding, with words that help; and the rulebook opens no table."""
    (found,) = [one for one in library.findings() if one.finding.code == code]
    assert found.finding.line >= 1
    for word in words:
        assert word in str(found)
    with pytest.raises(RulebookError, match="cannot be used"):
        library.find("xx-mini", date(2020, 1, 1))


def test_the_same_edition_twice_is_a_finding(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini.toml", book())
    write(tmp_path / "xx-mini" / "rulebook.toml", book())
    refused(Library(tmp_path), Code.REPEATED_EDITION, "the same edition", "delete one")


@pytest.mark.parametrize(
    "name, since", [("md-mini.toml", ""), ("md-mini/rulebook.toml", ""), ("md-mini/2030-01-01.toml", "2030-01-01")]
)
def test_the_ids_of_built_in_rulebooks_are_reserved(name: str, since: str, tmp_path: Path) -> None:
    """Also for a later edition: the audit is about the built-in text, and a table would open on one that differs."""
    text = book("md-mini", since=since).replace('"40 to 1"', '"400 to 1"')
    file = write(tmp_path / name, text)
    library = Library(tmp_path)
    (found,) = library.findings()
    line = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("id ="))
    assert (found.file, found.finding.code, found.finding.line) == (file, Code.REPEATED_EDITION, line)
    assert "give the file an id of its own, like xx-mini" in str(found)
    for day in (None, date(2029, 12, 31), date(2030, 1, 1)):
        with pytest.raises(RulebookError, match="md-mini cannot be used"):
            library.on(day).load("md-mini")
    assert library.on(None).load("ma-mini").id == "ma-mini"  # the others are untouched


def test_two_editions_from_the_same_day_are_a_finding(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini" / "2016-03-01.toml", book(since="2016-05-01", edition="2016-03-01"))
    write(tmp_path / "xx-mini" / "2016-04-01.toml", book(since="2016-05-01", edition="2016-04-01"))
    refused(Library(tmp_path), Code.OVERLAPPING_EDITIONS, "2016-04-01.toml:", "rulebook.in-force", "same day")


def test_two_editions_without_a_day_are_a_finding(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini" / "2016-03-01.toml", book())
    write(tmp_path / "xx-mini" / "2024-07-01.toml", book())
    refused(Library(tmp_path), Code.OVERLAPPING_EDITIONS, "write in-force.from")


def test_a_link_that_leaves_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.toml", book())
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "xx-mini.toml").symlink_to(secret)
    refused(Library(folder), Code.OUTSIDE_FOLDER, "leads out of its folder", "copy the file")


def test_a_linked_folder_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere" / "rulebook.toml", book())
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "xx-mini").symlink_to(tmp_path / "elsewhere")
    refused(Library(folder), Code.OUTSIDE_FOLDER)


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    write(tmp_path / "books" / "xx-mini.toml", book())
    (tmp_path / "link").symlink_to(tmp_path / "books")
    assert Library(tmp_path / "link").on(None).load("xx-mini").id == "xx-mini"


def test_a_loop_of_links_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "xx-mini.toml").symlink_to(tmp_path / "xx-mini.toml")
    refused(Library(tmp_path), Code.UNREADABLE)


def test_a_file_of_ten_megabytes_is_not_read(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini.toml", book() + "#" * 10_000_000)
    refused(Library(tmp_path), Code.TOO_LARGE, "may have 200,000 characters")


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "xx-mini.toml")
    refused(Library(tmp_path), Code.UNREADABLE, "no regular file")


def test_bytes_that_are_no_text_are_a_finding(tmp_path: Path) -> None:
    (tmp_path / "xx-mini.toml").write_bytes(b"\xff\xfe\x00")
    refused(Library(tmp_path), Code.UNREADABLE, "save it as UTF-8")


def test_a_file_that_may_not_be_read_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "xx-mini.toml").mkdir()
    refused(Library(tmp_path), Code.UNREADABLE)


def test_a_thousand_editions_are_too_many(tmp_path: Path) -> None:
    for year in range(1000, 2000):
        write(tmp_path / "xx-mini" / f"{year}-01-01.toml", "")
    refused(Library(tmp_path), Code.TOO_MANY_FILES, f"more than {MOST_EDITIONS}")


def test_a_folder_of_too_many_files_is_a_finding(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 1):
        (tmp_path / f"x{number}.toml").touch()
    assert codes(Library(tmp_path)) == [Code.TOO_MANY_FILES]


def test_a_folder_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    library = Library(tmp_path / "nowhere")
    assert codes(library) == [Code.UNREADABLE]
    assert library.ids() == built_in()


@pytest.mark.parametrize(
    "name, text, words",
    [
        ("xx-mini.toml", book("yy-mini"), "the id is 'yy-mini' here and 'xx-mini' in the file's name"),
        ("xx-mini/2016-03-01.toml", book(since="2016-05-01"), "the edition is 2016-05-01 here and 2016-03-01"),
        ("xx-mini/draft.toml", book(), "invalid edition 'draft'"),
        ("xx-mini/2024-W27-1.toml", book(), "invalid edition"),
        ("xx-mini/2024-02-30.toml", book(), "invalid edition"),
    ],
)
def test_names_and_heads_agree(name: str, text: str, words: str, tmp_path: Path) -> None:
    write(tmp_path / name, text)
    refused(Library(tmp_path), Code.WRONG_NAME, words)


def test_a_head_inside_a_text_is_not_the_head(tmp_path: Path) -> None:
    text = book("md-mini")
    first = text.index('["def.', text.index("[rulebook]"))
    inner = '["def.zz"]\nsection = "1"\nmeans = """\n[rulebook]\nid = "xx-mini"\ntitle = "t"\n"""\n\n'
    head = text.index("[rulebook]")
    write(tmp_path / "xx-mini.toml", text[:head] + inner + text[head:first] + text[first:])
    library = Library(tmp_path)
    (found,) = library.findings()
    line = (text[:head] + inner).count("\n") + 2
    assert (found.finding.code, found.finding.line) == (Code.WRONG_NAME, line)
    assert "the id is 'md-mini' here and 'xx-mini' in the file's name" in str(found)
    with pytest.raises(RulebookError, match="xx-mini cannot be used"):
        library.on(None).load("xx-mini")


@pytest.mark.parametrize("name", ["Our rules.toml", "Our rules/rulebook.toml"])
def test_a_name_that_is_no_id_is_a_finding(name: str, tmp_path: Path) -> None:
    write(tmp_path / name, book())
    assert codes(Library(tmp_path)) == [Code.WRONG_NAME]


@pytest.mark.parametrize("name", ["rulebook.toml", "2024-07-01.toml"])
def test_the_folder_of_one_rulebook_is_not_the_folder_of_rulebooks(name: str, tmp_path: Path) -> None:
    write(tmp_path / "xx-mini" / name, book())
    with pytest.raises(RulebookError, match=r"unknown rulebook 'xx-mini'.*the folder above it"):
        Library(tmp_path / "xx-mini").find("xx-mini", None)


@pytest.mark.parametrize(
    "change, by, code",
    [
        ("[rulebook]", "[book]", Code.HEAD_MISSING),
        ('in-force = "undated edition"', "in-force = { from = 2024 }", Code.WRONG_TYPE),
        ('in-force = "undated edition"', 'in-force = { from = "2024-07-01" }', Code.WRONG_TYPE),
        ('in-force = "undated edition"', "in-force = { from = 2024-07-01T00:00:00 }", Code.WRONG_TYPE),
        ('in-force = "undated edition"', "in-force = {}", Code.MISSING_TERM),
        ('in-force = "undated edition"', "in-force = { from = 2024-07-01, until = 2025-01-01 }", Code.UNKNOWN_TERM),
        ('in-force = "undated edition"', "", Code.MISSING_TERM),
        ('in-force = "undated edition"', "in-force = { from = 2024-13-01 }", Code.NOT_TOML),
        ('in-force = "undated edition"', 'in-force = "now"\nedition = "2024"', Code.WRONG_TYPE),
    ],
)
def test_a_head_that_cannot_be_decoded_is_a_finding(change: str, by: str, code: Code, tmp_path: Path) -> None:
    write(tmp_path / "xx-mini.toml", book().replace(change, by))
    library = Library(tmp_path)
    assert code in codes(library)
    with pytest.raises(RulebookError, match="xx-mini cannot be used"):
        library.find("xx-mini", None)


def test_a_rulebook_with_a_finding_is_not_loaded(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini.toml", book().replace('direction = "clockwise"', 'direction = "clokwise"', 1))
    with pytest.raises(
        RulebookError, match=r"xx-mini\.toml:\d+: .*did you mean 'clockwise'.*punto rules check xx-mini"
    ):
        Library(tmp_path).on(None).load("xx-mini")


@pytest.mark.parametrize(
    "text", ["", "[rulebook]\n", "[rulebook]\nid = 'xx-mini'\n", "\x00", "[[rulebook]]\n", "[rulebook]\n[rulebook]\n"]
)
def test_nonsense_is_never_an_exception(text: str, tmp_path: Path) -> None:
    write(tmp_path / "xx-mini.toml", text)
    assert Library(tmp_path).found("xx-mini").findings
    assert [one.id for one in Library(tmp_path).on(None).each()] == list(built_in())


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path / "README.md", "")
    write(tmp_path / ".git" / "config.toml", "")
    write(tmp_path / "notes" / "one.txt", "")
    assert Library(tmp_path).findings() == ()
    assert Library(tmp_path).ids() == built_in()


def test_a_file_that_changes_changes_no_law_that_was_read(tmp_path: Path) -> None:
    file = write(tmp_path / "xx-mini.toml", book())
    library = Library(tmp_path)
    before = library.text("xx-mini", None)
    file.write_text(book().replace("9 to 1", "8 to 1"))
    assert library.text("xx-mini", None) == before


def test_a_rulebook_is_parsed_and_checked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "xx-mini.toml", book())
    write(tmp_path / "yy-mini.toml", book("yy-mini").replace("clockwise", "clokwise"))
    books = Library(tmp_path).on(None)
    first = books.each()
    monkeypatch.delattr("punto.library.editions.check_text")
    monkeypatch.delattr("punto.library.editions.parse")
    assert [one is other for one, other in zip(first, books.each(), strict=True)] == [True] * (len(built_in()) + 1)


# ---------------------------------------------------------------- packages


def package(folder: Path, value: str, name: str = "xx-mini") -> None:
    """Install a package that brings a rulebook; importing it would end the test."""
    write(folder / "xx_rules" / "__init__.py", "raise SystemExit('this package was imported')\n")
    write(folder / "xx_rules" / "books" / "__init__.py", "raise SystemExit('this package was imported')\n")
    write(folder / "xx_rules" / "books" / f"{name}.toml", book(name))
    write(folder / "xx_rules-1.0.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: xx-rules\nVersion: 1.0\n")
    write(folder / "xx_rules-1.0.dist-info" / "entry_points.txt", f"[punto.rulebooks]\nours = {value}\n")


def test_an_installed_package_brings_rulebooks_and_runs_no_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, "xx_rules.books")
    monkeypatch.syspath_prepend(tmp_path)
    library = Library(packages=True)
    assert library.ids() == (*built_in(), "xx-mini")
    assert library.on(None).load("xx-mini").id == "xx-mini"
    assert not [name for name in sys.modules if name.startswith("xx_rules")]
    assert Library().ids() == built_in()  # only where packages are asked for


@pytest.mark.parametrize("value", ["xx_rules.nowhere", "no_such_package.books", "xx_rules.books:function", "os"])
def test_an_entry_point_that_names_no_folder_is_a_finding(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, value)
    monkeypatch.syspath_prepend(tmp_path)
    library = Library(packages=True)
    assert codes(library) == [Code.UNREADABLE]
    assert "names no folder of an installed package" in str(library.findings()[0])


def test_a_package_cannot_bring_a_built_in_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "xx_rules.books", "md-mini")
    monkeypatch.syspath_prepend(tmp_path)
    library = Library(packages=True)
    assert codes(library) == [Code.REPEATED_EDITION]
    assert library.on(None).load("md-mini") == load("md-mini")


def test_a_built_in_rulebook_is_found_without_looking_for_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(**_: str) -> None:
        raise AssertionError("entry points are slow to find")

    monkeypatch.setattr("importlib.metadata.entry_points", looked)
    assert Library(packages=True).on(None).load("ma-mini").id == "ma-mini"


def test_every_finding_says_where_and_what_to_do(tmp_path: Path) -> None:
    write(tmp_path / "xx-mini.toml", book("yy-mini"))
    (found,) = Library(tmp_path).findings()
    line = next(number for number, line in enumerate(book("yy-mini").splitlines(), 1) if line.startswith("id ="))
    assert re.fullmatch(rf".*/xx-mini\.toml:{line}: rulebook\.id: .*make both the same \[wrong-name\]", str(found))


# ---------------------------------------------------------------- no code names a rulebook

PACKAGE = Path(__file__).parents[2] / "src" / "punto"
NAMED = re.compile("|".join(built_in()))
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
# Modules that still name one. An entry may only go: take it out when its module is clean.
STILL_NAMED = {"report/studies/answer.py"}


def texts(path: Path) -> list[str]:
    """The strings of a module without its docstrings; a file of the page without its comments."""
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return [COMMENT.sub("", source)]
    every = list(ast.walk(ast.parse(source)))
    docs = {id(node.value) for node in every if isinstance(node, ast.Expr)}
    strings = (node for node in every if isinstance(node, ast.Constant) and id(node) not in docs)
    return [node.value for node in strings if isinstance(node.value, str)]


def test_no_code_names_a_rulebook() -> None:
    """Only data does, and the command line in its defaults."""
    paths = [path for kind in ("py", "js", "html", "css") for path in PACKAGE.rglob(f"*.{kind}")]
    named = {path.relative_to(PACKAGE).as_posix() for path in paths if any(map(NAMED.search, texts(path)))}
    assert {path for path in named if not path.startswith("apps/cli/")} == STILL_NAMED


def test_the_search_finds_what_it_should(tmp_path: Path) -> None:
    code = write(tmp_path / "code.py", '"""By ma-mini 12(c)."""\nBOOKS = {"md-mini": 1}\n')
    page = write(tmp_path / "page.js", '// ma-mini 12(c)\n/** md-mini */\nconst book = "ma-midi";\n')
    assert [NAMED.findall(text) for path in (code, page) for text in texts(path)] == [["md-mini"], ["ma-midi"]]
