"""Reading submissions: any text is read, and everything that is wrong with its form is said at once."""

import re
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.rules.submission import Reading, Submission, at, near, read
from tests.law.submitting import example, examples

LEAST = """
rulebook = "ma-mini"
table = "MB-01"
seats = 7
decks = 8
[limits]
minimum = 25_00
maximum = 5_000_00
[wagers.player]
[wagers.banker]
[wagers.tie]
"""


def faults(text: str) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in read(text).faults]


def with_line(line: str, after: str = 'table = "MB-01"\n') -> str:
    return LEAST.replace(after, after + line + "\n")


def test_the_least_that_is_a_submission() -> None:
    submission, found, rulebook = read(LEAST)
    assert found == ()
    assert rulebook == "ma-mini"
    assert submission is not None
    assert (submission.table, submission.seats, submission.decks, submission.ez) == ("MB-01", 7, 8, False)
    assert list(submission.wagers) == ["player", "banker", "tie"]
    assert submission.shuffle.how == "manual"


@pytest.mark.parametrize("name", examples())
def test_every_example_is_well_formed(name: str) -> None:
    submission, found, _ = read(example(name))
    assert found == ()
    assert submission is not None
    assert name.startswith(submission.rulebook)


def test_comments_and_order_do_not_matter() -> None:
    turned = (
        "# our best table\n[limits]\nmaximum = 500000\nminimum = 2500\n[wagers]\nplayer = {}\nbanker = {}\ntie = {}\n"
    )
    head = 'decks = 8\nseats = 7\ntable = "MB-01"\nrulebook = "ma-mini"\n'
    assert read(head + turned) == read(LEAST)


@pytest.mark.parametrize(
    "text", ["rulebook", "= 8", "[limits", 'table = "MB-01', "seats = 07", "a = 1\na = 2", "\x00", "{}", "seats: 7"]
)
def test_what_is_no_toml(text: str) -> None:
    (fault,) = read(text).faults
    assert (fault.code, fault.path) == ("not-toml", "$")
    assert fault.message.startswith("invalid TOML: ")


@pytest.mark.parametrize(
    "text",
    ["seats = " + "[" * 50_000, "seats = 1" + "0" * 5_000, "# \ud800", "a = " + "{a = " * 20_000],
    ids=["nested lists", "a very long number", "half a character", "nested tables"],
)
def test_what_would_break_a_reader(text: str) -> None:
    assert read(text) == Reading(None, read(text).faults, None)
    assert faults(text) == [("not-toml", "$")]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read("\ufeff" + LEAST) == read(LEAST)


def test_an_empty_file_lacks_everything() -> None:
    assert faults("") == [
        ("missing-field", f"$.{name}") for name in ("rulebook", "table", "seats", "decks", "limits", "wagers")
    ]


@pytest.mark.parametrize(
    "line, path, suggested",
    [
        ("seat = 7", "$.seat", "seats"),
        ('pitt = "Main"', "$.pitt", "pit"),
        ("limits.minium = 5", "$.limits.minium", "minimum"),
        ("wagers.tie.pay = '8 to 1'", "$.wagers.tie.pay", "pays"),
        ("wagers.royal-9.meters.star.sed = 5", "$.wagers.royal-9.meters.star.sed", "seed"),
        ("wagers.royal-9.must_hit = {}", "$.wagers.royal-9.must_hit", "must-hit"),
        ("shuffle.pre-shuffled = true", "$.shuffle.pre-shuffled", "preshuffled"),
        ("shuffle.reshuffle-notice = {begin = 2026-01-01T00:00:00Z, begins = 2026-01-01T00:00:00Z}",
         "$.shuffle.reshuffle-notice.begin", "begins"),
        ("layout.aproval = 'x'", "$.layout.aproval", "approval"),
    ],
)  # fmt: skip
def test_a_misspelt_field_is_named_with_the_near_one(line: str, path: str, suggested: str) -> None:
    limits, wagers = "\nlimits.minimum = 25_00\nlimits.maximum = 5_000_00", "\nwagers = {tie = {}}"
    whole = 'rulebook = "ma-mini"\ntable = "MB-01"\nseats = 7\ndecks = 8\n' + line + limits
    whole += "" if "wagers" in line else wagers
    (fault,) = read(whole).faults
    assert (fault.code, fault.path) == ("unknown-field", path)
    assert fault.message.endswith(f"did you mean {suggested!r}?")


def test_a_field_like_no_other_is_named_without_a_suggestion() -> None:
    (fault,) = read(with_line('jackpot = "huge"')).faults
    assert (fault.code, fault.path, fault.message) == (
        "unknown-field", "$.jackpot", "no field is called 'jackpot'"
    )  # fmt: skip


def test_unknown_fields_do_not_hide_what_is_known() -> None:
    submission, found, _ = read(with_line("smoke = true"))
    assert [fault.code for fault in found] == ["unknown-field"]
    assert submission == read(LEAST).submission


