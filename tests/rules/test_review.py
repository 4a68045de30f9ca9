"""The one door between what is filed and what is played: house rules, or every finding, never both."""

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.law.rulebook import Rulebook, build, documents, load, text_of
from punto.library import Library
from punto.rules.review import Review, review, review_submission
from punto.rules.review.finding import BEYOND, Code, Finding
from punto.rules.review.layout import printed_odds
from punto.rules.review.shuffling import review_pit
from punto.rules.submission import Submission
from tests.law.filing import easy, found, opened, plain
from tests.law.submitting import (
    GONE,
    PROGRESSIVE,
    Changes,
    example,
    examples,
    filed,
    findings,
    royal,
    rules,
    said,
    text,
)

MINI = load("ma-mini")
ALL = "ma-baccarat, ma-midi, ma-midi-multilevel, ma-mini, md-mini or punto-open"


def put(name: str, changes: Changes) -> Review:
    """The review of an example with some fields put otherwise."""
    return review(text(tomllib.loads(example(name)), changes))


# ---------------------------------------------------------------- the examples


@pytest.mark.parametrize("name", examples())
def test_every_example_is_lawful(name: str) -> None:
    reviewed = review(example(name))
    assert (reviewed.findings, reviewed.warnings) == ((), ())
    assert reviewed.lawful
    assert reviewed.rules is not None
    assert reviewed.rulebook == reviewed.rules.rulebook.id


def test_the_examples_are_well_as_pits_too() -> None:
    filed_so = [review(example(name)).submission for name in examples()]
    assert review_pit([submission for submission in filed_so if submission]) == {}


def test_the_examples_show_every_rulebook_and_every_wager() -> None:
    made = [opened(example(name)) for name in examples()]
    assert {each.rulebook.id for each in made} == set(documents())
    assert {wager.key for each in made if each.rulebook.id in documents() for wager in each.wagers} == {
        "player",
        "banker",
        "ez-banker",
        "tie",
        "dragon-bonus-player",
        "dragon-bonus-banker",
        "dragon-7",
        "panda-8",
        "house-money",
        "royal-9",
    }


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("table", [plain, easy])
def test_a_plain_and_an_ez_table_are_lawful_everywhere(name: str, table: Any) -> None:
    assert review(table(load(name))).warnings == ()
    assert opened(table(load(name))).rulebook.id == name


# ---------------------------------------------------------------- rulebooks


@pytest.mark.parametrize(
    "rulebook, words",
    [
        ("ma-mni", "unknown rulebook 'ma-mni': did you mean 'ma-mini'?"),
        ("nevada", f"unknown rulebook 'nevada': use {ALL}"),
        ("", f"unknown rulebook '': use {ALL}"),
    ],
)  # fmt: skip
def test_an_unknown_rulebook(rulebook: str, words: str) -> None:
    reviewed = filed(MINI, {"rulebook": rulebook})
    assert reviewed.findings == (Finding(Code.UNKNOWN_RULEBOOK, "$.rulebook", "", words),)
    assert reviewed.rulebook == rulebook
    assert reviewed.rules is None
    assert not reviewed.lawful


def test_faults_of_form_are_findings_without_a_section() -> None:
    reviewed = review("seats = 7.5")
    assert ("wrong-type", "$.seats", "") in found(reviewed)
    assert ("missing-field", "$.rulebook", "") in found(reviewed)
    assert (reviewed.rulebook, reviewed.submission, reviewed.rules, bool(reviewed.lawful)) == ("", None, None, False)
    assert found(review("[")) == [("not-toml", "$", "")]


def test_form_rulebook_and_law_are_reviewed_together() -> None:
    assert found(review('rulebook = "ma-mni"\nseats = "7"'))[-1] == ("unknown-rulebook", "$.rulebook", "")
    assert findings(MINI, {"seat": 7, "seats": 12, "wagers.tie.pays": "7 to 1"}) == [
        ("unknown-field", "$.seat", ""),
        ("seats-outside", "$.seats", "2(a)"),
        ("odds-too-low", "$.wagers.tie.pays", "12(b)"),
    ]


