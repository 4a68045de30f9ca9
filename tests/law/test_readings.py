"""Our readings of what the documents leave open: those that no other test proves, and that their page is whole."""

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.cards import DECK, Card, Composition, cards
from punto.core.coup import classes, play
from punto.core.money import Vigorish, down_to_the_chip
from punto.core.roles import Role
from punto.core.tableau import NONE, banker_draws, natural
from punto.law.rulebook import Rulebook, documents, load, topics
from punto.odds import Known, Ride, sheet
from punto.rules.submission import Submission
from punto.wagers import Verdict, Wager, pay
from punto.wagers.book import known as wagers_of
from punto.wagers.facts import Hand
from tests.law.submitting import CONTINUOUS, DEVICE, METERS, royal, rules
from tests.proofs import proves
from tests.wagers.wagering import banker, dragon_bonus, ez_banker

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "readings.md"
WIN = banker(load("ma-mini")).results[0]


# ---------------------------------------------------------------- 1 vigorish


@given(st.lists(st.integers(1, 10_000_00), min_size=2, max_size=9))
def test_vigorish_is_rounded_once_on_the_sum_that_is_collected(won: list[int]) -> None:
    """The marker holds exact amounts: nine quarters' worth of rounding never add up."""
    vigorish = Vigorish(Fraction(5, 100), "quarter", "deferred", 25)
    owed = [pay(banker(load("ma-mini")), WIN, stake, vigorish, {}).vigorish for stake in won]
    assert owed == [Fraction(stake, 20) for stake in won]
    collected = vigorish.collect(sum(owed, Fraction(0)))
    assert collected % 25 == 0
    assert 0 <= collected - sum(owed) < 25


# ---------------------------------------------------------------- 2 Dragon Bonus


@pytest.mark.parametrize("paytable", ["A", "B", "C"])
@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("hand", ["player", "banker"])
def test_a_winning_natural_pays_one_to_one_by_any_margin(name: str, paytable: str, hand: Hand) -> None:
    wager = dragon_bonus(load(name), hand, paytable)
    assert wager.on_class is not None
    margins = set()
    for coup in classes():
        own, other = (coup.player, coup.banker) if hand == "player" else (coup.banker, coup.player)
        if coup.winner == hand and natural(coup.player_two if hand == "player" else coup.banker_two):
            assert (wager.on_class(coup).category, wager.on_class(coup).pays) == ("natural", Fraction(1))
            margins.add(own - other)
    assert margins == set(range(1, 10))  # natural 9 over natural 8, and natural 9 over nothing


# ---------------------------------------------------------------- 3 House Money

# The Player's Hand shows two kings, the Banker's a three, and only fours are left: three-card Banker 7 over 4.
FOURS = Composition.of("3=1,4=6,10=1,K=2")
KINGS = Known(cards("Kh Kd"), cards("10s 3c"))


def riding(shoe: Composition, known: Known, *, ez: bool = False, portion: Fraction = Fraction(1)) -> dict[str, Ride]:
    """How House Money fares when its payout rides, at a plain or an EZ table."""
    left_out = "banker" if ez else "ez-banker"
    offered = [wager for wager in wagers_of(load("ma-mini")) if wager.key != left_out]
    return dict(sheet(shoe, offered, known=known, portion=portion)["house-money"].ride)


def test_a_payout_rides_on_player_or_banker_and_never_on_tie() -> None:
    assert list(riding(Composition.decks(8), Known())) == ["player", "banker", "either"]


def test_vigorish_counts_a_payout_that_rides_on_banker() -> None:
    assert riding(FOURS, KINGS)["banker"].ev == 3 + 3 * Fraction(95, 100)


def test_a_dragon_7_gives_the_ride_back_at_an_ez_table() -> None:
    assert play(cards("Kh 10s Kd 3c 4h 4d")).coup_class.dragon_7
    assert riding(FOURS, KINGS, ez=True)["banker"].ev == 3
    assert riding(FOURS, KINGS, ez=True)["player"].ev == 3 - 3


@pytest.mark.parametrize("portion", ["1/4", "1/2", "1"])
def test_the_portion_that_is_filed_rides(portion: str) -> None:
    share = Fraction(portion)
    assert riding(FOURS, KINGS, portion=share)["banker"].ev == 3 + 3 * share * Fraction(95, 100)


