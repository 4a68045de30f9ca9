"""Shoes of wood: faces keyed or scanned as cards are turned, or read by the shoe and sealed until then."""

from collections.abc import Iterator

import pytest

from punto.core.cards import DECK
from punto.core.roles import Role
from punto.game.card_sources import CardReadingShoe, NoMoreCards, ScanError, Scanner, read
from punto.game.game import Accepted, Session
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.table import Due, TableState
from punto.table.commands import Perform, Proceed, Sit, Turn, Wager
from punto.table.drive import filled, house, usual
from punto.table.events import CardDealt
from punto.table.phases import Phase
from punto.verification.verify import verify
from tests import filed
from tests.game.sessions import VERSION
from tests.table.harness import rules_of, shuffled

BARCODES = {f"{90000 + int(card)}": str(card) for card in DECK}


@pytest.mark.parametrize(
    "code, card", [("4h", "4h"), ("TD\r", "10d"), (" kS\n", "Ks"), ("10c", "10c"), ("A♠", "As")]
)  # fmt: skip
def test_a_keyboard_scanner_types_cards_in_any_common_way(code: str, card: str) -> None:
    assert str(read(code)) == card


@pytest.mark.parametrize("code", ["", "1h", "4x", "joker", "90051", "4h 5h"])
def test_what_is_no_card_is_said_in_a_line(code: str) -> None:
    with pytest.raises(ScanError, match="invalid card"):
        read(code)


def test_decks_may_have_codes_of_their_own() -> None:
    assert str(read("90051\n", BARCODES)) == "Ks"
    with pytest.raises(ScanError, match="'4h' is the code of no card of these decks"):
        read("4h", BARCODES)


class Wooden:
    """A table of Maryland with a shoe of wood, at which ann always bets."""

    def __init__(self, seed: int) -> None:
        self.rules = rules_of("md-mini-classic")
        self.cards = [str(card) for card in shuffled(self.rules.shoe.decks, seed)]
        self.session, _ = Session.open(MemoryStore(), filed.opening(filed.text("md-mini-classic")))
        self.do(Sit(id="s", by=Role.PLAYER, who="ann", at=0, seat=3, buy_in=10_000_00))

    def do(self, command: Sit | Wager | Perform | Proceed | Turn) -> Accepted:
        answer = self.session.do(command)
        assert isinstance(answer, Accepted), (command, answer)
        return answer

    def ident(self) -> str:
        return f"c{self.session.state.version}"

    def whole_shoe(self) -> Iterator[Due]:
        """Bet and cut as a player does, and give all that the house has to do, act by act."""
        while self.session.state.shoe == 1:
            state, act = self.session.state, house(self.rules, self.session.state)
            if act is None:
                cut = Perform(id=self.ident(), by=Role.PLAYER, who="ann", at=0, step="place-cut", seat=3, cards=100)
                self.do(cut)
            elif state.phase is Phase.BETTING and not state.done and "felt/3/banker" not in state.accounts:
                bet = {"seat": 3, "wager": "banker", "cents": 100_00}
                self.do(Wager(id=self.ident(), by=Role.PLAYER, who="ann", at=0, **bet))  # type: ignore[arg-type]
            else:
                yield act

    def verified(self) -> None:
        assert verify(export(self.session.store, VERSION).encode()).whole


def test_a_whole_shoe_is_scanned_card_by_card() -> None:
    table, scanner = Wooden(1), Scanner(BARCODES)
    code_of = {card: code for code, card in BARCODES.items()}
    lying: dict[str, str] = {}
    drawn = iter(table.cards)
    for act in table.whole_shoe():
        session = table.session
        if act.do == "turn":
            codes = [code_of[lying[place]] for place in act.places]
            *early, last = (scanner.scan(session.rules, session.state, code) for code in codes)
            assert early == [None] * len(early)
            assert last is not None
            table.do(Turn(id=table.ident(), by=last.act.by, who="d1", at=0, faces=last.faces))
            continue
        command = filled(session.rules, session.state, act, 0, usual)
        accepted = session.do(command)
        assert isinstance(accepted, Accepted), (act, accepted)
        lying |= {event.place: next(drawn) for event in accepted.events if isinstance(event, CardDealt)}
    table.verified()


def test_a_whole_shoe_is_read_as_it_is_drawn_and_sealed_until_it_is_turned() -> None:
    table, shoe = Wooden(2), CardReadingShoe()
    drawn = iter(table.cards)
    for act in table.whole_shoe():
        before = table.session.state
        faces = shoe.faces(before, act.places) if act.do == "turn" else {}
        events = table.do(Proceed(id=table.ident(), by=Role.SYSTEM, who="house", at=0, faces=faces)).events
        for event in events:
            if isinstance(event, CardDealt):
                shoe.reads(next(drawn))
        shoe.see(before, events)
    table.verified()


def test_a_scanner_waits_for_all_cards_of_a_turn_and_takes_the_last_back() -> None:
    table, scanner = Wooden(3), Scanner()
    for act in table.whole_shoe():
        session = table.session
        if act.places == ("P1", "B1", "P2", "B2"):
            assert [scanner.scan(session.rules, session.state, code) for code in ("4h", "5h", "6h")] == [None] * 3
            assert scanner.take_back() == "P2"
            assert scanner.scan(session.rules, session.state, "7h") is None
            turned = scanner.scan(session.rules, session.state, "8h")
            assert turned is not None
            assert turned.faces == {"P1": "4h", "B1": "5h", "P2": "7h", "B2": "8h"}
            assert scanner.take_back() is None
            return
        if act.do == "turn":
            table.do(Turn(id=table.ident(), by=act.by, who="d1", at=0, faces=dict.fromkeys(act.places, "2c")))
        else:
            session.do(filled(session.rules, session.state, act, 0, usual))


def test_no_card_is_scanned_when_none_is_to_be_turned() -> None:
    table = Wooden(1)
    with pytest.raises(ScanError, match="no card is to be turned now"):
        Scanner().scan(table.rules, table.session.state, "4h")


def test_a_card_that_the_shoe_has_not_read_cannot_be_dealt() -> None:
    events = (CardDealt(place="P1"),)
    with pytest.raises(NoMoreCards, match="a card is dealt that the shoe has not read"):
        CardReadingShoe().see(TableState(), events)
