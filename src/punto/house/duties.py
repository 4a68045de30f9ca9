"""Conflicts of duties: one table, checked whenever a duty is granted.

Some pairs of duties conflict *anywhere*: a user with one is never granted the other. Some pairs of acts conflict in the
*same matter*: a user may do both, but not at the same table or on the same proposal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from punto.roles import Duty, Role


class Clash(NamedTuple):
    """Two duties or acts that conflict, and why."""

    one: str
    other: str
    why: str


_P, _D, _F = Duty.PLAYER, Duty.DEALER, Duty.FLOOR
_S, _U, _A = Duty.SURVEILLANCE, Duty.AUDITOR, Duty.ADMINISTRATOR

APART: Mapping[frozenset[Duty], str] = MappingProxyType(
    {
        frozenset(pair): why
        for why, pairs in {
            "surveillance must not monitor itself": ((_S, _D), (_S, _F), (_S, _P)),
            "an auditor must not audit their own acts": ((_U, _P), (_U, _D), (_U, _F), (_U, _S)),
            "an administrator holds no other duty": ((_A, _P), (_A, _D), (_A, _F), (_A, _S), (_A, _U)),
            "a floorperson must not be party to a dispute they decide": ((_F, _P),),
        }.items()
        for pair in pairs
    }
)

# In one matter: a table, a proposal. The progressive machine enforces the second itself (reason same-person).
SAME_MATTER: tuple[Clash, ...] = (
    Clash("deal", "play", "a dealer must not play at the same table"),
    Clash("propose", "approve", "a meter change needs approval by a second person"),
)

ROLES: Mapping[Duty, Role] = MappingProxyType(
    {
        Duty.PLAYER: Role.PLAYER,
        Duty.DEALER: Role.DEALER,
        Duty.FLOOR: Role.FLOOR,
        Duty.SURVEILLANCE: Role.SURVEILLANCE,
    }
)  # auditors and administrators have no role at a table


def clash(duties: Iterable[Duty]) -> Clash | None:
    """Return the first pair of conflicting duties, or None.

    >>> clash({Duty.DEALER, Duty.SURVEILLANCE}).why
    'surveillance must not monitor itself'
    """
    for one, other in combinations(sorted(duties), 2):
        why = APART.get(frozenset((one, other)))
        if why:
            return Clash(one, other, why)
    return None


def clash_at(act: str, done: Iterable[str]) -> Clash | None:
    """Return the conflict of an act with the acts already done in the same matter, or None."""
    others = set(done)
    for pair in SAME_MATTER:
        if act in pair[:2] and ({*pair[:2]} - {act}) & others:
            return pair
    return None
