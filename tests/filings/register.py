"""A register of filings in memory, for the tests."""

from typing import Any

from punto.core.roles import Duty
from punto.filings import Refusal, State, decide, evolve
from punto.filings import messages as f
from punto.filings.state import MINUTE

HALF_AN_HOUR = 30 * MINUTE
NOTICE: dict[str, Any] = {"pit": "High limit", "option": "reshuffle", "value": True, "minutes": 30}
WRITTEN: dict[str, Any] = {"text": "From 20:27 on the stack is shuffled again after lacing.", "section": "5(a)(2)"}


class Book:
    """A register, and commands to it: each answers with its events, or with the reason of its refusal."""

    def __init__(self) -> None:
        self.state, self.number = State(), 0
        self.detail: dict[str, str | int] = {}

    def does(self, command: type[Any], at: int = 0, who: str = "pam", by: Duty = Duty.FLOOR, /, **fields: Any) -> Any:
        self.number += 1
        decision = decide(self.state, command(id=str(self.number), by=by, who=who, at=at, **fields))
        if isinstance(decision, Refusal):
            self.detail = decision.detail
            return decision.reason
        for event in decision:
            self.state = evolve(self.state, event)
        return decision

    def approved(self, kind: str = "rules", text: str = "the text", at: int = 0, **fields: Any) -> int:
        """Enter, file and approve something; return its number."""
        expires = fields.pop("expires", None)
        (made,) = self.does(f.Draft, at, kind=kind, title=fields.pop("title", "Rules Submission"), text=text, **fields)
        self.does(f.File, at, number=made.number, authority="Commission")
        decision = {"decision": "approved", "reference": f"RS-{made.number}", "dated": "2026-11-02", "expires": expires}
        assert not isinstance(self.does(f.RecordDecision, at, number=made.number, **decision), str)
        number: int = made.number
        return number

    def enforce(self, number: int, digest: str, at: int = 0, table: str = "T1", needs: tuple[f.Need, ...] = ()) -> Any:
        fields: dict[str, Any] = {"table": table, "number": number, "digest": digest, "needs": needs}
        return self.does(f.Enforce, at, "house", Duty.SYSTEM, **fields)

    def notice(self, at: int = 0, **fields: Any) -> Any:
        return self.does(f.GiveNotice, at, **{**NOTICE, **WRITTEN, **fields})

    def delivered(self, to: str, at: int, number: int = 1) -> Any:
        return self.does(f.RecordDelivery, at, number=number, to=to, how="by e-mail", reference="MGC-7741")

    def take(self, at: int, table: str = "T1", number: int = 1, **fields: Any) -> Any:
        option: dict[str, Any] = {"pit": "High limit", "option": "reshuffle", "value": True, **fields}
        return self.does(f.TakeOption, at, "house", Duty.SYSTEM, number=number, table=table, **option)