def test_the_rulebook_of_a_faulty_submission_is_told() -> None:
    assert review('rulebook = "md-mini"').rulebook == "md-mini"


def test_several_faults_are_all_found() -> None:
    reviewed = put(
        "ma-mini-classic",
        {
            "seats": 12,
            "decks": 5,
            "wagers.panda-8": {},
            "wagers.tie.pays": "7 to 1",
            "wagers.dragon-bonus-banker.paytable": "B",
            "vigorish.when": GONE,
            "deal.match-play": True,
            "deal.disclosed-third-card": "void",
            "times.bet-seconds": 0,
            "layout.approval": "",
        },
    )
    assert found(reviewed) == [
        ("seats-outside", "$.seats", "2(a)"),
        ("decks-outside", "$.decks", "3(a)"),
        ("ez-only", "$.wagers.panda-8", "7(a)(6)"),
        ("odds-too-low", "$.wagers.tie.pays", "12(b)"),
        ("paytables-differ", "$.wagers.dragon-bonus-banker.paytable", "12(e)"),
        ("choice-missing", "$.vigorish.when", "12(d)(1)-(2)"),
        ("not-a-choice", "$.deal.match-play", "7(b)"),
        ("not-a-choice", "$.deal.disclosed-third-card", "13(c)(1)-(2)"),
        ("times", "$.times.bet-seconds", ""),
        ("approval-missing", "$.layout.approval", "2(b)"),
    ]
    assert reviewed.rules is None


def test_a_finding_reads_as_a_line() -> None:
    (finding,) = filed(MINI, {"seats": 12}).findings
    assert str(finding) == (
        "$.seats: 12 seats: ma-mini has numbered positions for 1 to 9 players (§ 2(a)) [seats-outside]"
    )
    assert str(Finding(Code.LIMITS, "$.limits", "", "no range")) == "$.limits: no range [limits]"


def test_what_is_beyond_this_engine_and_unlawful_besides_is_unlawful() -> None:
    reviewed = filed(load("ma-midi"), {"decks": 20, "seats": 12})
    assert {finding.code for finding in reviewed.findings} == {"beyond-capacity", "seats-outside"}
    assert not reviewed.lawful
    assert {"beyond-capacity", "engine"} == BEYOND


# ---------------------------------------------------------------- the engine


def altered(**terms: Any) -> Rulebook:
    """A rulebook of another country: Mini Baccarat with one provision's terms put otherwise."""
    data = deepcopy(tomllib.loads(text_of("ma-mini")))
    for key, change in terms.items():
        data[key] |= change
    return build(data, "altered")


@pytest.mark.parametrize(
    "changes, path, section",
    [
        ({"third.player": {"draws": [0, 1, 2, 3, 4], "stays": [5, 6, 7]}}, "$.rulebook", "10(b)"),
        ({"royal9.progressive.terms": {"deck-of": 40}}, "$.rulebook", "12(i)"),
    ],
)
def test_a_rulebook_that_our_engine_does_not_play_is_not_called_unlawful(
    changes: dict[str, Any], path: str, section: str
) -> None:
    submission = filed(MINI, PROGRESSIVE).submission
    assert submission is not None
    reviewed = review_submission(altered(**changes), submission)
    assert found(reviewed) == [("engine", path, section)]
    assert reviewed.lawful
    assert reviewed.rules is None


def test_options_that_a_document_withdraws_are_no_longer_choices() -> None:
    submission = filed(MINI, {"shuffle.preshuffled": True, "wagers.house-money.portion": "1/2"}).submission
    assert submission is not None
    book = altered(**{"open.preshuffled": {"allowed": False}, "house-money.portion": {"portion": False}})
    assert found(review_submission(book, submission)) == [
        ("not-a-choice", "$.shuffle.preshuffled", "4(e)"),
        ("term-fixed", "$.wagers.house-money.portion", "8(c)(3)(i)a"),
    ]


