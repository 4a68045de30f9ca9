"""Check of remedies: every situation has one, every primitive is possible where its line fits, every line is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from punto.law.decode import Faults, near
from punto.law.finding import Code
from punto.law.procedures import Found
from punto.law.remedies import EVENTS, FACTS, STEPS, CompiledRemedy, Remedies, Situation, situations, version_2
from punto.law.schema.irregular import Do, Event, Irregularity, RemedyLine
from punto.law.schema.play import SeveralDealers

Doing = frozenset[Do]


class Need(NamedTuple):
    """A requirement of a primitive, as a test of the situation and in words."""

    holds: Callable[[Situation, Doing], bool]
    words: str


def _follows(situation: Situation, do: Doing) -> bool:
    return situation.next_hand or situation.moment == "before" or "void" in do


def _card(situation: Situation, do: Doing) -> bool:
    return situation.event != "no-card-left"


# Requirements such as a next hand or a disclosed card; a primitive that is not listed has none.
NEEDS: Mapping[Do, tuple[Need, ...]] = MappingProxyType(
    {
        "carry": (
            Need(_card, "a card"),
            Need(lambda s, do: s.card == "unseen", 'card = "unseen": nobody wagers on a disclosed card'),
            Need(_follows, "next-hand = true, or a void coup"),
        ),
        "simulate": (Need(_card, "a card"), Need(_follows, "next-hand = true, or a void coup")),
        "discard": (Need(_card, "a card"),),
        "burn": (Need(_card, "a card"),),
        "stands": (Need(lambda s, do: s.own_place, "own-place = true"),),
        "banker-third": (
            Need(lambda s, do: s.event == "player-third", 'event = "player-third"'),
            Need(lambda s, do: s.banker == "draws", 'banker = "draws"'),
        ),
        "void": (Need(lambda s, do: s.moment != "settled", "a coup that is not settled (moment)"),),
        "return-wagers": (Need(lambda s, do: s.moment != "settled", "a coup that is not settled (moment)"),),
        "complete-from-new-cards": (
            Need(lambda s, do: s.event == "no-card-left", 'event = "no-card-left"'),
            Need(lambda s, do: s.moment == "in-coup", 'moment = "in-coup"'),
        ),
    }
)


def check_remedies(found: Found, faults: Faults) -> None:
    """Report all faults of the remedies of schema 2."""
    here = {key: one for key, one in found.items() if isinstance(one, Irregularity)}
    sound = not any(fault.keys[0].startswith("irregular.") for fault in faults)  # report a fault only once
    for key, one in here.items():
        _terms(key, one, faults)
        for number, line in enumerate(one.remedies):
            sound = _line((key, "remedies", str(number)), line, faults) and sound
    for event in EVENTS:
        if sound and not any(one.event == event for one in here.values()):
            words = f"no provision has the event {event!r}: a table comes to it"
            faults.note(Code.MISSING_PROVISION, ("irregular",), words)
            sound = False
    staff = found.get("staff.several-dealers")
    for number, key in enumerate(staff.caller_remedies if isinstance(staff, SeveralDealers) else ()):
        if key not in here:
            keys, words = ("staff.several-dealers", "caller-remedies", str(number)), f"unknown provision {key[:60]!r}"
            faults.note(Code.NEEDS_PROVISION, keys, words + near(key[:60], here), here)
    if sound:
        _walk(here, version_2(here), faults)


# ---------------------------------------------------------------- terms and lines by themselves


def _terms(key: str, one: Irregularity, faults: Faults) -> None:
    """Report terms that the remedies need and the provision lacks, and terms that nothing needs."""
    done = {do for line in one.remedies for doing in (line.do, *(line.choices or ())) for do in doing}
    needed = {
        "found": one.event != "no-card-left",
        "during": one.event == "drawn-in-error",
        "into": bool(done & {"discard", "simulate"}),
        "then": bool(done & {"end-shoe", "complete-from-new-cards"}),
    }
    for term, needs in needed.items():
        if needs and getattr(one, term) is None:
            faults.note(Code.MISSING_TERM, (key, term), f"the term {term!r} is missing: the remedies here need it")
        elif not needs and getattr(one, term) is not None:
            faults.note(Code.UNKNOWN_TERM, (key, term), f"the term {term!r} has no use here: delete it")


def _line(keys: tuple[str, ...], line: RemedyLine, faults: Faults) -> bool:
    """Report primitives that cannot be combined; return whether there are none."""
    before = len(faults)
    if ("call-floor" in line.do) != (line.choices is not None):
        words = "'call-floor' and 'choices' stand together: the floorperson chooses one of them"
        faults.note(Code.EXCLUSIVE_TERMS, keys, words)
    elif "call-floor" in line.do and len(line.do) > 1:
        faults.note(Code.CONTRADICTION, (*keys, "do"), "'call-floor' stands alone: what is done is chosen")
    for doing in (line.choices or ()) if "call-floor" in line.do else (line.do,):
        if frozenset(doing) not in STEPS:
            faults.note(Code.CONTRADICTION, (*keys, "do"), _together(doing), _combinations())
    if line.extra is not None and frozenset(line.do) != {"discard"}:
        faults.note(Code.CONTRADICTION, (*keys, "extra"), "extra cards follow a card that is discarded: 'discard'")
    return len(faults) == before


def _combinations() -> list[str]:
    return [" + ".join(sorted(do)) for do in STEPS]


def _together(doing: tuple[Do, ...]) -> str:
    said = " + ".join(sorted(doing))
    return f"{said!r} cannot be done together{near(said, _combinations())}; allowed: {', '.join(_combinations())}"


# ---------------------------------------------------------------- every situation


def _walk(here: Mapping[str, Irregularity], remedies: Remedies, faults: Faults) -> None:
    used, open_ones, failed = set[int](), dict[Event, list[Situation]](), set[tuple[int, str]]()
    at = {id(line): keys for line, keys in zip(remedies.every(), _keys(here), strict=True)}
    for situation in situations():
        line = next((line for line in remedies.lines[situation.event] if line.fits(situation)), None)
        if line is None:
            open_ones.setdefault(situation.event, []).append(situation)
            continue
        used.add(id(line))
        for do, need in _fails(line, situation):
            if (id(line), do) not in failed:
                words = f"{do!r} needs {need}; this line also fits {_said(situation, line)}"
                faults.note(Code.REMEDY_IMPOSSIBLE, at[id(line)], words)
            failed.add((id(line), do))
    for event, left in open_ones.items():
        key = next(key for key, one in here.items() if one.event == event)
        words = f"{len(left)} situations have no remedy, first {_said(left[0])}: add a line"
        faults.note(Code.NO_REMEDY, (key, "remedies"), words)
    for line in remedies.every():
        if id(line) not in used:
            faults.note(Code.UNUSED_REMEDY, at[id(line)], "no situation comes to this line: delete it, or move it up")


def _keys(here: Mapping[str, Irregularity]) -> Iterator[tuple[str, ...]]:
    """Yield the path of each line, in the order of ``Remedies.every``."""
    for event in EVENTS:
        for key, one in here.items():
            if one.event == event:
                yield from ((key, "remedies", str(number)) for number in range(len(one.remedies)))


def _fails(line: CompiledRemedy, situation: Situation) -> Iterator[tuple[Do, str]]:
    for doing in line.choices or (line.do,):
        for do in sorted(doing):
            for need in NEEDS.get(do, ()):
                if not need.holds(situation, doing):
                    yield do, need.words


def _said(situation: Situation, line: CompiledRemedy | None = None) -> str:
    """Format the facts of a situation as a line does, without those that a line names itself."""
    named = dict(line.facts) if line is not None else {}
    facts = {fact: getattr(situation, fact) for fact in FACTS if fact not in named}
    written = (f"{fact.replace('_', '-')} = {str(value).lower()}" for fact, value in facts.items())
    return ", ".join(written)
