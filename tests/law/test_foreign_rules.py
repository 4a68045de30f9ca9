"""Rules of other places, one at a time as data: each is played and verified, or a finding says what is not supported.

A row changes Open Baccarat, under another id, by what the rule of the place says. Nothing may be accepted and then
ignored. Sources and dates are in ``books/README.md``.
"""

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from punto.law.check import check_text
from punto.law.finding import Code
from punto.law.rulebook import parse, text_of
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.rules.house_rules import HouseRules
from punto.rules.review import review_submission
from punto.rules.submission import read
from punto.table.events import CardDealt, CoupSettled, SettlementLine
from punto.verification.verify import verify
from tests.game.sessions import VERSION
from tests.walk.rounds import Rounds
from tests.walk.swaps import COUPS, written

ID = "xx-open"
Changes = Mapping[str, Mapping[str, Any] | None]
Pays = Mapping[str, Mapping[str, str]]  # odds of each winning line, by wager
TABLE = """
rulebook = "xx-open"
table = "XX-1"
seats = {seats}
decks = {decks}
variant = "{variant}"
limits = {{ minimum = 1_00, maximum = {maximum}{difference} }}
wagers = {{ {wagers} }}
{vigorish}
[layout]
operator = "Nowhere"
approval = "the host"
odds = "{odds}"
{markers}
"""


class Table(NamedTuple):
    """Fields of a submission that differ from the usual ones."""

    wagers: tuple[str, ...] = ("player", "banker", "tie")
    variant: str = "vigorish"
    vigorish: str = 'vigorish = { rounding = "exact", when = "with-payout" }'
    seats: int = 7
    decks: int = 8
    maximum: int = 500_00
    odds: str = "layout"
    markers: str = ""
    difference: str = ""

    def text(self) -> str:
        wagers = ", ".join(name if "=" in name else f"{name} = {{}}" for name in self.wagers)
        return TABLE.format(**{**self._asdict(), "wagers": wagers})


def book(changes: Changes) -> str:
    """Return Open Baccarat under another id with provisions changed, added, or removed; a term of None is removed."""
    data = deepcopy(tomllib.loads(text_of("punto-open")))
    data["rulebook"]["id"] = ID
    for key, terms in changes.items():
        if terms is None:
            del data[key]
            continue
        own = data.setdefault(key, {"section": "99.1"})
        own.update(terms)
        for gone in [name for name, value in own.items() if value is None]:
            del own[gone]
    ceremonies = data.pop("ceremony")
    return written(data | {"ceremony": ceremonies})


def rules_of(text: str, table: Table) -> HouseRules:
    filed = read(table.text()).submission
    assert filed is not None
    reviewed = review_submission(parse(text), filed)
    assert list(reviewed.findings) == []
    assert reviewed.rules is not None
    return reviewed.rules


def played(text: str, table: Table) -> Rounds:
    """Play twenty coups, and verify the log."""
    assert check_text(text).findings == ()
    rounds = Rounds("", 1, text, table.text())
    for _ in range(COUPS):
        rounds.round()
    store = rounds.session.store
    assert isinstance(store, MemoryStore)
    report = verify(export(store, VERSION).encode())
    assert report.whole, report.faults
    assert any("no audit for this document" in note for note in report.notes)
    return rounds


def lines_of(rounds: Rounds) -> list[SettlementLine]:
    return [line for event in rounds.events if isinstance(event, CoupSettled) for line in event.lines]


def odds(text: str) -> Fraction:
    left, _, right = text.partition(" to ")
    return Fraction(int(left), int(right))


# ---------------------------------------------------------------- rules that are played


def line(name: str, **when: Any) -> dict[str, Any]:
    return {"name": name, "when": {key.replace("_", "-"): value for key, value in when.items()}}


def side(key: str, pays: Mapping[str, Any], *lines: dict[str, Any], **terms: Any) -> Changes:
    """A side wager of one's own."""
    return {
        f"wager.{key}": {"titles": {"en": key.title()}, "lines": list(lines), **terms},
        f"pay.{key}": dict(pays),
    }


