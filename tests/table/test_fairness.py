"""Fair cards at the table: who publishes what, in which order, and what is refused before it stands."""

from typing import Any

import pytest

from punto.core.roles import Role
from punto.fair import Contribution, pledge
from punto.game.card_sources import filling
from punto.game.game import Accepted
from punto.game.headless import Headless
from punto.table import Reason, Refusal
from punto.table import due as due_acts
from punto.table import events as e
from punto.table.card_positions import FairShoe, Stack
from punto.table.drive import filled, house
from punto.table.transcript import COMMANDS, Auto
from tests.game.sessions import ANN, AUTO, BET, CUT, ONE_COUP, SIT, played

VIRTUAL: dict[str, Any] = {"open": {"submission": "md-mini-payout", "seed": 1}}
CONTINUOUS: dict[str, Any] = {"open": {"submission": "ma-mini-continuous", "seed": 7}}
D1: dict[str, Any] = {"by": "dealer", "who": "d1"}
TIE: dict[str, Any] = {**BET, "wager": "tie", "cents": 2500}
ENTROPY = b"six two four one"


def events(table: Headless) -> list[e.AnyEvent]:
    return [event for record in table.session.store.records() for event in record.batch.events]


def tags(table: Headless) -> list[str]:
    return [str(event.__struct_config__.tag).partition("/")[0] for event in events(table)]


def do(table: Headless, name: str, by: Role = Role.SYSTEM, who: str = "keeper", **fields: Any) -> Accepted | Refusal:
    command: Any = COMMANDS[name](id=f"{name}-{table.session.state.version}", by=by, who=who, at=10**7, **fields)
    return table.session.do(command)


def reason(answer: Accepted | Refusal) -> str:
    assert isinstance(answer, Refusal)
    return str(answer.reason)


def due(table: Headless) -> list[str]:
    acts = due_acts(table.session.rules, table.session.state)
    return [act.do for act in acts if act.must]


def up_to(table: Headless, do_what: str) -> None:
    """Let the house do what is due, up to something."""
    for number in range(60):
        session = table.session
        act = house(session.rules, session.state)
        if act is None or act.do == do_what:
            return
        command = filled(session.rules, session.state, act, 10**7 + number, filling(table.keeper))
        assert isinstance(session.do(command), Accepted)
    raise AssertionError(f"{do_what} never comes")


def fair(table: Headless) -> FairShoe:
    found = table.session.state.fair
    assert found is not None
    return found


def stack(table: Headless) -> Stack:
    found = fair(table).stack
    assert found is not None
    return found


def pledged(table: Headless, who: str = "ann", seat: int = 3) -> Accepted | Refusal:
    made = pledge(bytes.fromhex(stack(table).commitment), Contribution(who, ENTROPY))
    return do(table, "pledge", Role.PLAYER, who, seat=seat, hash=made.hash.hex())


def revealed(table: Headless, who: str = "ann", seat: int = 3, entropy: bytes = ENTROPY) -> Accepted | Refusal:
    return do(table, "reveal-entropy", Role.PLAYER, who, seat=seat, entropy=entropy.hex())


# ---------------------------------------------------------------- the order of things


def test_a_shoe_is_committed_to_first_listed_before_the_cut_and_each_card_carries_its_salt() -> None:
    table, _ = played(VIRTUAL, SIT, AUTO, CUT, AUTO, BET, AUTO)
    seen = tags(table)
    assert seen[:2] == ["table-opened", "shoe-committed"]
    steps = [event.step if isinstance(event, e.StepPerformed) else "" for event in events(table)]
    assert seen.index("shoe-committed") < seen.index("cards-listed") < steps.index("offer-cut")
    turned = [event for event in events(table) if isinstance(event, e.CardTurned)]
    assert len(turned) >= 5
    assert all(len(event.salt) == 64 and event.position is not None for event in turned)
    assert turned[0].position == 140  # the card below the cut


def test_before_the_commitment_stands_only_seats_move() -> None:
    table, _ = played(VIRTUAL)
    assert due(table) == ["commit-shoe"]
    assert isinstance(do(table, "sit", Role.PLAYER, "ann", **{"seat": 3, "buy_in": 50000}), Accepted)
    refusal = do(table, "perform", Role.DEALER, "d1", step="inspect")
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.detail) == (Reason.KEEPERS_TURN, {"due": "commit-shoe"})
    assert reason(do(table, "wager", Role.PLAYER, "ann", seat=3, wager="banker", cents=10000)) == "keepers-turn"


