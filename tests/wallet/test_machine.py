"""A wallet from day to day: whatever is begun, posted, undone and limited, it holds what came less what went."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.wallet import Kind, Refusal, State, Terms, decide, evolve
from punto.wallet.messages import AnyCommand, Begin, Own, SetLimit
from tests.wallet.wallet import OWNER, Purse

TERMS = Terms(
    most={Kind.DEPOSIT: 900, Kind.BUY_IN: 700},
    most_a_day={Kind.DEPOSIT: 1500, Kind.WITHDRAWAL: 1200},
    most_balance=2500,
    most_pending=4,
)
AMOUNTS = st.one_of(st.integers(1, 1000), st.sampled_from([0, -1, 2**63, 10**30]))
KINDS = st.sampled_from(Kind)
LIMITS: st.SearchStrategy[Own] = st.sampled_from(["deposit", "loss"])


class Days(RuleBasedStateMachine):
    """One wallet, and a ledger of our own that knows amounts and days only."""

    @initialize()
    def open(self) -> None:
        self.purse = Purse(TERMS)
        self.came = self.went = self.number = 0
        self.deposited: dict[int, int] = {}  # by day, begun and not undone

    def tell(self, command: AnyCommand) -> bool:
        """Give a command; a refused one changes nothing, one that is told again does nothing."""
        before = self.purse.state
        answer = decide(TERMS, before, command)
        if isinstance(answer, Refusal):
            assert self.purse.state is before
            return False
        self.purse.does(command)
        again = decide(TERMS, self.purse.state, command)
        assert again == () or isinstance(again, Refusal) or isinstance(command, SetLimit)
        return bool(answer)

    @property
    def day(self) -> int:
        return self.purse.at // DAY

    # ------------------------------------------------------------ what happens

    @rule(kind=KINDS, cents=AMOUNTS)
    def a_transfer_is_begun(self, kind: Kind, cents: int) -> None:
        self.number += 1
        command = self.purse.begin(f"t{self.number}", kind, cents, "bank")
        if self.tell(command) and kind is Kind.DEPOSIT:
            self.deposited[self.day] = self.deposited.get(self.day, 0) + cents

    @precondition(lambda self: self.purse.state.pending)
    @rule(data=st.data(), posted=st.booleans())
    def it_ends(self, data: st.DataObject, posted: bool) -> None:
        transfer = data.draw(st.sampled_from(sorted(self.purse.state.pending)), label="transfer")
        begun = self.purse.state.pending[transfer]
        assert self.tell(self.purse.post(transfer) if posted else self.purse.void(transfer))
        if posted and begun.kind.comes:
            self.came += begun.cents
        elif posted:
            self.went += begun.cents
        elif begun.kind is Kind.DEPOSIT:
            self.deposited[begun.at // DAY] -= begun.cents

    @rule(limit=LIMITS, cents=st.one_of(st.none(), st.integers(0, 1000)))
    def a_limit_is_set(self, limit: Own, cents: int | None) -> None:
        assert self.tell(self.purse.limit(limit, cents))

    @rule(hours=st.integers(1, 40))
    def time_goes_on(self, hours: int) -> None:
        self.purse.at += hours * DAY // 24

    @rule(kind=KINDS, cents=AMOUNTS, by=st.sampled_from(Role), who=st.sampled_from([OWNER, "stranger"]))
    def somebody_else_tries(self, kind: Kind, cents: int, by: Role, who: str) -> None:
        if (by, who) == (Role.PLAYER, OWNER):
            return
        command = Begin(id="x", by=by, who=who, at=self.purse.at, transfer="x", kind=kind, cents=cents, place="bank")
        assert not self.tell(command)

    # ------------------------------------------------------------ what holds

    @invariant()
    def what_came_less_what_went_is_there(self) -> None:
        state = self.purse.state
        assert state.available + state.held == self.came - self.went
        assert sum(state.accounts.values()) == 0
        assert min(state.available, state.held) >= 0

    @invariant()
    def nothing_goes_beyond_the_house_s_limits(self) -> None:
        state = self.purse.state
        assert all(cents <= 1500 for cents in self.deposited.values())
        cash_outs = sum(one.kind is Kind.CASH_OUT for one in state.pending.values())
        assert len(state.pending) - cash_outs <= TERMS.most_pending

    def teardown(self) -> None:
        """The state comes out of its events again."""
        state = State()
        for event in self.purse.events:
            state = evolve(state, event)
        assert state == self.purse.state


TestDays = Days.TestCase
TestDays.settings = settings(max_examples=60, stateful_step_count=30)
