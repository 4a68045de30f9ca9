"""``punto rules``: list, show, diff, coverage and trace, as text and JSON."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.law import coverage
from punto.law.rulebook import built_in, documents, load, text_of, topic_of, topics
from punto.law.sentences import sentences
from punto.law.trace import Row, written
from tests.apps.cli.running import punto


def test_list_names_the_five() -> None:
    run = punto("rules", "list")
    assert (run.code, run.err) == (0, "")
    assert [line.split()[0] for line in run.out.splitlines()[::2]] == list(built_in())


def test_list_as_json() -> None:
    listed = punto("rules", "list", "--json").json
    assert [book["id"] for book in listed] == list(built_in())
    heads = {tuple(book): book.get("source") for book in listed}
    assert heads == {
        ("id", "title", "document", "in-force", "digest"): None,
        ("id", "title", "document", "source", "in-force", "digest"): "own",
    }
    assert all(book["digest"] == load(book["id"]).digest for book in listed)


@pytest.mark.parametrize("name", built_in())
def test_show_has_every_provision_with_its_section(name: str) -> None:
    run = punto("rules", "show", name)
    assert (run.code, run.err) == (0, "")
    headings = [line.partition("  ")[::2] for line in run.out.splitlines() if line.startswith("§ ")]
    book = load(name)
    assert headings == [
        (f"§ {one.section}", f"{one.key} ({topic_of(one.key).kind})") for one in book.provisions.values()
    ]
    assert run.out.startswith(f"{book.title} ({name})\n")


def test_show_says_a_provision_in_words_and_terms() -> None:
    run = punto("rules", "show", "ma-mini", "--section", "12(f)")
    assert "§ 12(f)  pay.dragon-7 (settlement)\n" in run.out
    assert "A won Dragon 7 insurance is paid at fixed odds (40 to 1)." in " ".join(run.out.split())
    assert run.out.endswith("      pays: 40 to 1\n")


def test_show_writes_every_form_of_term() -> None:
    out = punto("rules", "show", "ma-mini").out
    for line in (
        "vigorish: no",  # a flag
        "counts: 8, 9",  # a list
        "draws: none",  # an empty one
        "inspect (by the dealer)",  # a step
        "hand star, meter star",  # an entry
        "by-9: 30 to 1",  # a table in a table
    ):
        assert f" {line}\n" in out


def test_show_begins_with_the_key_facts() -> None:
    out = punto("rules", "show", "ma-baccarat").out
    assert "  seats            10 to 14\n" in out
    assert "  Royal 9          Multi-Level\n" in out
    assert out.index("seats  ") < out.index("§ 1 ")


def test_show_some_kinds_and_sections() -> None:
    shown = punto("rules", "show", "md-mini", "--kind", "definition", "--json").json
    assert [one["key"] for one in shown["provisions"]] == ["def.dragon-7", "def.ez", "def.natural"]
    sections = [
        one["section"] for one in punto("rules", "show", "ma-mini", "--section", "1", "--json").json["provisions"]
    ]
    assert set(sections) == {"1"}  # not 10 to 14
    payouts = punto("rules", "show", "ma-mini", "--section", "12", "--json").json["provisions"]
    assert {one["section"][:2] for one in payouts} == {"12"}
    assert len(payouts) > 10


@pytest.mark.parametrize("name", built_in())
def test_show_as_json_is_the_whole_rulebook(name: str) -> None:
    shown = punto("rules", "show", name, "--json").json
    book = load(name)
    assert {one["key"]: one["section"] for one in shown["provisions"]} == {
        key: provision.section for key, provision in book.provisions.items()
    }
    assert all(list(one) == ["key", "section", "kind", "demand", "terms"] for one in shown["provisions"])
    terms = {one["key"]: one["terms"] for one in shown["provisions"]}
    assert terms == {key: dict(provision.terms) for key, provision in book.provisions.items()}


@pytest.mark.parametrize(
    "line, words",
    [
        ("show ma-min", "did you mean 'ma-mini'"),
        ("show ma-mini --kind law", "law"),
        ("show ma-mini --section 99", "99"),
        ("diff ma-mini md-min", "did you mean 'md-mini'"),
        ("diff mamini md-mini", "did you mean 'ma-mini'"),
        ("sho ma-mini", "no command is called 'sho': did you mean 'show'"),
    ],
)
def test_what_is_not_there_is_one_line(line: str, words: str) -> None:
    punto("rules", *line.split()).refused(words)


# ---------------------------------------------------------------- diff


def test_diff_puts_key_facts_first() -> None:
    run = punto("rules", "diff", "ma-baccarat", "md-mini")
    assert (run.code, run.err) == (0, "")
    glance, provisions = run.out.split("\nprovision ")
    assert "10 to 14" in glance
    assert "at most 9" in glance
    assert "Multi-Level" in glance
    assert "result.pay-order" in provisions


def test_diff_shows_only_the_terms_that_differ() -> None:
    out = punto("rules", "diff", "ma-baccarat", "ma-mini").out
    start = out.index("\nresult.pay-order ")
    assert " ".join(out[start : out.index("\nresult.discard")].split()) == (
        "result.pay-order § 12(b) § 11(b) order: pay, vigorish order: vigorish, pay"
    )


def test_diff_says_what_only_one_of_them_has() -> None:
    out = punto("rules", "diff", "ma-midi", "ma-midi-multilevel").out
    shared, only = out.split("Only in ma-midi:\n")
    one, other = only.split("Only in ma-midi-multilevel:\n")
    assert "  § 12(j)  royal9.must-hit\n" in one
    assert topics()["royal9.must-hit"].demand in " ".join(one.split())
    assert "  § 12(i) Table 2  royal9.multilevel.chairs\n" in other
    assert "royal9" not in shared


def test_diff_leaves_out_what_says_the_same() -> None:
    document = punto("rules", "diff", "ma-midi", "ma-midi-multilevel", "--json").json
    assert document["rulebooks"] == ["ma-midi", "ma-midi-multilevel"]
    assert document["facts"]["Royal 9"] == ["Progressive, Must Hit if filed", "Multi-Level"]
    assert "pay.dragon-7" not in document["provisions"]
    assert document["provisions"]["royal9.must-hit"][1] is None
    assert document["provisions"]["royal9.must-hit"][0]["section"] == "12(j)"
    assert all(one != other for one, other in document["provisions"].values())


def test_diff_with_itself_is_empty() -> None:
    run = punto("rules", "diff", "ma-mini", "ma-mini")
    assert run.out == "0 provisions differ, 97 say the same.\n"


@pytest.mark.parametrize("one, other", [("ma-mini", "md-mini"), ("md-mini", "ma-mini")])
def test_diff_counts_everything(one: str, other: str) -> None:
    document = punto("rules", "diff", one, other, "--json").json
    shared = set(load(one).provisions) & set(load(other).provisions)
    assert document["same"] + sum(None not in sides for sides in document["provisions"].values()) == len(shared)


# ---------------------------------------------------------------- coverage


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A record of its own in the place of the shipped one."""
    monkeypatch.setattr("punto.law.coverage.files", lambda package: tmp_path)
    coverage.coverage.cache_clear()
    yield tmp_path / "coverage.json"
    coverage.coverage.cache_clear()


