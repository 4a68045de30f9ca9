"""Law and audit say the same of every document, and a wrong number or section in either of them is found."""

import os
import re
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from punto.audit import AuditError, Document, covering, load, names
from punto.core.cards import DECK, Card
from punto.law.check import check
from punto.law.finding import Code
from punto.law.rulebook import Rulebook, build, built_in, parse, text_of
from punto.law.rulebook import load as rulebook
from punto.library import agreement
from punto.library.agreement import differences, on_classes
from punto.library.examine import examine
from punto.wagers.book import law_of
from tests.apps.cli.running import punto
from tests.law.test_check import changed, data_of, leaves

GOLDEN = sorted((Path(__file__).parents[1] / "verification" / "golden").rglob("*.log.jsonl"))


def csv_of(name: str) -> str:
    return files("punto").joinpath("audit", "books", f"{name}.csv").read_text(encoding="utf-8")


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def golden_texts() -> dict[str, str]:
    """The rulebook texts of all golden logs, by digest."""
    lines = (line for log in GOLDEN for line in log.read_bytes().splitlines())
    commands = (msgspec.json.decode(line)["record"]["command"] for line in lines if b'"do":"open"' in line)
    return {digest_of(text): text for command in commands if (text := command.get("rulebook"))}


# ---------------------------------------------------------------- they agree


def test_there_is_an_audit_of_every_built_in_rulebook() -> None:
    assert names() == built_in()


@pytest.mark.parametrize("name", built_in())
def test_the_present_text_is_covered_and_agrees(name: str) -> None:
    text = text_of(name)
    found = examine(text)
    assert found.findings == ()
    row, path = f",text,,{digest_of(text)}", f"src/punto/audit/books/{name}.csv"
    why = f"{name}.toml has changed and agrees with the audit: compare the change with the document, then add to {path}"
    assert found.audited, f"{why} the row\n{row}"


@pytest.mark.slow
def test_the_text_of_every_golden_log_is_covered_and_agrees() -> None:
    texts = golden_texts()
    assert len(texts) >= 5
    for digest, text in texts.items():
        document = covering(digest)
        assert document is not None
        assert [*differences(parse(text), document)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in built_in() if "royal-9" in load(name).wagers])
def test_royal_9_agrees_on_every_opening_and_seat(name: str) -> None:
    """Fifteen of the suits and ranks that Royal 9 tells apart, and one card for all others."""
    told = [*(card for card in DECK if card.rank in (9, 11, 12, 13)), Card.of("2c"), Card.of("2d")]
    hands = [*combinations(told, 2)]
    book = rulebook(name)
    posted = law_of(book, "royal-9").posted or {}
    assert [*agreement.openings(book, load(name), posted, hands, "")] == []


# ---------------------------------------------------------------- a wrong law is found


@pytest.mark.parametrize("name", built_in())
def test_every_changed_section_is_found(name: str) -> None:
    text = re.sub(r'^section = ".*"', 'section = "99(z)"', text_of(name), flags=re.M)
    found = [finding for finding in examine(text).findings if finding.message.startswith("section: ")]
    assert {finding.path for finding in found} == set(rulebook(name).provisions)
    assert {finding.code for finding in found} == {Code.AUDIT_DIFFERS}
    lines = text.splitlines()
    assert all(lines[finding.line - 1] == f'["{finding.path}"]' for finding in found)


@pytest.mark.parametrize("name", built_in())
def test_every_missing_provision_is_found(name: str) -> None:
    """Those too that the schema lets a rulebook leave out."""
    book, document = rulebook(name), load(name)
    for key in book.provisions:
        left = dict(book.provisions)
        del left[key]
        (found,) = agreement._sections(Rulebook(**{**_fields(book), "provisions": left}), document)
        assert found.key == key


