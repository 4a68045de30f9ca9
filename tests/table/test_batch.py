"""Several acts in one command: a seat's wagers, and the beats of the automatic dealer, are their acts in a row."""

from random import Random

import pytest
from msgspec.structs import replace

from punto.core.roles import Role
from punto.table import Outcome, Reason, Refusal, TableState, after, carry_out, decide, evolve
from punto.table.commands import AnyCommand, Proceed, Turn, Wagers
from punto.table.drive import house as next_of_house
from punto.table.events import CardDealt, CardTurned
from punto.table.phases import TRANSITIONS, Phase, Transition
from tests import filed
from tests.table.harness import Table, rules_of, shuffled

SUBMISSIONS = filed.NAMES
UNHELD = ("md-mini-classic", "md-mini-ez", "md-mini-payout")  # nobody squeezes


def wagering(seat: int, **stakes: int) -> Wagers:
    return Wagers(id="w", by=Role.PLAYER, who=f"p{seat}", at=0, seat=seat, stakes=stakes)


def ready(name: str, seed: int = 1) -> Table:
    house = Table(name, shuffled(rules_of(name).shoe.decks, seed), players=(1, 3, 5))
    house.auto(phase=Phase.BETTING)
    return house


def main_wagers(house: Table) -> list[str]:
    return [wager.key for wager in house.rules.wagers if wager.hand] + ["tie"]


# ---------------------------------------------------------------- wagers


def test_several_wagers_are_those_wagers_one_after_the_other() -> None:
    together, apart = ready("md-mini-classic"), ready("md-mini-classic")
    made = together.give(wagering(3, banker=10_000, tie=2_500))
    events = apart.must(do="wager", seat=3, wager="banker", cents=10_000)
    assert made == events + apart.must(do="wager", seat=3, wager="tie", cents=2_500)
    assert together.state == apart.state


@pytest.mark.parametrize(
    "command, reason",
    [
        (wagering(3, banker=10_000, tie=1), Reason.BAD_AMOUNT),
        (wagering(3, banker=10_000, lottery=500), Reason.NOT_OFFERED),
        (replace(wagering(3, banker=10_000), who="p5"), Reason.NOT_YOUR_SEAT),
        (wagering(3, banker=6_000_000, tie=500_000), Reason.ABOVE_MAXIMUM),
        (wagering(3), Reason.NO_WAGERS),
        (replace(wagering(3, banker=10_000), coup=7), Reason.WRONG_COUP),
    ],
)
def test_one_wager_that_is_refused_refuses_all(command: Wagers, reason: Reason) -> None:
    house = ready("md-mini-classic")
    refused = house.give(command)
    assert isinstance(refused, Refusal)
    assert refused.reason is reason
    assert not any(account.startswith("felt/") for account in house.state.accounts)


def test_wagers_on_what_the_chips_cannot_pay_together_are_refused() -> None:
    house = ready("md-mini-classic")
    house.must(do="sit", seat=7, buy_in=12_500)
    refused = house.give(wagering(7, banker=10_000, tie=5_000))
    assert refused == Refusal(Reason.NOT_ENOUGH_CHIPS, ".07B-C", {"chips": 2_500})


# ---------------------------------------------------------------- beats


def beat(house: Table) -> Proceed:
    """The automatic dealer's next command, with the faces that it needs."""
    act = next_of_house(house.rules, house.state)
    turned = act.places if act is not None and act.command is Turn else ()
    faces = {place: str(house.shoe.sealed[place]) for place in turned}
    return Proceed(id="b", by=Role.SYSTEM, who="house", at=0, faces=faces)


def play(house: Table) -> int:
    """Play a coup beat by beat; return how many there were."""
    beats, coup = 0, house.state.coup
    while house.state.coup == coup:
        events = house.give(beat(house))
        assert not isinstance(events, Refusal), events
        for event in events:
            if isinstance(event, CardDealt):
                house.shoe.dealt(event.place)
        beats += 1
    return beats


@pytest.mark.parametrize("name", UNHELD)
def test_beats_are_the_acts_of_the_automatic_dealer_in_a_row(name: str) -> None:
    """A whole shoe, played act by act and beat by beat, comes to the same events and the same state."""
    one, two = ready(name), ready(name)
    while one.state.shoe == 1:
        stakes = dict.fromkeys(main_wagers(one), 10_000)
        for seat in (1, 3, 5):
            for house in (one, two):
                house.give(wagering(seat, **stakes))
        begun, coup = len(one.events), one.state.coup
        while one.state.coup == coup:
            act = next_of_house(one.rules, one.state)
            assert act is not None
            one._do(act)
        play(two)
        assert one.events[begun:] == two.events[begun:]
        assert one.state == two.state


def test_a_coup_whose_faces_are_all_given_is_one_beat() -> None:
    one, four = ready("md-mini-classic"), ready("md-mini-classic")
    for house in (one, four):
        house.give(wagering(3, banker=10_000))
    begun = len(one.events)
    play(four)
    faces = {event.place: event.card for event in four.events[begun:] if isinstance(event, CardTurned)}
    assert one.give(Proceed(id="b", by=Role.SYSTEM, who="house", at=0, faces=faces)) == four.events[begun:]
    assert one.state == four.state


