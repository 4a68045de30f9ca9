"""A rulebook is checked whole: every wrong word, key and term of it is a finding, with its line and what is allowed."""

import json
import os
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import jsonschema_rs
import pytest

from punto.law.check import check, check_text
from punto.law.finding import Code, Lines
from punto.law.json_schema import json_schema
from punto.law.rulebook import build, built_in, documents, load, text_of, topics
from punto.law.schema import PLACES, Law2, Place, bare, place_of, places, provision_of
from punto.law.words import Name, Provision, Strict, Text
from punto.rules.review import review_submission
from punto.rules.submission import read
from tests.apps.cli.running import punto
from tests.law.filing import plain
from tests.law.schema_2 import remedies, with_remedies

Data = dict[str, Any]
Path_ = tuple[str | int, ...]
TRIED = built_in() if os.environ.get("PUNTO_SOAK") else ("ma-baccarat", "md-mini")  # the slow ones; all in the soak
GOLDEN = sorted((Path(__file__).parents[1] / "verification" / "golden").rglob("*.log.jsonl"))


def data_of(name: str) -> Data:
    return tomllib.loads(text_of(name))


def codes(data: Data) -> set[Code]:
    return {finding.code for finding in check(data).findings}


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path, value


def changed(data: Data, path: Path_, value: Any) -> Data:
    copy = deepcopy(data)
    inner: Any = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


OWN_KEYS = ("def.", "irregular.", "layout.")
OWN_NAMES = {"titles", "variant", "name"}  # what schema 2 lets a rulebook choose: titles, variants, lines of wagers


def schema_of(data: Data) -> int:
    return int(data["rulebook"].get("schema", 1))


def is_shown_only(key: str, term: str, schema: int = 1) -> bool:
    """Whether a term is free text, or the section of another provision."""
    place = place_of(key, schema)
    if place is None or term not in place.type.__terms__:
        return False
    shown = bare(place.type.__terms__[term].type) in (Text, tuple[Text, ...])
    return shown or (key, term) == ("shuffle.continuous", "replaces")


@pytest.mark.parametrize("name", built_in())
def test_every_built_in_rulebook_is_sound(name: str) -> None:
    checked = check_text(text_of(name))
    assert checked.findings == ()
    assert checked.law is not None
    assert checked.law.rulebook.id == name
    assert checked.law.deal.four.order == ("player", "banker", "player", "banker")


@pytest.mark.parametrize("name", built_in())
def test_every_provision_is_found_by_its_key(name: str) -> None:
    book = load(name)
    for key in (*book.provisions, "rulebook", "ceremony", "no-such.key"):
        provision = provision_of(book.law, key)
        assert (provision.section if provision else "") == book.section(key), key


@pytest.mark.parametrize("log", GOLDEN, ids=lambda path: path.stem)
def test_the_rulebook_of_every_golden_log_is_sound(log: Path) -> None:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    commands = [line.get("record", {}).get("command", {}) for line in lines]
    texts = {command["rulebook"] for command in commands if command.get("do") == "open" and "rulebook" in command}
    assert texts
    assert [finding for text in texts for finding in check_text(text).findings] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_every_bogus_word_is_found(name: str) -> None:
    data = data_of(name)
    silent = [
        path
        for path, value in leaves({key: table for key, table in data.items() if key != "rulebook"})
        if isinstance(value, str)
        and path[1] != "section"
        and not (path[0] != "ceremony" and is_shown_only(str(path[0]), str(path[1]), schema_of(data)))
        and not (schema_of(data) == 2 and OWN_NAMES & {path[1], path[-1]})
        and not check(changed(data, path, "zzz")).findings
    ]
    assert silent == []


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_every_misspelt_key_and_term_is_found(name: str) -> None:
    data = data_of(name)
    for key, table in data.items():
        if key in ("rulebook", "ceremony"):
            continue
        found = codes({(f"{k}q" if k == key else k): v for k, v in data.items()})
        own = schema_of(data) == 2 and (found or key.startswith(OWN_KEYS))  # the audit knows these
        assert Code.UNKNOWN_PROVISION in found or own, key
        for term in table:
            spelled = {(f"{t}q" if t == term else t): v for t, v in table.items()}
            found = codes({**data, key: spelled})
            assert Code.UNKNOWN_TERM in found or (schema_of(data) == 2 and found), (key, term)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_every_missing_term_that_must_be_there_is_found(name: str) -> None:
    data = data_of(name)
    for key, table in data.items():
        place = place_of(key, schema_of(data))
        if place is None:
            continue
        for term in table:
            if term in place.type.__terms__ and place.type.__terms__[term].required:
                left = {t: v for t, v in table.items() if t != term}
                assert Code.MISSING_TERM in codes({**data, key: left}), (key, term)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_every_missing_provision_that_must_be_there_is_found(name: str) -> None:
    data = data_of(name)
    for key in data:
        place = place_of(key, schema_of(data))
        if place is not None and place.required:
            assert Code.MISSING_PROVISION in codes({k: v for k, v in data.items() if k != key}), key


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_a_value_of_another_type_is_a_finding_and_never_an_exception(name: str) -> None:
    data = data_of(name)
    others: tuple[Any, ...] = ([], {}, 2.5, None, True, -1, "", "\x00", "9" * 300)
    for number, (path, _) in enumerate(leaves({key: table for key, table in data.items() if key != "rulebook"})):
        check(changed(data, path, others[number % len(others)]))
    whole: tuple[Any, ...] = ([], 3, "text", None)
    for other in whole:
        for key in data:
            assert check({**data, key: other}).findings, (key, other)


