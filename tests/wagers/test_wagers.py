"""The mechanics of wagers: registering, settling, paying, and every rounding of money by name."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import punto
import punto.wagers.examples
from punto.core.cards import DECK, SUITS, Card, Composition, cards
from punto.core.coup import CoupClass, Opening, classes
from punto.core.money import Vigorish, dollars, down_to_the_cent, down_to_the_chip, up_to_the_multiple
from punto.core.tableau import NONE
from punto.law.rulebook import Rulebook, RulebookError, build, documents, load
from punto.odds import sheet
from punto.wagers import (
    Result,
    Verdict,
    Wager,
    WagerError,
    pay,
    register,
    register_opening,
    registered,
    registered_keys,
    registry,
)
from punto.wagers.book import Terms, known, wager_of
from punto.wagers.facts import When, first_fit, when
from punto.wagers.language import ClassTable
from punto.wagers.openings import UNSUITED, king_9s
from punto.wagers.wager import LOSE, PUSH, Payment, backed, in_order
from tests.wagers.wagering import banker, dragon_bonus, ez_banker, player, tie

MINI = load("ma-mini")
FIVE_PERCENT = Vigorish(Fraction(5, 100), "exact", "with-payout")
MAIN = ("player", "banker", "ez-banker", "tie")
SIDE = ("dragon-7", "panda-8", "dragon-bonus-player", "dragon-bonus-banker", "house-money", "royal-9")

KINGS = cards("Kc Kd Kh Ks")

cents = st.integers(0, 10**12)
exact_cents = st.fractions(0, 10**9, max_denominator=400)


# ---------------------------------------------------------------- what a document knows


def test_the_hand_that_a_wager_backs_follows_from_its_results() -> None:
    backs = {"dragon-7": "banker", "panda-8": "player", "player": "player", "banker": "banker", "ez-banker": "banker"}
    backs |= {f"dragon-bonus-{hand}": hand for hand in ("player", "banker")}
    assert {wager.key: hand for wager in known(MINI) if (hand := backed(wager))} == backs
    assert backed(registered("lucky-6")) == "banker"
    assert backed(registered("player-pair")) is None  # it wins with a pair, whichever hand wins


def test_a_wager_says_whether_it_rides_and_whether_a_meter_pays_it() -> None:
    assert {wager.key for wager in known(MINI) if wager.rides} == {"house-money"}
    assert {wager.key for wager in known(MINI) if wager.metered} == {"royal-9"}


@pytest.mark.parametrize("name", documents())
def test_a_document_knows_its_wagers(name: str) -> None:
    side = ("dragon-7", "dragon-bonus-player", "dragon-bonus-banker") if name == "md-mini" else SIDE
    wagers = known(load(name))
    assert tuple(wager.key for wager in wagers) == (*MAIN, *side)
    assert all(wager.section and wager.title for wager in wagers)


@pytest.mark.parametrize("name", documents())
def test_every_coup_brings_a_result_that_the_wager_lists(name: str) -> None:
    for wager in known(load(name)):
        assert len({result.category for result in wager.results}) == len(wager.results)
        if wager.on_class:
            assert {wager.on_class(coup) for coup in classes()} == set(wager.results), wager.key


# Title, the hand it is on, whether vigorish is taken, when it is settled, whether it reads pairs.
BEFORE, AFTER = "before-third-cards", "after-result"
TRAITS = {
    "player": ("Player", "player", False, AFTER, False),
    "banker": ("Banker", "banker", True, AFTER, False),
    "ez-banker": ("Banker", "banker", False, AFTER, False),
    "tie": ("Tie", None, False, AFTER, False),
    "dragon-7": ("Dragon 7", None, False, AFTER, False),
    "panda-8": ("Panda 8", None, False, AFTER, False),
    "dragon-bonus-player": ("Dragon Bonus Player", None, False, AFTER, False),
    "dragon-bonus-banker": ("Dragon Bonus Banker", None, False, AFTER, False),
    "house-money": ("House Money", None, False, BEFORE, True),
    "royal-9": ("Royal 9", None, False, AFTER, True),
}


@pytest.mark.parametrize("name", documents())
def test_a_wager_says_of_itself_what_others_need_to_know(name: str) -> None:
    for wager in known(load(name)):
        traits = wager.title, wager.hand, wager.vigorish, wager.settles, wager.pairs
        assert traits == TRAITS[wager.key]
        royal = wager.key == "royal-9"
        assert (wager.needs, wager.for_one) == ((MAIN, True) if royal else ((), False))
        assert [repr(card) for card in wager.tells] == (ROYAL_CARDS if royal else [])


ROYAL_CARDS = [rank + suit for suit in SUITS for rank in ("9", "J", "Q", "K")]


def test_sections_are_where_the_document_names_the_wager() -> None:
    """ma-mini 7(a)(1)-(7); Royal 9 with its payouts, in 12(i)."""
    sections = {wager.key: wager.section for wager in known(MINI)}
    assert sections == {
        "banker": "7(a)(1)",
        "ez-banker": "7(a)(1)",
        "player": "7(a)(2)",
        "tie": "7(a)(3)",
        "dragon-bonus-player": "7(a)(4)",
        "dragon-bonus-banker": "7(a)(4)",
        "dragon-7": "7(a)(5)",
        "panda-8": "7(a)(6)",
        "house-money": "7(a)(7)",
        "royal-9": "12(i)",
    }


def otherwise(key: str, **terms: Any) -> Rulebook:
    """ma-mini, had it said something else."""
    return build({**MINI.data, key: {**MINI.data[key], **terms}}, "")


def test_whether_vigorish_is_taken_is_for_the_document_to_say() -> None:
    assert ez_banker(otherwise("def.ez", vigorish=True)).vigorish
    assert dragon_bonus(otherwise("pay.dragon-bonus", vigorish=True), "player").vigorish


@pytest.mark.parametrize(
    "terms", [{"wins-on": ["banker-higher"]}, {"loses-on": ["player-higher"]}, {"wins-on": ["dragon-7"]}]
)
def test_a_document_names_only_special_cases_of_a_result(terms: dict[str, list[str]]) -> None:
    """As a Panda 8 wins and a Dragon 7 loses in ma-mini 7(a)(2); nothing else could."""
    with pytest.raises(RulebookError, match="is not a special case of"):
        player(otherwise("wager.player", **terms))


@pytest.mark.parametrize(
    "key, terms, path",
    [
        ("wager.dragon-bonus", {"natural": ["equal-naturals", "by-luck"]}, r"wager\.dragon-bonus\.natural\.1"),
        ("wager.dragon-bonus", {"push": ["by-luck"]}, r"wager\.dragon-bonus\.push\.0"),
        ("wager.dragon-bonus", {"margin": 3}, r"wager\.dragon-bonus\.margin"),
        ("wager.player", {"wins-on": ["both-pairs"]}, r"wager\.player\.wins-on\.0"),
        ("wager.house-money", {"win": ["equal"], "lose": ["unequal"]}, r"wager\.house-money\.win\.0"),
    ],
)
def test_a_condition_that_a_wager_cannot_have_is_refused(key: str, terms: dict[str, Any], path: str) -> None:
    """House Money counts pairs alone, and the others points alone; no paytable pays a margin below four."""
    with pytest.raises(RulebookError, match=rf"^ma-mini: [0-9]+: {path}: (unknown word|expected) "):
        known(otherwise(key, **terms))


def test_a_wager_that_a_document_does_not_have_is_refused() -> None:
    """Maryland has neither Panda 8 nor House Money nor Royal 9; with its own side wagers taken out, none at all."""
    keys = "wager.{0} pay.{0} layout.{0}-area layout.{0}-push-notice"
    gone = {key for name in ("dragon-7", "dragon-bonus") for key in keys.format(name).split()}
    data = {key: table for key, table in load("md-mini").data.items() if key not in gone}
    data["wager.permissible"] = {**data["wager.permissible"], "offered": [], "ez": []}
    data["result.announce"] = {**data["result.announce"], "ez": []}
    bare = build(data, "")
    for key in SIDE:
        there = "there are player, banker, ez-banker, tie"
        with pytest.raises(WagerError, match=f"^md-mini has no wager '{key}': {there}$"):
            wager_of(bare, key)
    assert [wager.key for wager in known(bare)] == list(MAIN)


@pytest.mark.parametrize("player, banker, ahead", [(7, 3, 4), (7, 6, 1), (7, 7, 0), (3, 7, 0), (9, 2, 0), (8, 7, 0)])
def test_a_margin_is_of_a_hand_that_is_ahead_without_a_natural(player: int, banker: int, ahead: int) -> None:
    own, other = dragon_bonus(MINI, "player").on_class, dragon_bonus(MINI, "banker").on_class
    assert own
    assert other
    for category in (own(CoupClass(player, banker)).category, other(CoupClass(banker, player)).category):
        assert (category == f"by-{ahead}") == (ahead >= 4)


def test_what_reads_no_pairs_says_so_truly() -> None:
    for wager in known(MINI):
        if wager.on_class and not wager.pairs:
            assert all(wager.on_class(coup) == wager.on_class(CoupClass(*coup[:4])) for coup in classes())


def test_what_is_settled_before_third_cards_does_not_read_them() -> None:
    for wager in (*known(MINI), registered("player-pair")):
        if wager.on_class and wager.settles == "before-third-cards":
            early = (coup._replace(player_third=NONE, banker_third=NONE) for coup in classes())
            assert [wager.on_class(coup) for coup in classes()] == [wager.on_class(coup) for coup in early]


def test_terms_choose_what_a_tie_and_a_dragon_bonus_pay() -> None:
    wagers = {wager.key: wager for wager in known(MINI, Terms(Fraction(9), "B"))}
    assert wagers["tie"].results[0].pays == 9
    assert wagers["dragon-bonus-player"].results[0].pays == wagers["dragon-bonus-banker"].results[0].pays == 20
    for refused in (lambda: dragon_bonus(MINI, "player", "D"), lambda: known(MINI, Terms(dragon_bonus="D"))):
        with pytest.raises(WagerError, match=r"^ma-mini has no paytable 'D': there are A, B, C$"):
            refused()
    with pytest.raises(WagerError, match=r"^ma-mini has no wager 'dragon-bonus-dealer': there are player, "):
        dragon_bonus(MINI, "dealer")  # type: ignore[arg-type]


KING_9 = {1: ((Card.of("Ks"), Card.of("9h")),), 2: ((Card.of("Kc"), Card.of("9d")),)}
NOTHING = (Card.of("Ac"), Card.of("5d"))


@pytest.mark.parametrize("name, line", [("ma-mini", "heart"), ("ma-midi-multilevel", "player-k9")])
def test_terms_choose_the_combinations_of_royal_9(name: str, line: str) -> None:
    on_opening = royal(Terms(combinations=KING_9), name).on_opening
    assert on_opening
    for seat, other in ((1, 2), (2, 1)):
        ((king, nine),) = KING_9[seat]
        assert on_opening(Opening((king, nine), NOTHING), seat).category == line
        assert on_opening(Opening((king, nine), NOTHING), other).category == "royal-9"


def test_without_a_choice_each_seat_there_may_be_has_a_king_9_of_its_own() -> None:
    """Six seats (ma-mini 12(i)); a seventh would have none, though there are twelve unsuited King-9s."""
    on_opening = royal().on_opening
    assert on_opening
    kings = [(Card.of(f"K{text[0]}"), Card.of(f"9{text[2]}")) for text in UNSUITED]
    won = {
        seat: [on_opening(Opening(pair, NOTHING), seat).category for pair in kings].index("heart")
        for seat in range(1, 7)
    }
    assert won == {seat: seat - 1 for seat in range(1, 7)}
    assert {on_opening(Opening(pair, NOTHING), 7).category for pair in kings} == {"royal-9"}


@pytest.mark.parametrize("text", ["s9", "s9hh", "s8h", "x9h", "s9x", ""])
def test_a_combination_is_a_suit_a_nine_and_a_suit(text: str) -> None:
    words = f"invalid combination {text!r}: use the face card's suit, 9, the nine's suit, like s9h"
    with pytest.raises(WagerError, match=f"^{words}$"):
        king_9s([text])


# ---------------------------------------------------------------- a wager of one's own


@pytest.fixture
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_REGISTERED", {})


@pytest.mark.usefixtures("_own_registry")
def test_a_function_becomes_a_wager() -> None:
    @register("player-seven", hand=None)
    def seven(coup: CoupClass) -> int:
        return 0 if coup.winner == "tie" else 10 if coup.player == 7 and coup.winner == "player" else -1

    wager = registered("player-seven")
    assert (wager.key, wager.title, registered_keys()) == ("player-seven", "Player Seven", ("player-seven",))
    assert wager.results == (Result(Verdict.WIN, "win", Fraction(10)), PUSH, LOSE)
    assert wager.on_class
    assert wager.on_class(CoupClass(7, 6)).category == "win"
    assert wager.on_class(CoupClass(7, 7)) == PUSH
    assert seven(CoupClass(7, 6)) == 10  # the function stays what it was
    assert registered("player-seven") is wager


@pytest.mark.usefixtures("_own_registry")
def test_a_key_is_registered_once() -> None:
    register("once")(lambda _: -1)
    with pytest.raises(ValueError, match=r"^a wager 'once' is registered already$"):
        register("once")
    register("again")(lambda _: -1)
    with pytest.raises(KeyError, match=r"no wager 'twice' is registered: there are again, once.$"):
        registered("twice")


@pytest.mark.usefixtures("_own_registry")
def test_where_nothing_is_registered_the_refusal_says_none() -> None:
    with pytest.raises(KeyError, match=r"no wager 'once' is registered: there are none.$"):
        registered("once")


@pytest.mark.usefixtures("_own_registry")
def test_a_registered_wager_reads_pairs_and_waits_for_the_result_unless_it_says_otherwise() -> None:
    register("plain")(lambda _: -1)
    register("early", "Early Bird", hand="player", settles="before-third-cards", pairs=False)(lambda _: -1)
    plain, early = registered("plain"), registered("early")
    assert (plain.title, plain.hand, plain.settles, plain.pairs) == ("Plain", None, "after-result", True)
    assert (early.title, early.hand, early.settles, early.pairs) == (
        "Early Bird",
        "player",
        "before-third-cards",
        False,
    )


@pytest.mark.usefixtures("_own_registry")
def test_a_wager_may_pay_less_than_its_stake() -> None:
    register("half")(lambda coup: Fraction(1, 2) if coup.winner == "player" else -1)
    assert registered("half").results == (Result(Verdict.WIN, "win", Fraction(1, 2)), LOSE)


@pytest.mark.usefixtures("_own_registry")
def test_nothing_and_none_push() -> None:
    register("flat")(lambda coup: None if coup.winner == "tie" else 0)
    assert registered("flat").results == (PUSH,)


def test_the_examples() -> None:
    assert set(registered_keys()) >= {"lucky-6", "player-pair", "super-6-banker"}
    found = {key: Counter(_categories(registered(key))) for key in ("lucky-6", "player-pair", "super-6-banker")}
    assert set(found["lucky-6"]) == {"two-cards", "three-cards", "lose"}
    assert found["player-pair"] == {"win": 13_576 // 2, "lose": 13_576 // 2}
    assert set(found["super-6-banker"]) == {"win", "win-with-6", "push", "lose"}
    assert registered("super-6-banker").hand == "banker"
    assert registered("player-pair").settles == "before-third-cards"


def _categories(wager: Wager) -> list[str]:
    assert wager.on_class
    return [wager.on_class(coup).category for coup in classes()]


def test_results_are_listed_wins_first_and_the_best_paid_first() -> None:
    lines = (Result(Verdict.WIN, "small", Fraction(1, 2)), Result(Verdict.WIN, "great", Fraction(30)), PUSH, LOSE)
    assert in_order(lines) == (lines[1], lines[0], PUSH, LOSE)
    nothing = Result(Verdict.WIN, "won nothing")
    assert in_order((PUSH, nothing)) == (nothing, PUSH)


def test_the_first_line_that_fits_decides() -> None:
    cells, decides = first_fit(
        (when(player=1), when(player=range(3)), when(player=2), When(never=when(player=range(4))))
    )
    settle = ClassTable(tuple(Result(Verdict.WIN, str(number)) for number in range(5)), cells)
    found = [settle(CoupClass(player, 7, 0, NONE)).category for player in range(5)]
    assert found == ["2", "1", "2", "0", "4"]
    assert decides == (True, True, True, False, True)  # whether none fits somewhere, and each of them


def test_a_wager_reads_classes_or_openings_and_not_both() -> None:
    for functions in ({}, {"on_class": lambda _: LOSE, "on_opening": lambda *_: LOSE}):
        with pytest.raises(ValueError, match=r"^wager 'odd' needs exactly one of on_class, on_opening and on_cards$"):
            Wager(key="odd", title="Odd", results=(LOSE,), **functions)  # type: ignore[arg-type]


# ---------------------------------------------------------------- paying

WIN = Result(Verdict.WIN, "win", Fraction(1))
METER = Result(Verdict.WIN, "star", "star")
TENTH = Result(Verdict.WIN, "any-two", "star", Fraction(1, 10))


def royal(terms: Terms = Terms(), name: str = "ma-mini") -> Wager:  # noqa: B008 - an immutable default
    return known(load(name), terms)[-1]


def test_a_losing_stake_is_gone_and_a_pushing_one_returned() -> None:
    assert pay(player(MINI), LOSE, 2_500, None, {}) == Payment(0, 0, Fraction(0))
    assert pay(player(MINI), PUSH, 2_500, None, {}) == Payment(0, 2_500, Fraction(0))


def test_vigorish_is_owed_exactly_on_a_banker_win_alone() -> None:
    assert pay(banker(MINI), WIN, 2_510, FIVE_PERCENT, {}) == Payment(2_510, 2_510, Fraction(251, 2))
    assert pay(banker(MINI), WIN, 2_510, None, {}) == Payment(2_510, 2_510, Fraction(0))
    assert pay(banker(MINI), PUSH, 2_510, FIVE_PERCENT, {}).vigorish == 0
    assert pay(player(MINI), WIN, 2_510, FIVE_PERCENT, {}).vigorish == 0


def test_odds_to_one_beside_the_stake_and_for_one_without_it() -> None:
    assert pay(tie(MINI), tie(MINI).results[0], 500, None, {}) == Payment(4_000, 500, Fraction(0))
    assert pay(royal(), Result(Verdict.WIN, "royal-9", Fraction(5)), 500, None, {}) == Payment(2_500, 0, Fraction(0))


def test_a_meter_is_paid_by_its_share_and_a_fraction_of_a_cent_dropped() -> None:
    assert pay(royal(), METER, 500, None, {"star": 6_841_235}) == Payment(6_841_235, 0, Fraction(0))
    assert pay(royal(), TENTH, 500, None, {"star": 6_841_235}) == Payment(684_123, 0, Fraction(0))


def test_half_a_cent_is_not_paid() -> None:
    half = Result(Verdict.WIN, "win-with-6", Fraction(1, 2))
    assert pay(registered("super-6-banker"), half, 2_501, None, {}) == Payment(1_250, 2_501, Fraction(0))


def test_net_is_what_a_unit_gains() -> None:
    rate = Fraction(5, 100)
    assert [banker(MINI).net(result, rate) for result in (WIN, PUSH, LOSE)] == [Fraction(19, 20), 0, -1]
    assert banker(MINI).net(WIN) == player(MINI).net(WIN, rate) == 1
    assert royal().net(Result(Verdict.WIN, "royal-9", Fraction(5)), rate) == 4
    with pytest.raises(ValueError, match=r"^royal-9 star pays a meter: its amount must be given$"):
        royal().net(METER)


@given(stake=st.integers(1, 10**9))
def test_paying_and_net_agree(stake: int) -> None:
    """Whoever is paid and gives up exact vigorish has gained the net of a unit, stake times."""
    for wager in known(MINI):
        for result in wager.results:
            if not isinstance(result.pays, str):
                paid, returned, owed = pay(wager, result, stake, FIVE_PERCENT, {})
                assert paid + returned - owed - stake == stake * wager.net(result, FIVE_PERCENT.rate)


# ---------------------------------------------------------------- roundings


@given(exact_cents)
def test_down_to_the_cent_drops_less_than_a_cent(amount: Fraction) -> None:
    assert 0 <= amount - down_to_the_cent(amount) < 1


@given(exact_cents, st.sampled_from((1, 25, 100)))
def test_up_to_the_multiple_adds_less_than_a_unit(amount: Fraction, unit: int) -> None:
    rounded = up_to_the_multiple(amount, unit)
    assert rounded % unit == 0
    assert 0 <= rounded - amount < unit


@given(exact_cents, st.sampled_from((1, 25, 100, 500)))
def test_down_to_the_chip_leaves_what_chips_can_pay(amount: Fraction, chip: int) -> None:
    chips = down_to_the_chip(amount, chip)
    assert chips % chip == 0
    assert 0 <= amount - chips < chip


@pytest.mark.parametrize(
    "owed, exact, quarter",
    [
        ("0", 0, 0),
        ("25", 25, 25),
        ("25.5", 25, 50),
        ("26", 26, 50),
        ("0.05", 0, 25),
        ("124.99", 124, 125),
        ("125", 125, 125),
    ],
)
def test_vigorish_is_rounded_where_it_is_collected(owed: str, exact: int, quarter: int) -> None:
    rate = Fraction(5, 100)
    assert Vigorish(rate, "exact", "deferred").collect(Fraction(owed)) == exact
    assert Vigorish(rate, "quarter", "deferred").collect(Fraction(owed)) == quarter


@pytest.mark.parametrize(
    "amount, written",
    [(0, "$0"), (5, "$0.05"), (100, "$1"), (375, "$3.75"), (125_000, "$1,250"), (-1_000, "−$10"), (-1, "−$0.01")],
)
def test_dollars(amount: int, written: str) -> None:
    assert dollars(amount) == written


@given(cents)
def test_dollars_keep_every_cent(amount: int) -> None:
    whole, _, part = dollars(amount).removeprefix("$").replace(",", "").partition(".")
    assert int(whole) * 100 + int(part or 0) == amount


def test_a_function_may_pay_several_odds_and_each_has_its_name() -> None:
    @register("test-two-odds", pairs=False)
    def two_odds(coup: CoupClass) -> int:
        return {8: 12, 9: 20}.get(coup.player, -1) if coup.winner == "player" else -1

    names = [result.category for result in registered("test-two-odds").results]
    assert names == ["win-20", "win-12", "lose"]


def test_a_wager_loses_its_stake_and_no_more() -> None:
    words = r"^wager 'test-too-much' pays -2: a wager loses its stake \(-1\), and no more or less$"
    with pytest.raises(WagerError, match=words):
        register("test-too-much", pairs=False)(lambda _: -2)


# ---------------------------------------------------------------- a wager that reads more than it says


def _tie_of_first_cards(opening: Opening, _: int) -> int:
    return 8 if opening.player[0].rank == opening.banker[0].rank else -1


LIES: dict[str, tuple[Callable[[], object], str]] = {
    "pairs": (
        lambda: register("liar", pairs=False)(lambda coup: 5 if coup.player_pair or coup.banker_pair else -1),
        r"^wager 'liar' says pairs=False and reads pairs: leave pairs=False out$",
    ),
    "winner": (
        lambda: register("liar", settles="before-third-cards")(lambda coup: 1 if coup.winner == "player" else -1),
        r"^wager 'liar' settles before third cards and depends on them .*: read only player_two, banker_two and the "
        r'pairs, or use settles="after-result"$',
    ),
    "order": (
        lambda: register_opening("liar", tells=DECK)(_tie_of_first_cards),
        r"^wager 'liar' depends on the order of a hand's cards .*: the first two .* must pay alike in either order$",
    ),
    "no tells": (
        lambda: register_opening("liar", tells=())(lambda opening, _: 9 if set(KINGS) & {*opening[0]} else -1),
        r"^wager 'liar' tells K. from Ac and names neither in tells: .* or tells=DECK for all 52$",
    ),
    "too few tells": (
        lambda: register_opening("liar", tells=KINGS[:3])(lambda opening, _: 9 if set(KINGS) & {*opening[0]} else -1),
        r"^wager 'liar' tells K. from Ac and names neither in tells: .* or tells=DECK for all 52$",
    ),
    "float": (
        lambda: register("liar")(lambda coup: 0.95 if coup.winner == "banker" else -1),  # type: ignore[arg-type, return-value]
        r"^wager 'liar' pays 0\.95, a float: return an int, a Fraction, a Result or None$",
    ),
    "float in a result": (
        lambda: register("liar")(lambda _: Result(Verdict.WIN, "win", 0.5)),  # type: ignore[arg-type]
        r"^wager 'liar' pays 0\.5, a float: return an int, a Fraction, a Result or None$",
    ),
    "pays less than nothing": (
        lambda: register("liar")(lambda _: Result(Verdict.WIN, "win", Fraction(-3))),
        r"^wager 'liar' pays -3 for 'win', a win: only a win is paid$",
    ),
    "pays a loss": (
        lambda: register("liar")(lambda _: Result(Verdict.LOSE, "lose", Fraction(5))),
        r"^wager 'liar' pays 5 for 'lose', a lose: only a win is paid$",
    ),
    "moment": (
        lambda: register("liar", settles="early")(lambda _: 1),  # type: ignore[arg-type]
        r"^wager 'liar' settles 'early': use before-third-cards or after-result$",
    ),
    "key": (
        lambda: register("Liar; 2")(lambda _: 1),
        r"^invalid key 'Liar; 2' of a wager: use small letters, digits and hyphens, like 'lucky-6'$",
    ),
    "flag": (
        lambda: register("liar")(lambda coup: coup.winner == "tie"),
        r"^wager 'liar' pays (True|False), a bool: return an int, a Fraction, a Result or None$",
    ),
}


@pytest.mark.usefixtures("_own_registry")
@pytest.mark.parametrize("lie", LIES)
def test_a_wager_that_reads_more_than_it_says_is_refused(lie: str) -> None:
    add, words = LIES[lie]
    with pytest.raises(WagerError, match=words):
        add()
    assert registered_keys() == ()


@pytest.mark.parametrize("tells", [DECK, ()], ids=["order", "no tells"])
def test_odds_refuse_such_a_wager_that_was_built_by_hand(tells: tuple[Card, ...]) -> None:
    """Its tie of the first cards had 32.00 % of edge instead of 32.77 %, and without tells a profit."""
    lines = Result(Verdict.WIN, "win", Fraction(8)), LOSE
    wager = Wager(
        key="dragon-tiger-tie",
        title="Tie",
        results=lines,
        on_opening=lambda opening, seat: lines[_tie_of_first_cards(opening, seat) < 0],
        tells=tells,
    )
    with pytest.raises(WagerError, match=r"^wager 'dragon-tiger-tie' "):
        sheet(Composition.decks(8), [wager])


@pytest.mark.usefixtures("_own_registry")
def test_a_wager_that_lies_at_one_seat_has_no_odds_there() -> None:
    pays = [Result(Verdict.WIN, "win", Fraction(8))]
    liar = register_opening("seat-2", tells=DECK, results=pays)
    liar(lambda opening, seat: _tie_of_first_cards(opening, 0) if seat == 2 else -1)
    with pytest.raises(WagerError, match="depends on the order of a hand's cards"):
        sheet(Composition.decks(8), [registered("seat-2")], seat=2)


@pytest.mark.usefixtures("_own_registry")
def test_a_wager_does_not_take_the_place_of_another() -> None:
    tie = next(one for one in punto.wagers_of(MINI) if one.key == "tie")
    register("tie")(lambda coup: 90 if coup.winner == "tie" else -1)
    with pytest.raises(WagerError, match=r"^two wagers are called 'tie': give one of them another key$"):
        sheet(Composition.decks(8), [tie, registered("tie")])
    assert sheet(Composition.decks(8), [tie, tie])["tie"].wager is tie


@pytest.mark.usefixtures("_own_registry")
def test_an_opening_wager_that_says_what_it_reads_has_its_odds() -> None:
    """A pair of Kings for the Player: 32 times 31 of 416 times 415 deals, whatever the other hand has."""
    rare = Result(Verdict.WIN, "suited-kings-both", Fraction(5000))

    @register_opening("king-pair", tells=KINGS, results=[rare])
    def king_pair(opening: Opening, _: int) -> Result | int:
        suited = {*opening.player, *opening.banker}
        if len(suited) == 1 and suited <= set(KINGS):
            return rare
        return 100 if set(opening.player) <= set(KINGS) else -1

    odds = sheet(Composition.decks(8), [registered("king-pair")])["king-pair"]
    assert odds.probability("win") + odds.probability("suited-kings-both") == Fraction(32 * 31, 416 * 415)
    assert odds.probability("suited-kings-both") == Fraction(4 * 8 * 7 * 6 * 5, 416 * 415 * 414 * 413)
    assert odds.wager.results[0] == rare