# ---------------------------------------------------------------- limits

CHIP = {"limits.smallest-chip": 100}


@pytest.mark.parametrize(
    "changes, code, path",
    [
        ({"limits.minimum": 0}, "limits", "$.limits"),
        ({"limits.minimum": -5_00}, "limits", "$.limits"),
        ({"limits.minimum": 600_00, "limits.maximum": 500_00}, "limits", "$.limits"),
        ({"limits.maximum": -1}, "limits", "$.limits"),
        ({"limits.minimum": 5_50}, "limits", "$.limits"),
        ({"limits.maximum": 500_01}, "limits", "$.limits"),
        ({"limits.maximum": 10**11 + 100}, "beyond-capacity", "$.limits"),
        ({"limits.maximum": 2**63 - 1}, "beyond-capacity", "$.limits"),
        ({"limits.smallest-chip": 0}, "limits", "$.limits.smallest-chip"),
        ({"limits.smallest-chip": -25}, "limits", "$.limits.smallest-chip"),
        ({"limits.smallest-chip": 5_00, "limits.minimum": 12_00}, "limits", "$.limits"),
        ({"limits.difference": 4_99}, "limits", "$.limits.difference"),
        ({"limits.difference": 0}, "limits", "$.limits.difference"),
        ({"limits.difference": -1}, "limits", "$.limits.difference"),
        ({"limits.difference": 24_00, "wagers.banker.minimum": 25_00}, "limits", "$.limits.difference"),
        ({"limits.difference": 10**12}, "beyond-capacity", "$.limits.difference"),
        ({"wagers.tie.minimum": 0}, "limits", "$.wagers.tie"),
        ({"wagers.tie.minimum": 600_00, "wagers.tie.maximum": 500_00}, "limits", "$.wagers.tie"),
        ({"wagers.tie.minimum": 20_000_00}, "limits", "$.wagers.tie"),
        ({"wagers.tie.maximum": 2_50}, "limits", "$.wagers.tie"),
        ({"wagers.tie.maximum": 500_50}, "limits", "$.wagers.tie"),
        ({"wagers.tie.maximum": 10**13}, "beyond-capacity", "$.wagers.tie"),
    ],
)
def test_limits_that_make_no_sense_are_found_once(changes: Changes, code: str, path: str) -> None:
    assert findings(MINI, CHIP | dict(changes)) == [(code, path, "")]


def test_amounts_are_shown_in_dollars() -> None:
    assert said(MINI, {"limits.minimum": 5_50}) == "$5.50 to $10,000 cannot be staked in chips of $1"
    assert said(MINI, {"limits.maximum": 0}) == "from $5 to $0 is not a range of stakes"


def test_a_wager_has_its_own_limits_or_the_tables() -> None:
    made = rules(MINI, {"wagers.tie": {"minimum": 1_00, "maximum": 50_00}, "wagers.banker.maximum": 600_00})
    limits = {key: (limit.least, limit.most) for key, limit in made.limits.items()}
    assert limits == {"player": (5_00, 10_000_00), "banker": (5_00, 600_00), "tie": (1_00, 50_00)}
    assert (made.difference, made.smallest_chip) == (None, 100)
    assert rules(MINI, {"limits.difference": 5_00}).difference == 5_00


# ---------------------------------------------------------------- times


@pytest.mark.parametrize(
    "field, value, lawful",
    [
        ("bet-seconds", 0, False),
        ("bet-seconds", -20, False),
        ("bet-seconds", 1, True),
        ("bet-seconds", 86_401, False),
        ("idle-minutes", 0, False),
        ("idle-minutes", 1_440, True),
        ("idle-minutes", 1_441, False),
        ("shoe-minutes", 0, False),
        ("shoe-minutes", 75, True),
        ("shoe-minutes", 1_441, False),
    ],
)
def test_times_are_from_one_up_to_a_day(field: str, value: int, lawful: bool) -> None:
    assert findings(MINI, {f"times.{field}": value}) == ([] if lawful else [("times", f"$.times.{field}", "")])


