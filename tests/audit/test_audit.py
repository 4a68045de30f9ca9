"""The second copy of the rules agrees with the first: card by card, wager by wager, cent by cent."""

import dataclasses
import random
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import punto.audit
from punto.audit import Audit, Cards, Terms, load
from punto.audit import rules as audit
from punto.core.cards import DECK, Card, cards
from punto.core.coup import CoupClass, Opening, classes, play
from punto.core.posting import Posting
from punto.core.tableau import NONE, banker_draws, player_draws
from punto.law.rulebook import documents
from punto.law.rulebook import load as rulebook
from punto.rules.house_rules import HouseRules
from punto.table import TableState, evolve
from punto.table.events import (
    AnyEvent,
    CardDealt,
    CardTurned,
    CoupSettled,
    HouseMoneyChosen,
    PlayerSeated,
    RoyalStakesTaken,
    WagerMade,
    WagersReturned,
)
from punto.table.phases import Phase
from punto.table.settlement import settle
from punto.verification import log_checks
from punto.wagers.book import Terms as WagerTerms
from punto.wagers.book import known
from punto.wagers.wager import Verdict
from tests import filed
from tests.table.harness import DRAGON_7, PANDA_8, Table, at, rules_of, shuffled

NAMES = filed.NAMES
ROYALS = [name for name in NAMES if rules_of(name).royal9]


def terms_of(rules: HouseRules) -> Terms:
    return log_checks.terms_of(rules, load(rules.rulebook.id))


def faults_of(watching: Audit, events: list[AnyEvent]) -> list[str]:
    return [words for event in events for words in watching.see(msgspec.to_builtins(event))]


# ---------------------------------------------------------------- the rules


@pytest.mark.parametrize("book", documents())
def test_third_cards(book: str) -> None:
    document = load(book)
    for player in range(10):
        for banker in range(10):
            assert document.player_takes(player, banker) == player_draws(player, banker)
            for third in (*range(10), NONE):
                if banker < 8 or player >= 8:
                    due = banker_draws(player, banker, third) if banker < 8 else False
                    assert document.banker_takes(player, banker, None if third == NONE else third) == due


def numbers(coup: CoupClass) -> Cards:
    third, last = (None if drawn == NONE else drawn for drawn in coup[2:4])
    return Cards(coup.player_two, coup.banker_two, third, last, coup.player_pair, coup.banker_pair)


@pytest.mark.parametrize("paytable", "ABC")
@pytest.mark.parametrize("book", documents())
def test_every_class_of_coup(book: str, paytable: str) -> None:
    wagers = [one for one in known(rulebook(book), WagerTerms(Fraction(9), paytable)) if one.on_class]
    bonus = dict.fromkeys(("dragon-bonus-player", "dragon-bonus-banker"), paytable)
    terms = Terms(load(book), tie=Fraction(9), paytables=bonus)
    assert len(classes()) == 13_576
    assert {one.key for one in wagers} == {*load(book).wagers} - {"royal-9"}
    for coup in classes():
        read = numbers(coup)
        facts = audit.facts_of(terms.document, read)
        assert (facts["p"], facts["b"]) == (coup.player, coup.banker)
        for wager in wagers:
            result = wager.on_class(coup) if wager.on_class else None
            said = audit.outcome(terms, wager.key, read)
            assert result is not None
            assert said is not None
            due = result.verdict.value, result.category, result.pays
            assert said[:3] == due, (wager.key, coup)
            assert bool(said.vigorish) == (wager.vigorish and result.verdict is Verdict.WIN)


@pytest.mark.parametrize("name", ROYALS)
def test_royal_9(name: str) -> None:
    rules, chance = rules_of(name), random.Random(9)
    assert rules.royal9 is not None
    terms, wager = terms_of(rules), rules.wager("royal-9")
    royals = [card for card in DECK if card.rank in (9, 11, 12, 13)]
    hands = [(one, other) for one in royals for other in royals]
    personal = [pair for pairs in rules.royal9.combinations.values() for pair in pairs]
    seen = set()
    for number in range(4000):
        player, banker = (chance.choice(personal if number % 2 else hands) for _ in "PB")
        banker = player if number % 10 == 0 else banker
        for seat in rules.royal9.combinations:
            assert wager.on_opening is not None
            result = wager.on_opening(Opening(player, banker), seat)
            award = 0 if isinstance(result.pays, str) else int(result.pays * 500)
            said = audit.royal(terms, seat, player, banker)
            assert (said.category, said.cents) == (result.category, award)
            meter = (result.pays, result.share) if isinstance(result.pays, str) else ("", 0)
            assert (said.meter, said.share) == meter
            seen.add(result.category)
    assert seen == {result.category for result in wager.results}