# Terms that may be left out: neither check nor audit finds that, one by one with the reason.
LATER = "added later: earlier texts without it keep their meaning, and their logs verify"
FELT = "a layout may differ here; felt and review show it"
OTHER = "a document without it has another rule, which the engine plays"
TWICE = "repeats what another provision decides"
SHOWN = "shown only"
LEFT_OUT = {
    "cards.at-least-six": {"backs": SHOWN, "cover": OTHER},
    "cards.change-every-shoe": {"with-device": TWICE},
    "cover-card": {"due": LATER},
    "curator.passes": {"ordered-during": LATER},
    "cut.recut": {"ordered-for": LATER},
    "cut.offer-order": {"reshuffle-start": OTHER},
    "deal.banker-under-shoe": {"with": TWICE},
    "deal.dealer-turns": {"unless": TWICE},
    "deal.squeeze-third": {"placed": OTHER},
    "def.dragon-7": {"by": SHOWN},
    "def.ez": {"by": SHOWN},
    "def.natural": {"by": SHOWN},
    "def.royal-9": {"suited": TWICE},
    "house-money.parlay": {"said-by": LATER},
    "irregular.disclosed": {"during": LATER, "mid-coup": LATER},
    "irregular.undisclosed": {"during": LATER},
    "layout.discards": {"attached": FELT, "side": FELT},
    "layout.dragon-7-area": {"each": FELT},
    "layout.dragon-7-push-notice": {"says": LATER},
    "layout.dragon-bonus-area": {"each": FELT},
    "layout.house-money-area": {"each": FELT},
    "layout.main-areas": {"each": FELT},
    "layout.panda-8-area": {"each": FELT},
    "layout.royal9-combinations": {"each": FELT, "shows": FELT},
    "layout.side-areas": {"each": FELT},
    "layout.vigorish-boxes": {"each": FELT, "numbered": FELT, "unless": OTHER},
    "open.inspect": {"distinct": LATER},
    "result.discard": {"reconstructible": OTHER},
    "shuffle.reshuffle-option": {"held-to": LATER},
    "shuffle.three-dealers": {"distinct": LATER},
    "shuffle.when": {"unless": OTHER},
    "staff.several-dealers": {"apart": LATER, "caller": LATER, "caller-deals": LATER, "caller-remedies": LATER},
    "third.announce": {"unless": TWICE},
    "wager.permissible": {"by-leave": LATER},
    "wager.player": {"loses-on": TWICE, "wins-on": TWICE},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in())
def test_every_missing_term_is_found_or_may_be_left_out_for_a_reason(name: str) -> None:
    data, document = data_of(name), load(name)
    silent = set()
    for key, table in data.items():
        for term in table if key not in ("rulebook", "ceremony") else ():
            left = {**data, key: {other: value for other, value in table.items() if other != term}}
            if not check(left).findings and not _differs(build(left, ""), document, key):
                silent.add((key, term))
    known = {(key, term) for key, terms in LEFT_OUT.items() for term in terms}
    assert silent <= known
    assert {(key, term) for key, term in known if term in data.get(key, ())} == silent  # none is listed in vain


def _differs(book: Rulebook, document: Document, key: str) -> bool:
    """Say whether the audit differs in what one provision may have changed."""
    parts = (agreement._sections, agreement._offers, agreement._lists, agreement._vigorish, agreement._limits)
    if any(True for part in parts for _ in part(book, document)):
        return True
    room, _, wager = key.partition(".")
    return room in ("wager", "pay") and any(True for _ in on_classes(book, document, (wager, f"ez-{wager}")))


def test_every_missing_ceremony_is_found() -> None:
    for name in built_in():
        data = data_of(name)
        for ceremony in data["ceremony"]:
            left = {other: order for other, order in data["ceremony"].items() if other != ceremony}
            assert check({**data, "ceremony": left}).findings, (name, ceremony)


def _fields(book: Rulebook) -> dict[str, Any]:
    names_ = ("id", "title", "document", "in_force", "digest", "provisions", "ceremonies", "data")
    return {name: getattr(book, name) for name in names_}


