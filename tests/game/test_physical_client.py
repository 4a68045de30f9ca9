"""A whole shoe of wood at a table of every rulebook, run by a client that knows ``expected`` and the commands alone."""

import pytest

from punto.table.events import CoupVoided, PaymentCorrected, SettlementReversed
from tests.game.physical import ERRORS, SEEN_TOO
from tests.game.physical_shoe import SUBMISSIONS, whole_shoe


@pytest.mark.parametrize("rulebook", SUBMISSIONS)
def test_a_whole_shoe_with_every_mistake_that_can_be_owned_up_to(rulebook: str) -> None:
    session, client = whole_shoe(rulebook, seed=3)
    mistakes = {name for error in ERRORS if error in client.offered for name in (error, SEEN_TOO.get(error, error))}
    assert {"error", "error, then seen", "error-third"} <= mistakes
    assert mistakes <= {name for name, times in client.owned.items() if times}
    assert client.done["perform void-round"] == 1
    assert [client.owned[f"misread, noticed {when}"] for when in ("soon", "late")] == [1, 1]
    assert client.owned["paid wrongly"] == 1
    events = [event for record in session.store.records() for event in record.batch.events]
    assert sum(isinstance(event, PaymentCorrected) for event in events) == 2
    assert sum(isinstance(event, SettlementReversed) for event in events) >= 1
    assert sum(isinstance(event, CoupVoided) for event in events) >= 1
    assert session.state.coup > 40
