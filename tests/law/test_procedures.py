"""Steps and ceremonies: an order that a table could not go through is a finding, and says what would do."""

from typing import Any

import pytest

from punto.core.roles import Role
from punto.law.ceremony import CeremonyError, followed, same
from punto.law.check import check
from punto.law.finding import Code
from punto.law.procedures import CEREMONIES, OWN
from punto.law.rulebook import build
from punto.rules.review import review_submission
from punto.rules.submission import read
from punto.table.commands import Perform
from punto.table.interruptions import interruptions
from tests.law.test_check import changed, data_of
from tests.walk.people import text_of_submission
from tests.walk.rounds import Rounds
from tests.walk.swaps import written

Data = dict[str, Any]


def ordered(name: str, ceremony: str, order: str, **more: object) -> Data:
    """A rulebook with another order of a ceremony, and a plain step that bells are rung by."""
    data = data_of(name)
    data["deal.announce"]["steps"].append({"do": "ring-bell", "by": "dealer"})
    data["ceremony"]["closing"]["order"] += " ring-bell"
    data["ceremony"][ceremony] = {"order": order, **more}
    return data


@pytest.mark.parametrize("ceremony", [name for name, orders in CEREMONIES.items() if orders])
def test_the_orders_of_the_engine_can_be_gone_through(ceremony: str) -> None:
    for order in CEREMONIES[ceremony]:
        assert {step for step, _, _ in followed(order)} <= OWN[ceremony]
        assert same(order, order, OWN[ceremony])
        assert same(f"ring-bell {order} ring-bell*", order, OWN[ceremony])
    assert not [one for one in CEREMONIES[ceremony][1:] if same(one, CEREMONIES[ceremony][0], OWN[ceremony])]


CUT = "(offer-cut decline-cut)* (offer-cut place-cut | dealer-cut)"


@pytest.mark.parametrize(
    "ceremony, order, words",
    [
        ("cut", f"carry-cut place-cover load-shoe {CUT}", "the engine goes through its steps in this order"),
        ("cut", f"{CUT} carry-cut place-cover", "the step 'load-shoe' is missing in the order"),
        ("cut", f"{CUT} carry-cut place-cover load-shoe ring-bell*", "could end after 'load-shoe' or go on with"),
        ("cut", f"{CUT} carry-cut place-cover load-shoe burn-card", "'burn-card' has no place here: it belongs to"),
        (
            "cut",
            "(offer-cut ring-bell decline-cut)* (offer-cut ring-bell place-cut | dealer-cut) place-cover load-shoe",
            "the answer follows 'offer-cut' immediately: move 'ring-bell'",
        ),
        ("result", "announce-result collect-losing* pay-seat* ring-bell clear-cards", "could both come next"),
        ("result", "ring-bell announce-result collect-losing* pay-seat* clear-cards", "it begins with announce-result"),
        (
            "result",
            "announce-result collect-losing* pay-seat* clear-cards ring-bell",
            "the round is over when its cards are cleared: move 'ring-bell' forward",
        ),
        ("betting-closed", "ring-bell no-more-bets", "it begins with no-more-bets: move 'ring-bell' back"),
        ("last-hand", "set-aside-cover ring-bell announce-last-hand", "it has no other steps: move 'ring-bell'"),
        ("change-daily", "fetch-decks retire-decks", "the engine goes through its steps in this order: retire-decks"),
        ("change-daily", "ring-bell retire-decks fetch-decks", "it begins with retire-decks"),
        ("opening", "inspect" + "*" * 1900, ""),
    ],
)
def test_an_order_that_no_table_could_go_through_is_found(ceremony: str, order: str, words: str) -> None:
    found = [one for one in check(ordered("md-mini", ceremony, order)).findings if one.code is Code.CEREMONY_ORDER]
    assert any(one.path == f"ceremony.{ceremony}.order" and words in one.message for one in found), found


def test_an_order_with_plain_steps_between_those_of_the_engine_is_sound() -> None:
    order = f"ring-bell {CUT} carry-cut ring-bell place-cover load-shoe ring-bell"
    assert check(ordered("md-mini", "cut", order)).findings == ()


def test_what_must_be_made_can_be_made() -> None:
    opening = "inspect verify spread show turn-down wash stack ring-bell?"
    assert check(ordered("md-mini", "opening", opening, must=["ring-bell"])).findings == ()
    never = ordered("md-mini", "squeeze", "turn-hands")
    assert Code.CEREMONY_ORDER in {one.code for one in check(never).findings}
    with pytest.raises(CeremonyError, match="there is no way through this order that makes b"):
        [*followed("a", ("b",))]
    data = ordered("ma-mini", "cut", data_of("ma-mini")["ceremony"]["cut"]["order"], must=["decline-cut"])
    assert [("'must' is for other steps" in one.message) for one in check(data).findings] == [True]
    many = data_of("md-mini")
    many["ceremony"]["shuffle"] = {"order": "(a | b)*", "must": [f"step-{number}" for number in range(100)]}
    assert any(one.path == "ceremony.shuffle.must" for one in check(many).findings)


