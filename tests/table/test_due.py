"""Every command that is due is accepted, with every kind of value that its holes permit."""

from typing import Any

import msgspec
import pytest

from punto.core.roles import Role
from punto.fair import Contribution, pledge
from punto.game.card_sources import filling
from punto.game.game import Accepted, Session
from punto.game.virtual_shoe import VirtualShoe
from punto.record.memory import MemoryStore
from punto.record.vault import Derived
from punto.table import Due, Reason, Refusal, TableState, decide, due
from punto.table import commands as c
from punto.table.drive import drive, filled, house, person
from punto.table.holes import UNTOLD, Amount, Depth, Hex, wire
from punto.table.state import stakes
from tests import filed
from tests.table.harness import Table, shuffled
from tests.walk.people import SUBMISSIONS
from tests.walk.walker import Walker

COUPS = 3


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_what_is_due_is_accepted_with_whatever_its_holes_permit(submission: str) -> None:
    """On a walk with irregularities, corrections and players who come and go."""
    walker = Walker(submission, 3)
    walker.thorough = 0.5
    tally = walker.walk(450)
    assert tally.coups > 1
    assert min(tally.tried["wager"], tally.tried["deal"], tally.tried["turn"], tally.tried["perform"]) > 20


# ---------------------------------------------------------------- virtual shoes


class Virtual:
    """A table with a virtual shoe, its keeper, and three players who pledge."""

    def __init__(self, submission: str) -> None:
        opening = filed.opening(filed.text(submission), rack=10_000_000_00, virtual=True)
        self.session, _ = Session.open(MemoryStore(), opening)
        self.keeper = VirtualShoe(self.session.rules, Derived(bytes(32)))
        self.rules, self.tried, self.number = self.session.rules, set[str](), 0

    @property
    def state(self) -> TableState:
        return self.session.state

    def do(self, command: c.AnyCommand) -> Accepted | Refusal:
        answer = self.session.do(command)
        if isinstance(answer, Accepted):
            self.all_is_accepted()
        return answer

    def all_is_accepted(self) -> None:
        for act in due(self.rules, self.state):
            answer = decide(self.rules, self.state, self.filled(act))
            early = isinstance(answer, Refusal) and answer.reason is Reason.STEP_NOT_DUE and act.step == "take-out"
            assert early or not isinstance(answer, Refusal), (act, answer)  # a table is idle after a while
            self.tried.add(act.do)

    def filled(self, act: Due) -> c.AnyCommand:
        """The command that does an act; the keeper and the players know their secrets."""
        self.number += 1
        if act.command in (c.Pledge, c.RevealEntropy):
            return self.of_player(act)
        if any(isinstance(hole, Hex) for _, hole in act.holes):
            return self.keeper.command(self.state, act, 0)
        if act.command is c.Sit:
            return act.fill(f"sit-{self.number}", f"p{act.seat}", 0, buy_in=1_000_00)
        return filled(self.rules, self.state, act, 0, filling(self.keeper), f"c{self.number}")

    def of_player(self, act: Due) -> c.AnyCommand:
        stack = self.state.fair.stack if self.state.fair else None
        assert stack is not None
        who, entropy = self.state.seated[act.seat or 0], bytes([act.seat or 0] * 16)
        pledged = pledge(bytes.fromhex(stack.commitment), Contribution(who, entropy)).hash.hex()
        secret: dict[str, Any] = {"hash": pledged} if act.command is c.Pledge else {"entropy": entropy.hex()}
        return act.fill(f"{act.do}-{self.number}", who, 0, **secret)

    def policy(self, rules: Any, state: TableState) -> Due | None:
        """Pledge and reveal first; then bet; then do what must be done."""
        acts, lying = due(rules, state), stakes(state)
        own = [act for act in acts if act.command in (c.Pledge, c.RevealEntropy)]
        bets = [act for act in acts if act.command is c.Wager and (act.seat, act.wager) not in lying]
        keeper = [act for act in acts if act.must and act.by is Role.SYSTEM and act.command is not c.Perform]
        return next(iter((*own, *bets, *keeper)), None) or house(rules, state) or person(rules, state)


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_what_is_due_at_a_virtual_shoe_is_accepted(submission: str) -> None:
    table = Virtual(submission)
    for seat in (1, 2, 5):
        sit = c.Sit(id="s", by=Role.PLAYER, who=f"p{seat}", at=0, seat=seat, buy_in=9_000_00)
        assert isinstance(table.do(sit), Accepted)
    for act, answer in drive(table, table.policy, table.filled):
        assert isinstance(answer, Accepted), (act, answer)
        if table.state.coup > COUPS:
            break
    assert {"commit-shoe", "list-cards", "pledge", "deal", "turn", "perform", "wager", "sit"} <= table.tried