NONE = ""  # no vigorish
BANKER = ("player", "banker", "tie")
VIGORISH_4 = {"pay.banker": {"vigorish": {"percent": 4}}, "wager.low-banker": None, "pay.low-banker": None}
SUPER_7 = side(
    "super-7",
    {"four-cards": "30 to 1", "five-cards": "40 to 1", "six-cards": "100 to 1"},
    *(line(f"{word}-cards", player=7, banker=6, cards=n) for n, word in ((4, "four"), (5, "five"), (6, "six"))),
)
PLAYED: dict[str, tuple[Changes, Table, Pays]] = {
    "House Money and Panda 8 where only the dealer handles cards: Pennsylvania 627a": (
        {},
        Table(("player", "ez-banker", "tie", "dragon-7", "panda-8", "house-money"), "ez", NONE),
        {"panda-8": {"win": "25 to 1"}, "house-money": {"both-pairs": "15 to 1", "one-pair": "3 to 1"}},
    ),
    "odds on a sign, lammers in a rack of their own: New York 5324.21": (
        {"layout.marker-buttons": {"places": ["inventory", "rack"], "rack-stands": "in front of the chip rack"}},
        Table(vigorish='vigorish = { rounding = "exact", when = "deferred" }', odds="sign", markers='markers = "rack"'),
        {"banker": {"win": "1 to 1"}},
    ),
    "vigorish of four percent": (VIGORISH_4, Table(), {"banker": {"win": "1 to 1"}}),
    "four or five percent at the licensee's choice: New Jersey": (
        {},
        Table(("player", "low-banker", "tie"), "vigorish-4"),
        {"low-banker": {"win": "1 to 1"}},
    ),
    "Banker paid 19 to 20: Great Britain": (
        {},
        Table(("player", "odds-banker", "tie"), "19-to-20", NONE),
        {"odds-banker": {"win": "19 to 20"}},
    ),
    "vigorish up to the next half dollar": (
        {"vigorish.rounding": {"unit": 50}},
        Table(vigorish='vigorish = { rounding = "quarter", when = "with-payout" }', maximum=3_00),
        {"banker": {"win": "1 to 1"}},
    ),
    "Banker half on six: Pennsylvania 629b.2, New South Wales 12.2, Macau 18(2)": (
        {},
        Table(("player", "half-banker", "tie"), "half-on-6", NONE),
        {"half-banker": {"win": "1 to 1", "win-with-6": "1 to 2"}},
    ),
    "Tie exactly 8 to 1: Macau": ({"pay.tie": {"win": "8 to 1"}}, Table(), {"tie": {"win": "8 to 1"}}),
    "Tie 9 to 1": ({}, Table(("player", "banker", 'tie = { pays = "9 to 1" }')), {"tie": {"win": "9 to 1"}}),
    "pairs 11 to 1: Macau": (
        {},
        Table((*BANKER, "pair-player", "pair-banker")),
        {"pair-player": {"pair": "11 to 1"}, "pair-banker": {"pair": "11 to 1"}},
    ),
    "a pair of either hand 11 to 1: Canberra Pairs": (
        {"pay.either-pair": {"pair": "11 to 1"}},
        Table((*BANKER, "either-pair")),
        {"either-pair": {"pair": "11 to 1"}},
    ),
    "Perfect Pairs: one of the two, or both": (
        side(
            "perfect", {"both": "200 to 1", "one": "25 to 1"}, line("both", suited_pairs=2), line("one", suited_pairs=1)
        ),
        Table((*BANKER, "perfect")),
        {"perfect": {"both": "200 to 1", "one": "25 to 1"}},
    ),
    "Lucky 6: Macau 17(5)": (
        {},
        Table((*BANKER, 'lucky-6 = { paytable = "A" }')),
        {"lucky-6": {"two-cards": "12 to 1", "three-cards": "20 to 1"}},
    ),
    "Small 6 and Big 6: Macau 2024": (
        {},
        Table((*BANKER, "small-6", "big-6")),
        {"small-6": {"win": "22 to 1"}, "big-6": {"win": "50 to 1"}},
    ),
    "Lucky 7 and Super Lucky 7: Macau 2024": (
        SUPER_7,
        Table((*BANKER, "lucky-7", "super-7")),
        {
            "lucky-7": {"two-cards": "6 to 1", "three-cards": "15 to 1"},
            "super-7": {"four-cards": "30 to 1", "five-cards": "40 to 1", "six-cards": "100 to 1"},
        },
    ),
    "Dragon 7 without an EZ table: Macau": ({}, Table((*BANKER, "dragon-7")), {"dragon-7": {"win": "40 to 1"}}),
    "Big and Small, Naturals 8 to 1": (
        {"pay.natural": {"win": "8 to 1"}, "pay.big": {"five-or-six": "1 to 2"}},
        Table((*BANKER, "big", "small", "natural-player", "natural-banker")),
        {
            "big": {"five-or-six": "1 to 2"},
            "small": {"four-cards": "3 to 2"},
            "natural-player": {"win": "8 to 1"},
            "natural-banker": {"win": "8 to 1"},
        },
    ),
    "Heavenly 9 at fixed odds, beside a main wager": (
        {"wager.heavenly-9": {"needs": ["player", "banker"]}},
        Table((*BANKER, "heavenly-9")),
        {"heavenly-9": {"both": "75 to 1", "one": "10 to 1"}},
    ),
    "four decks: New South Wales": ({"cards.at-least-six": {"least": 4, "most": 8}}, Table(decks=4), {}),
    "six to twelve decks: Macau 1(1)": ({"cards.at-least-six": {"least": 6, "most": 12}}, Table(decks=12), {}),
    "seven or more seats: Macau 1(5)": ({"table.seats.max-9": {"least": 7}}, Table(seats=12), {}),
    "cover card twelve from the end: Macau 2(1)": ({"cut.cover-card-14": {"cover-depth": 12}}, Table(decks=1), {}),
    "a card found face up stands: Macau 4": (
        {"irregular.drawn": {"remedies": [{"card": "seen", "own-place": True, "do": ["stands"]}, {"do": ["discard"]}]}},
        Table(),
        {},
    ),
    "a card drawn in error is burned: online houses": (
        {"irregular.drawn": {"remedies": [{"do": ["burn"]}], "into": None}},
        Table(),
        {},
    ),
    "another order of dealing": ({"deal.four": {"order": ["player", "player", "banker", "banker"]}}, Table(), {}),
    "paying from the lowest seat": ({"result.pay-order": {"from": "lowest", "towards": "highest"}}, Table(), {}),
    "paying before vigorish": ({"result.pay-order": {"order": ["pay", "vigorish"]}}, Table(), {}),
    "a table differential: New South Wales 1.1": ({}, Table(difference=", difference = 5_000_00"), {}),
    "Player or Banker, not both: Washington": (
        {"wager.player": {"excludes": ["banker"]}, "wager.banker": {"excludes": ["player"]}},
        Table(),
        {},
    ),
    "Chinese and Portuguese titles: Macau": (
        {"wager.lucky-6": {"titles": {"en": "Lucky 6", "zh": "幸運六", "pt": "6 Sortudo"}}},
        Table((*BANKER, 'lucky-6 = { paytable = "A" }')),
        {},
    ),
    "a rulebook that is in force from a day": (
        {"rulebook": {"in-force": "in force from 1 April 2000 (SI 2000/597)"}},
        Table(),
        {},
    ),
}