@pytest.mark.parametrize(
    "won, exact, quarter", [(100_00, 5_00, 5_00), (110_00, 5_50, 5_50), (112_00, 5_60, 5_75), (10, 0, 25)]
)
def test_vigorish_by_hand(won: int, exact: int, quarter: int) -> None:
    assert audit.collected(Terms(load("ma-mini")), 50 * won) == exact
    assert audit.collected(Terms(load("ma-mini"), rounding="quarter"), 50 * won) == quarter


@pytest.mark.parametrize("name", NAMES)
def test_what_we_ship_is_lawful(name: str) -> None:
    terms = terms_of(rules_of(name))
    assert list(audit.unlawful(terms)) == []
    assert all(terms.document.offered(key, terms.variant) for key in terms.wagers)


def test_unlawful_terms_are_named() -> None:
    pair = (Card.of("Ks"), Card.of("9s"))
    found = list(
        audit.unlawful(
            Terms(
                load("md-mini"),
                wagers=("player", "dragon-bonus-player", "panda-8"),
                tie=Fraction(7),
                vigorish=Fraction(4, 100),
                combinations={1: (pair,)},
            )
        )
    )
    assert [words.split()[0] for words in found] == [
        "Tie",
        "dragon-bonus-player:",
        "vigorish:",
        "panda-8",
        "combinations:",
    ]


# ---------------------------------------------------------------- agreement with the table


def staked(rules: HouseRules, chance: random.Random) -> Iterator[WagerMade]:
    """Random wagers; match play where there is any."""
    for seat in range(1, rules.seats + 1):
        for wager in rules.wagers:
            if wager.settles == "before-third-cards" or chance.random() < 0.3:
                continue
            if wager.key == "royal-9":
                if rules.royal9 and seat in rules.royal9.combinations:
                    yield made(seat, wager.key, 500, 0)
                continue
            cents = chance.randint(1, 40) * rules.smallest_chip
            yield made(seat, wager.key, cents, chance.choice([0, 0, cents]) if rules.match_play else 0)


def made(seat: int, key: str, cents: int, coupon: int) -> WagerMade:
    posting = Posting(f"seat/{seat}", f"felt/{seat}/{key}", cents)
    return WagerMade(seat=seat, wager=key, cents=cents, coupon=coupon, postings=(posting,))


def laid(faces: dict[str, Card]) -> Iterator[AnyEvent]:
    for place, card in faces.items():
        yield CardDealt(place=place)
        yield CardTurned(place=place, card=str(card))


def coup(rules: HouseRules, chance: random.Random) -> Iterator[AnyEvent]:
    """A coup as a log tells it, settled by the table: no ceremonies, so that there can be many."""
    wagers = list(staked(rules, chance))
    yield PlayerSeated(seat=1, who="ann", postings=(Posting("house", "drop", 1), Posting("rack", "seat/1", 1)))
    yield from wagers
    royals = tuple(sorted(one.seat for one in wagers if one.wager == "royal-9"))
    moved = tuple(Posting(f"felt/{seat}/royal-9", "progressive/royal-9", 500) for seat in royals)
    if royals:
        yield RoyalStakesTaken(seats=royals, postings=moved)
    # Nines and faces more often than they come, so that naturals and Royal 9 are not rare.
    shoe = [chance.choice(DECK) if chance.random() < 0.7 else chance.choice(NINES_AND_FACES) for _ in range(6)]
    played = play(shoe)
    order = ["P1", "B1", "P2", "B2", *(["P3"] * (len(played.player) > 2)), *(["B3"] * (len(played.banker) > 2))]
    yield from laid(dict(zip(order, shoe, strict=False)))
    state = TableState(
        accounts={f"felt/{one.seat}/{one.wager}": one.cents for one in wagers if one.wager != "royal-9"}
        | {"rack": chance.choice([100, RICH])},
        coupons={f"felt/{one.seat}/{one.wager}": one.coupon for one in wagers if one.coupon},
        places={place: str(card) for place, card in zip(order, shoe, strict=False)},
        royals=royals,
    )
    yield settle(rules, state)