def test_a_finding_says_where_what_and_what_is_allowed() -> None:
    text = text_of("md-mini").replace('direction = "clockwise"', 'direction = "clokwise"', 1)
    (finding,) = check_text(text).findings
    assert finding.code is Code.UNKNOWN_WORD
    assert finding.path == "cut.offer-order.direction"
    assert text.splitlines()[finding.line - 1] == 'direction = "clokwise"'
    assert finding.section == ".05B(1)-(3)"
    assert finding.message.startswith("unknown word 'clokwise'; did you mean 'clockwise'? Allowed: ")
    assert finding.allowed == ("clockwise", "counterclockwise")


def test_all_faults_are_found_in_one_run() -> None:
    text = text_of("md-mini")
    for right, wrong in (('"fans"', '"fan"'), ("least-decks = 6", "least-decks = 0"), ('"40 to 1"', '"40:1"')):
        text = text.replace(right, wrong, 1)
    text += '["pay.dragon-8"]\nsection = ".12"\n'
    found = [(finding.code, finding.path) for finding in check_text(text).findings]
    assert (Code.OUT_OF_RANGE, "open.inspect.least-decks") in found
    assert (Code.MALFORMED, "pay.dragon-7.pays") in found
    assert (Code.UNKNOWN_PROVISION, "pay.dragon-8") in found


def test_a_step_is_in_one_provision_and_some_ceremony() -> None:
    data = data_of("ma-mini")
    more = [*data["open.wash"]["steps"], {"do": "ring-bell", "by": "dealer"}, {"do": "inspect", "by": "dealer"}]
    data["open.wash"]["steps"] = more
    assert codes(data) == {Code.UNUSED_STEP, Code.REPEATED_STEP}
    data["open.wash"]["steps"] = more[:-1]
    data["ceremony"]["opening"]["order"] += " ring-bell"
    assert codes(data) == set()  # a plain new step needs no code


def test_only_a_role_that_can_perform_a_step_may_be_named() -> None:
    data = data_of("ma-mini")
    data["cut.depth-one-deck"]["steps"][0]["by"] = "dealer"
    (finding,) = check(data).findings
    assert (finding.code, finding.allowed) == (Code.STEP_ROLE, ("player",))
    data = data_of("ma-mini")
    data["deal.banker-under-shoe"]["steps"][0]["by"] = "curator"
    assert codes(data) == {Code.STEP_ROLE}


@pytest.mark.parametrize("term, words", [("win", ["equal"]), ("lose", []), ("push", ["banker-higher"])])
def test_a_wager_decides_every_coup_once(term: str, words: list[str]) -> None:
    data = data_of("ma-mini")
    data["wager.banker"][term] = words
    assert codes(data) == {Code.CONTRADICTION}


