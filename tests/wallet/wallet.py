"""A wallet to try things on: commands with their envelopes, and a clock that somebody else moves."""

from typing import Any

from punto.core.roles import Role
from punto.wallet import Kind, Reason, Refusal, State, Terms, decide, evolve
from punto.wallet.messages import AnyCommand, AnyEvent, Begin, Open, Own, Post, SetLimit, Void

OWNER = "p-7f3a"
MB_02 = "table/MB-02/seat/3"


class Purse:
    """An open wallet; it keeps its events."""

    def __init__(self, terms: Terms | None = None, deposit: int = 0, at: int = 0) -> None:
        self.terms, self.state, self.at = terms or Terms(), State(), at
        self.events: list[AnyEvent] = []
        self.number = 0
        self.does(Open(**self.by(Role.SYSTEM), owner=OWNER))
        if deposit:
            self.moves("first", Kind.DEPOSIT, deposit, "bank")

    def by(self, role: Role, who: str = "") -> dict[str, Any]:
        self.number += 1
        who = who or (OWNER if role is Role.PLAYER else "floor")
        return {"id": f"c{self.number}", "by": role, "who": who, "at": self.at}

    def tries(self, command: AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        return decide(self.terms, self.state, command)

    def does(self, command: AnyCommand) -> tuple[AnyEvent, ...]:
        events = self.tries(command)
        assert not isinstance(events, Refusal), events
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)
        return events

    def refused(self, command: AnyCommand) -> Reason:
        before = self.state
        answer = self.tries(command)
        assert isinstance(answer, Refusal), answer
        assert self.state == before
        return answer.reason

    def begin(self, transfer: str, kind: Kind, cents: int, place: str = MB_02) -> Begin:
        return Begin(**self.by(Role.PLAYER), transfer=transfer, kind=kind, cents=cents, place=place)

    def post(self, transfer: str) -> Post:
        return Post(**self.by(Role.SYSTEM), transfer=transfer)

    def void(self, transfer: str) -> Void:
        return Void(**self.by(Role.SYSTEM), transfer=transfer)

    def limit(self, limit: Own, cents: int | None) -> SetLimit:
        return SetLimit(**self.by(Role.PLAYER), limit=limit, cents=cents)

    def moves(self, transfer: str, kind: Kind, cents: int, place: str = MB_02) -> None:
        """Both steps of a transfer."""
        self.does(self.begin(transfer, kind, cents, place))
        self.does(self.post(transfer))

    @property
    def money(self) -> tuple[int, int]:
        """What is available, and what is held."""
        return self.state.available, self.state.held
