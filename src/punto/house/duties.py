"""Duties that must not meet in one person: one table, asked wherever somebody is entrusted with something.

Two duties *anywhere*: whoever has one is never given the other. Two acts on the *same matter*: a person may do both,
but never to the same table or the same proposal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from punto.roles import Duty, Role


class Clash(NamedTuple):
    """Two things that one person must not do, and why."""

    one: str
    other: str
    why: str


_P, _D, _F = Duty.PLAYER, Duty.DEALER, Duty.FLOOR
_S, _U, _A = Duty.SURVEILLANCE, Duty.AUDITOR, Duty.ADMINISTRATOR

APART: Mapping[frozenset[Duty], str] = MappingProxyType(
    {
        frozenset(pair): why
        for why, pairs in {
            "who watches is not watched by themselves": ((_S, _D), (_S, _F), (_S, _P)),
            "who audits has done nothing that is audited": ((_U, _P), (_U, _D), (_U, _F), (_U, _S)),
            "who entrusts people with duties has none of them": ((_A, _P), (_A, _D), (_A, _F), (_A, _S), (_A, _U)),
            "who decides disputes is no party to them": ((_F, _P),),
        }.items()
        for pair in pairs
    }
)

# Of one matter: a table, a proposal. The progressive's machine holds the second by itself (its reason same-person).
SAME_MATTER: tuple[Clash, ...] = (
    Clash("deal", "play", "nobody deals at a table where they play"),
    Clash("propose", "approve", "nobody approves a change of a meter that they proposed"),
)

ROLES: Mapping[Duty, Role] = MappingProxyType(
    {
        Duty.PLAYER: Role.PLAYER,
        Duty.DEALER: Role.DEALER,
        Duty.FLOOR: Role.FLOOR,
        Duty.SURVEILLANCE: Role.SURVEILLANCE,
    }
)  # auditors and administrators do nothing at a table


def clash(duties: Iterable[Duty]) -> Clash | None:
    """Return the first two duties that one person must not have; nothing where all may be together.

    >>> clash({Duty.DEALER, Duty.SURVEILLANCE}).why
    'who watches is not watched by themselves'
    """
    for one, other in combinations(sorted(duties), 2):
        why = APART.get(frozenset((one, other)))
        if why:
            return Clash(one, other, why)
    return None


def clash_at(act: str, done: Iterable[str]) -> Clash | None:
    """Return why somebody may not act in a matter, given what else they do in it."""
    others = set(done)
    for pair in SAME_MATTER:
        if act in pair[:2] and ({*pair[:2]} - {act}) & others:
            return pair
    return None
