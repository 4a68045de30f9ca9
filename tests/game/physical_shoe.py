"""A shoe of wood at a table of every rulebook: opened, run by the client to its end, and looked at afterwards."""

from typing import Any

from punto.game.game import Accepted, Session
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.table import Refusal, due
from punto.table.holes import wire
from punto.table.transcript import COMMANDS
from punto.verification.verify import verify
from tests import filed
from tests.game.physical import Client, Fields
from tests.game.sessions import VERSION

SUBMISSIONS = {
    "ma-baccarat": "ma-baccarat-salon",
    "ma-midi": "ma-midi-squeeze",
    "ma-midi-multilevel": "ma-midi-multilevel-royal",
    "ma-mini": "ma-mini-classic",
    "md-mini": "md-mini-classic",
}
MOST_EVENTS = 10_000


def opened(rulebook: str) -> Session:
    """A table of a rulebook, with no card on it yet."""
    return Session.open(MemoryStore(), filed.opening(filed.text(SUBMISSIONS[rulebook])))[0]


def seated(session: Session, seed: int) -> Client:
    """A client with a line to the table, over which go questions, commands and refusals, and nothing else."""

    def tell(fields: Fields) -> Refusal | None:
        given = {name.replace("-", "_"): value for name, value in fields.items() if name != "do"}
        ident = f"{session.state.version}/{session.at}"
        command: Any = COMMANDS[fields["do"]](id=ident, at=session.at + 1000, **given)
        answer = session.do(command)
        assert not (isinstance(answer, Accepted) and answer.again)
        return answer if isinstance(answer, Refusal) else None

    return Client(lambda: tuple(map(wire, due(session.rules, session.state))), tell, session.rules.shoe.decks, seed)


def whole_shoe(rulebook: str, seed: int) -> tuple[Session, Client]:
    """A shoe from its first deck to its last card; its log verifies."""
    session = opened(rulebook)
    client = seated(session, seed)
    while session.state.shoe == 1:
        assert session.state.version < MOST_EVENTS, "the shoe does not come to its end"
        client.act()
    report = verify(export(session.store, VERSION).encode())
    assert report.whole, report.faults
    return session, client
