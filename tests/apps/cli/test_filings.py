"""``punto filings``: two submissions side by side, and the digests to which approvals are bound."""

from fractions import Fraction
from pathlib import Path

from punto.filings import digest_of
from punto.rules.content import content_digest
from punto.rules.review import review
from tests import filed
from tests.apps.cli.running import SUBMISSIONS, edited, punto

TIES, DEALS = 475627426473216, 4998398275503360
OLD = SUBMISSIONS / "ma-midi-multilevel-ez.toml"


def test_a_change_shows_fields_exact_edges_and_what_it_needs(tmp_path: Path) -> None:
    new = edited(OLD, tmp_path, ('pays = "9 to 1"', 'pays = "8 to 1"'), ("maximum = 1_500_00", "maximum = 2_000_00"))
    run = punto("filings", "diff", OLD, new, "--json")
    assert run.code == 0
    found = run.json
    assert found["fields"] == [
        {"path": "limits.maximum", "before": "150000", "after": "200000"},
        {"path": "wagers.tie.pays", "before": "9 to 1", "after": "8 to 1"},
    ]
    edges = {one["wager"]: one for one in found["edges"]}
    assert (round(edges["tie"]["before"], 6), round(edges["tie"]["after"], 6)) == (0.048440, 0.143596)
    ties = Fraction(edges["tie"]["after-exact"]) - Fraction(edges["tie"]["before-exact"])
    assert ties == Fraction(TIES, DEALS), "one unit less for every tie of an eight-deck shoe"
    assert edges["player"]["before-exact"] == edges["player"]["after-exact"]
    assert (found["layout"], found["areas"]) == (["paytables"], ["tie"])
    assert [(one["code"], one["needed"], one["section"]) for one in found["needs"]] == [
        ("layout-approval", True, "2(b)"),
        ("notice", False, "5(a)(1)-(2)"),
        ("next-shoe", True, ""),
    ]


def test_a_change_in_words_and_one_with_findings(tmp_path: Path) -> None:
    new = edited(OLD, tmp_path, ('pays = "9 to 1"', 'pays = "7 to 1"'))
    run = punto("filings", "diff", OLD, new)
    assert run.code == 1
    assert "wagers.tie.pays" in run.out
    assert "a tie pays at least 8 to 1" in run.out.lower()
    same = punto("filings", "diff", OLD, OLD)
    assert (same.code, same.out.splitlines()[0].split(",")[0]) == (0, "0 fields differ")
    assert "The layout's content stays as it is. § 2(b)" in same.out
    assert punto("filings", "diff", OLD, tmp_path / "none.toml").code == 2


def test_what_an_open_table_cannot_take_is_said(tmp_path: Path) -> None:
    royal = SUBMISSIONS / "ma-midi-squeeze.toml"
    meters = punto("filings", "diff", royal, edited(royal, tmp_path, ('rate = "2.00%"', 'rate = "1.00%"')), "--json")
    assert [one["code"] for one in meters.json["needs"]][-1] == "new-table"
    other = punto("filings", "diff", royal, SUBMISSIONS / "md-mini-ez.toml", "--json")
    assert other.json["needs"][-1]["words"].startswith("Another rulebook")
    plain = SUBMISSIONS / "md-mini-classic.toml"
    seats = edited(plain, tmp_path, ("seats = 7", "seats = 5"))
    assert "Seats 6 to 7 must be free." in punto("filings", "diff", plain, seats).out


def test_the_digests_of_a_submission_and_what_it_refers_to() -> None:
    run = punto("filings", "digest", SUBMISSIONS / "ma-midi-ez.toml", "--json")
    text = filed.text("ma-midi-ez")
    rules = review(text).rules
    assert rules is not None
    assert run.json == {
        "text": digest_of(text),
        "layout": content_digest(rules),
        "needs": [{"kind": "procedure", "title": "RS-2026-044 batch machine", "section": "4(e)"}],
    }
    assert "procedure 'RS-2026-044 batch machine', § 4(e)" in punto("filings", "digest", "ma-midi-ez").out
