"""The sheet as a value: published figures, sums that must come out, and checks that can fail."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from punto.report import ReportError, par_of
from punto.report.checks import checks
from punto.report.document import document
from punto.report.html import html
from punto.report.pages import report_of
from punto.rules.house_rules import HouseRules
from punto.views.theory import Stake, Theory
from punto.wagers.wager import LOSE, Verdict
from tests.report.sheets import PLAIN, ROYAL, par, rules

ALL = (*PLAIN, ROYAL)


def test_published_edges() -> None:
    edges = {one.key: f"{float(one.edge):.4%}" for one in par(ROYAL).wagers}
    assert edges["banker"] == "1.0579%"
    assert edges["player"] == "1.2351%"
    assert edges["tie"] == "14.3596%"
    assert (edges["dragon-bonus-player"][:4], edges["dragon-bonus-banker"][:4]) == ("2.65", "9.37")


@pytest.mark.parametrize("name", ALL)
def test_every_deal_is_on_a_line_and_every_unit_comes_back_by_one(name: str) -> None:
    for one in par(name).wagers:
        assert sum(line.deals for line in one.lines) == one.odds.deals
        assert sum(line.probability for line in one.lines) == 1
        assert sum(line.returns for line in one.lines) == one.returns == 1 - one.edge
        assert sum(one.frequency(verdict) for verdict in Verdict) == 1


@pytest.mark.parametrize("name", ALL)
def test_every_wager_offered_is_there_with_its_sections(name: str) -> None:
    sheet = par(name)
    assert [one.key for one in sheet.wagers] == [wager.key for wager in sheet.rules.wagers]
    for one in sheet.wagers:
        cited = {section.section for section in one.sections}
        assert one.odds.wager.section in cited
        assert "" not in cited


@pytest.mark.parametrize("name", PLAIN)
def test_covariances_are_those_of_the_theory(name: str) -> None:
    """The statistics of a log have their own sums over classes."""
    sheet, theory = par(name), Theory(par(name).rules)
    for one in sheet.wagers:
        for other in sheet.wagers:
            assert sheet.covariance(one.key, other.key) == theory.covariance(Stake(one.key), Stake(other.key))


@pytest.mark.parametrize("key", ["tie", "house-money"])
def test_covariances_of_all_at_once_are_those_of_two_alone(key: str) -> None:
    sheet = par(ROYAL)
    alone = sheet.sheet.covariance("royal-9", key)
    assert sheet.covariance("royal-9", key) == sheet.covariance(key, "royal-9") == alone


# ---------------------------------------------------------------- checks


@pytest.mark.parametrize("name", ALL)
def test_all_checks_were_made_and_agree(name: str) -> None:
    made = par(name).checks
    assert [check.key for check in made] == ["deals", "closed-form", "third-cards", "settlement", "variances"]
    assert all(check.compared and not check.fault for check in made)


def with_wager(house: HouseRules, key: str, **changes: object) -> HouseRules:
    altered = (replace(wager, **changes) if wager.key == key else wager for wager in house.wagers)  # type: ignore[arg-type]
    return replace(house, wagers=tuple(altered))


def test_a_wager_that_the_rules_do_not_know_like_this_has_no_sheet() -> None:
    house = rules("ma-mini-classic")
    always = with_wager(house, "tie", on_class=lambda coup: LOSE)
    with pytest.raises(ReportError, match=r"a check of the sheet failed.*independent copy of the rules.*tie"):
        par_of(always)


def test_a_royal_9_that_pays_wrongly_has_no_sheet() -> None:
    house = rules(ROYAL)
    royal = house.wager("royal-9")
    on_opening = royal.on_opening
    assert on_opening is not None
    other = with_wager(house, "royal-9", on_opening=lambda opening, seat: on_opening(opening, seat % 7 + 1))
    with pytest.raises(ReportError, match=r"a check of the sheet failed.*royal-9"):
        par_of(replace(other, wagers=tuple(wager for wager in other.wagers if wager.key == "royal-9")))


def test_a_deal_that_is_lost_is_noticed() -> None:
    sheet = par("ma-mini-classic").sheet
    first, *others = sheet.counts.branches
    fewer = replace(sheet.counts, branches=tuple(others))
    faults = {
        check.key: check.fault
        for check in checks(par("ma-mini-classic").rules, replace(sheet, counts=fewer), sheet, _variances())
    }
    assert faults["deals"]
    assert faults["closed-form"]
    assert first.endings


def test_a_covariance_that_is_off_is_noticed() -> None:
    sheet = par("ma-mini-classic").sheet
    wrong = _variances() | {("tie", "tie"): Fraction(1)}
    faults = {check.key: check.fault for check in checks(par("ma-mini-classic").rules, sheet, sheet, wrong)}
    assert faults["variances"].startswith("tie")
    assert [key for key, fault in faults.items() if fault] == ["variances"]


def _variances() -> dict[tuple[str, str], Fraction]:
    return dict(par("ma-mini-classic").covariances)


# ---------------------------------------------------------------- liability, lengths, issue


def test_the_greatest_liability_is_that_of_the_worst_coup() -> None:
    sheet = par("md-mini-payout")
    seats, limits = sheet.rules.seats, {key: limit.most for key, limit in sheet.rules.limits.items()}
    best = {"player": Fraction(1), "banker": Fraction(19, 20), "tie": Fraction(8), "dragon-bonus-player": Fraction(20)}
    for key, odds in best.items():
        assert sheet.liability.wagers[key] == seats * limits[key] * odds
    banker = Fraction(limits["banker"] * 19, 20) + 20 * limits["dragon-bonus-banker"]
    player = Fraction(limits["player"] + 20 * limits["dragon-bonus-player"])
    assert sheet.liability.table == seats * max(banker, player, Fraction(8 * limits["tie"]))
    assert sheet.liability.exact
    assert not par(ROYAL).liability.exact


def test_coups_and_shoes_are_as_long_as_they_are_when_dealt() -> None:
    sheet = par("ma-mini-classic")
    assert round(float(sheet.cards_of_a_coup), 4) == 4.9388
    assert sheet.rounds_of_a_shoe is not None
    assert abs(sheet.rounds_of_a_shoe - Fraction("81.48")) < Fraction(1, 4)  # simulated; see docs/studies/rounds.md


def test_revision_and_date_of_issue_are_printed_as_given() -> None:
    named = par_of(rules("md-mini-payout"), revision="2.1", issued="2024-07-01")
    printed = html(report_of(named))
    assert re.search(r"revision.{0,80}2\.1.{0,200}date of issue.{0,80}2024-07-01", printed, re.DOTALL)
    assert (document(named)["revision"], document(named)["issued"]) == ("2.1", "2024-07-01")
    assert "issued" not in document(par("md-mini-payout"))