@pytest.mark.parametrize(
    "name, key", [("ma-mini", "royal9.progressive.paytable"), ("ma-baccarat", "royal9.multilevel.paytables")]
)
@pytest.mark.parametrize("terms", [{}, {"award-cents": 100, "meter": None}])
def test_a_line_of_royal_9_pays_a_meter_or_an_award(name: str, key: str, terms: Data) -> None:
    data = data_of(name)
    line = next(line for line in data[key]["lines"] if "meter" in line)
    meter = line.pop("meter")
    line |= {term: value or meter for term, value in terms.items()}
    assert codes(data) == {Code.EXCLUSIVE_TERMS}


@pytest.mark.parametrize("order", [["player"] * 4, ["player", "player", "player", "banker"]])
def test_each_hand_is_dealt_two_of_the_first_four_cards(order: list[str]) -> None:
    found = check(changed(data_of("ma-mini"), ("deal.four", "order"), order)).findings
    assert [(one.code, one.path) for one in found] == [(Code.CONTRADICTION, "deal.four.order")]


@pytest.mark.parametrize("key", ["irregular.undisclosed", "irregular.disclosed"])
def test_an_irregularity_of_the_burn_is_one_of_play_too(key: str) -> None:
    found = check(changed(data_of("ma-mini"), (key, "during"), ["burn"])).findings
    assert [(one.code, one.path) for one in found] == [(Code.CONTRADICTION, f"{key}.during")]


def test_the_dealer_announces_only_coups_that_have_a_name() -> None:
    found = check(changed(data_of("ma-mini"), ("result.announce", "ez"), ["house-money"])).findings
    assert [(one.path, one.allowed) for one in found] == [("result.announce.ez.0", ("dragon-7", "panda-8"))]


@pytest.mark.parametrize(
    "key, term",
    [
        ("layout.dragon-7-push-notice", "places"),
        ("layout.discards", "holders"),
        ("cut.recut", "by"),
        ("royal9.progressive.terms", "seats"),
    ],
)
def test_a_list_that_a_table_takes_one_of_is_not_empty(key: str, term: str) -> None:
    data = data_of("ma-mini")
    assert Code.OUT_OF_RANGE in codes({**data, key: {**data[key], term: []}})


def test_a_rulebook_with_a_finding_opens_no_table() -> None:
    data = data_of("ma-mini")
    data["cut.offer-order"]["direction"] = "sideways"
    submission, _, _ = read(plain(load("ma-mini")))
    assert submission is not None
    reviewed = review_submission(build(data, "changed"), submission)
    assert reviewed.rules is None
    assert ["cut.offer-order.direction" in finding.message for finding in reviewed.findings] == [True]


@pytest.mark.parametrize(
    "text, code",
    [
        ("[", Code.NOT_TOML),
        ("", Code.HEAD_MISSING),
        ("a = " + "[" * 100_000, Code.TOO_LARGE),
        ("# " + "x" * 10_000_000, Code.TOO_LARGE),
        ("a." * 60_000 + "b = 1", Code.TOO_LARGE),
        ("rulebook = 3\nceremony = 4", Code.WRONG_TYPE),
        ("[ceremony]\ncut = 5\n[ceremony.shuffle]\norder = 'a (b'", Code.CEREMONY_ORDER),
    ],
)
def test_bad_text_is_a_finding(text: str, code: Code) -> None:
    checked = check_text(text)
    assert checked.law is None
    assert code in {finding.code for finding in checked.findings}


@pytest.mark.parametrize(
    "added, code, line, words",
    [
        ("[wager.zero-tie]\nsection = '1'\n", Code.UNKNOWN_PROVISION, 1, '["wager.zero-tie"]'),
        ("[royal9.progressive.termz]\nsection = '1'\n", Code.UNKNOWN_PROVISION, 1, '["royal9.progressive.termz"]'),
        ("['wager.zero-tie']\nsection = '1'\n", Code.UNKNOWN_PROVISION, 1, "wager.* of its own says schema = 2"),
        (f"[x]\n\nmany = {'9' * 5_000}\n", Code.NOT_TOML, 3, "digits"),
    ],
)
def test_a_mistake_of_form_has_its_line_and_a_remedy(added: str, code: Code, line: int, words: str) -> None:
    text = text_of("ma-mini")
    (found,) = check_text(f"{text}\n{added}").findings
    assert (found.code, found.line - text.count("\n") - 1) == (code, line)
    assert words in found.message