def test_how_long_things_take_where_nothing_is_filed() -> None:
    made = rules(MINI)
    assert (made.bet_seconds, made.idle_minutes, made.deck_hours, made.shoe_minutes) == (20, 30, 24, 60)
    filed_so = {"times.bet-seconds": 12, "times.idle-minutes": 45, "times.shoe-minutes": 75}
    made = rules(load("md-mini"), filed_so)
    assert (made.bet_seconds, made.idle_minutes, made.deck_hours, made.shoe_minutes) == (12, 45, 24, 75)


def test_where_every_shoe_has_new_cards_no_clock_runs() -> None:
    made = rules(load("ma-midi"))
    assert (made.deck_hours, made.shoe_minutes) == (None, None)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    "path, name",
    [
        ("table", ""),
        ("table", "MB\u200b-01"),
        ("table", " MB-01"),
        ("table", "x" * 61),
        ("table", "MB\n01"),
        ("pit", "Main\u202e"),
        ("pit", "Main "),
        ("layout.operator", "Harbour\tCasino"),
        ("layout.operator", "H" * 61),
    ],
)
def test_names_can_be_read(path: str, name: str) -> None:
    assert findings(MINI, {path: name}) == [("name", f"$.{path}", "")]


@pytest.mark.parametrize("name", ["MB-01", "Salon privé", "百家樂 1", "x" * 60])
def test_names_are_of_any_language(name: str) -> None:
    made = rules(MINI, {"table": name, "pit": name})
    assert (made.table, made.pit) == (name, name)


# ---------------------------------------------------------------- filed in vain


@pytest.mark.parametrize(
    "path, value",
    [
        ("shuffle.machine-procedure", "RS-44"),
        ("no-tie-approval", "31"),
        ("shuffle.continuous-approval", "31"),
        ("shuffle.preshuffled-procedure", "RS-51"),
        ("shuffle.reshuffle-notice", {"begins": datetime(2026, 1, 1)}),
        ("shuffle.stores-securely", True),
        ("shuffle.storage-procedure", "RS-60"),
        ("layout.odds", "sign"),
        ("layout.dragon-7-notice", "sign"),
        ("layout.dragon-7-words", "Dragon 7"),
        ("layout.markers", "rack"),
        ("layout.drop-box", "left"),
        ("layout.tip-box", "opposite"),
        ("layout.tip-box-approval", "26-119"),
    ],
)
def test_what_changes_nothing_is_noted(path: str, value: object) -> None:
    reviewed = filed(MINI, {path: value})
    assert [(note.code, note.path, note.section) for note in reviewed.warnings] == [("no-effect", f"$.{path}", "")]
    assert reviewed.rules is not None


def test_a_clock_for_decks_that_are_new_each_shoe_is_noted() -> None:
    reviewed = filed(load("ma-midi"), {"times.shoe-minutes": 60})
    assert [note.path for note in reviewed.warnings] == ["$.times.shoe-minutes"]


# ---------------------------------------------------------------- house rules


def test_the_digest_is_of_the_rules_and_not_of_their_spelling() -> None:
    one = opened(plain(MINI)).digest
    assert opened("# a comment\n" + plain(MINI)).digest == one
    assert rules(MINI).digest == one
    assert rules(MINI, {"seats": 5}).digest != one
    assert rules(load("md-mini")).digest != one
    assert len(one) == 64


def test_house_rules_know_their_wagers() -> None:
    made = rules(MINI, royal(MINI))
    assert made.wager("royal-9").title == "Royal 9"
    assert printed_odds(made.wager("royal-9")).startswith("star star meter, spade spade meter, heart heart meter, ")
    with pytest.raises(KeyError):
        made.wager("panda-8")