@pytest.mark.parametrize("rule", PLAYED)
def test_a_rule_is_played_and_verified(rule: str) -> None:
    changes, table, pays = PLAYED[rule]
    text = book(changes)
    rules = rules_of(text, table)
    results = {wager.key: {one.category: one.pays for one in wager.results if one.pays} for wager in rules.wagers}
    for wager, expected in pays.items():
        assert results[wager] == {name: odds(said) for name, said in expected.items()}
    rounds = played(text, table)
    settled = lines_of(rounds)
    assert {one.wager for one in settled} | {"house-money"} >= {wager.key for wager in rules.wagers}
    for one in settled:
        won = results[one.wager].get(one.category, Fraction(0)) if one.verdict == "win" else Fraction(0)
        assert isinstance(won, Fraction)
        assert one.paid == int(one.stake * won), one


# ---------------------------------------------------------------- and what each of them changes at the table


def vigorish_of(rule: str) -> set[tuple[int, int, int]]:
    """Return stake, vigorish collected and vigorish marked of all Banker wins."""
    changes, table, _ = PLAYED[rule]
    lines = lines_of(played(book(changes), table))
    return {(one.stake, one.vigorish, one.marked) for one in lines if "banker" in one.wager and one.verdict == "win"}


@pytest.mark.parametrize(
    "rule, taken",
    [
        ("vigorish of four percent", (100_00, 4_00, 0)),
        ("four or five percent at the licensee's choice: New Jersey", (100_00, 4_00, 0)),
        ("vigorish up to the next half dollar", (3_00, 50, 0)),
        ("Banker paid 19 to 20: Great Britain", (100_00, 0, 0)),
        ("odds on a sign, lammers in a rack of their own: New York 5324.21", (100_00, 0, 5_00_000)),
        ("Tie 9 to 1", (100_00, 5_00, 0)),
    ],
)
def test_vigorish_is_taken_as_the_rule_says(rule: str, taken: tuple[int, int, int]) -> None:
    assert vigorish_of(rule) == {taken}


