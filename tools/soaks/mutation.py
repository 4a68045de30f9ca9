"""Provision mutation at full size: every term of every place that tests claim."""

import os

from punto.law.coverage import places
from tools.mutation import KINDS, Mutant, mutants, report, survivors
from tools.soaks import Figures, soak


def _all_of(kind: str) -> Figures:
    chosen: list[Mutant] = [mutant for place in places([kind]) for mutant in mutants(place)]
    count, survived = survivors(chosen, jobs=len(os.sched_getaffinity(0)))
    assert count
    assert not survived, "\n".join((f"{len(survived)} of {count} survive", *report(survived)))
    changed = {clause.id for mutant in chosen for clause in mutant.clauses}
    places_changed = {mutant.place for mutant in chosen}
    return {"places": len(places_changed), "clauses": len(changed), "mutants": count, "survivors": 0}


@soak("mutation: no changed definition goes unnoticed")
def definitions() -> Figures:
    return _all_of(KINDS[0])


@soak("mutation: no changed rule of settlement goes unnoticed")
def settlement() -> Figures:
    return _all_of(KINDS[1])


@soak("mutation: no changed choice of a submission goes unnoticed")
def submissions() -> Figures:
    return _all_of(KINDS[2])


@soak("mutation: no changed demand on the layout goes unnoticed")
def layout() -> Figures:
    return _all_of(KINDS[3])


@soak("mutation: no changed procedure goes unnoticed")
def procedures() -> Figures:
    return _all_of("procedure")
