"""Postings: money moves and is never made."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.posting import Overdrawn, Posting, apply

ACCOUNTS = ("house", "rack", "seat/1", "felt/1/tie")
POSTINGS = st.builds(Posting, st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(1, 10_000), st.just(""))


@given(st.lists(POSTINGS, max_size=20))
def test_money_is_conserved_and_only_the_house_may_owe(postings: list[Posting]) -> None:
    accounts: dict[str, int] = {}
    for posting in postings:
        with suppress(Overdrawn):
            accounts = apply(accounts, [posting])
        assert sum(accounts.values()) == 0
        assert all(cents > 0 for account, cents in accounts.items() if account != "house")


def test_an_account_is_never_overdrawn() -> None:
    with pytest.raises(Overdrawn, match=r"rack holds 5 cents, 6 are needed"):
        apply({"rack": 5}, [Posting("rack", "seat/1", 6)])


@pytest.mark.parametrize("cents", [0, -1])
def test_a_posting_moves_at_least_a_cent(cents: int) -> None:
    with pytest.raises(ValueError, match="at least one cent"):
        apply({"rack": 5}, [Posting("rack", "seat/1", cents)])