@pytest.mark.parametrize(
    "name, path, value, where",
    [
        ("ma-midi", ("cut.cover-card-14", "other-cover"), "with-the-cut", "cut.cover-card-14.other-cover"),
        ("md-mini", ("cut.cover-card-14", "other-cover"), "end", "cut.cover-card-14.other-cover"),
        ("ma-baccarat", ("curator.dealer", "if"), ["named-by-holder"], "curator.dealer.if"),
        ("ma-baccarat", ("curator.dealer", "if"), ["nobody-accepts"], "curator.dealer.if"),
        ("ma-mini", ("idle-table", "face"), "up", "idle-table.face"),
        ("ma-mini", ("idle-table", "on-request"), "down", "idle-table.on-request"),
        ("ma-baccarat", ("deal.squeeze-none", "cards"), ["third"], "deal.squeeze-none.cards"),
        ("ma-baccarat", ("cut.offer-order", "distinct"), ["offer-cut", "decline-cut"], "cut.offer-order.distinct.1"),
        (
            "ma-baccarat",
            ("staff.several-dealers", "caller"),
            ["announce-result", "pay-seat"],
            "staff.several-dealers.caller.1",
        ),
        ("ma-baccarat", ("staff.several-dealers", "caller"), ["verify"], "staff.several-dealers.caller.0"),
        ("ma-mini", ("wager.player", "wins-on"), ["banker-higher"], "wager.player.wins-on.0"),
        ("ma-mini", ("wager.player", "wins-on"), ["player-higher"], "wager.player.wins-on.0"),
        ("ma-mini", ("wager.player", "loses-on"), ["panda-8"], "wager.player.loses-on.0"),
        ("ma-mini", ("wager.banker", "ez-push"), ["equal"], "wager.banker.ez-push.0"),
    ],
)
def test_words_that_no_step_or_person_could_follow_are_found(name: str, path: Any, value: object, where: str) -> None:
    found = check(changed(data_of(name), path, value)).findings
    assert where in {one.path for one in found}
    assert all(one.message for one in found)


def test_one_caller_cannot_be_two_people() -> None:
    data = data_of("ma-baccarat")
    data["staff.several-dealers"]["caller"] = ["first-shuffle", "second-shuffle"]
    assert [one.path for one in check(data).findings] == ["shuffle.three-dealers.distinct"]


# ---------------------------------------------------------------- what the table does with them


@pytest.mark.parametrize("step, key", [("take-out", "idle-table"), ("retire-decks", "cards.change-daily")])
def test_an_interruption_is_begun_by_the_role_that_the_rulebook_names(step: str, key: str) -> None:
    data = data_of("ma-mini")
    (one,) = (each for each in data[key]["steps"] if each["do"] == step)
    one["by"] = "floor"
    table = Rounds("ma-mini-classic", 1, written(data))
    table.round()
    assert (step, Role.FLOOR) in [(each, role) for each, role, _ in interruptions(table.rules, table.state)]


def test_the_house_makes_a_step_again_only_if_no_other_is_due() -> None:
    data = data_of("ma-midi")
    data["ceremony"]["opening"]["order"] += "*"
    Rounds("ma-midi-ez", 1, written(data)).round()


def test_the_clock_of_new_decks_starts_when_they_are_brought() -> None:
    """Also where another step ends the ceremony."""
    order = "retire-decks fetch-decks ring-bell"
    table = Rounds("ma-mini-classic", 1, written(ordered("ma-mini", "change-daily", order)))
    table.round()
    at = table.session.at + 1
    for step, role in (("retire-decks", Role.DEALER), ("fetch-decks", Role.FLOOR)):
        table.do(Perform(id=step, by=role, who="staff", at=at, coup=table.state.coup, step=step))
    assert table.state.agenda[0] == "change-daily"
    assert table.state.decks == (at,)


@pytest.mark.parametrize(
    "path, number, words",
    [
        (("open.inspect", "least-decks"), 17, "12 decks: md-mini opens a table with at least 17"),
        (("cut.depth-ten-cards", "depth-cards"), 300, "too few for the cut from both ends, which takes 600"),
        (("cut.cover-card-14", "cover-depth"), 415, "too few for a round before the cover card, which takes 421"),
        (("burn", "tens-count"), 500, "too few for the burned cards and a round, which takes 507"),
    ],
)
def test_a_submission_has_the_cards_that_its_rulebook_asks_for(path: Any, number: int, words: str) -> None:
    submission, _, _ = read(text_of_submission("md-mini-payout"))
    assert submission is not None
    book = build(changed(data_of("md-mini"), path, number), "changed")
    (found,) = review_submission(book, submission).findings
    assert (found.path, found.section) == ("$.decks", book.section(str(path[0])))
    assert words in found.message


@pytest.mark.parametrize("touch, found", [(False, {("deal.no-touch.touch", Code.CONTRADICTION)}), (True, set())])
def test_players_who_may_touch_no_card_turn_no_hand(touch: bool, found: set[tuple[str, Code]]) -> None:
    data = data_of("ma-midi") | {"deal.no-touch": {"section": "8(e)", "touch": touch}}
    assert {(one.path, one.code) for one in check(data).findings} == found