def write(record: Path, *proved: str) -> None:
    record.write_text(json.dumps({"commit": "abc1234", "proofs": {name: ["tests/t.py::test"] for name in proved}}))


def test_coverage_without_a_record(record: Path) -> None:
    document = punto("rules", "coverage", "--json").json
    assert list(document)[:4] == ["places", "covered", "commit", "open"]
    assert (document["places"], document["covered"], document["commit"]) == (452, 0, "")
    assert len(document["open"]) == 452
    assert ["ma-mini", "13(b)", "irregular.player-third-undisclosed"] in document["open"]
    assert document["clauses"] == 1384
    assert [document[one] for one in ("performed", "refused", "computed", "drawn", "filed", "recorded")] == [0] * 6
    explained = [document[one] for one in ("data-only", "out-of-scope", "not-kept")]
    assert len(document["open-clauses"]) + sum(map(len, explained)) == 1384
    assert all(len(row) == 4 and all(row) for rows in explained for row in rows)


def test_coverage_of_a_record(record: Path) -> None:
    write(record, "ma-mini pay.dragon-7", "md-mini pay.dragon-7", "md-mini no.such-place", "ma-mini cover-card/then")
    document = punto("rules", "coverage", "--json").json
    assert (document["covered"], document["commit"]) == (2, "abc1234")
    assert len(document["open"]) == 450
    assert ["ma-mini", "12(f)", "pay.dragon-7"] not in document["open"]
    assert (document["computed"], document["performed"]) == (2, 1)  # by terms, and by name
    assert ["ma-mini", "9(e)", "ma-mini:9(e):5", "performed"] not in document["open-clauses"]
    assert document["documents"]["ma-mini"]["computed"] == 1


def test_coverage_for_people(record: Path) -> None:
    write(record, "ma-mini pay.dragon-7")
    run = punto("rules", "coverage")
    assert (run.code, run.err) == (0, "")
    rows = {line.split()[0]: line.split()[1:] for line in run.out.splitlines() if line[:1].islower()}
    assert rows["status"] == [*documents(), "all"]
    assert rows["computed"] == ["0", "0", "0", "1", "0", "1"]
    assert rows["clauses"] == ["287", "274", "273", "289", "261", "1384"]
    assert "1 of 1384 clauses have a status that tests establish; commit abc1234." in run.out
    assert "1 of 452 places" in run.out


def test_coverage_lists_the_clauses_of_a_status_with_their_reasons() -> None:
    lines = punto("rules", "coverage", "--status", "out-of-scope").out.splitlines()
    assert len(lines) == 16
    assert lines[0].startswith("ma-baccarat:4(b):4  ")
    assert all(line.endswith("[handiwork; the instruction is shown]") for line in lines)


# ---------------------------------------------------------------- trace

