"""Limits that the pit has posted at a table, within those that were filed for it.

They are the house's own word and no rule of the table: a desk asks here before the table decides, as it does for
switches, and nothing that is logged depends on them. A wager that lies when limits are posted is played as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from punto.core.posting import felt_account
from punto.rules.house_rules import HouseRules, Limit
from punto.table import Due, Refusal, TableState
from punto.table.commands import AnyCommand, Reason, Verbal, Wager, Wagers
from punto.table.holes import Amount

Limits = Mapping[str, Limit]
NO_POSTED_LIMITS: Limits = {}
POSTED = "at this table now"


def staked(command: AnyCommand) -> Iterable[tuple[str, int]]:
    """Return what a command would stake: the wager, and the cents."""
    match command:
        case Wager(wager=key, cents=cents) | Verbal(wager=key, cents=cents):
            return ((key, cents),)
        case Wagers(stakes=stakes):
            return tuple(stakes.items())
        case _:
            return ()


def beyond(posted: Limits, state: TableState, command: AnyCommand) -> Refusal | None:
    """Refuse a stake that would come to less or more than is posted; what else is wrong with it the table says."""
    for key, cents in staked(command):
        limit = posted.get(key)
        if limit is None or cents <= 0:
            continue
        total = state.accounts.get(felt_account(getattr(command, "seat", 0), key), 0) + cents
        if total < limit.least:
            return Refusal(Reason.BELOW_MINIMUM, detail={"minimum": limit.least, "posted": POSTED})
        if total > limit.most:
            return Refusal(Reason.ABOVE_MAXIMUM, detail={"maximum": limit.most, "posted": POSTED})
    return None


def narrowed(posted: Limits, state: TableState, act: Due) -> Due | None:
    """Return an act with its stake within what is posted; None where no stake fits."""
    limit = posted.get(act.wager) if act.command in (Wager, Verbal) else None
    if limit is None:
        return act
    ((name, hole),) = act.holes
    if not isinstance(hole, Amount):
        raise TypeError(f"{act} has no amount")
    lying = state.accounts.get(felt_account(act.seat or 0, act.wager), 0)
    least, most = max(hole.least, limit.least - lying), min(hole.most, limit.most - lying)
    return replace(act, holes=((name, Amount(least, most, hole.unit)),)) if least <= most else None


def unfit(rules: HouseRules, limits: Limits) -> str:
    """Say why some limits cannot be posted at a table; nothing where they can."""
    for key, limit in limits.items():
        filed = rules.limits.get(key)
        if filed is None:
            return f"{key} is not offered at {rules.table}"
        if not filed.least <= limit.least <= limit.most <= filed.most:
            return f"{key}: limits are posted within those filed, {filed.least} to {filed.most} cents"
        if limit.least % rules.smallest_chip or limit.most % rules.smallest_chip:
            return f"{key}: limits are in chips of {rules.smallest_chip} cents"
    return ""
