"""Short walks at every table; tools/soaks/walker.py goes on for a million commands under each rulebook."""

import pytest
from msgspec.structs import replace

from punto.core.roles import Role
from punto.game.game import Accepted
from punto.law.rulebook import text_of
from punto.table import Due, Reason, Refusal, due
from punto.table.commands import AnyCommand, Deal, Perform
from punto.table.events import AnyEvent, ChipsBought
from tests.walk.people import SUBMISSIONS, text_of_submission
from tests.walk.walker import Broken, Walker, walk


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_whatever_people_do_the_table_holds(submission: str) -> None:
    tally = walk(submission, seed=6, commands=600)
    assert tally.coups > 3
    assert min(tally.accepted, sum(tally.refused.values()), tally.unread, len(tally.acts)) > 4


@pytest.mark.parametrize("submission", ["ma-baccarat-salon", "ma-mini-classic"])
def test_people_at_their_posts_come_and_go_and_the_table_holds(submission: str) -> None:
    text = text_of_submission(submission) + "\n[staff]\nposts = true\n"
    walker = Walker(submission, 3, text=text)
    walker.weights[walker.staff] = 9
    tally = walker.walk(500)
    assert min(tally.events[kind] for kind in ("signed-on/1", "signed-off/1", "relieved/1")) > 1
    assert min(tally.coups, tally.refused[Reason.WRONG_POST]) > 1


def test_a_walk_is_the_same_from_the_same_seed() -> None:
    assert walk("md-mini-payout", 7, 300) == walk("md-mini-payout", 7, 300)
    assert walk("md-mini-payout", 7, 300) != walk("md-mini-payout", 8, 300)


def test_players_without_chips_at_a_full_table_buy_some() -> None:
    walker = Walker("md-mini-payout", 1)
    seats = [act for act in due(walker.rules, walker.state) if act.do == "sit"]
    for act in seats:
        walker.give({**walker.told(act), "buy-in": walker.rules.smallest_chip})
    assert len(walker.state.seated) == walker.rules.seats
    walker.get_on()
    assert walker.tally.coups == 1


def turned(rulebook: str, *seeds: int) -> set[str]:
    """The groups of cards that are turned together in some clumsy walks."""
    found: set[str] = set()
    for seed in seeds:
        walker = Walker("md-mini-classic", seed, rulebook)
        walker.clumsy = 0.25
        walker.weights |= {walker.make_noise: 0}
        found |= {act.removeprefix("turn ") for act in walker.walk(800).acts if act.startswith("turn ")}
    return found


def test_an_unseen_card_opens_a_simulated_round_by_the_earlier_word_alone() -> None:
    """By the present one it waits for a hand that is played, so that the cards after it are never open before it."""
    present, earlier = text_of("md-mini"), "first-card-of-next-hand"
    after_unseen = {"P1", "P1 B1", "P1 B1 B2", "P1 B1 P2", "P1 B2", "P1 P2 B2"}
    assert turned(present.replace(f"{earlier}-played", earlier), 1, 5, 7, 10) >= after_unseen
    assert not turned(present, 1, 2) & after_unseen


# ---------------------------------------------------------------- a table that does not hold is noticed


@pytest.fixture
def walker() -> Walker:
    walker = Walker("md-mini-payout", 1)
    while len(walker.state.seated) < 2:
        walker.come_or_go()
    return walker


def test_money_from_nowhere(walker: Walker) -> None:
    accounts = {**walker.state.accounts, "seat/1": 7}
    walker.session.state = replace(walker.state, accounts=accounts)
    with pytest.raises(Broken, match="the accounts come to 7 cents"):
        walker.get_on()


def test_a_card_from_nowhere(walker: Walker) -> None:
    walker.stack.draw()
    with pytest.raises(Broken, match="cards are in the shoe, the table says"):
        walker.get_on()


def test_a_cover_card_that_is_dealt_past(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    walker.session.state = replace(walker.state, cover="in", cover_depth=walker.state.left)
    monkeypatch.setattr("tests.walk.walker.house", lambda *moment: Due(Deal, Role.DEALER, places=("P1",), must=True))
    with pytest.raises(Broken, match="the cover card lies on top, and P1 is dealt"):
        walker.get_on()


def test_a_refusal_that_changes_something(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    do = walker.session.do

    def wrong(command: AnyCommand) -> object:
        walker.session.state = replace(walker.state, version=walker.state.version)
        return do(command)

    monkeypatch.setattr(walker.session, "do", wrong)
    with pytest.raises(Broken, match="a refusal has changed something"):
        walker.give({"do": "perform", "by": Role.DEALER, "who": "dealer", "step": "no-more-bets"})


@pytest.mark.parametrize("section, words", [("", "nothing is cited"), (".07D", "governs neither what is due nor")])
def test_a_refusal_that_cites_nothing_or_another_act(
    walker: Walker, monkeypatch: pytest.MonkeyPatch, section: str, words: str
) -> None:
    """Bets are not closed before a shoe is ready: what is due there is to be cited."""
    refusal = Refusal(Reason.WRONG_PHASE, section)
    monkeypatch.setattr(walker.session, "do", lambda command: refusal)
    seat, who = next(iter(walker.state.seated.items()))
    with pytest.raises(Broken, match=words):
        walker.give({"do": "wager", "by": Role.PLAYER, "who": who, "seat": seat, "wager": "player", "cents": 500})


def test_an_act_that_is_expected_and_refused(walker: Walker) -> None:
    with pytest.raises(Broken, match="was expected, and refused"):
        walker.follow(Due(Perform, Role.DEALER, "no-more-bets-please", must=True))


def test_an_error(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(command: AnyCommand) -> object:
        raise KeyError("seat")

    monkeypatch.setattr(walker.session, "do", wrong)
    with pytest.raises(Broken, match=r"KeyError: 'seat' \[python -m tests.walk.walker md-mini-payout 1 "):
        walker.do_what_is_due()


def test_a_table_that_does_not_get_on(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.walk.walker.ACTS", 5)
    with pytest.raises(Broken, match="nothing gets on"):
        walker.get_on()


def test_a_state_that_is_not_what_its_log_says(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    do = walker.session.do

    def forgetful(command: AnyCommand) -> object:
        before = walker.state
        answer = do(command)
        events: tuple[AnyEvent, ...] = answer.events if isinstance(answer, Accepted) else ()
        if any(isinstance(event, ChipsBought) for event in events):
            walker.session.state = replace(before, version=walker.state.version)
        return answer

    walker.get_on()
    monkeypatch.setattr(walker.session, "do", forgetful)
    walker.buy(next(iter(walker.state.seated)), 10_000)
    with pytest.raises(Broken, match="the state does not come out of its events"):
        walker.look_back()
