"""Remedies at a virtual shoe under a rulebook from outside: the cards stay proved, and the log verifies."""

from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from punto.apps.cli.run import opened_table
from punto.game.game import Accepted
from punto.game.headless import Headless
from punto.library import Library
from punto.record.export import export
from punto.table.events import ShoeEnded, StepPerformed
from punto.table.transcript import read
from punto.verification.verify import verify
from tests.game.sessions import AUTO, BET, CUT, SIT, VERSION, script
from tests.law.schema_2 import remedies, with_remedies, without_choices
from tests.walk.people import text_of_submission

Fields = dict[str, Any]
D1: Fields = {"by": "dealer", "who": "d1"}
BURNED: tuple[Fields, ...] = (
    {"do": "deal", **D1, "place": "error"},
    {"do": "perform", **D1, "step": "burn-drawn-card"},
)
TO_THE_CARDS = ({**SIT, "buy-in": 1_000_000}, AUTO, CUT, AUTO, BET, {"do": "perform", **D1, "step": "no-more-bets"})


class Virtual:
    """A table with a virtual shoe, played line by line."""

    def __init__(self, folder: Path, seed: int) -> None:
        (folder / "xx-mini").mkdir()
        text = with_remedies(remedies("louisiana"), "md-mini").replace('id = "md-mini"', 'id = "xx-mini"')
        (folder / "xx-mini" / "rulebook.toml").write_text(text, encoding="utf-8")
        filed = without_choices(text_of_submission("md-mini-payout")).replace("md-mini", "xx-mini")
        (folder / "table.toml").write_text(filed, encoding="utf-8")
        self.numbers = count(1)
        self.opening: Fields = {"open": {"submission": str(folder / "table.toml"), "seed": seed}}
        transcript = read(script(self.opening))
        books = Library(folder).on(None)
        self.table: Headless = opened_table(transcript.opening.table, folder, books)[0]

    def play(self, lines: Iterable[Fields]) -> None:
        named = (line if "auto" in line else {**line, "id": f"c-{next(self.numbers)}"} for line in lines)
        for line in read(script(self.opening, *named)).lines:
            for answer in self.table.play(line):
                assert isinstance(answer.came, Accepted), answer

    def spill(self, kept: int) -> None:
        """Burn cards until so many are left."""
        for _ in range(self.table.state.left - kept):
            self.play(BURNED)

    def performed(self) -> list[str]:
        """Return the steps that were made."""
        return [event.step for event in self.events() if isinstance(event, StepPerformed)]

    def events(self) -> list[Any]:
        return [event for record in self.table.session.store.records() for event in record.batch.events]


def dealt(*places: str) -> list[Fields]:
    return [{"do": "deal", **D1, "place": place} for place in places]


def test_a_coup_with_open_cards_is_completed_from_the_next_virtual_shoe(tmp_path: Path) -> None:
    virtual = Virtual(tmp_path, seed=2)
    virtual.play([*TO_THE_CARDS, *dealt("P1", "B1")])
    virtual.spill(2)
    virtual.play([*dealt("P2", "B2"), AUTO])
    assert "complete-from-new-cards" in virtual.performed()
    (ended,) = (event for event in virtual.events() if isinstance(event, ShoeEnded))
    assert (ended.completes, ended.lying) == (True, 0)  # another list, of a whole shoe
    virtual.play([CUT, AUTO])
    state = virtual.table.state
    assert (state.shoe, state.coup) == (2, 2)
    report = verify(export(virtual.table.session.store, VERSION).encode())
    assert report.whole, report.faults
    assert any("1 shuffle is shown" in note for note in report.notes), report.notes


@pytest.mark.parametrize("number", [1, 2, 3])
def test_cards_that_lie_face_down_are_proved_by_their_own_list_so_the_coup_is_void(tmp_path: Path, number: int) -> None:
    virtual = Virtual(tmp_path, seed=1)
    virtual.play([*TO_THE_CARDS, *dealt(*("P1", "B1", "P2")[:number])])
    virtual.spill(0)
    virtual.play([AUTO])
    assert "void-round" in virtual.performed()
    assert virtual.table.state.accounts["seat/3"] == 1_000_000
    report = verify(export(virtual.table.session.store, VERSION).encode())
    assert report.whole, report.faults