def test_what_a_document_alone_decides() -> None:
    made = {name: rules(load(name)) for name in documents()}
    assert [name for name in documents() if made[name].curator] == ["ma-baccarat"]
    assert [name for name in documents() if made[name].pay_then_vigorish] == ["ma-baccarat"]
    assert [name for name in documents() if not made[name].touch] == ["md-mini"]


# ---------------------------------------------------------------- whatever is filed

VALUES = st.one_of(
    st.none().map(lambda _: GONE),
    st.booleans(),
    st.integers(-3, 20),
    st.integers(-(2**70), 2**70),
    st.text(max_size=12),
    st.sampled_from(["", "A", "8 to 1", "1/2", "50%", "device", "batch", "continuous", "dealer", "deferred", "s9s"]),
    st.datetimes(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.lists(st.sampled_from(["s9h", "s9d", "red", "", "c9c"]), max_size=9),
    st.dictionaries(
        st.sampled_from(["seed", "rate", "star", "paytable", "begins", "x"]), st.integers(0, 9), max_size=3
    ),
)
FIELDS = sorted(
    {
        f"{outer}.{inner}" if inner else outer
        for name in examples()
        for outer, value in tomllib.loads(example(name)).items()
        for inner in ("", *(value if isinstance(value, dict) else ()))
    }
    | {
        "ez",
        "cards.backs",
        "cards.cover",
        "wagers.royal-9.meters",
        "wagers.royal-9.combinations",
        "wagers.royal-9.must-hit.ceiling",
        "wagers.tie.pays",
        "wagers.dragon-bonus-banker.paytable",
        "wagers.house-money.portion",
        "shuffle.reshuffle-notice.begins",
        "shuffle.reshuffle-notice.commission",
        "times.shoe-minutes",
        "layout.dragon-7-words",
        "layout.drop-box",
    }
)


def nested(path: str, changes: Changes) -> bool:
    """Whether a field lies in one that the same changes replace by something else than a table."""
    return any(path.startswith(f"{other}.") for other in changes)


@given(st.sampled_from(examples()), st.dictionaries(st.sampled_from(FIELDS), VALUES, min_size=1, max_size=4))
def test_no_mutilation_of_an_example_breaks_the_review(name: str, changes: dict[str, Any]) -> None:
    apart = {path: value for path, value in changes.items() if not nested(path, changes)}
    reviewed = put(name, apart)
    assert (reviewed.rules is None) == bool(reviewed.findings)
    assert all(finding.path.startswith("$") and finding.message for finding in reviewed.findings)
    if reviewed.submission is not None:
        review_pit([reviewed.submission, reviewed.submission])


@given(st.sampled_from(examples()), st.integers(0), st.integers(0), st.text(max_size=3))
def test_no_misprint_in_an_example_breaks_the_review(name: str, start: int, length: int, instead: str) -> None:
    whole = example(name)
    start %= len(whole)
    reviewed = review(whole[:start] + instead + whole[start + length % 40 :])
    assert (reviewed.rules is None) == bool(reviewed.findings)


# ---------------------------------------------------------------- every code

TEN = datetime(2026, 11, 2, 10, 0)
NOTICE = {"surveillance": TEN, "commission": TEN, "begins": TEN}
BATCH = {"shuffle.how": "batch", "table": "T-2", "shuffle.machine-procedure": "RS-44"}

# Under which rulebook, and with what put otherwise, a table has the finding or the note.
CASES: dict[Code, tuple[str, Changes]] = {
    Code.UNKNOWN_FIELD: ("ma-mini", {"seat": 7}),
    Code.WRONG_TYPE: ("ma-mini", {"seats": "seven"}),
    Code.MISSING_FIELD: ("ma-mini", {"seats": GONE}),
    Code.UNKNOWN_RULEBOOK: ("ma-mini", {"rulebook": "ma-maxi"}),
    Code.NAME: ("ma-mini", {"table": ""}),
    Code.SEATS_OUTSIDE: ("ma-baccarat", {"seats": 9}),
    Code.DECKS_OUTSIDE: ("ma-mini", {"decks": 9}),
    Code.BATCHES_UNEQUAL: ("md-mini", {"shuffle.how": "device", "decks": 13}),
    Code.BEYOND_CAPACITY: ("ma-midi", {"decks": 17}),
    Code.HOLDER_TOO_SMALL: ("ma-midi", {"decks": 9}),
    Code.BACKS: ("ma-midi", {"cards.backs": ["red", "blue"]}),
    Code.COVER_CARDS: ("ma-midi", {"cards.cover": "red"}),
    Code.NOT_A_CHOICE: ("md-mini", {"cut.by": "dealer"}),
    Code.CHOICE_MISSING: ("ma-mini", {"vigorish.when": GONE}),
    Code.PROCEDURE_MISSING: ("ma-midi", {"shuffle.preshuffled": True}),
    Code.APPROVAL_MISSING: ("ma-midi", {"layout.approval": ""}),
    Code.NOTICE_MISSING: ("ma-midi", {"shuffle.reshuffle": True}),
    Code.NOTICE_TOO_SHORT: ("ma-midi", {"shuffle.reshuffle": True, "shuffle.reshuffle-notice": NOTICE}),
    Code.NOTICE_UNCLEAR: (
        "ma-midi",
        {"shuffle.reshuffle": True, "shuffle.reshuffle-notice": NOTICE | {"begins": TEN.astimezone()}},
    ),
    Code.WAGER_UNKNOWN: ("ma-mini", {"wagers.ties": {}}),
    Code.WAGER_NOT_OFFERED: ("md-mini", {"wagers.house-money": {}}),
    Code.MAIN_WAGER_MISSING: ("ma-mini", {"wagers.tie": GONE}),
    Code.INSURANCE_MISSING: ("ma-mini", {"ez": True}),
    Code.EZ_ONLY: ("ma-mini", {"wagers.dragon-7": {}}),
    Code.NOT_AT_EZ: ("ma-mini", {"ez": True}),
    Code.VARIANT: ("ma-mini", {"variant": "half-on-6"}),
    Code.TERM_FIXED: ("ma-mini", {"wagers.player.pays": "2 to 1"}),
    Code.PAYTABLE_UNKNOWN: ("ma-mini", {"wagers.dragon-bonus-player.paytable": "D"}),
    Code.PAYTABLES_DIFFER: (
        "ma-mini",
        {"wagers.dragon-bonus-player.paytable": "A", "wagers.dragon-bonus-banker.paytable": "B"},
    ),
    Code.ODDS_TOO_LOW: ("ma-mini", {"wagers.tie.pays": "7 to 1"}),
    Code.ODDS_UNREADABLE: ("ma-mini", {"wagers.tie.pays": "8"}),
    Code.PORTION_OUTSIDE: ("ma-mini", {"wagers.house-money.portion": "2"}),
    Code.VIGORISH_AT_EZ: ("ma-mini", {"ez": True}),
    Code.DEFERRED_WITH_CONTINUOUS: ("ma-mini", {"shuffle.how": "continuous", "vigorish.when": "deferred"}),
    Code.CENTS_LOST: ("ma-mini", {"limits.smallest-chip": 10}),
    Code.ROYAL9_DECKS: ("ma-mini", {**PROGRESSIVE, "decks": 7}),
    Code.ROYAL9_SEATS: ("ma-mini", {**PROGRESSIVE, "seats": 7}),
    Code.ROYAL9_COMBINATIONS: ("ma-mini", {**PROGRESSIVE, "wagers.royal-9.combinations": ["s9h"]}),
    Code.ROYAL9_SUITED: ("ma-mini", {**PROGRESSIVE, "wagers.royal-9.combinations": ["s9s"]}),
    Code.ROYAL9_REPEATED: ("ma-mini", {**PROGRESSIVE, "wagers.royal-9.combinations": ["s9h", "s9h"]}),
    Code.ROYAL9_METER: ("ma-mini", {**PROGRESSIVE, "wagers.royal-9.meters": {}}),
    Code.LIMITS: ("ma-mini", {"limits.minimum": 0}),
    Code.TIMES: ("ma-mini", {"times.bet-seconds": 0}),
    Code.LAYOUT: ("ma-mini", {"layout.discards": "bucket"}),
    Code.NO_EFFECT: ("ma-mini", {"layout.markers": "rack"}),
}


def outside(code: Code) -> list[Finding]:
    """Findings of a table under a rulebook from outside that cannot be used."""
    wrong = (
        ('"clockwise"', '"clokwise"')
        if code is Code.UNSOUND_RULEBOOK
        else ('"undated edition"', "{ from = 2030-01-01 }")
    )
    with TemporaryDirectory() as folder:
        Path(folder, "xx-mini.toml").write_text(text_of("md-mini").replace('"md-mini"', '"xx-mini"').replace(*wrong, 1))
        submission = example("md-mini-classic").replace('"md-mini"', '"xx-mini"')
        reviewed = review(submission, Library(Path(folder)).on(date(2026, 11, 18)))
        assert (reviewed.rules, bool(reviewed.lawful)) == (None, False)
        return list(reviewed.findings)


def raised(code: Code) -> list[Finding]:
    """What a review says in the case of a code."""
    if code is Code.NOT_TOML:
        return list(review("[").findings)
    if code is Code.ENGINE:
        submission = filed(MINI).submission
        assert submission is not None
        book = altered(**{"third.player": {"draws": [0, 1, 2, 3, 4], "stays": [5, 6, 7]}})
        return list(review_submission(book, submission).findings)
    if code in (Code.UNSOUND_RULEBOOK, Code.NOT_IN_FORCE):
        return outside(code)
    if code in (Code.PIT_DIFFERS, Code.TABLE_REPEATED):
        midi = load("ma-midi")
        tables = [filed(midi, changes).submission for changes in ({}, BATCH, {})]
        pit = review_pit([table for table in tables if table is not None])
        return [finding for findings_ in pit.values() for finding in findings_]
    name, changes = CASES[code]
    reviewed = filed(load(name), changes)
    return [*reviewed.findings, *reviewed.warnings]


@pytest.mark.parametrize("code", Code)
def test_every_code_is_found_in_some_case(code: Code) -> None:
    assert code in [finding.code for finding in raised(code)]


# ---------------------------------------------------------------- the manual

DOCS = Path(__file__).parents[2] / "docs"


def test_every_code_has_its_paragraph_in_the_manual() -> None:
    page = (DOCS / "findings.md").read_text(encoding="utf-8")
    paragraphs = dict(re.findall(r"^### (\S+)\n\n((?:[^#\n].*\n)+)", page, re.M))
    assert list(paragraphs) == list(Code)
    assert all(len(words.split()) >= 8 for words in paragraphs.values())


def fields(kind: type[msgspec.Struct]) -> Iterator[str]:
    """The names of all fields of a submission, at any depth."""
    for field in msgspec.structs.fields(kind):
        yield field.encode_name
        for inner in (field.type, *getattr(field.type, "__args__", ())):
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                yield from fields(inner)


def test_every_field_is_explained_in_the_manual() -> None:
    page = (DOCS / "submissions.md").read_text(encoding="utf-8")
    told = {word.strip("[]") for word in re.findall(r"`([^`\n]+)`", page)}
    assert set(fields(Submission)) - told == set()


def test_the_least_submission_of_the_manual_is_lawful() -> None:
    page = (DOCS / "submissions.md").read_text(encoding="utf-8")
    least = page.split("```toml\n")[1].split("```")[0]
    assert opened(least).table == "MB-5"