def test_no_cut_is_offered_before_the_list_stands() -> None:
    table, _ = played(VIRTUAL, SIT)
    up_to(table, "list-cards")
    assert reason(do(table, "perform", Role.DEALER, "d1", step="offer-cut", seat=3)) == "keepers-turn"
    short = ("00" * 32,) * 311
    assert reason(do(table, "list-cards", hashes=short)) == "cannot-stand"
    assert reason(do(table, "list-cards", hashes=(*short, "zz" * 32))) == "cannot-stand"
    owed = table.keeper.owes(table.session.state)
    assert owed is not None
    table.session.do(table.keeper.command(table.session.state, owed, 10**7))
    assert due(table) == ["perform"]


def test_a_shoe_that_is_over_shows_its_seed_before_the_next_is_committed_to() -> None:
    order = {"do": "perform", "by": "floor", "who": "fay", "step": "order-shuffle"}
    table, _ = played({"open": {"submission": "ma-mini-classic", "seed": 1}}, SIT, AUTO, CUT, AUTO, order)
    assert tags(table)[-3:] == ["step-performed", "seed-revealed", "shoe-committed"]
    assert (stack(table).shoe, fair(table).owed, fair(table).at) == (2, (), {})


def test_a_shuffle_directed_before_the_first_card_gives_up_a_listed_stack_and_only_that() -> None:
    order = {"do": "perform", "by": "floor", "who": "fay", "step": "order-shuffle"}
    opened = {"open": {"submission": "ma-mini-classic", "seed": 1}}
    table, _ = played(opened, SIT, AUTO, order)
    assert tags(table)[-3:] == ["step-performed", "seed-revealed", "shoe-committed"]
    assert (stack(table).shoe, stack(table).again, stack(table).hashes) == (1, 1, ())
    first, second = (event for event in events(table) if isinstance(event, e.ShoeCommitted))
    assert first.commitment != second.commitment
    inspect = {"do": "perform", **D1, "step": "inspect"}
    table, _ = played(opened, SIT, inspect, order)
    assert (stack(table).again, "seed-revealed" in tags(table)) == (0, False)


def test_a_cut_made_again_goes_that_much_deeper() -> None:
    ordered = {"step": "order-recut", "why": "improper-cut", "rank": "pit-manager"}
    recut = {"do": "perform", "by": "floor", "who": "fay", **ordered}
    table, _ = played({"open": {"submission": "ma-midi-squeeze", "seed": 1}}, SIT, AUTO, CUT, recut, AUTO)
    made = [event for event in events(table) if isinstance(event, e.StepPerformed) and event.step.endswith("-cut")]
    depths = [event.cards for event in made if event.cards]
    assert [event.step for event in made if event.cards] == ["place-cut", "dealer-cut"]  # nobody else sits there
    assert (depths[0], stack(table).cut) == (140, sum(filter(None, depths)))
    assert depths[1] == table.keeper.cut(table.session.state)  # drawn, not chosen


# ---------------------------------------------------------------- who, when, what


@pytest.mark.parametrize(
    "name, fields", [("commit-shoe", {"commitment": "0" * 64}), ("reveal-seed", {"seed": "0" * 64})]
)
def test_only_the_keeper_and_only_when_it_is_due(name: str, fields: dict[str, Any]) -> None:
    table, _ = played(VIRTUAL, SIT)
    assert reason(do(table, name, **fields)) == "step-not-due"
    assert reason(do(table, name, Role.DEALER, "d1", **fields)) == "wrong-role"


@pytest.mark.parametrize("text", ["", "00", "0" * 63 + "x", "A" * 64])
def test_what_is_no_hash_is_no_commitment(text: str) -> None:
    table, _ = played(VIRTUAL)
    assert reason(do(table, "commit-shoe", commitment=text)) == "cannot-stand"


def test_a_seed_that_was_not_committed_to_cannot_be_shown() -> None:
    order = {"do": "perform", "by": "floor", "who": "fay", "step": "order-shuffle"}
    table, _ = played({"open": {"submission": "ma-mini-classic", "seed": 1}}, SIT, AUTO, CUT, AUTO)
    do(table, "perform", Role.FLOOR, "fay", step=order["step"])
    assert due(table) == ["reveal-seed"]
    assert reason(do(table, "reveal-seed", seed="0" * 64)) == "cannot-stand"
    assert reason(do(table, "reveal-seed", seed="seed")) == "cannot-stand"