def test_a_coup_is_at_most_four_beats() -> None:
    house = ready("md-mini-classic")
    house.give(wagering(3, banker=10_000))
    assert 2 <= play(house) <= 4


def test_a_beat_ends_before_a_face_that_nobody_gave() -> None:
    house = ready("md-mini-classic")
    house.give(wagering(3, banker=10_000))
    assert house.give(Proceed(id="b", by=Role.SYSTEM, who="house", at=0))
    refused = house.give(Proceed(id="c", by=Role.SYSTEM, who="house", at=0, faces={"P1": "4h"}))
    assert isinstance(refused, Refusal)
    assert refused.detail == {"due": "turn P1 B1 P2 B2"}


def test_a_beat_waits_for_wagers_and_for_people() -> None:
    house = ready("md-mini-classic")
    refused = house.give(Proceed(id="b", by=Role.SYSTEM, who="house", at=0))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NO_WAGERS
    dealer = house.give(Proceed(id="b", by=Role.DEALER, who="d1", at=0))
    assert isinstance(dealer, Refusal)
    assert dealer.reason is Reason.WRONG_ROLE


def test_a_run_says_the_state_that_its_events_lead_to() -> None:
    house = ready("md-mini-classic")
    commands: tuple[AnyCommand, ...] = (wagering(3, banker=10_000), Proceed(id="b", by=Role.SYSTEM, who="house", at=0))
    for command in commands:
        outcome, state = carry_out(house.rules, house.state, command), house.state
        assert isinstance(outcome, Outcome)
        assert decide(house.rules, house.state, command) == outcome.events
        for event in outcome.events:
            state = evolve(state, event)
        assert state == outcome.state
        house.give(command)


# ---------------------------------------------------------------- phases


class Watched:
    """A state that writes down which of its fields are looked at."""

    def __init__(self, state: TableState) -> None:
        self.state, self.seen = state, set[str]()

    def __getattr__(self, name: str) -> object:
        self.seen.add(name)
        return getattr(self.state, name)


FACES = ("4h", "Kd", "9c", "2s", "Ah", None)


@pytest.mark.parametrize("transition", TRANSITIONS, ids=lambda one: f"{one.before}-{one.after}")
def test_a_transition_reads_the_fields_it_says(transition: Transition) -> None:
    """Otherwise a phase might not end when it should: only what a transition reads makes a table look at it."""
    seen: set[str] = set()
    places: list[dict[str, str | None]] = [
        {},
        dict(zip(("P1", "B1", "P2", "B2"), FACES, strict=False)),
        dict(zip(("P1", "B1", "P2", "B2", "P3", "B3"), FACES, strict=True)),
        dict(zip(("P1", "B1", "P2", "B2"), ("9h", "Kd", "Kc", "2s"), strict=True)),  # a natural: all is seen
    ]
    for lying in places:
        for accounts in ({}, {"felt/3/house-money": 500}):
            for agenda in ((), ("idle",), ("cut",)):
                state = TableState(places=lying, accounts=accounts, agenda=agenda, voided=True, ended=True)
                watched = Watched(state)
                transition.holds(watched)  # type: ignore[arg-type]
                seen |= watched.seen
    assert seen == set(transition.reads.split())


# ---------------------------------------------------------------- carrying out


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_what_is_carried_out_is_what_is_decided(name: str) -> None:
    """A shoe of every kind of table, beat by beat: the outcome has the events decided, and the state they lead to."""
    house, chance = ready(name), Random(name)
    last = 60 if house.rules.shoe.continuous else 200
    while house.state.shoe == 1 and house.state.coup < last:
        rules, state = house.rules, house.state
        for seat in sorted(state.seated) if state.phase is Phase.BETTING and not state.done else ():
            keys = [chance.choice(main_wagers(house)[:-1]), chance.choice([wager.key for wager in rules.wagers])]
            _same(house, wagering(seat, **{key: rules.limits[key].least for key in keys}))
            more = chance.choice((rules.limits[keys[0]].least, rules.limits[keys[0]].most))
            _same(house, wagering(seat, **{keys[0]: more}))  # and on top of it, up to what may lie there and beyond
        if not _same(house, beat(house)):
            act = next_of_house(house.rules, house.state) or house._person()
            assert act is not None
            house._do(act)


def _same(house: Table, command: AnyCommand) -> bool:
    outcome, decision = carry_out(house.rules, house.state, command), decide(house.rules, house.state, command)
    if isinstance(outcome, Refusal):
        assert decision == outcome
        return False
    assert outcome.events == decision
    assert outcome.state == after(house.state, outcome.events)
    house.give(command)
    for event in outcome.events:
        if isinstance(event, CardDealt):
            house.shoe.dealt(event.place)
    return True
