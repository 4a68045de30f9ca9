"""``punto rules``: list, show, diff and coverage, as text and JSON."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.law import coverage
from punto.law.rulebook import KINDS, built_in, documents, load, topic_of, topics
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


def write(record: Path, *places: str) -> None:
    record.write_text(json.dumps({"commit": "abc1234", "proofs": {place: ["tests/t.py::test"] for place in places}}))


def test_coverage_without_a_record(record: Path) -> None:
    document = punto("rules", "coverage", "--json").json
    assert list(document) == ["places", "covered", "commit", "open"]
    assert (document["places"], document["covered"], document["commit"]) == (452, 0, "")
    assert len(document["open"]) == 452
    assert ["ma-mini", "13(b)", "irregular.player-third-undisclosed"] in document["open"]


def test_coverage_of_a_record(record: Path) -> None:
    write(record, "ma-mini pay.dragon-7", "md-mini pay.dragon-7", "md-mini no.such-place")
    document = punto("rules", "coverage", "--json").json
    assert (document["covered"], document["commit"]) == (2, "abc1234")
    assert len(document["open"]) == 450
    assert ["ma-mini", "12(f)", "pay.dragon-7"] not in document["open"]


def test_coverage_for_people(record: Path) -> None:
    write(record, "ma-mini pay.dragon-7")
    run = punto("rules", "coverage")
    assert (run.code, run.err) == (0, "")
    rows = {line.split()[0]: line for line in run.out.splitlines() if line.startswith("m")}
    assert list(rows) == list(documents())
    assert rows["ma-mini"].split("  ")[-1].strip() == "1 of 97"
    assert "1 of 452 places are proved by tests that passed at commit abc1234." in run.out
    assert all(kind in run.out for kind in KINDS)


def test_the_shipped_record_is_read() -> None:
    coverage.coverage.cache_clear()
    document = punto("rules", "coverage", "--json").json
    assert document["places"] == 452 == document["covered"] + len(document["open"])