@pytest.mark.parametrize(
    "said, written, remedy",
    [
        ("counts = [8, 9]", "counts = eight", "text is in quotation marks"),
        ('in-force = "undated edition"', "in-force = “undated edition”", "quotation marks are straight"),
        ('in-force = "undated edition"', 'in-force = "undated edition', "a quotation mark ends the text"),
        ("counts = [8, 9]", "counts = [8 9]", "commas separate the values"),
        ("counts = [8, 9]", "counts = [8, 9]\ncounts = [8, 9]", "keep one of them"),
        ("counts = [8, 9]", "counts = [8, 9] # \x01", "delete the invisible character"),
        ("counts = [8, 9]", "counts: [8, 9]", "a term like cards = 2"),
        ('in-force = "undated edition"', "in-force = { from = 1.7.2024 }", "a date is written like 2024-07-01"),
        ('in-force = "undated edition"', "in-force = 2024-02-31", "a date is written like 2024-07-01"),
        ('in-force = "undated edition"', "in-force = {", "} ends them"),
    ],
)
def test_a_slip_of_toml_has_its_line_and_a_remedy(said: str, written: str, remedy: str) -> None:
    text = text_of("md-mini")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if said in line]
    (found,) = check_text(text.replace(said, written, 1)).findings
    assert found.code is Code.NOT_TOML
    assert found.line in (lines[0], lines[0] + written.count("\n")), found
    assert remedy in found.message


def test_a_table_that_is_there_twice_has_both_lines() -> None:
    text = text_of("md-mini")
    (found,) = check_text(f'{text}\n["pay.tie"]\n').findings
    assert found.line == text.count("\n") + 2
    first = Lines(text).of(("pay.tie",))
    assert f'["pay.tie"] is there twice (at line {found.line}, column 11), first on line {first}' in found.message


@pytest.mark.parametrize("schema", ["", "schema = 3\n", 'schema = "2"\n'])
def test_a_wrong_schema_is_one_finding(schema: str) -> None:
    (found,) = check_text(text_of("punto-open").replace("schema = 2\n", schema, 1)).findings
    assert found.path == "rulebook.schema"
    assert found.allowed == ("1", "2")


def test_so_is_a_missing_head() -> None:
    text = text_of("punto-open")
    (found,) = check_text(text[text.index('["def.') :]).findings
    assert found.code is Code.HEAD_MISSING


@pytest.mark.parametrize(
    "said, written, words",
    [
        ('section = "1.1"', "section = 1.1", "found 1.1: write it in quotation marks"),
        ('in-force = "undated edition"', "in-force = { until = 2024-07-01 }", "unknown term 'until'; allowed: from"),
        ("{ suited-pairs = [1, 2] }", "{ zzz = 1 }", "unknown fact 'zzz'; allowed: winner, player, banker,"),
    ],
)
def test_what_is_allowed_is_said_where_nothing_is_near(said: str, written: str, words: str) -> None:
    text = text_of("punto-open")
    assert said in text
    assert any(words in one.message for one in check_text(text.replace(said, written, 1)).findings)


def test_a_byte_order_mark_is_named() -> None:
    (found,) = check_text("\ufeff" + text_of("ma-mini")).findings
    assert "save it as UTF-8 without one" in found.message


def test_the_line_of_a_term_is_found_in_a_rulebook() -> None:
    text = text_of("ma-mini")
    line = Lines(text).of(("pay.dragon-7", "pays"))
    assert text.splitlines()[line - 1] == 'pays = "40 to 1"'


def test_every_word_list_is_closed() -> None:
    """No term of a provision is bare text: it has a list of words, a form, or is marked as shown only."""

    def bare_text(kind: Any) -> bool:
        kind = bare(kind)
        return kind is str or (get_origin(kind) in (tuple, dict) and any(map(bare_text, get_args(kind))))

    found = [
        (key, name)
        for places in PLACES.values()
        for key, place in places.items()
        for name, term in place.type.__terms__.items()
        if bare_text(term.type)
    ]
    assert found == []


# ---------------------------------------------------------------- schemas


