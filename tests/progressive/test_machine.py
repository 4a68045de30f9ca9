"""Linked tables in any interleaving: not a micro-cent is lost, and no shown meter turns back but for a hit."""

from fractions import Fraction
from functools import cache

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from punto.core.roles import Role
from punto.progressive import MICRO, Refusal, State, Terms, evolve, faults, reconcile, shown
from punto.progressive.messages import (
    AnyCommand,
    AnyEvent,
    EndRound,
    HitReversed,
    MeterAdjusted,
    MeterHit,
    MustHitWon,
    Reverse,
    Settle,
    StakesContributed,
)
from tests.law.submitting import PROGRESSIVE, Changes
from tests.progressive.installed import Bench, Kind, installation

# Rates that make fractions of a cent, reserves that make fractions of a micro-cent, ceilings that are soon reached.
ODD_PROGRESSIVE: Changes = {
    **PROGRESSIVE,
    "wagers.royal-9.meters": {
        "star": {"seed": 10_00, "rate": "9.123457%", "reserve": "33.333333%"},
        "spade": {"seed": 0, "rate": "0.000001%", "reserve": "50%"},
        "heart": {"seed": 3_50, "rate": "40%", "reserve": "10%", "ceiling": 7_77},
    },
    "wagers.royal-9.must-hit": {"seed": 5_00, "rate": "12.345678%", "reserve": "1%", "ceiling": 9_00},
}
ODD_LEVELS: Changes = {
    "wagers.royal-9": {
        "paytable": 2,
        "meters": {
            "major": {"reserve": "12.5%", "ceiling": 25_004_00},
            "k9-banker": {"reserve": "99.999999%"},
            "k9-player": {"ceiling": 350_01},
        },
    }
}
CHOICES = (("ma-mini", ODD_PROGRESSIVE), ("ma-midi", ODD_PROGRESSIVE), ("ma-baccarat", ODD_LEVELS))
TABLES = ("A", "B", "C")
seats = st.sets(st.integers(1, 6), max_size=6).map(lambda found: tuple(sorted(found)))


@cache
def terms_of_choice(choice: int) -> Terms:
    return installation(*CHOICES[choice])