Leaf = tuple[tuple[str | int, ...], Any]
OF_THE_AUDIT = ("points.", "deal.four", "wager.", "pay.", "vigorish.", "result.pay", "third.", "royal9.", "def.natural")
LIMITS = (
    "table.seats",
    "cards.",
    "cut.",
    "burn",
    "open.inspect",
    "layout.discards",
    "shuffle.reshuffle",
    "shuffle.lace",
)


def wrong_numbers() -> Iterator[tuple[str, Leaf]]:
    """Every number of a rulebook that the audit states too, one higher; what two rulebooks say alike, once."""
    seen = set()
    for name in built_in():
        for path, value in leaves(data_of(name)):
            key = str(path[0])
            if not key.startswith((*OF_THE_AUDIT, *LIMITS)) or path[1] in (
                "section",
                "steps",
                "cover-cards",
                "exposed",
            ):
                continue
            more = _more(value)
            if more is not None and (path, str(value)) not in seen:
                seen.add((path, str(value)))
                yield name, (path, more)


def _more(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return value + 1
    match = re.fullmatch(r"(\d+)((?:\.\d+)?%| to \d+)", value) if isinstance(value, str) else None
    return f"{int(match[1]) + 1}{match[2]}" if match else None


EVERY = 8  # of which one is tried in each run; all of them where PUNTO_SOAK is set
STEP = 1 if os.environ.get("PUNTO_SOAK") else EVERY
WRONG = [*wrong_numbers()]
WAGERS = {
    "dragon-bonus": ("dragon-bonus-player",),
    "banker": ("banker", "ez-banker"),
    **{key: (key,) for key in ("player", "tie", "dragon-7", "panda-8", "house-money")},
}


def test_many_numbers_are_tried() -> None:
    assert len(WRONG) > 120


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, leaf", WRONG[::STEP], ids=[f"{name}-{'.'.join(map(str, path))}" for name, (path, _) in WRONG[::STEP]]
)
def test_every_wrong_number_in_the_law_is_found(name: str, leaf: Leaf) -> None:
    path, value = leaf
    data = changed(deepcopy(data_of(name)), path, value)
    book = build(data, "")
    if book.checked.law is None:
        return  # found without the audit
    family, _, key = str(path[0]).partition(".")
    wagers = WAGERS.get(key, ()) if family in ("pay", "wager") else ()
    found = next(on_classes(book, load(name), wagers) if wagers else differences(book, load(name)), None)
    assert found is not None, (path, value)


# ---------------------------------------------------------------- a wrong audit is found


def wrong_rows() -> Iterator[tuple[str, int, str]]:
    """Every number of every CSV, one higher: the book, the line, the row; rows that two books share, once."""
    seen = set()
    for name in names():
        for line, row in enumerate(csv_of(name).splitlines()):
            section, subject, *rest = row.split(",")
            if line == 0 or subject == "text" or subject.startswith("section ") or (subject, *rest) in seen:
                continue
            seen.add((subject, *rest))
            shown = ",".join(rest)
            for match in re.finditer(r"(?<![a-z])\d+", shown):
                more = f"{shown[: match.start()]}{int(match[0]) + 1}{shown[match.end() :]}"
                yield name, line, f"{section},{subject},{more}"


ROWS = [*wrong_rows()]


def test_many_rows_are_tried() -> None:
    assert len(ROWS) > 350


@pytest.mark.slow
@pytest.mark.parametrize("name, line, row", ROWS[::STEP], ids=[f"{name}-{row}" for name, _, row in ROWS[::STEP]])
def test_every_wrong_number_in_the_audit_is_found(name: str, line: int, row: str) -> None:
    lines = csv_of(name).splitlines()
    lines[line] = row
    try:
        document = Document(name, "\n".join(lines))
    except AuditError:
        return
    subject = row.split(",")[1]
    book, find = rulebook(name), differences
    if "royal" in subject or subject.startswith("posted"):
        find = differences if subject.endswith("of royal-9") else agreement._royal
    wagers = (subject,) if subject in document.wagers and subject != "royal-9" else ()
    found = next(on_classes(book, document, wagers) if wagers else find(book, document), None)
    assert found is not None, row


