"""Wagers as data: a rulebook of schema 2 says when each of its wagers wins and what it pays."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from punto.core.cards import Composition, cards
from punto.core.coup import Coup, play
from punto.law.check import check_text
from punto.law.finding import Code, Finding
from punto.law.rulebook import Rulebook, load, parse
from punto.odds import Sheet, sheet
from punto.odds.openings import blanks, openings
from punto.report.blocks import sections_of
from punto.rules.review import Review, review_submission
from punto.rules.submission import read
from punto.server.rules import rules_answer
from punto.wagers import Verdict, pay
from punto.wagers.book import Terms, known, law_of, least_tie, vigorish_rate, wager_of
from punto.wagers.hands import Side, Sort
from punto.wagers.language import build
from tests.apps.cli.running import punto
from tests.law.schema_2 import book_2, part, remedies, with_remedies, with_wagers
from tests.law.submitting import example
from tests.law.test_frozen_wagers import BOOKS, FROZEN, digest

EIGHT, SIX = Composition.decks(8), Composition.decks(6)
OWN = part("five_documents")


# ---------------------------------------------------------------- the wagers of the documents


def test_the_wagers_of_a_document_written_as_data_answer_as_those_of_version_1() -> None:
    book = book_2()
    assert book.checked.findings == ()
    with FROZEN.open(encoding="utf-8") as rows:
        frozen = {(key, paytable): value for name, key, paytable, value in csv.reader(rows) if name == "ma-mini"}
    assert len(frozen) == 14
    for (key, paytable), value in frozen.items():
        assert digest(wager_of(book, key, Terms(dragon_bonus=paytable))) == value, (key, paytable)


@pytest.mark.parametrize("name", BOOKS)
def test_so_do_the_wagers_of_each_document_when_a_program_writes_them(name: str) -> None:
    book = parse(with_remedies(remedies("documents"), name))
    assert book.checked.findings == ()
    with FROZEN.open(encoding="utf-8") as rows:
        frozen = {(key, paytable): value for of, key, paytable, value in csv.reader(rows) if of == name}
    for (key, paytable), value in frozen.items():
        assert digest(wager_of(book, key, Terms(dragon_bonus=paytable))) == value, (key, paytable)


def test_they_say_of_themselves_what_those_of_version_1_say() -> None:
    for one, other in zip(known(book_2()), known(load("ma-mini")), strict=True):
        own, told = ({name: getattr(each, name) for name in each.__slots__} for each in (one, other))
        for by_table in ("on_class", "on_opening"):
            del own[by_table], told[by_table]
        assert own == told, one.key


# ---------------------------------------------------------------- wagers of other places


def odds_of(book: Rulebook, shoe: Composition) -> Sheet:
    return sheet(shoe, known(book))


# House edges in percent for eight decks, as they are published: by wizardofodds.com (pairs, Lucky 6, cards, egalité,
# 3 Giving 8), advancedadvantageplay.com (Big Tiger, 3 Giving 8, 88 89 98 99, 9 over 7, Bad Beat) and the Macau Daily
# Times of 17 July 2024 (Small and Big Tiger).
PUBLISHED = {
    "player-pair": "10.36",
    "pair-player": "10.36",
    "pair-banker": "10.36",
    "either-pair": "13.71",
    "perfect-pair": "13.03",
    "lucky-6": "16.6836",
    "lucky-6-vegas": "11.6985",
    "small-6": "14.33",
    "big-6": "15.253",
    "small": "5.283",
    "five-cards": "8.967",
    "six-cards": "4.694",
    "big": "4.35",
    "low-tie": "10.8574",
    "middle-tie": "8.9426",
    "three-giving-8": "8.682",
    "eights-and-nines": "7.372",
    "nine-over-7": "8.103",
    "bad-beat": "8.46",
}
# By an earlier program of ours alone, written as functions on classes.
OURS = {
    "half-banker": ("1.4581", "1.4548"),
    "lucky-7": ("18.2961", "18.2583"),
    "super-lucky-7": ("33.4403", "33.4486"),  # with a third card of the Banker's alone paid as well: 14.8343
    "small-6": ("14.3325", "14.3547"),
    "big-6": ("15.2533", "15.3025"),
    "lucky-6": ("16.6836", "16.7163"),
    "player-pair": ("10.3614", "11.2540"),
}
EGALITE = {  # deals of 4,998,398,275,503,360: wizardofodds.com
    9: 55_146_054_060_032, 8: 54_879_416_675_072, 7: 101_717_538_899_968, 6: 96_170_001_308_416,
    5: 39_684_046_743_808, 4: 36_294_133_463_040, 3: 22_250_510_129_408, 2: 20_006_606_104_576,
    1: 20_499_217_668_352, 0: 28_979_901_420_544,
}  # fmt: skip


def shown(edge: Fraction, like: str) -> str:
    return f"{float(100 * edge):.{len(like.partition('.')[2])}f}"


def test_twenty_wagers_of_other_places_are_data_and_have_the_published_edges() -> None:
    book = book_2("foreign")
    assert book.checked.findings == ()
    eight = odds_of(book, EIGHT)
    assert {key: shown(eight[key].edge, edge) for key, edge in PUBLISHED.items()} == PUBLISHED
    assert len(set(book.law.wager.others) - set(book_2().law.wager.others)) >= 20  # type: ignore[attr-defined]
    counts = {line.result.category: line.deals for line in eight["egalite"].lines}
    assert {tie: counts[f"at-{tie}"] for tie in range(10)} == EGALITE
    assert eight["tiger-tie"].lines[0].deals == EGALITE[6]
    six = sheet(SIX, [wager for wager in known(book) if wager.key in OURS])
    found = {key: (shown(eight[key].edge, one), shown(six[key].edge, other)) for key, (one, other) in OURS.items()}
    assert found == OURS


@pytest.mark.parametrize("key", ["perfect-pair", "tiger-pair"])
def test_the_counter_by_kinds_of_hands_counts_what_every_opening_counts(key: str) -> None:
    """A small shoe in which cards are scarce: some suits are there once, some not at all."""
    wager = wager_of(book_2("foreign"), key)
    suited = tuple((card * 7) % 4 if card % 13 < 3 else 0 for card in range(52))
    shoe = Composition(tuple(sum(suited[rank::13]) for rank in range(13)), suited)
    assert wager.on_opening
    plain: dict[str, int] = {}
    for opening, ways in openings(shoe, blanks(wager.tells)):
        name = wager.on_opening(opening, 1).category
        plain[name] = plain.get(name, 0) + ways
    counted = {line.result.category: line.deals for line in sheet(shoe, [wager])[key].lines}
    assert counted == {name: plain.get(name, 0) for name in counted}
    assert sum(counted.values()) == sum(plain.values())


def test_a_wager_has_its_titles_in_other_languages() -> None:
    wager = wager_of(book_2("foreign"), "lucky-6")
    assert (wager.title, wager.titles) == ("Lucky 6", {"zh": "幸运六"})


def test_what_a_wager_reads_follows_from_its_facts() -> None:
    book = book_2("foreign")
    wagers = [wager_of(book, key) for key in ("small", "pair-player", "perfect-pair")]
    assert {one.key: (one.pairs, bool(one.tells), one.on_opening is None) for one in wagers} == {
        "small": (False, False, True),
        "pair-player": (True, False, True),
        "perfect-pair": (True, True, False),
    }


# ---------------------------------------------------------------- variants


def test_a_variant_of_the_book_pays_half_on_six_and_takes_no_vigorish() -> None:
    book = book_2("foreign")
    assert {law.variant for law in book.wagers} == {"", "vigorish", "ez", "half-on-6"}
    assert [vigorish_rate(book, one) for one in ("vigorish", "ez", "half-on-6")] == [Fraction(1, 20), 0, 0]
    wager = wager_of(book, "half-banker")
    assert wager.on_class
    with_6 = wager.on_class(play(cards("2h 6d 3c Ks 4d")).coup_class)
    assert (with_6.category, pay(wager, with_6, 10_00, None, {}).paid) == ("lose", 0)
    six: Coup = play(cards("5h 6d 10c Ks 10d"))
    assert (six.winner, six.points) == ("banker", (5, 6))
    half = wager.on_class(six.coup_class)
    assert (half.verdict, half.category, pay(wager, half, 10_00, None, {}).paid) == (Verdict.WIN, "win-with-6", 5_00)


def filed(book: Rulebook, *changes: tuple[str, str]) -> Review:
    text = example("ma-mini-classic")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    submission = read(text).submission
    assert submission is not None
    return review_submission(book, submission)


def test_a_table_plays_the_variant_that_its_submission_names() -> None:
    book = book_2("foreign")
    plain = filed(book)
    assert plain.findings == ()
    assert plain.rules
    assert (plain.rules.variant, plain.rules.ez) == ("vigorish", False)
    text = example("ma-mini-classic")
    assert "[wagers.banker]" in text
    refused = filed(book, ("seats =", 'variant = "half-on-6"\nseats ='))
    assert ("variant", "$.wagers.banker") in [(str(one.code), one.path) for one in refused.findings]


def test_what_is_said_of_a_wager_of_its_own_comes_from_the_book() -> None:
    book = book_2("foreign")
    rules = filed(book).rules
    assert rules
    (law,) = (law for law in book.wagers if law.key == "lucky-6")
    (lucky,) = build(replace(law, titles={"en": "Lucky 6", "zh": "幸运六"}))
    cited = sections_of(replace(rules, wagers=(*rules.wagers, lucky)), lucky)
    assert [(one.key, one.section) for one in cited] == [("wager.lucky-6", "own"), ("pay.lucky-6", "own")]
    answer = rules_answer(replace(rules, wagers=(lucky,)), {}, virtual=True).wagers[0]
    assert (answer.titles, answer.main, answer.side) == ({"en": "Lucky 6", "zh": "幸运六"}, False, "banker")


# ---------------------------------------------------------------- everything that can be wrong


def found(*changes: tuple[str, str], more: str = "") -> tuple[Finding, ...]:
    text = OWN + more
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return check_text(with_wagers(text)).findings


def wager(
    key: str = "xx", lines: str = '{ name = "win", when = { cards = 4 } }', more: str = "", pays: str = ""
) -> str:
    odds = pays or 'win = "2 to 1"'
    return f"""