class Linked(RuleBasedStateMachine):
    """Three tables, one installation, and a ledger of our own in whole cents."""

    @initialize(choice=st.integers(0, len(CHOICES) - 1))
    def open(self, choice: int) -> None:
        self.bench = Bench(terms_of_choice(choice), *TABLES)
        self.coups = dict.fromkeys(TABLES, 1)
        self.won: dict[str, set[int]] = {}
        self.stakes = self.awards = 0
        self.last: AnyCommand | None = None
        self.adjusted = dict.fromkeys(self.bench.terms.meters, 0)

    # ------------------------------------------------------------ what happens

    @rule(table=st.sampled_from(TABLES), seats=seats, data=st.data())
    def wins(self, table: str, seats: tuple[int, ...], data: st.DataObject) -> None:
        categories = st.sampled_from(sorted(self.bench.terms.awards))
        claims = data.draw(st.dictionaries(st.sampled_from(seats), categories, max_size=3) if seats else st.just({}))
        if table in self.won or not claims:
            return
        self.does(self.bench.claim(self.coups[table], *claims.items(), table=table, seats=seats))
        self.won[table] = set(claims)

    @rule(table=st.sampled_from(TABLES), seats=seats, kind=st.sampled_from(["wagered", "wagered", "wagered", "void"]))
    def ends(self, table: str, seats: tuple[int, ...], kind: Kind) -> None:
        winners = self.won.pop(table, set())
        command = self.bench.ending(
            self.coups[table],
            *sorted({*seats, *winners}),
            table=table,
            kind="wagered" if winners else kind,
        )
        self.coups[table] += 1
        self.does(command)

    @rule(table=st.sampled_from(TABLES))
    def corrects(self, table: str) -> None:
        if table not in self.won:
            return
        reverse = Reverse(
            id="r", by=Role.FLOOR, who="floor", at=1, table=table, shoe=1, coup=self.coups[table], why="misread"
        )
        if not isinstance(self.tries(reverse), Refusal):  # nobody has won that meter since
            self.does(reverse)
            del self.won[table]

    @rule(data=st.data(), micro=st.integers(1, 3 * MICRO))
    def adjusts(self, data: st.DataObject, micro: int) -> None:
        meter = data.draw(st.sampled_from(sorted(self.bench.terms.meters)))
        up = data.draw(st.booleans())
        debit, credit = ("house", f"meter/{meter}") if up else (f"meter/{meter}", "house")
        proposal = self.bench.proposal(debit, credit, micro)
        if isinstance(self.tries(proposal), Refusal):  # below zero, or above the ceiling
            return
        self.does(proposal)
        self.does(self.bench.approval(proposal, "ben"))

    @precondition(lambda self: isinstance(self.last, Settle | EndRound))
    @rule()
    def tells_it_again(self) -> None:
        assert self.last is not None
        assert self.tries(self.last) == ()

    @rule(table=st.sampled_from(TABLES), seats=seats)
    def tells_of_a_coup_long_past(self, table: str, seats: tuple[int, ...]) -> None:
        assert isinstance(self.tries(self.bench.ending(0, *seats, table=table, shoe=-1)), Refusal)

    # ------------------------------------------------------------ our own ledger

    def tries(self, command: AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        before = msgspec.json.encode(self.bench.state)
        answer = self.bench.tries(command)
        assert msgspec.json.encode(self.bench.state) == before
        return answer

    def does(self, command: AnyCommand) -> None:
        for event in self.decided(command):
            before, after = self.bench.state, evolve(self.bench.state, event)
            self.watch(event, before, after)
            self.bench.state = after
            self.bench.events.append(event)
        self.last = command

    def decided(self, command: AnyCommand) -> tuple[AnyEvent, ...]:
        answer = self.tries(command)
        assert not isinstance(answer, Refusal), answer
        return answer

    def watch(self, event: AnyEvent, before: State, after: State) -> None:
        """A display turns back for a hit or an adjustment of its own meter, and for nothing else."""
        for meter in self.bench.terms.meters:
            if meter != changed_meter(event):
                assert shown(after, meter) >= shown(before, meter)
        if isinstance(event, StakesContributed):
            self.stakes += len(event.seats)
        if isinstance(event, MeterHit | MustHitWon):
            self.awards += event.award
            assert event.award <= event.shown == shown(before, event.meter)
            pot = f"meter/{event.meter}"
            fraction = before.pots.get(pot, 0) % MICRO
            came = sum(move.micro for move in event.moves if move.credit == pot)
            assert after.pots.get(pot, 0) == fraction + (event.shown - event.award) * MICRO + came
        if isinstance(event, HitReversed):
            self.awards -= event.award

    # ------------------------------------------------------------ what always holds

    @invariant()
    def nothing_is_lost(self) -> None:
        state, terms = self.bench.state, self.bench.terms
        assert faults(terms, state) == ()
        inside = sum(micro for pot, micro in state.pots.items() if not pot.startswith("table/"))
        assert inside == (self.stakes * terms.stake - self.awards) * MICRO

    @invariant()
    def every_meter_got_its_rate_of_every_stake(self) -> None:
        rows = {row.pot: row for row in reconcile(self.bench.state)}
        for key, meter in self.bench.terms.meters.items():
            pots = [rows[pot].contributed for pot in (f"{kind}/{key}" for kind in POTS) if pot in rows]
            exact = Fraction(5_00 * MICRO) * meter.rate
            assert exact.denominator == 1
            assert sum(pots) == self.stakes * exact

    @invariant()
    def no_meter_is_above_its_ceiling(self) -> None:
        for key, meter in self.bench.terms.meters.items():
            assert meter.ceiling is None or shown(self.bench.state, key) <= meter.ceiling

    def teardown(self) -> None:
        """What is read back from its bytes is the same state."""
        replayed = State()
        for event in self.bench.events:
            replayed = evolve(replayed, msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent))
        assert msgspec.json.encode(replayed) == msgspec.json.encode(self.bench.state)


POTS = ("meter", "reserve", "overflow")


def changed_meter(event: AnyEvent) -> str:
    """The meter whose display may turn back with an event."""
    if isinstance(event, MeterHit | MustHitWon | HitReversed):
        return event.meter
    if isinstance(event, MeterAdjusted):
        return next((pot.removeprefix("meter/") for pot in event.before if pot.startswith("meter/")), "")
    return ""


TestLinked = Linked.TestCase
TestLinked.settings = settings(max_examples=40, stateful_step_count=40)