# ---------------------------------------------------------------- what is not offered


def test_a_wager_is_offered_as_far_as_chips_and_limits_go() -> None:
    table = Table("md-mini-payout", "2c 9h 9d Ks Qd 5d 5c 6h 3s", (1,)).ready()
    limit, chip = table.rules.limits["player"], table.rules.smallest_chip
    (own,) = (dict(act.holes)["cents"] for act in table.expected() if act.do == "wager" and act.wager == "player")
    assert own == Amount(limit.least, min(limit.most, table.chips(1)), chip)
    table.must(do="wager", seat=1, wager="player", cents=limit.least)
    (own,) = (dict(act.holes)["cents"] for act in table.expected() if act.do == "wager" and act.wager == "player")
    assert own == Amount(chip, min(limit.most - limit.least, table.chips(1)), chip)


def test_a_wager_without_chips_and_one_that_another_rests_on_are_not_offered() -> None:
    table = Table("ma-mini-ez-royal", shuffled(8, 1), (1,)).ready()
    table.must(do="wager", seat=1, wager="player", cents=table.rules.limits["player"].least)
    table.must(do="wager", seat=1, wager="royal-9", cents=table.rules.limits["royal-9"].least)
    assert [act.wager for act in table.expected() if act.do == "withdraw"] == ["royal-9"]
    table.must(do="sit", seat=2, buy_in=table.rules.smallest_chip)
    assert not [act for act in table.expected() if act.do == "wager" and act.seat == 2]


def test_holes_that_are_not_filled_are_named() -> None:
    table = Table("md-mini-payout", (), (1,))
    table.auto(until="offer-cut")
    (cut,) = (act for act in table.expected() if act.step == "place-cut")
    with pytest.raises(ValueError, match="perform needs cards"):
        cut.fill("x", "p1", 0)
    assert dict(cut.holes) == {"cards": Depth(10, 302, 156)}


def test_the_rack_is_told_to_the_house_alone() -> None:
    table = Table("md-mini-payout")
    sit = next(act for act in table.expected() if act.do == "sit")
    rack, chip = table.state.accounts["rack"], table.rules.smallest_chip
    assert wire(sit, house=True).holes == {"buy-in": Amount(chip, rack, chip)}
    assert wire(sit).holes == {"buy-in": Amount(chip, UNTOLD, chip)}


def test_an_act_is_sent_with_its_fields_and_holes_beside_the_deprecated_ones() -> None:
    table = Table("md-mini-payout", (), (1,))
    table.auto(until="offer-cut")
    (cut,) = (act for act in table.expected() if act.step == "place-cut")
    assert msgspec.to_builtins(wire(cut)) == {
        "command": "perform",
        "by": "player",
        "given": {"step": "place-cut", "seat": 1},
        "holes": {"cards": {"hole": "depth", "least": 10, "most": 302, "usual": 156}},
        "seat": 1,
        "must": True,
        "section": cut.section,
        "do": "perform",
        "what": "place-cut",
    }
