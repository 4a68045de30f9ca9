"""Every reason has words, and they are made in one place."""

import pytest

from punto.table.commands import Reason, Refusal
from punto.views.refusal_messages import SENTENCES, words


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence_of_its_own(reason: Reason) -> None:
    assert SENTENCES[reason].endswith(".")
    assert list(SENTENCES.values()).count(SENTENCES[reason]) == 1


def test_what_would_be_right_follows() -> None:
    refusal = Refusal(Reason.ABOVE_MAXIMUM, "7(e)", {"maximum": 500050})
    assert words(refusal) == "That is above the maximum. Maximum: $5,000.50."
    assert (
        words(Refusal(Reason.WRONG_PHASE, "", {"phase": "dealing", "after": ""}))
        == "Not possible at this point. Phase: dealing."
    )
    assert words(Refusal(Reason.NOTHING_OWED)) == "Nothing is owed."