def test_a_rulebook_names_its_schema_and_without_it_has_the_first() -> None:
    data = data_of("md-mini")
    assert load("md-mini").law.rulebook.schema == 1
    second = check_text(with_remedies(remedies("documents"), "md-mini"))
    assert second.findings == ()
    assert isinstance(second.law, Law2)
    for wrong in (0, 3, "2", True, 2.0):
        (finding,) = check(changed(data, ("rulebook", "schema"), wrong)).findings
        assert finding.path == "rulebook.schema", wrong
        assert finding.allowed == ("1", "2"), wrong


def test_an_open_family_has_a_place_for_any_other_key() -> None:
    class Bell(Provision):
        rings: Literal["once", "twice"]

    class Bells(Strict):
        first: Bell
        others: dict[Name, Bell]

    class Tower(Strict):
        bell: Bells

    assert dict(places(Tower)) == {
        "bell.first": Place(("bell", "first"), Bell, True),
        "bell.*": Place(("bell", "others", "*"), Bell, False),
    }


# ---------------------------------------------------------------- the JSON Schema, and the command line


def test_the_json_schema_takes_the_built_in_rulebooks_and_no_others() -> None:
    schema = json_schema({key: topic.demand for key, topic in topics().items()})
    shipped = json.loads(files("punto").joinpath("schemas", "rulebook.json").read_text(encoding="utf-8"))
    assert shipped == schema
    validator = jsonschema_rs.Draft202012Validator(schema)
    for name in documents():
        validator.validate(data_of(name))
    data = data_of("ma-mini")
    data["cut.offer-order"]["direction"] = "sideways"
    assert not validator.is_valid(data)


def test_the_json_schema_of_schema_2() -> None:
    schema = json_schema({key: topic.demand for key, topic in topics().items()}, 2)
    shipped = json.loads(files("punto").joinpath("schemas", "rulebook-2.json").read_text(encoding="utf-8"))
    assert shipped == schema
    validator = jsonschema_rs.Draft202012Validator(schema)
    assert not validator.is_valid(data_of("md-mini"))
    validator.validate(data_of("punto-open"))
    validator.validate(tomllib.loads(with_remedies(remedies("documents"), "md-mini")))


def test_rules_check_by_id_file_and_json(tmp_path: Path) -> None:
    run = punto("rules", "check", *built_in())
    assert (run.code, run.out.splitlines()[-1]) == (0, "punto-open: sound")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text_of("md-mini").replace('direction = "clockwise"', 'direction = "clokwise"', 1))
    run = punto("rules", "check", str(wrong))
    assert run.code == 1
    assert f"{wrong}:" in run.out
    assert "did you mean 'clockwise'?" in run.out
    document = punto("rules", "check", str(wrong), "--json").json
    assert (document["sound"], document["findings"][0]["allowed"]) == (False, ["clockwise", "counterclockwise"])


@pytest.mark.parametrize(
    "name, words",
    [
        ("books/xx-mini", "books/xx-mini is a folder: give the file in it, or its id and --rulebooks books"),
        ("books/xx-mini/rulebok.toml", "there is no file books/xx-mini/rulebok.toml"),
        ("nope.toml", "there is no file nope.toml"),
    ],
)
def test_a_path_that_is_no_rulebook_says_what_it_is(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "books" / "xx-mini").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    punto("rules", "check", name).refused(words)


def test_rules_check_of_what_is_not_there_is_one_line(tmp_path: Path) -> None:
    run = punto("rules", "check", "ma-mni")
    assert (run.code, "did you mean 'ma-mini'" in run.err) == (2, True)
    assert punto("rules", "check", str(tmp_path / "none.toml")).code == 2


def test_a_skeleton_lists_what_is_to_be_filled_in(tmp_path: Path) -> None:
    folder = tmp_path / "xx-mini"
    assert punto("rules", "new", "--from", "md-mini", "-o", str(folder)).code == 0
    document = punto("rules", "check", str(folder / "rulebook.toml"), "--json").json
    assert {finding["path"].rpartition(".")[2] for finding in document["findings"]} == {"section"}
    filled = (folder / "rulebook.toml").read_text().replace('section = ""', 'section = "1"')
    (folder / "rulebook.toml").write_text(filled)
    assert punto("rules", "check", str(folder / "rulebook.toml")).code == 0
    assert punto("rules", "new", "--from", "md-mini", "-o", str(folder)).code == 2  # never overwritten
    assert punto("rules", "new", "--from", "md-mini", "-o", str(tmp_path / "ma-mini")).code == 2