RICH = 1_000_000_00
NINES_AND_FACES = [card for card in DECK if card.rank in (9, 11, 12, 13)]


@pytest.mark.parametrize("name", NAMES)
def test_thousands_of_settlements(name: str) -> None:
    """Every line, and every posting of every line, is what the audit expects."""
    rules, chance = rules_of(name), random.Random(name)
    terms, lines = terms_of(rules), 0
    for _ in range(180):
        events = list(coup(rules, chance))
        watching = Audit(terms)
        settled = events[-1]
        assert isinstance(settled, CoupSettled)
        fills = sum(posting.cents for posting in settled.postings if posting.debit == "house")
        watching.accounts["rack"] = RICH if not fills else 101  # a cent is bought
        for seat in range(1, rules.seats + 1):
            watching.accounts[f"seat/{seat}"] = RICH
        assert faults_of(watching, events) == []
        lines += len(settled.lines)
    assert lines > 2000


@pytest.mark.parametrize("name", NAMES)
def test_a_table_that_is_played(name: str) -> None:
    """Everything that a table does from its opening on, with the accounts after each event."""
    rules, chance = rules_of(name), random.Random(name)
    house = Table(rules, shuffled(rules.shoe.decks, seed=3), players=range(1, rules.seats + 1))
    house.ready()
    for _ in range(12):
        for one in staked(rules, chance):
            house.do(do="wager", seat=one.seat, wager=one.wager, cents=max(one.cents, rules.limits[one.wager].least))
        if "house-money" in rules.limits:
            for seat in house.state.seated:
                house.must(do="wager", seat=seat, wager="house-money", cents=rules.limits["house-money"].least)
            house.auto(phase=Phase.HOUSE_MONEY)
            for seat in house.state.seated:
                house.do(do="house-money", seat=seat, choice=chance.choice(["player", "banker", "take"]))
        house.auto(until="clear-cards")
        house.auto(phase=Phase.BETTING)
        if rules.shoe.continuous:
            house.shoe.cards = iter(shuffled(rules.shoe.decks, seed=house.state.coup))
    watching, state = Audit(terms_of(rules)), TableState()
    for event in house.events:
        state = evolve(state, event)
        assert watching.see(msgspec.to_builtins(event)) == []
        assert dict(watching.accounts) == state.accounts
    assert watching.coup == state.coup > 12


@pytest.mark.parametrize("shoe", [DRAGON_7, PANDA_8])
def test_dragons_and_pandas(shoe: str) -> None:
    table = at("ma-mini", shoe, ez=True)
    table.bet((1, "player", 10), (2, "ez-banker", 10), (3, "dragon-7", 10), (3, "panda-8", 10)).close().play()
    assert faults_of(Audit(terms_of(table.rules)), table.events) == []


# ---------------------------------------------------------------- irregularities


def seen(table: Table) -> list[str]:
    watching = Audit(terms_of(table.rules))
    found = faults_of(watching, table.events)
    assert dict(watching.accounts) == table.state.accounts
    return found


def test_a_card_of_the_player_goes_to_the_banker() -> None:
    table = at("ma-mini", "6c 5d Kh Ks 4s 2c 3d 4h 5s 6c 7d 8h")
    table.bet((1, "banker", 100)).close()
    table.auto(phase=Phase.DRAWING)
    table.shoe.dealt("error-third")
    table.must(do="deal", place="error-third")
    table.play()
    assert table.last(CoupSettled).banker == 9
    assert seen(table) == []
    moved = next(n for n, event in enumerate(table.events) if getattr(event, "step", "") == "use-as-banker-third")
    watching = Audit(terms_of(table.rules))
    faults_of(watching, table.events[:moved])
    watching.faces["P1"] = "8c"  # had the Player a natural, the Banker could not have it
    (fault,) = faults_of(watching, table.events[moved : moved + 1])
    assert fault.startswith("the card goes to the Banker's Hand: expected a hand that must draw")