["wager.{key}"]
section = "1"
titles = {{ en = "X" }}
lines = [ {lines} ]
{more}
["pay.{key}"]
section = "1"
{odds}
"""


CASES: dict[str, tuple[str, Code, str, str]] = {
    # what stands there, the code, the path, a part of the message
    "unknown fact": (wager(lines='{ name = "win", when = { bankr = 6 } }'), Code.UNKNOWN_TERM,
        "wager.xx.lines.0.when.bankr", "did you mean 'banker'?"),
    "unknown word": (wager(lines='{ name = "win", when = { winner = "dealer" } }'), Code.UNKNOWN_WORD,
        "wager.xx.lines.0.when.winner", "allowed: player, banker, tie"),
    "a number out of range": (wager(lines='{ name = "win", when = { cards = 7 } }'), Code.OUT_OF_RANGE,
        "wager.xx.lines.0.when.cards", "expected 4 to 6"),
    "a range upside down": (wager(lines='{ name = "win", when = { cards = { from = 6, to = 5 } } }'), Code.OUT_OF_RANGE,
        "wager.xx.lines.0.when.cards", "'to' is below 'from'"),
    "a range with another word": (wager(lines='{ name = "win", when = { cards = { fro = 5 } } }'), Code.UNKNOWN_TERM,
        "wager.xx.lines.0.when.cards.fro", "did you mean 'from'?"),
    "no value": (wager(lines='{ name = "win", when = { cards = [] } }'), Code.OUT_OF_RANGE,
        "wager.xx.lines.0.when.cards", "at least one value"),
    "a number for yes": (wager(lines='{ name = "win", when = { player-pair = 1 } }'), Code.WRONG_TYPE,
        "wager.xx.lines.0.when.player-pair", "expected true or false"),
    "a list for a condition": (wager(lines='{ name = "win", when = [] }'), Code.WRONG_TYPE,
        "wager.xx.lines.0.when", "expected a table of facts"),
    "unknown result": (wager(lines='{ name = "win", when = { cards = 4 }, result = "won" }'), Code.UNKNOWN_WORD,
        "wager.xx.lines.0.result", "did you mean 'win'?"),
    "unknown term": (wager(more='settle = "after-result"'), Code.UNKNOWN_TERM,
        "wager.xx.settle", "did you mean 'settles'?"),
    "no line": (wager(lines="", pays='vigorish = { percent = 5 }'), Code.OUT_OF_RANGE, "wager.xx.lines", "1 to 60"),
    "a condition that cannot hold": (wager(lines='{ name = "win", when = { margin = 0, winner = "player" } }'),
        Code.UNREACHED_LINE, "wager.xx.lines.0", "no coup comes to the line 'win'"),
    "a line behind another": (
        wager(lines='{ name = "win", when = { cards = [4, 5] } }, { name = "four", when = { cards = 4 } }',
              pays='win = "1 to 1"\nfour = "2 to 1"'),
        Code.UNREACHED_LINE, "wager.xx.lines.1", "no coup comes to the line 'four'"),
    "a line of suits that cannot hold": (
        wager(lines='{ name = "win", when = { suited-pairs = 2, pairs = 1 } }'),
        Code.UNREACHED_LINE, "wager.xx.lines.0", "no coup comes"),
    "no odds": (wager(lines='{ name = "four", when = { cards = 4 } }', pays='vigorish = { percent = 5 }'),
        Code.LINE_ODDS, "pay.xx", "no odds for the line 'four'"),
    "odds for no line": (wager(pays='win = "2 to 1"\nwim = "3 to 1"'), Code.LINE_ODDS,
        "pay.xx.wim", "did you mean 'win'?"),
    "a paytable without a line": (wager(pays='paytables = { A = { win = "2 to 1" }, B = {} }'), Code.LINE_ODDS,
        "pay.xx", "in the paytable B"),
    "a paytable with another line": (wager(pays='win = "2 to 1"\npaytables = { A = { won = "2 to 1" } }'),
        Code.LINE_ODDS, "pay.xx.paytables.A.won", "no winning line 'won'"),
    "odds twice": (wager(pays='win = "2 to 1"\npaytables = { A = { win = "2 to 1" } }'), Code.EXCLUSIVE_TERMS,
        "pay.xx.paytables.A.win", "in the paytable and outside it"),
    "no odds but a word": (wager(pays='win = "even"'), Code.MALFORMED, "pay.xx.win", "odds like '40 to 1'"),
    "an award of another form": (wager(pays='win = { leest = "8 to 1" }'), Code.UNKNOWN_TERM,
        "pay.xx.win.leest", "did you mean 'least'?"),
    "an amount without a stake": (wager(pays="win = { award-cents = 500 }"), Code.MISSING_TERM,
        "pay.xx.win", "'stake-cents'"),
    "odds for a fixed stake": (wager(more="stake-cents = 500"), Code.EXCLUSIVE_TERMS, "pay.xx.win", "award-cents"),
    "a meter alone": (wager(pays='win = { meter = "grand" }'), Code.MISSING_TERM, "pay.xx.win", "stake-cents"),
    "vigorish of no line": (wager(pays='win = "1 to 1"\nvigorish = { percent = 5, lines = ["wim"] }'), Code.LINE_ODDS,
        "pay.xx.vigorish.lines", "did you mean 'win'?"),
    "a fact of one hand": (wager(lines='{ name = "win", when = { own-pair = true } }'), Code.MIXED_FACTS,
        "wager.xx.lines.0.when.own-pair", "'each'"),
    "early and the finished coup": (wager(more='settles = "before-third-cards"'), Code.CONTRADICTION,
        "wager.xx.settles", "after-result"),
    "each and hand": (wager(more='hand = "player"\neach = ["player", "banker"]'), Code.EXCLUSIVE_TERMS,
        "wager.xx.each", "either"),
    "a ride after the result": (wager(more='rides = { onto = ["player"] }'), Code.CONTRADICTION,
        "wager.xx.rides", "before-third-cards"),
    "unknown needs": (wager(more='needs = ["bankr"]'), Code.UNKNOWN_WAGER,
        "wager.xx.needs.0", "did you mean 'banker'?"),
    "unknown excludes": (wager(more='excludes = ["tye"]'), Code.UNKNOWN_WAGER,
        "wager.xx.excludes.0", "did you mean 'tie'"),
    "needs itself": (wager(more='needs = ["xx"]'), Code.UNKNOWN_WAGER, "wager.xx.needs.0", "itself"),
    "needs what it excludes": (wager(more='needs = ["tie"]\nexcludes = ["tie"]'), Code.CONTRADICTION,
        "wager.xx.excludes", "tie"),
    "a cycle": (wager("xx", more='needs = ["yy"]') + wager("yy", more='needs = ["xx"]'), Code.CONTRADICTION,
        "wager.xx.needs", "what it needs (yy) needs it"),
    "needs what excludes it": (wager("xx", more='needs = ["yy"]') + wager("yy", more='excludes = ["xx"]'),
        Code.CONTRADICTION, "wager.xx.needs", "excludes it"),
    "needs what needs what excludes it": (
        wager("xx", more='needs = ["yy"]') + wager("yy", more='needs = ["zz"]') + wager("zz", more='excludes = ["xx"]'),
        Code.CONTRADICTION, "wager.xx.needs", "what it needs (yy)"),
    "needs a wager of another variant": (
        wager("xx", more='variant = "vigorish"\nneeds = ["yy"]') + wager("yy", more='variant = "ez"'),
        Code.CONTRADICTION, "wager.xx.needs", "another variant"),
    "no entry in any": (wager(lines='{ name = "win", when = { any = [] } }'), Code.OUT_OF_RANGE,
        "wager.xx.lines.0.when.any", "at least one condition"),
    "no entry in on": (wager(lines='{ name = "win", when = { on = [] } }'), Code.OUT_OF_RANGE,
        "wager.xx.lines.0.when.on", "at least one condition"),
    "one key twice": (wager("dragon-bonus-player"), Code.REPEATED_PROVISION, "wager.dragon-bonus-player", "already"),
    "one name for a win and a push": (
        wager(lines='{ name = "win", when = { cards = 4 } }, { name = "win", when = { cards = 5 }, result = "push" }'),
        Code.CONTRADICTION, "wager.xx.lines.1", "another name"),
    "no title in English": (wager().replace('en = "X"', 'zh = "X"'), Code.MISSING_TERM, "wager.xx.titles", "English"),
    "no payout": (wager().partition('["pay.')[0], Code.NEEDS_PROVISION, "wager.xx", "needs pay.xx"),
    "no wager": ('\n["pay.xx"]\nsection = "1"\nwin = "1 to 1"\n', Code.NEEDS_PROVISION, "pay.xx", "needs wager.xx"),
    "two on one hand": (wager(more='hand = "player"'), Code.CONTRADICTION, "wager.permissible.main", "one wager"),
    "an early wager of a fixed stake": (
        wager(lines='{ name = "win", when = { pairs = 2 } }', more='settles = "before-third-cards"\nstake-cents = 500',
              pays="win = { award-cents = 900 }"), Code.BEYOND_ENGINE, "wager.xx.settles", "without 'each'"),
    "a ride by suits": (
        wager(lines='{ name = "win", when = { identical = true } }',
              more='settles = "before-third-cards"\nrides = { onto = ["player"] }'),
        Code.MIXED_FACTS, "wager.xx.rides", "points and pairs"),
    "two rides": (
        wager(lines='{ name = "win", when = { pairs = 2 } }',
              more='settles = "before-third-cards"\nrides = { onto = ["player"] }'),
        Code.BEYOND_ENGINE, "wager.xx.rides", "one payout"),
    "a Royal 9 of its own": (wager(lines='{ name = "win", when = { royals = 1 } }'), Code.BEYOND_ENGINE,
        "wager.xx.lines", "royal9"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_with_a_wager_is_a_finding(case: str) -> None:
    more, code, path, words = CASES[case]
    findings = found(more=more)
    matching = [one for one in findings if (one.code, one.path) == (code, path)]
    assert matching, findings
    assert words in matching[0].message
    text = with_wagers(OWN + more).splitlines()
    line = text[matching[0].line - 1]
    key = path.partition(".")[0] + "." + path.split(".")[1]
    assert key in line or path.split(".")[2] in line, (line, path)


@pytest.mark.parametrize("key", ["*", "<b>", "a\\nb", "", "Ab_c", "a\\u001bb", "a.b", "a b", "../../x", "-a"])
@pytest.mark.parametrize("family", ["wager", "pay", "def", "layout", "irregular"])
def test_a_key_of_the_rulebooks_own_is_a_name(family: str, key: str) -> None:
    (one,) = [one for one in found(more=f'["{family}.{key}"]\nsection = "1"\n') if one.code == Code.MALFORMED]
    assert "lower-case letters, digits and hyphens" in one.message
    assert str(one).isprintable()


@pytest.mark.parametrize("key", ["vigorish", "player-hand", "banker-hand"])
def test_an_area_that_is_no_wagers_is_no_key_of_a_wager(key: str) -> None:
    assert (Code.UNKNOWN_AREA, f"wager.{key}") in [(one.code, one.path) for one in found(more=wager(key))]


BOTH = '{ cards = ["player", "banker"], same-card = 1 }'
ALL_SIX = '{ cards = ["P1", "B1", "P2", "B2", "P3", "B3"], order = "rising" }'
MANY = ", ".join(f'{{ cards = ["P1", "P{2 + at % 2}", "B{1 + at % 3}"], {name} = 1 }}' for at, name in enumerate(
    ("same-card", "same-rank", "ranks", "suits", "same-suit") * 3))  # fmt: skip


@pytest.mark.parametrize(
    "on, words, most",
    [(BOTH, "too many cases", 100_000), (f"{BOTH}, {ALL_SIX}, {MANY}", "answers of hands are too many to find", 0)],
)
def test_a_condition_of_too_many_cases_is_found_before_all_are_tried(
    on: str, words: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, sort_of = list[Sequence[int]](), Side.sort_of

    def counted(side: Side, drawn: Sequence[int]) -> Sort | None:
        tried.append(drawn)
        return sort_of(side, drawn)

    monkeypatch.setattr(Side, "sort_of", counted)
    (one,) = found(more=wager(lines=f'{{ name = "win", when = {{ on = [{on}] }} }}'))
    assert (one.code, one.path) == (Code.BEYOND_ENGINE, "wager.xx.lines")
    assert words in one.message
    assert len(tried) <= most


def test_needs_and_excludes_without_end_are_a_finding() -> None:
    keys = [f"w{number}" for number in range(12)]
    others = {key: [f'"{other}"' for other in keys if other != key] for key in keys}
    more = "".join(wager(key, more=f"needs = [{', '.join(others[key])}]") for key in keys)
    words = [one.message for one in found(more=more) if one.path == "wager.w0.needs"]
    assert "10,000 combinations" in words[0]


@pytest.mark.parametrize(
    "old, new, code, path",
    [
        ('main = ["player", "banker", "tie"]', 'main = ["player", "banker", "ty"]', Code.UNKNOWN_WAGER, "main.2"),
        ('required = ["dragon-7", "panda-8"]', 'required = ["dragon-8"]', Code.UNKNOWN_WAGER, "required.0"),
        ('by-leave = ["tie"]', 'by-leave = ["player"]', Code.UNKNOWN_WORD, "by-leave.0"),
        ('hand = "banker"\nvariant = "ez"', 'hand = "banker"\nvariant = "vigorish"', Code.CONTRADICTION, "main"),
    ],
)
def test_what_is_wrong_with_the_permissible_wagers_is_a_finding(old: str, new: str, code: Code, path: str) -> None:
    assert (code, f"wager.permissible.{path}") in [(one.code, one.path) for one in found((old, new))]


def test_an_area_for_an_unknown_wager_is_a_finding() -> None:
    area = '\n["layout.lucky-area"]\nsection = "2"\nareas = ["lucky-8"]\neach = "seat"\n'
    assert ("unknown-area", "layout.lucky-area.areas.0") in [(str(one.code), one.path) for one in found(more=area)]
    assert found(more=area.replace("lucky-8", "tie")) == ()


def test_a_finding_has_the_line_of_its_line() -> None:
    lines = '\n  { name = "win", when = { cards = 4 } },\n  { name = "five", when = { crds = 5 } },\n'
    (one,) = (one for one in found(more=wager(lines=lines)) if one.code is Code.UNKNOWN_TERM)
    assert "crds" in with_wagers(OWN + wager(lines=lines)).splitlines()[one.line - 1]


def test_a_bad_book_is_refused_and_never_raises() -> None:
    for more, *_ in CASES.values():
        broken = check_text(with_wagers(OWN + more))
        assert broken.law is None
        assert broken.findings


def test_chosen_odds_of_a_tie_change_no_other_wager() -> None:
    more = wager(pays='win = { least = "2 to 1" }')
    book = parse(with_wagers(OWN + more))
    assert least_tie(book) == 8
    assert wager_of(book, "tie", Terms(tie=Fraction(9))).results[0].pays == 9
    assert wager_of(book, "xx", Terms(tie=Fraction(9))).results[0].pays == 2


def test_odds_of_a_tie_are_refused_where_the_document_leaves_none_to_choose(tmp_path: Path) -> None:
    text = with_wagers(OWN.replace('{ least = "8 to 1" }', '"8 to 1"')).replace('id = "ma-mini"', 'id = "xx-mini"', 1)
    assert least_tie(parse(text)) is None
    file = tmp_path / "xx-mini.toml"
    file.write_text(text, encoding="utf-8")
    run = punto("odds", "--rulebook", str(file), "--tie", "9")
    assert (run.code, "xx-mini has no odds of a tie to choose" in run.err) == (2, True)
    assert punto("odds", "--rulebook", str(file), "--shoe", "A=5,8=9,9=9").code == 0


def test_least_odds_and_paytables_are_left_to_the_licensee() -> None:
    book = book_2()
    assert law_of(book, "tie").least == 8
    assert list(law_of(book, "dragon-bonus-player").paytables) == ["A", "B", "C"]
    assert law_of(book, "player").least is None


def test_the_main_wagers_have_one_on_each_hand() -> None:
    """Otherwise no submission could be lawful: a table offers every main wager."""
    text = with_wagers(OWN).replace('main = ["player",', 'main = ["panda-8",')
    found = {(one.code, one.path, one.allowed) for one in check_text(text).findings}
    assert (Code.CONTRADICTION, "wager.permissible.main", ("player",)) in found