@pytest.mark.parametrize(
    "name, by, fields",
    [
        ("commit-shoe", Role.SYSTEM, {"commitment": "0" * 64}),
        ("call-entropy", Role.SYSTEM, {}),
        ("list-cards", Role.SYSTEM, {"hashes": ()}),
        ("reveal-seed", Role.SYSTEM, {"seed": "0" * 64}),
        ("pledge", Role.PLAYER, {"seat": 3, "hash": "0" * 64}),
        ("reveal-entropy", Role.PLAYER, {"seat": 3, "entropy": "0" * 32}),
    ],
)
def test_a_physical_shoe_never_has_them(name: str, by: Role, fields: dict[str, Any]) -> None:
    table, _ = played(*ONE_COUP[:2])
    refusal = do(table, name, by, "ann" if by is Role.PLAYER else "keeper", **fields)
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.detail) == (Reason.NOT_ALLOWED_HERE, {"shoe": "physical"})
    assert table.session.state.fair is None


def test_a_physical_card_has_no_salt() -> None:
    table, _ = played({"open": {"submission": "md-mini-payout", "shoe": "physical"}}, SIT, AUTO, CUT, AUTO)
    turn = do(table, "turn", Role.DEALER, "d1", faces={"burn": "4h"}, salts={"burn": "0" * 64})
    assert reason(turn) == "not-allowed-here"
    assert isinstance(do(table, "turn", Role.DEALER, "d1", faces={"burn": "4h"}), Accepted)


# ---------------------------------------------------------------- faces


def to_the_burn() -> Headless:
    table, _ = played(VIRTUAL, SIT, AUTO, CUT)
    up_to(table, "turn")
    return table


def test_a_face_that_was_not_promised_cannot_be_turned() -> None:
    table = to_the_burn()
    state = table.session.state
    true, salts = table.keeper.faces(state, ["burn"]), table.keeper.salts(state, ["burn"])
    other = {"burn": "4h" if true["burn"] != "4h" else "5h"}
    assert reason(do(table, "turn", Role.DEALER, "d1", faces=other, salts=salts)) == "cannot-stand"
    assert reason(do(table, "turn", Role.DEALER, "d1", faces=true, salts={"burn": "0" * 64})) == "cannot-stand"
    assert reason(do(table, "turn", Role.DEALER, "d1", faces=true)) == "cannot-stand"
    assert isinstance(do(table, "turn", Role.DEALER, "d1", faces=true, salts=salts), Accepted)


def test_nothing_is_let_stand_where_wagers_are_made_on_screens() -> None:
    table, _ = played(VIRTUAL, SIT, AUTO, CUT, AUTO, BET)
    answer = do(table, "let-stand", Role.FLOOR, "fay", seat=3, wager="player", cents=1_00, why="seen too late")
    assert isinstance(answer, Refusal)
    assert (answer.reason, answer.detail) == (Reason.NOT_ALLOWED_HERE, {"shoe": "virtual"})


def test_a_face_that_was_proved_is_not_corrected() -> None:
    table, _ = played(VIRTUAL, SIT, AUTO, CUT, AUTO)
    answer = do(table, "correct", Role.FLOOR, "fay", place="burn", card="4h", why="misread")
    assert reason(answer) == "not-allowed-here"


# ---------------------------------------------------------------- players' entropy


def test_players_pledge_then_reveal_and_the_silent_are_named() -> None:
    table, _ = played(VIRTUAL, SIT, {**SIT, "who": "bob", "seat": 4})
    assert isinstance(pledged(table), Accepted)
    assert isinstance(pledged(table, "bob", 4), Accepted)
    assert isinstance(do(table, "call-entropy"), Accepted)
    assert isinstance(revealed(table), Accepted)
    list(table.play(Auto(9, None)))
    listed = next(event for event in events(table) if isinstance(event, e.CardsListed))
    assert (listed.silent, stack(table).entropy) == (("bob",), {"ann": ENTROPY.hex()})