@pytest.mark.parametrize(
    "row, words",
    [
        ("1,dragon-7,bn = ,40 to 1", "unknown number '' in 'bn = '"),
        ("1,dragon-7,(bn = 3,40 to 1", "unclosed parenthesis"),
        ("1,dragon-7,bn = 3 b,40 to 1", "unexpected 'b'"),
        ("1,dragon-7,bn = 3?,40 to 1", "unexpected '?'"),
        ("1,dragon-7,bn = 3,forty", "unknown result 'forty'"),
        ("1,dragon-8,bn = 3,40 to 1", "unknown subject 'dragon-8'"),
        ("1,seats,n < 9,perhaps", "expected yes or no, found 'perhaps'"),
        ("1,meter major,,much", "unknown meter 'much'"),
        ("1,dragon-7,40 to 1", "expected 4 columns, found 3"),
        ("1,value,r = 2,2", "expected one row 'value' for r = 2, found 2"),
    ],
)
def test_a_malformed_row_is_one_line(row: str, words: str) -> None:
    with pytest.raises(AuditError, match=f"md-mini.*{re.escape(words)}"):
        Document("md-mini", f"{csv_of('md-mini')}{row}\n")


def test_an_audit_needs_its_columns_and_rows() -> None:
    with pytest.raises(AuditError, match="x:1: expected the columns section,wager,if,then"):
        Document("x", "")
    with pytest.raises(AuditError, match="x: missing rows 'value', 'burn', 'count'"):
        Document("x", "section,wager,if,then\n")


def test_a_fault_of_the_audit_names_its_file(tmp_path: Path) -> None:
    file, audit = tmp_path / "xx-mini" / "rulebook.toml", tmp_path / "xx-mini" / "audit.csv"
    file.parent.mkdir()
    file.write_text(text_of("md-mini").replace('"md-mini"', '"xx-mini"'))
    for content, words in ((b"\xff", "is no text in UTF-8"), (b"", "expected the columns")):
        audit.write_bytes(content)
        found = punto("rules", "check", "xx-mini", "--rulebooks", str(tmp_path))
        assert f"the audit cannot be read: {audit}" in found.out
        assert words in found.out


# ---------------------------------------------------------------- what people see of it


def test_rules_check_compares_with_the_audit(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    text = text_of("ma-mini").replace('pays = "40 to 1"', 'pays = "41 to 1"')
    wrong.write_text(text)
    run = punto("rules", "check", str(wrong))
    assert run.code == 1
    line = text[: text.index('["pay.dragon-7"]')].count("\n") + 1
    assert run.out.startswith(f"{wrong}:{line}: pay.dragon-7: dragon-7 at ")
    assert "the rulebook says win: 41 to 1, the audit win: 40 to 1 [audit-differs]" in run.out
    document = punto("rules", "check", str(wrong), "--json").json
    assert (document["sound"], document["audited"]) == (False, False)
    (finding,) = document["findings"]
    assert (finding["code"], finding["path"], finding["section"]) == ("audit-differs", "pay.dragon-7", "12(f)")


def test_rules_check_says_whether_a_text_is_audited(tmp_path: Path) -> None:
    assert punto("rules", "check", "ma-mini", "--json").json["audited"] is True
    other = tmp_path / "other.toml"
    for text in (f"{text_of('md-mini')}\n", text_of("md-mini").replace('"md-mini"', '"xx-mini"')):
        other.write_text(text)
        run = punto("rules", "check", str(other))
        assert (run.code, run.out) == (0, f"{other}: sound; no audit for this document\n")
        assert punto("rules", "check", str(other), "--json").json["audited"] is False
