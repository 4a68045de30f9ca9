"""A wallet, a table and a process between them that may die at any point: the money is always in exactly one place."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from punto.wallet import Kind, Refusal, State, evolve, recovery
from punto.wallet.messages import AnyCommand
from tests.wallet.wallet import Purse

FIRST = 1_000_00


class Table:
    """The other side, as little as it can be: chips, and the transfers it has carried out."""

    def __init__(self) -> None:
        self.chips, self.done = 0, set[str]()

    def carry_out(self, transfer: str, kind: Kind, cents: int) -> None:
        """Buy in or cash out under a transfer id, once."""
        if transfer not in self.done:
            self.chips += cents if kind is Kind.BUY_IN else -cents
            self.done.add(transfer)


class Crashes(RuleBasedStateMachine):
    """Each rule is one append somewhere; between any two of them everything may stop and be recovered."""

    @initialize()
    def open(self) -> None:
        self.purse, self.table = Purse(deposit=FIRST), Table()
        self.number = 0
        self.told: list[AnyCommand] = []

    @rule(cents=st.integers(1, FIRST), kind=st.sampled_from([Kind.BUY_IN, Kind.CASH_OUT]))
    def begins(self, cents: int, kind: Kind) -> None:
        leaving = sum(
            one.cents
            for key, one in self.purse.state.pending.items()
            if one.kind is Kind.CASH_OUT and key not in self.table.done
        )
        if kind is Kind.CASH_OUT and cents > self.table.chips - leaving:
            return  # a seat cannot cash out what it has not got
        self.number += 1
        self.tells(self.purse.begin(f"t{self.number}", kind, cents))

    @precondition(lambda self: self.purse.state.pending)
    @rule(data=st.data())
    def the_table_does_its_part(self, data: st.DataObject) -> None:
        begun = self.purse.state.pending[data.draw(st.sampled_from(sorted(self.purse.state.pending)))]
        self.table.carry_out(begun.transfer, begun.kind, begun.cents)

    @precondition(lambda self: self.purse.state.pending)
    @rule(data=st.data())
    def the_wallet_hears_of_it(self, data: st.DataObject) -> None:
        transfer = data.draw(st.sampled_from(sorted(self.purse.state.pending)))
        done = transfer in self.table.done
        self.tells(self.purse.post(transfer) if done else self.purse.void(transfer))

    @rule()
    def everything_stops_and_is_recovered(self) -> None:
        state = State()
        for event in self.purse.events:
            state = evolve(state, event)
        assert state == self.purse.state
        for command in recovery(state, self.table.done, at=self.purse.at):
            self.tells(command)
        assert self.purse.state.pending == {}
        assert self.purse.state.available + self.table.chips == FIRST

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def somebody_tells_it_again(self, data: st.DataObject) -> None:
        before = self.purse.money
        answer = self.purse.tries(data.draw(st.sampled_from(self.told)))
        assert isinstance(answer, Refusal) or answer == ()
        assert self.purse.money == before

    def tells(self, command: AnyCommand) -> None:
        answer = self.purse.tries(command)
        if not isinstance(answer, Refusal):
            self.purse.does(command)
            self.told.append(command)

    @invariant()
    def the_money_is_in_one_place(self) -> None:
        """Held is ours until the table has taken it; announced is ours once the table has given it."""
        state, done = self.purse.state, self.table.done
        held = sum(one.cents for key, one in state.pending.items() if not one.kind.comes and key not in done)
        given = sum(one.cents for key, one in state.pending.items() if one.kind.comes and key in done)
        assert state.available + held + given + self.table.chips == FIRST

    @invariant()
    def nothing_is_below_zero(self) -> None:
        assert min(self.purse.state.available, self.purse.state.held, self.table.chips) >= 0
        assert sum(self.purse.state.accounts.values()) == 0


TestCrashes = Crashes.TestCase
TestCrashes.settings = settings(max_examples=60, stateful_step_count=30)