def test_a_portion_is_rounded_down_to_the_smallest_chip() -> None:
    payout = 3 * 25_00
    assert down_to_the_chip(payout * Fraction(1, 2), 5_00) == 35_00
    assert down_to_the_chip(payout * Fraction(1, 3), 25_00) == 25_00
    assert down_to_the_chip(payout * Fraction(1, 4), 25_00) == 0


def test_a_payout_may_ride_though_a_natural_lies_open() -> None:
    """Two fours against a three: the Player's Hand has won already, and the ride is certain."""
    ride = riding(Composition.decks(8), Known(cards("4h 4d"), cards("10s 3c")))
    assert ride["player"] == Ride(Fraction(6), Fraction(6))
    assert ride["banker"] == Ride(Fraction(0), Fraction(3))  # who may choose takes it


# ---------------------------------------------------------------- 4, 14, 30 Royal 9, and which wagers need another


@pytest.mark.parametrize("name", ["ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_the_stake_of_royal_9_is_not_returned(name: str) -> None:
    wager = royal_9(load(name))
    meters = {result.pays: 1_000_00 for result in wager.results if isinstance(result.pays, str)}
    for result in wager.results:
        payment = pay(wager, result, 5_00, None, meters)
        assert (payment.returned, payment.paid > 0) == (0, result.verdict is Verdict.WIN)


def royal_9(book: Rulebook) -> Wager:
    return next(wager for wager in wagers_of(book) if wager.key == "royal-9")


@pytest.mark.parametrize("name", ["ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_royal_9_is_five_dollars_whatever_the_minimum_of_the_table(name: str) -> None:
    made = rules(load(name), {**royal(load(name)), "limits.minimum": 100_00})
    assert (made.limits["royal-9"].least, made.limits["royal-9"].most) == (5_00, 5_00)
    assert made.limits["player"].least == 100_00


@pytest.mark.parametrize("name", documents())
def test_only_royal_9_needs_a_wager_beside_it(name: str) -> None:
    needs = {wager.key: set(wager.needs) for wager in wagers_of(load(name)) if wager.needs}
    expected = {"royal-9": {"player", "banker", "ez-banker", "tie"}}
    assert needs == ({} if name == "md-mini" else expected)


# ---------------------------------------------------------------- 5 meters


def test_a_share_of_a_meter_is_rounded_down_to_the_cent() -> None:
    wager = royal_9(load("ma-baccarat"))
    tenth = next(result for result in wager.results if result.category == "any-two")
    whole = next(result for result in wager.results if result.category == "exact-match")
    meters = {"major": 50_000_19, "k9-banker": 0, "k9-player": 0}
    assert pay(wager, tenth, 5_00, None, meters).paid == 5_000_01
    assert pay(wager, whole, 5_00, None, meters).paid == 50_000_19


def test_all_of_a_rate_goes_to_the_meter_unless_a_reserve_is_filed() -> None:
    made = rules(load("ma-midi"), royal(load("ma-midi"))).royal9
    assert made is not None
    assert {meter.to_reserve for meter in made.meters.values()} == {0}
    star = {**METERS, "star": {**METERS["star"], "reserve": "10%"}}
    filed = rules(load("ma-midi"), {**royal(load("ma-midi")), "wagers.royal-9.meters": star}).royal9
    assert filed is not None
    assert filed.meters["star"].to_reserve == Fraction(1, 10)


# ---------------------------------------------------------------- 7 the last cards of a shoe


@pytest.mark.parametrize("name", documents())
@given(order=st.lists(st.sampled_from(DECK), min_size=40, max_size=40), before=st.integers(0, 26))
def test_no_shoe_runs_out_behind_its_cover_card(name: str, order: list[Card], before: int) -> None:
    """However the cards lie: the coup in which it shows and the one that follows take twelve of fourteen at most."""
    shoe = rules(load(name)).shoe
    behind = left_over(order[: before + shoe.cover_depth], before, shoe.coups_after_cover)
    assert behind >= shoe.cover_depth - 12 == 2


@pytest.mark.parametrize("name", documents())
def test_two_cards_remain_of_the_longest_two_coups(name: str) -> None:
    """Kings alone: every coup is a tie of six cards."""
    shoe = rules(load(name)).shoe
    assert left_over(cards("Ks " * shoe.cover_depth), 0, shoe.coups_after_cover) == 2


def left_over(order: tuple[Card, ...] | list[Card], before: int, coups_after: int) -> int:
    """Deal coups up to the cover card, which lies behind so many cards, then those that follow; what is left?"""
    source, dealt = iter(order), 0
    while dealt <= before:  # met before a coup's first card, it shows in that coup
        dealt += len(play(source).dealt)
    for _ in range(coups_after):
        dealt += len(play(source).dealt)
    return len(order) - dealt


# ---------------------------------------------------------------- 9, 16 the Banker's Hand


@pytest.mark.parametrize("name", documents())
def test_a_dragon_7_is_won_by_the_bankers_hand_although_the_wager_pushes(name: str) -> None:
    wager = ez_banker(load(name))
    assert wager.on_class is not None
    dragons = [coup for coup in classes() if coup.dragon_7]
    assert {(coup.winner, wager.on_class(coup).verdict) for coup in dragons} == {("banker", Verdict.PUSH)}


def test_beside_an_unauthorised_third_card_the_banker_draws_as_if_the_player_stood() -> None:
    """The card is no third card: what it counts moves nothing, and a natural stays."""
    for player in (6, 7):
        assert [banker for banker in range(10) if banker_draws(player, banker, NONE)] == [0, 1, 2, 3, 4, 5]
    assert not any(banker_draws(player, banker, NONE) for player in (8, 9) for banker in range(10))


# ---------------------------------------------------------------- 13, 19 new cards


@pytest.mark.parametrize(
    "name, every_shoe, hours",
    [
        ("ma-baccarat", True, None),
        ("ma-midi", True, None),
        ("ma-midi-multilevel", True, None),
        ("ma-mini", False, 24),
        ("md-mini", True, 24),
    ],
)
def test_new_cards_come_with_every_shoe_by_the_clock_or_both(name: str, every_shoe: bool, hours: int | None) -> None:
    book = load(name)
    assert ("cards.change-every-shoe" in book) is every_shoe
    assert rules(book).deck_hours == hours


def test_with_a_device_in_maryland_the_other_batch_is_the_new_cards() -> None:
    book = load("md-mini")
    assert book.provisions["cards.change-every-shoe"].terms["with-device"] == "other-batch"
    made = rules(book, DEVICE)
    assert (made.shuffling.batches, made.shoe.decks, made.deck_hours) == (2, 8, 24)


# ---------------------------------------------------------------- 21 Maryland's definitions


@proves("def.dragon-7", md_mini=".01")
@proves("def.natural", md_mini=".01")
def test_maryland_takes_the_words_of_massachusetts(book: Rulebook) -> None:
    for key in ("def.dragon-7", "def.ez", "def.natural"):
        own, theirs = dict(book.provisions[key].terms), dict(load("ma-mini").provisions[key].terms)
        assert theirs.items() <= own.items()


# ---------------------------------------------------------------- 22, 28, 31 the cut


def test_the_first_cover_card_goes_with_the_cut_at_mini_and_to_the_end_elsewhere() -> None:
    where = {name: load(name).provisions["cut.cover-card-14"].terms["other-cover"] for name in documents()}
    mini = dict.fromkeys(("ma-mini", "md-mini"), "with-the-cut")
    assert where == dict.fromkeys(("ma-baccarat", "ma-midi", "ma-midi-multilevel"), "end") | mini


def test_a_cut_keeps_its_distance_from_both_ends() -> None:
    for name in documents():
        key = "cut.depth-ten-cards" if name == "md-mini" else "cut.depth-one-deck"
        assert set(load(name).provisions[key].terms["from"]) == {"top", "bottom"}


def test_a_cut_may_be_ordered_again_until_the_burn_or_until_the_shoe_is_full() -> None:
    until = {name: load(name).provisions["cut.recut"].terms["until"] for name in documents()}
    mini = dict.fromkeys(("ma-mini", "md-mini"), "cards-in-shoe")
    assert until == dict.fromkeys(("ma-baccarat", "ma-midi", "ma-midi-multilevel"), "first-card-dealt") | mini


def test_whoever_orders_a_cut_again_is_of_the_floor() -> None:
    """A casino supervisor in three documents, a floorperson or above in two: one role."""
    assert {load(name).provisions["cut.recut"].terms["ordered-by"] for name in documents()} == {Role.FLOOR}


# ---------------------------------------------------------------- 24 the continuous shoe


def test_a_continuous_shoe_changes_nothing_but_section_5() -> None:
    book = load("ma-mini")
    made = rules(book, CONTINUOUS)
    assert made.vigorish is not None
    assert made.vigorish.when == "with-payout"
    sections = {book.section(key).partition("(")[0] for key in book.provisions if not made.applies(key)}
    assert sections == {"5"}


# ---------------------------------------------------------------- the page

ENTRY = re.compile(r"^## (?P<title>.+?)\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S)
NAMED = re.compile(r"`(?P<file>tests/[\w/]+\.py)::(?P<test>\w+)`")
WHERE = re.compile(r"^\*\*Where:\*\* (?P<places>.+?)\n\n", re.M | re.S)
GROUPS = {"all": documents(), "both Midi": ("ma-midi", "ma-midi-multilevel"), **{name: (name,) for name in documents()}}
ENTRIES = {match["title"]: match["text"] for match in ENTRY.finditer(PAGE.read_text())}


def test_every_reading_is_on_the_page_in_order() -> None:
    numbers = [title.partition(".")[0] for title in ENTRIES]
    assert numbers[:34] == ["Seats", *map(str, range(1, 34))]
    later = [int(number) for number in numbers[34:]]
    assert later == sorted(set(later))


@pytest.mark.parametrize("title", ENTRIES)
def test_a_reading_has_its_sections_its_reason_and_its_proof(title: str) -> None:
    text = ENTRIES[title]
    assert WHERE.search(text)
    assert "**Why:** " in text
    assert "**Carried by:** " in text
    assert "**Proof:**" in text
    assert NAMED.search(text)


@pytest.mark.parametrize("title", ENTRIES)
def test_a_reading_names_sections_that_there_are(title: str) -> None:
    match = WHERE.search(ENTRIES[title])
    assert match
    for place in " ".join(match["places"].split()).removesuffix(".").split("; "):
        group = next(name for name in GROUPS if place.startswith(name + " "))
        for section in place.removeprefix(group).strip().split(", "):
            first = re.split("[-–]", section)[0]
            for name in GROUPS[group]:
                sections = [provision.section for provision in load(name).provisions.values()]
                assert any(one.startswith(first) for one in sections), (name, section)


@pytest.mark.parametrize("file, test", sorted({(match[1], match[2]) for match in NAMED.finditer(PAGE.read_text())}))
def test_a_test_that_is_named_exists(file: str, test: str) -> None:
    tree = ast.parse((ROOT / file).read_text())
    assert test in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


CARRIED = re.compile(r"^\*\*Carried by:\*\* (?P<words>.+?)\.\n\n", re.M | re.S)
PARTS = re.compile(r"(?P<code>.+?)(?:; the terms of (?P<terms>.+?))?(?:; the fields? (?P<fields>.+))?")
SECOND_COPIES = ("audit", "school", "draw", "report.studies")  # they follow a reading; they do not carry it


def carriers(title: str) -> tuple[set[str], set[str], set[str]]:
    """The modules, provisions and fields that a reading names."""
    said = CARRIED.search(ENTRIES[title])
    match = PARTS.fullmatch(" ".join(said["words"].split())) if said else None
    assert match, title
    code, terms, fields = (set(re.findall(r"`([^`]+)`", text or "")) for text in match.groups())
    return code, terms, fields


@pytest.mark.parametrize("title", ENTRIES)
def test_what_carries_a_reading_is_there(title: str) -> None:
    code, terms, fields = carriers(title)
    assert code
    assert all(find_spec(name) for name in code)
    assert terms <= topics().keys()
    for field in fields:
        assert set(field.split(".")) <= set(named_fields(Submission)), field


def named_fields(kind: type[msgspec.Struct]) -> Iterator[str]:
    """The names of all fields of a submission, at any depth."""
    for field in msgspec.structs.fields(kind):
        yield field.encode_name
        for inner in (field.type, *getattr(field.type, "__args__", ())):
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                yield from named_fields(inner)


def test_code_that_names_a_reading_is_named_by_it() -> None:
    numbered = {title.partition(".")[0]: title for title in ENTRIES}
    for path in (ROOT / "src" / "punto").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        if module.removeprefix("punto.").startswith(SECOND_COPIES):
            continue
        for numbers in re.findall(r"[Rr]eadings? (\d+(?:(?:, | and )\d+)*)", path.read_text()):
            for number in re.findall(r"\d+", numbers):
                assert module in carriers(numbered[number])[0], (module, number)