def test_a_face_read_wrongly_is_settled_again() -> None:
    table = at("ma-mini", "6c 7d Kh Ks")
    table.bet((1, "banker", 100), (2, "player", 50), (3, "tie", 10)).close()
    table.auto(until="announce-result")
    table.must(do="correct", by="floor", place="B1", card="6d", why="misread")
    assert table.state.settlement == ()
    table.play()
    assert seen(table) == []


def test_a_shoe_that_runs_out_returns_everything() -> None:
    house = Table("ma-mini-ez-royal", shuffled(8, seed=1), players=(2, 4)).ready()
    for seat in (2, 4):
        for key in ("player", "house-money", "royal-9"):
            house.must(do="wager", seat=seat, wager=key, cents=1000 if key != "royal-9" else 500)
    house.state = replace(house.state, left=4)
    house.shoe.cards = iter(cards("2c Kd 2h 3s"))  # House Money is paid, and a third card is due that is not there
    house.auto(phase=Phase.HOUSE_MONEY)
    house.must(do="house-money", seat=4, choice="player")
    house.auto(until="void-round")
    assert any(isinstance(event, WagersReturned) for event in house.events)
    assert house.chips(2) == house.chips(4) == 100_000_00
    assert seen(house) == []


def test_a_ride_without_the_players_word() -> None:
    """The dealer may have heard it, but the log has to have it; under the first rulebooks it did not."""
    table = at("ma-mini", "2c 7d 2h Ks 4d", wagers__house_money={})
    table.bet((2, "player", 100), (2, "house-money", 10)).auto(phase=Phase.HOUSE_MONEY)
    table.must(do="house-money", seat=2, choice="player")
    table.must(do="house-money", seat=2, by="dealer", who="dealer")
    silent: list[AnyEvent] = [event for event in table.events if not isinstance(event, HouseMoneyChosen)]
    terms = terms_of(table.rules)
    assert terms.word
    faults = faults_of(Audit(terms), silent)
    assert "seat 2, house-money: rides expected 0, found 3000" in faults
    assert faults_of(Audit(terms), table.events) == []
    assert faults_of(Audit(dataclasses.replace(terms, word=False)), silent) == []


def test_a_void_that_keeps_something() -> None:
    house = msgspec.to_builtins(made(1, "player", 500, 0))
    back = {"event": "wagers-returned/1", "why": "irregular.insufficient"}
    watching = Audit(Terms(load("ma-mini"), wagers=("player",)))
    watching.accounts["seat/1"] = 500
    assert watching.see(house) == []
    assert watching.see(back | {"postings": [["felt/1/player", "seat/1", 400, "returned"]]}) == [
        "felt/1/player changes: expected -500 cents, found -400",
        "seat/1 changes: expected +500 cents, found +400",
    ]
    assert watching.see({"event": "coup-voided/1", "coup": 1}) == [
        "the coup ends: expected every wager settled or returned, found 100 cents on seat 1's player"
    ]


# ---------------------------------------------------------------- whatever it is told


TAGS = sorted(punto.audit._EVENTS)
FIELDS = ["seat", "wager", "cents", "coupon", "place", "card", "step", "postings", "lines", "seats", "choice", "coup"]
anything = st.recursive(
    st.none() | st.integers(-5, 1000) | st.sampled_from(["P1", "B3", "4h", "player", "felt/1/tie", "felt/x", "x"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)
events = st.builds(
    lambda tag, fields: fields | {"event": tag},
    st.sampled_from([f"{tag}/1" for tag in TAGS]),
    st.dictionaries(st.sampled_from(FIELDS), anything, max_size=6),
)


@given(st.lists(events | anything, max_size=12))
@settings(max_examples=60, deadline=None)
def test_nothing_makes_it_raise(told: list[Any]) -> None:
    watching = Audit(terms_of(rules_of("ma-mini-ez-royal")))
    for event in told:
        assert all(isinstance(words, str) for words in watching.see(event))


def test_it_imports_nothing_but_the_cards() -> None:
    modules = [path for path in files("punto").joinpath("audit").iterdir() if path.name.endswith(".py")]
    lines = {line for path in modules for line in path.read_text(encoding="utf-8").splitlines()}
    imported = {line for line in lines if line.startswith(("from punto", "import punto"))}
    assert {line for line in imported if "punto.audit" not in line} == {"from punto.core.cards import Card"}