def test_cards_are_dealt_in_the_order_of_the_rulebook() -> None:
    changes, table, _ = PLAYED["another order of dealing"]
    dealt = [event.place for event in played(book(changes), table).events if isinstance(event, CardDealt)]
    first = [place for place in dealt if place in ("P1", "P2", "B1", "B2")]
    assert first == ["P1", "P2", "B1", "B2"] * COUPS


@pytest.mark.parametrize("rule, order", [("paying from the lowest seat", 1), ("paying before vigorish", -1)])
def test_seats_are_paid_in_the_order_of_the_rulebook(rule: str, order: int) -> None:
    changes, table, _ = PLAYED[rule]
    settlements = [event for event in played(book(changes), table).events if isinstance(event, CoupSettled)]
    for event in settlements:
        paid = [one.seat for one in event.lines if one.verdict != "lose"]
        assert paid == sorted(paid, reverse=order < 0)


def test_vigorish_is_taken_after_the_payment_where_the_rulebook_says_so() -> None:
    changes, table, _ = PLAYED["paying before vigorish"]
    for event in played(book(changes), table).events:
        if isinstance(event, CoupSettled):
            seats = [one for one in event.postings if one.debit == "seat/2" or one.credit == "seat/2"]
            taken = [number for number, one in enumerate(seats) if one.credit == "rack"]
            assert all(number == len(seats) - 1 for number in taken)


@pytest.mark.parametrize("touch", [False, True])
def test_players_touch_the_cards_where_the_rulebook_says_so(touch: bool) -> None:
    assert rules_of(book({"deal.no-touch": {"touch": touch}}), Table()).touch == touch


def test_a_fixed_tie_leaves_nothing_to_choose() -> None:
    filed = read(Table(("player", "banker", 'tie = { pays = "9 to 1" }')).text()).submission
    assert filed is not None
    reviewed = review_submission(parse(book({"pay.tie": {"win": "8 to 1"}})), filed)
    assert [(str(one.code), one.path) for one in reviewed.findings] == [("term-fixed", "$.wagers.tie.pays")]


# ---------------------------------------------------------------- rules that are refused