@pytest.mark.parametrize(
    "line, path, words",
    [
        ("seats = '7'", "$.seats", "a whole number is needed here, not '7'"),
        ("seats = 7.0", "$.seats", "a whole number is needed here, not 7.0"),
        ("seats = true", "$.seats", "a whole number is needed here, not true"),
        ("seats = [7]", "$.seats", "a whole number is needed here, not a list"),
        ("seats = nan", "$.seats", "a whole number is needed here, not nan"),
        ("seats = 2026-01-01", "$.seats", "a whole number is needed here, not 2026-01-01"),
        ("seats = 9223372036854775808", "$.seats",
         "a whole number of at most 64 bits is needed here, not a number of more than 64 bits"),
        ("ez = 1", "$.ez", "true or false is needed here, not 1"),
        ("table = 7", "$.table", "text is needed here, not 7"),
        ("table = 0x" + "f" * 5_000, "$.table", "text is needed here, not a number of more than 64 bits"),
        ("limits = 5", "$.limits", "a table is needed here, not 5"),
        ("wagers = ['tie']", "$.wagers", "a table is needed here, not a list"),
        ("wagers.tie = true", "$.wagers.tie", "a table is needed here, not true"),
        ("wagers.tie.pays = 8", "$.wagers.tie.pays", "text is needed here, not 8"),
        ("wagers.tie.minimum = '$5'", "$.wagers.tie.minimum", "a whole number is needed here, not '$5'"),
        ("wagers.tie.paytable = 1.5", "$.wagers.tie.paytable", "text or a whole number is needed here, not 1.5"),
        ("wagers.x.combinations = ['s9h', 9]", "$.wagers.x.combinations", "a list of texts is needed here, not a list"),
        ("wagers.x.combinations = 's9h'", "$.wagers.x.combinations", "a list of texts is needed here, not 's9h'"),
        ("wagers.x.meters.star = 5", "$.wagers.x.meters.star", "a table is needed here, not 5"),
        ("wagers.x.must-hit = 5", "$.wagers.x.must-hit", "a table is needed here, not 5"),
        ("cut = 'dealer'", "$.cut", "a table is needed here, not 'dealer'"),
        ("pit = {name = 'Main'}", "$.pit", "text is needed here, not a table"),
        ("shuffle.reshuffle-notice.begins = 10:00:00", "$.shuffle.reshuffle-notice.begins",
         "a date with a time is needed here, not 10:00:00"),
        ("layout.operator = [" + "'x', " * 50 + "]", "$.layout.operator", "text is needed here, not a list"),
        ("decks = '" + "eight " * 20 + "'", "$.decks",
         "a whole number is needed here, not 'eight eight eight eight eight eight ei…"),
    ],
    ids=lambda value: value[:40],
)  # fmt: skip
def test_a_value_of_another_type_is_named_with_what_is_needed(line: str, path: str, words: str) -> None:
    fields = {
        "rulebook": 'rulebook = "ma-mini"',
        "table": 'table = "MB-01"',
        "seats": "seats = 7",
        "decks": "decks = 8",
        "limits": "limits = {minimum = 5, maximum = 5}",
        "wagers": "wagers = {}",
    }
    fields[re.split("[ .]", line, maxsplit=1)[0]] = line
    (fault,) = read("\n".join(fields.values())).faults
    assert fault == ("wrong-type", path, words)


def test_all_faults_are_said_at_once() -> None:
    text = """
        rulebook = 5
        seat = 7
        decks = "eight"
        [limits]
        minimum = 5
        maxmum = 10
        [wagers]
        tie = 8
        [wagers.banker]
        vigorish = "5%"
    """
    assert faults(text) == [
        ("unknown-field", "$.seat"),
        ("wrong-type", "$.rulebook"),
        ("missing-field", "$.table"),
        ("missing-field", "$.seats"),
        ("wrong-type", "$.decks"),
        ("unknown-field", "$.limits.maxmum"),
        ("missing-field", "$.limits.maximum"),
        ("wrong-type", "$.wagers.tie"),
        ("unknown-field", "$.wagers.banker.vigorish"),
    ]
    assert read(text).rulebook is None


def test_a_notice_is_read_with_its_offset_or_without() -> None:
    notice = "shuffle.reshuffle-notice = {surveillance = 2026-11-02 09:00:00, begins = 2026-11-02T10:00:00-05:00}"
    submission = read(with_line(notice)).submission
    assert submission is not None
    assert submission.shuffle.reshuffle_notice is not None
    assert submission.shuffle.reshuffle_notice.surveillance == datetime(2026, 11, 2, 9, 0)
    assert submission.shuffle.reshuffle_notice.begins.isoformat() == "2026-11-02T10:00:00-05:00"


def test_paths_are_quoted_as_toml_quotes_keys() -> None:
    assert at("$", "dragon-7") == "$.dragon-7"
    assert at("$.wagers", 'the "big" one') == '$.wagers."the \\"big\\" one"'
    assert faults(with_line('"two words" = 1')) == [("unknown-field", '$."two words"')]


def test_a_near_name_ends_a_sentence() -> None:
    assert near("palyer", ["player", "banker"]) == ": did you mean 'player'?"
    assert near("roulette", ["player", "banker"]) == ""


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    submission, found, _ = read(text)
    assert submission is not None or found


@given(st.text(alphabet="[]{}=.\"'\n#-_ 0123456789abtrue"))
def test_any_text_that_looks_like_toml_is_read(text: str) -> None:
    submission, found, _ = read(text)
    assert submission is not None or found


@given(st.lists(st.sampled_from(LEAST.splitlines(keepends=True)), max_size=12).map("".join))
def test_any_part_of_a_submission_is_read(text: str) -> None:
    submission, found, _ = read(text)
    assert (submission is None) == any(fault.code != "unknown-field" for fault in found)


def test_a_submission_is_frozen() -> None:
    submission = read(LEAST).submission
    assert isinstance(submission, Submission)
    with pytest.raises(AttributeError):
        submission.seats = 8  # type: ignore[misc]