DOCUMENT = """1. Play

(a) The dealer burns a card. Its value is counted:

(1) An ace counts one.

(2) A ten counts ten.
"""


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A made-up document with a ledger of its own, beside the clauses of ma-mini."""
    holds = [((), "heading"), (("burn/first",), ""), ((), "introduction"), (("burn/aces",), ""), (("burn/tens",), "")]
    rows = [Row(one.digest, "1(a)", *held) for one, held in zip(sentences(DOCUMENT), holds, strict=True)]
    (tmp_path / "ma-mini.sentences.csv").write_text(written(rows))
    (tmp_path / "document.txt").write_text(DOCUMENT)
    monkeypatch.setattr("punto.law.trace.CLAUSES", tmp_path)
    return tmp_path / "document.txt"


def test_trace_shows_every_sentence_with_its_clauses_their_status_and_tests(ledger: Path) -> None:
    run = punto("rules", "trace", "ma-mini", ledger)
    assert (run.code, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[:3] == ["§ 1(a)  1. Play", "    (heading)", "§ 1(a)  (a) The dealer burns a card."]
    assert lines[3] == "    ma-mini:5(f):1: performed"
    assert "        tests/table/test_burn.py::test_the_burn_goes_step_by_step" in lines
    assert lines[-1] == "5 sentences as in ma-mini, 0 findings"


def test_trace_as_json(ledger: Path) -> None:
    document = punto("rules", "trace", "ma-mini", ledger, "--json").json
    assert (document["rulebook"], document["findings"]) == ("ma-mini", 0)
    aces = document["sentences"][3]
    assert (aces["text"], aces["section"], aces["mark"], aces["finding"]) == (
        "(1) An ace counts one.",
        "1(a)",
        "same",
        "",
    )
    assert [(clause["id"], clause["status"]) for clause in aces["clauses"]] == [("ma-mini:5(f):7", "computed")]
    assert aces["clauses"][0]["tests"]
    assert document["sentences"][2]["holds"] == "introduction"


@pytest.mark.parametrize(
    "old, new, finding",
    [
        ("counts ten", "counts zero", "§ 1(a)  FINDING: not the sentence of this edition\n(2) A ten counts zero."),
        ("\n(2) A ten counts ten.\n", "", "§ 1(a)  FINDING: a sentence of this edition is missing\n(missing here)"),
        ("(2)", "(2) A king counts, too.\n\n(3)", "§ -  FINDING: not in this edition"),
    ],
)
def test_trace_finds_a_changed_a_missing_and_an_additional_sentence(
    ledger: Path, old: str, new: str, finding: str
) -> None:
    ledger.write_text(DOCUMENT.replace(old, new))
    run = punto("rules", "trace", "ma-mini", ledger)
    assert run.code == 1
    assert finding in run.out


def test_a_sentence_without_a_clause_is_a_finding(ledger: Path) -> None:
    file = ledger.with_name("ma-mini.sentences.csv")
    file.write_text(file.read_text().replace("burn/aces", ""))
    run = punto("rules", "trace", "ma-mini", ledger)
    assert (run.code, run.out.splitlines()[-1]) == (1, "5 sentences as in ma-mini, 1 finding")
    assert "§ 1(a)  FINDING: no clause\n(1) An ace counts one.\n" in run.out


@pytest.mark.parametrize(
    "content, words",
    [
        (b"", "the file is empty"),
        (b"  \n", "the file is empty"),
        (b"%PDF-1.7\n\xe2\xe3", "this is a PDF; save its text first, for example with pdftotext"),
        ("Größe".encode("latin-1"), "not UTF-8 text"),
        (DOCUMENT.encode("utf-16"), "not UTF-8 text"),
        (b"1. Play\0", "not plain text"),
        (b"Another document.\n", "0 of its sentences are those of ma-mini: it is another document or edition"),
    ],
    ids=["empty", "blank", "pdf", "latin-1", "utf-16", "nul", "another"],
)
def test_trace_of_what_is_no_such_document_says_so_in_one_line(ledger: Path, content: bytes, words: str) -> None:
    ledger.write_bytes(content)
    run = punto("rules", "trace", "ma-mini", ledger)
    assert (run.code, run.out) == (2, "")
    assert run.err.splitlines()[-1] == f"punto: {ledger}: {words}"


@pytest.mark.parametrize("name", ["punto-open", "nsw-baccarat"])
def test_trace_of_a_rulebook_without_clauses_says_so(ledger: Path, name: str) -> None:
    run = punto("rules", "trace", name, ledger)
    assert (run.code, run.out) == (2, "")
    assert f"{name} has no list of clauses: sentences cannot be traced" in run.err


def test_the_shipped_record_is_read() -> None:
    coverage.coverage.cache_clear()
    document = punto("rules", "coverage", "--json").json
    assert document["places"] == 452 == document["covered"] + len(document["open"])
    assert document["open-clauses"] == []


def test_a_file_that_is_no_text_in_utf_8_is_a_finding(tmp_path: Path) -> None:
    file = tmp_path / "book.toml"
    file.write_text(text_of("ma-mini"), encoding="utf-16")
    run = punto("rules", "check", file)
    assert (run.code, run.err) == (1, "")
    assert "is no text in UTF-8: save it as UTF-8 [unreadable]" in run.out
