"""Royal 9 at the table: its stake is taken when betting closes, and is not returned (reading 4)."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.posting import Posting, felt_account
from punto.table.events import AnyEvent, RoyalStakesTaken
from punto.table.felt import stakes
from punto.table.rounds import METERS
from punto.table.state import TableState

KEY = "royal-9"


def stakes_taken(rules: HouseRules, state: TableState) -> tuple[AnyEvent, ...]:
    """Return the event that takes the coup's Royal 9 stakes to the progressive."""
    lying = {seat: cents for (seat, key), cents in sorted(stakes(state).items()) if key == KEY}
    if not lying:
        return ()
    postings = tuple(Posting(felt_account(seat, KEY), METERS, cents, "royal 9") for seat, cents in lying.items())
    return (RoyalStakesTaken(seats=tuple(lying), section=rules.rulebook.section("def.royal-9"), postings=postings),)