REFUSED: dict[str, tuple[Changes, Code, str]] = {
    "cards dealt face up: Pennsylvania 627a.8(c)(1)": (
        {"deal.four": {"face": "up"}},
        Code.UNKNOWN_WORD,
        "deal.four.face",
    ),
    "face up or face down at the licensee's choice": (
        {"deal.four": {"face": ["up", "down"]}},
        Code.WRONG_TYPE,
        "deal.four.face",
    ),
    "odds for a line that the wager does not have": (
        {"pay.banker": {"win-with-6": "1 to 2"}},
        Code.LINE_ODDS,
        "pay.banker.win-with-6",
    ),
    "two rates of vigorish at one table": (
        {"wager.player": {}, "pay.player": {"vigorish": {"percent": 3}}},
        Code.BEYOND_ENGINE,
        "wager.permissible.main",
    ),
    "insurance after four cards": (
        {"wager.dragon-7": {"made": "after-four-cards"}},
        Code.UNKNOWN_TERM,
        "wager.dragon-7.made",
    ),
    "a side wager settled before third cards": (
        {"wager.pair": {"settles": "before-third-cards"}},
        Code.BEYOND_ENGINE,
        "wager.pair.settles",
    ),
    "three wins in a row: Washington": (
        side("streak", {"win": "5 to 1"}, line("win", streak=3)),
        Code.UNKNOWN_TERM,
        "wager.streak.lines.0.when.streak",
    ),
    "a printed 7 as the Player's first card: 7 Up Baccarat": (
        {"deal.four": {"order": ["banker", "player", "banker"]}},
        Code.OUT_OF_RANGE,
        "deal.four.order",
    ),
    "another count of points": ({"points.count": {"modulus": 21}}, Code.UNKNOWN_WORD, "points.count.modulus"),
    "either six or eight decks: New South Wales 3.1": (
        {"cards.at-least-six": {"decks": [6, 8]}},
        Code.UNKNOWN_TERM,
        "cards.at-least-six.decks",
    ),
    "as many burned cards as decks: Macau 2(1)": ({"burn": {"cards": "decks"}}, Code.UNKNOWN_TERM, "burn.cards"),
    "a burn without the first card exposed": ({"burn": {"exposed": 0}}, Code.UNKNOWN_WORD, "burn.exposed"),
    "no coup after the cover card": ({"cover-card": {"coups-after": 0}}, Code.UNKNOWN_WORD, "cover-card.coups-after"),
    "demonstration coups: Macau 2(2)": (
        {"shuffle.when": {"shown-coups": 3}},
        Code.UNKNOWN_TERM,
        "shuffle.when.shown-coups",
    ),
    "the shoe changed after any coup: Macau 3(2)": (
        {"cover-card": {"ends": "any-coup"}},
        Code.UNKNOWN_TERM,
        "cover-card.ends",
    ),
    "a card burned between hands": ({"burn": {"between": 1}}, Code.UNKNOWN_TERM, "burn.between"),
    "limits set by law": ({"limits.most": {"cents": 500_00}}, Code.UNKNOWN_PROVISION, "limits.most"),
    "wagers below the minimum paid once": (
        {"wager.means": {"below-minimum": "paid-once"}},
        Code.UNKNOWN_TERM,
        "wager.means.below-minimum",
    ),
    "promotional tokens: New South Wales 1.1": (
        {"wager.means": {"means": ["chips", "tokens"]}},
        Code.UNKNOWN_WORD,
        "wager.means.means.1",
    ),
    "bettors behind the seats: Washington": (
        {"table.seats.max-9": {"behind": 12}},
        Code.UNKNOWN_TERM,
        "table.seats.max-9.behind",
    ),
    "a Player who may choose at five: chemin de fer": (
        {"third.player": {"may-draw": [5]}},
        Code.UNKNOWN_TERM,
        "third.player.may-draw",
    ),
    "a Banker who draws by another table": (
        {"third.banker-table": {"draws-below": 4}},
        Code.BEYOND_ENGINE,
        "third.banker-table",
    ),
    "boxes for vigorish that are none": (
        {"layout.vigorish-boxes": {"areas": ["tie"]}},
        Code.UNKNOWN_AREA,
        "layout.vigorish-boxes.areas",
    ),
    "a wager with two areas": (
        {"layout.other-areas": {"areas": ["lucky-6"], "each": "seat"}},
        Code.UNKNOWN_AREA,
        "layout.other-areas.areas.0",
    ),
    "an area of a wager that is none": (
        {"layout.other-areas": {"areas": ["vigorish"], "each": "seat"}},
        Code.UNKNOWN_AREA,
        "layout.other-areas.areas.0",
    ),
    "a payout that rides in two ways": (
        {"wager.house-money": {"rides": {"onto": ["player", "banker"], "portion": False}}},
        Code.CONTRADICTION,
        "wager.house-money.rides.portion",
    ),
    "a payout that rides on one hand of two": (
        {"wager.house-money": {"rides": {"onto": ["player"], "portion": True}}},
        Code.CONTRADICTION,
        "wager.house-money.rides.onto",
    ),
    "new decks for every shoe, and the same ones shuffled again": (
        {"cover-card": {"then": "reshuffle"}},
        Code.CONTRADICTION,
        "cover-card.then",
    ),
    "a second cover card at the end that no step places": (
        {"cut.cover-card-14": {"other-cover": "end"}},
        Code.UNKNOWN_STEP,
        "cut.cover-card-14.other-cover",
    ),
    "Heavenly 9 from a meter without a fixed stake: Pennsylvania 631c.2 has one": (
        {"pay.heavenly-9": {"both": {"meter": "heavenly"}}},
        Code.MISSING_TERM,
        "pay.heavenly-9.both",
    ),
    "a currency": ({"rulebook": {"currency": "MOP"}}, Code.UNKNOWN_TERM, "rulebook.currency"),
    "a value of ours in what claims to be a document": (
        {"rulebook": {"source": "document"}, "burn": {"section": "ours"}},
        Code.CONTRADICTION,
        "burn.section",
    ),
}


@pytest.mark.parametrize("rule", REFUSED)
def test_a_rule_is_refused_with_its_line(rule: str) -> None:
    changes, code, path = REFUSED[rule]
    text = book(changes)
    findings = check_text(text).findings
    assert {(one.code, one.path) for one in findings} == {(code, path)}, [str(one) for one in findings]
    said = text.splitlines()[findings[0].line - 1]
    key = next(key for key in tomllib.loads(text) if path.startswith(key) and path[len(key) :][:1] in ("", "."))
    term = path.removeprefix(key).lstrip(".").split(".")[0]
    assert said.startswith((f'"{term}" = ', f'["{key}"]')), said
    assert findings[0].message


def test_single_cards_decide() -> None:
    """As in the pairs by color of Pennsylvania 629b.1."""
    mixed = {"name": "mixed", "when": {"on": [{"cards": ["P1", "P2"], "colors": 2}]}}
    text = book(side("colors", {"mixed": "1 to 1"}, mixed))
    assert check_text(text).findings == ()
    assert "colors" in {one.wager for one in lines_of(played(text, Table((*BANKER, "colors"))))}