def test_pledges_and_reveals_have_their_time() -> None:
    table, _ = played(VIRTUAL, SIT, {**SIT, "who": "bob", "seat": 4})
    assert reason(revealed(table)) == "step-not-due"
    assert reason(do(table, "call-entropy")) == "step-not-due"  # nobody pledged
    pledged(table)
    assert reason(pledged(table)) == "step-not-due"  # once a shoe
    assert reason(revealed(table)) == "step-not-due"  # not before all pledges are in
    do(table, "call-entropy")
    assert reason(pledged(table, "bob", 4)) == "step-not-due"  # bob might know what ann reveals
    assert reason(revealed(table, "bob", 4)) == "step-not-due"
    assert isinstance(revealed(table), Accepted)
    assert reason(revealed(table)) == "step-not-due"
    list(table.play(Auto(9, None)))
    assert reason(pledged(table, "bob", 4)) == "step-not-due"  # the list stands


def test_entropy_is_ones_own_and_what_was_pledged() -> None:
    table, _ = played(VIRTUAL, SIT)
    assert reason(pledged(table, "bob")) == "not-your-seat"
    assert reason(do(table, "pledge", Role.PLAYER, "ann", seat=3, hash="00")) == "cannot-stand"
    pledged(table)
    do(table, "call-entropy")
    assert reason(revealed(table, entropy=b"something else!!")) == "cannot-stand"
    assert reason(revealed(table, entropy=b"short")) == "cannot-stand"
    assert reason(do(table, "reveal-entropy", Role.PLAYER, "ann", seat=3, entropy="no hex")) == "cannot-stand"
    assert isinstance(revealed(table), Accepted)


def test_entropy_changes_the_order() -> None:
    without, _ = played(VIRTUAL, SIT, AUTO)
    table, _ = played(VIRTUAL, SIT)
    pledged(table)
    do(table, "call-entropy")
    revealed(table)
    list(table.play(Auto(9, None)))
    assert stack(table).commitment == stack(without).commitment
    assert not set(stack(table).hashes) & set(stack(without).hashes)


# ---------------------------------------------------------------- a continuous shoe


def test_a_continuous_shoe_is_committed_to_listed_and_shown_for_every_coup() -> None:
    table, _ = played(CONTINUOUS, {**SIT, "buy-in": 100000}, AUTO, TIE, AUTO, TIE, AUTO)
    committed = [event.coup for event in events(table) if isinstance(event, e.ShoeCommitted)]
    listed = [(event.coup, len(event.hashes)) for event in events(table) if isinstance(event, e.CardsListed)]
    shown = [event.coup for event in events(table) if isinstance(event, e.SeedRevealed)]
    assert (committed, listed, shown) == ([1, 2, 3], [(1, 52), (2, 52), (3, 52)], [1, 2])


def test_no_wager_before_a_coups_list() -> None:
    table, _ = played(CONTINUOUS, {**SIT, "buy-in": 100000})
    assert [tag for tag in tags(table) if tag != "player-seated"] == ["table-opened", "shoe-committed", "cards-listed"]
    table, _ = played(CONTINUOUS, {**SIT, "buy-in": 100000}, AUTO, TIE, AUTO)
    records = [event for event in events(table) if isinstance(event, e.CoupEnded | e.SeedRevealed | e.CardsListed)]
    assert [type(event).__name__ for event in records[-3:]] == ["CoupEnded", "SeedRevealed", "CardsListed"]


def test_a_card_kept_for_the_next_coup_is_not_shuffled_and_its_seed_waits() -> None:
    """The card drawn in error lies face down between two shuffles: the first seed would tell its face."""
    no_more = {"do": "perform", **D1, "step": "no-more-bets"}
    deal = [{"do": "deal", **D1, "place": place} for place in ("P1", "B1", "P2", "B2", "error")]
    table, _ = played(CONTINUOUS, {**SIT, "buy-in": 100000}, AUTO, TIE, no_more, *deal, AUTO)
    assert (stack(table).coup, stack(table).out, stack(table).size) == (2, ((1, 4),), 311)
    assert [owed.coup for owed in fair(table).owed] == [1]
    assert "seed-revealed" not in tags(table)
    table, _ = played(CONTINUOUS, {**SIT, "buy-in": 100000}, AUTO, TIE, no_more, *deal, AUTO, TIE, AUTO)
    shown = [event.coup for event in events(table) if isinstance(event, e.SeedRevealed)]
    kept = [event for event in events(table) if isinstance(event, e.CardTurned) and event.drawn_in]
    assert (shown, [(event.place, event.drawn_in, event.position) for event in kept]) == ([1, 2], [("P1", 1, 4)])


def test_ann_takes_nothing_from_the_keeper() -> None:
    table, _ = played(VIRTUAL, SIT)
    assert reason(do(table, "list-cards", Role.PLAYER, ANN["who"], hashes=())) == "wrong-role"
