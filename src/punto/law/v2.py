"""Rulebooks of schema 2: compilation of wagers written as data, and their checks."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from punto.law.decode import Faults, near
from punto.law.finding import Code
from punto.law.procedures import Found
from punto.law.schema import Law, Law1, Law2
from punto.law.schema.data import PayTerms, Permissible2, Wagers2, WagerTerms
from punto.law.v1 import royal_9
from punto.law.v1 import wagers as wagers_1
from punto.law.words import Provision
from punto.wagers.both_hands import lines_reached
from punto.wagers.cards import CardTable
from punto.wagers.facts import OF_A_HAND, OWN_SELECTIONS
from punto.wagers.language import Award, Line, Rides, WagerLaw, build
from punto.wagers.openings import OpeningTable
from punto.wagers.wager import Verdict, WagerError

P = TypeVar("P", bound=Provision)
Terms = Mapping[str, WagerTerms]
Keys = tuple[str, ...]
HANDS = ("player", "banker")
MOST_TRIED = 10_000  # combinations of wagers, for one that needs others
NO_WAGERS = frozenset({"player-hand", "banker-hand", "vigorish"})  # areas of the layout without a wager


def wagers_of(law: Law) -> tuple[WagerLaw, ...]:
    """Return the wagers of a rulebook, of whatever schema."""
    if isinstance(law, Law1):
        return tuple(wagers_1(law))
    if not isinstance(law, Law2):
        raise TypeError(f"{type(law).__name__} is the law of no schema")
    made = (_compiled(key, one, law.pay.others[key], law.wager.permissible) for key, one in law.wager.others.items())
    return (*made, *royal_9(law))


def _compiled(key: str, wager: WagerTerms, pay: PayTerms, permissible: Permissible2) -> WagerLaw:
    vigorish, rides = pay.vigorish, wager.rides
    wins = [line.name for line in wager.lines if line.result == "win"]
    return WagerLaw(
        key=key,
        titles=wager.titles,
        section=wager.section,
        lines=tuple(Line(line.name, line.when, Verdict(line.result)) for line in wager.lines),
        awards=pay.awards,
        paytables=pay.paytables or {},
        ruled_by=f"wager.{key}",
        paid_by=f"pay.{key}",
        each=wager.each,
        hand=wager.hand,
        settles=wager.settles,
        variant=wager.variant or "",
        required=bool({key, wager.hand} & {*permissible.main, *permissible.required}),
        by_leave=key in permissible.by_leave,
        needs=wager.needs,
        excludes=wager.excludes,
        stake=wager.stake_cents,
        vigorish=vigorish.percent if vigorish else 0,
        exempt=tuple(name for name in wins if vigorish and vigorish.lines and name not in vigorish.lines),
        rides=Rides(rides.onto, rides.portion) if rides else None,
    )


# ---------------------------------------------------------------- checks


def check_wagers(found: Found, faults: Faults) -> None:
    """Report all faults of the wagers of a rulebook of schema 2 that no type can express."""
    terms, pays = _of(WagerTerms, "wager.", found), _of(PayTerms, "pay.", found)
    for key in dict.fromkeys((*_named("wager.", found, terms), *_named("pay.", found, pays))):
        for family in ("wager", "pay"):
            if f"{family}.{key}" not in found:
                other = "pay" if family == "wager" else "wager"
                faults.note(Code.NEEDS_PROVISION, (f"{other}.{key}",), f"needs {family}.{key}")
    for key, wager in terms.items():
        _check_lines(key, wager, faults)
        if key in pays:
            _check_pay(key, wager, pays[key], faults)
            _check_reach(key, wager, pays[key], faults)
    _check_others(terms, found, faults)
    _check_permissible(found.get("wager.permissible"), terms, pays, faults)


def _of(kind: type[P], prefix: str, found: Found) -> dict[str, P]:
    """Return the provisions of an open family that decode, by their own keys."""
    return {key.removeprefix(prefix): one for key, one in found.items() if isinstance(one, kind) and prefix in key}


def _named(prefix: str, found: Found, sound: Mapping[str, Provision]) -> Iterator[str]:
    """Yield the keys of an open family, including provisions with faults of their own."""
    for key, one in found.items():
        own = key.removeprefix(prefix)
        if key.startswith(prefix) and own not in Wagers2.__terms__ and (own in sound or one is None):
            yield own


def _keys(key: str, wager: WagerTerms) -> tuple[str, ...]:
    return tuple(f"{key}-{hand}" for hand in wager.each) or (key,)


def _law(key: str, wager: WagerTerms) -> WagerLaw:
    """Return a wager without its payouts."""
    return _compiled(key, wager, PayTerms(section="?", awards={}), Permissible2(section="?", main=()))


def _check_lines(key: str, wager: WagerTerms, faults: Faults) -> None:
    here: Keys = (f"wager.{key}",)
    if "en" not in wager.titles:
        faults.note(Code.MISSING_TERM, (*here, "titles"), 'the title in English is missing: en = "…"', ("en",))
    results: dict[str, str] = {}
    for number, line in enumerate(wager.lines):
        if results.setdefault(line.name, line.result) != line.result:
            words = f"the line {line.name!r} is a {results[line.name]} elsewhere: give it another name"
            faults.note(Code.CONTRADICTION, (*here, "lines", str(number)), words)
        for fact in dict.fromkeys(line.when.facts()):
            if fact in OF_A_HAND and not wager.each:
                words = f"{fact!r} is a fact of one hand: name the hands in 'each', or write {OF_A_HAND[fact][0]!r}"
                faults.note(Code.MIXED_FACTS, (*here, "lines", str(number), "when", fact), words, OF_A_HAND[fact])
        for selected in line.when.selections():
            for word in OWN_SELECTIONS.keys() & {*selected.cards} if not wager.each else ():
                words = (
                    f"{word!r} are cards of one hand: name the hands in 'each', or write {OWN_SELECTIONS[word][0]!r}"
                )
                faults.note(Code.MIXED_FACTS, (*here, "lines", str(number), "when", "on"), words, OWN_SELECTIONS[word])
    law = _law(key, wager)
    if law.thirds and wager.settles == "before-third-cards":
        words = "it is settled before third cards and reads the finished coup: settle it after-result"
        faults.note(Code.CONTRADICTION, (*here, "settles"), words, ("after-result",))
    if wager.hand and law.by_cards:
        words = "the main wager on a hand goes by points and pairs: leave 'hand' out, or facts of single cards"
        faults.note(Code.MIXED_FACTS, (*here, "hand"), words)
    if wager.each and wager.hand:
        faults.note(Code.EXCLUSIVE_TERMS, (*here, "each"), "either 'each' or 'hand'")
    if wager.rides and wager.settles != "before-third-cards":
        words = "a payout rides on a wager that is still open: settle this one before-third-cards"
        faults.note(Code.CONTRADICTION, (*here, "rides"), words)
    if wager.rides and law.by_cards:
        words = "a payout rides where points and pairs decide: leave 'rides' out, or facts of single cards"
        faults.note(Code.MIXED_FACTS, (*here, "rides"), words)


def _check_pay(key: str, wager: WagerTerms, pay: PayTerms, faults: Faults) -> None:
    here: Keys = (f"pay.{key}",)
    wins = tuple(dict.fromkeys(line.name for line in wager.lines if line.result == "win"))
    tables = pay.paytables or {}
    for name in wins:
        lacking = [table for table, odds in tables.items() if name not in odds]
        if name not in pay.awards and (lacking or not tables):
            where = f" in the paytable {', '.join(lacking)}" if lacking else ""
            faults.note(Code.LINE_ODDS, here, f"no odds for the line {name!r} of wager.{key}{where}")
    named = [((*here, name), name) for name in pay.awards]
    named += [((*here, "paytables", table, name), name) for table, odds in tables.items() for name in odds]
    for keys, name in named:
        if name not in wins:
            words = f"wager.{key} has no winning line {name[:60]!r}{near(name[:60], wins)}"
            faults.note(Code.LINE_ODDS, keys, words, wins)
        elif name in pay.awards and len(keys) > 2:
            faults.note(Code.EXCLUSIVE_TERMS, keys, "odds for this line stand in the paytable and outside it")
    for name, award in pay.awards.items():
        _check_award(wager, award, (*here, name), faults)
    for name in pay.vigorish.lines if pay.vigorish else ():
        if name not in wins:
            words = f"wager.{key} has no winning line {name[:60]!r}{near(name[:60], wins)}"
            faults.note(Code.LINE_ODDS, (*here, "vigorish", "lines"), words, wins)


def _check_award(wager: WagerTerms, award: Award, keys: Keys, faults: Faults) -> None:
    if award.cents and wager.stake_cents is None:
        faults.note(Code.MISSING_TERM, keys, "an amount is paid for a fixed stake: the wager needs 'stake-cents'")
    if award.odds is not None and wager.stake_cents is not None:
        faults.note(Code.EXCLUSIVE_TERMS, keys, "a wager of a fixed stake pays amounts: write { award-cents = … }")
    if award.meter:
        _check_meter(wager, keys, faults)


def _check_meter(wager: WagerTerms, keys: Keys, faults: Faults) -> None:
    """Report a wager that cannot feed the meter that it pays."""
    if wager.stake_cents is None:
        faults.note(Code.MISSING_TERM, keys, "a meter takes a part of a fixed stake: the wager needs 'stake-cents'")
    if any(line.result == "push" for line in wager.lines):
        words = "its stake goes to the meter when betting closes and cannot be returned: leave 'push' out of its lines"
        faults.note(Code.CONTRADICTION, keys, words)
    if wager.each or wager.settles != "after-result":
        words = "this engine lets one wager feed meters, settled after the result: leave out 'each' and 'settles'"
        faults.note(Code.BEYOND_ENGINE, keys, words)


def _check_reach(key: str, wager: WagerTerms, pay: PayTerms, faults: Faults) -> None:
    """Report lines that no coup reaches, by trying all classes and all kinds of openings."""
    law = _compiled(key, wager, pay, Permissible2(section="?", main=()))
    own = {fact for line in wager.lines for fact in line.when.facts()}
    chosen = {word for line in wager.lines for on in line.when.selections() for word in on.cards}
    if (own & OF_A_HAND.keys() or chosen & OWN_SELECTIONS.keys()) and not wager.each:
        return  # already reported, and no table can be built
    if own & _ROYAL:
        words = f"{', '.join(sorted(own & _ROYAL))}: Royal 9 is stated by royal9.progressive or royal9.multilevel"
        faults.note(Code.BEYOND_ENGINE, (f"wager.{key}", "lines"), words)
        return
    try:
        reached = {number for each in _tried(law) for number in each}
    except WagerError as error:
        faults.note(Code.BEYOND_ENGINE, (f"wager.{key}", "lines"), str(error))
        return
    for number, line in enumerate(wager.lines):
        if number not in reached:
            words = f"no coup comes to the line {line.name!r}: its condition cannot hold, or earlier lines have it all"
            faults.note(Code.UNREACHED_LINE, (f"wager.{key}", "lines", str(number)), words)


_ROYAL = {"royals", "suited-royals", "player-posted", "banker-posted", "own-posted", "other-posted", "posted-elsewhere"}


def _tried(law: WagerLaw) -> Iterator[Collection[Hashable]]:
    """Yield the lines that decide some coup, for each hand that the wager is on."""
    if law.by_cards:
        for wager in build(law):
            if isinstance(wager.on_opening, OpeningTable):
                yield wager.on_opening.reached()
            elif isinstance(wager.on_cards, CardTable):
                yield lines_reached(tuple(condition for condition, _ in wager.on_cards.lines))
        return
    for hand in law.each or (None,):
        _, decides = law.table(hand)
        yield {number for number, here in enumerate(decides[1:]) if here}


# ---------------------------------------------------------------- combinations of wagers


def _check_others(terms: Terms, found: Found, faults: Faults) -> None:
    royal = ("royal-9",) if "def.royal-9" in found else ()
    owner: dict[str, str] = dict.fromkeys(royal, "royal-9")
    for key, wager in terms.items():
        for own in _keys(key, wager):
            if own in owner:
                words = f"a wager {own!r} is there already, by wager.{owner[own]}: choose another key"
                faults.note(Code.REPEATED_PROVISION, (f"wager.{key}",), words)
            if own in NO_WAGERS:
                words = f"{own!r} is an area of the layout that is no wager's: choose another key"
                faults.note(Code.UNKNOWN_AREA, (f"wager.{key}",), words)
            owner[own] = key
    for key, wager in terms.items():
        for term, others in (("needs", wager.needs), ("excludes", wager.excludes)):
            for number, other in enumerate(others):
                if other not in owner or other in _keys(key, wager):
                    words = f"unknown wager {other[:60]!r}{near(other[:60], owner)}"
                    if other in owner:
                        words = f"{other!r} is the wager itself"
                    faults.note(Code.UNKNOWN_WAGER, (f"wager.{key}", term, str(number)), words, tuple(owner))
        both = set(wager.needs) & set(wager.excludes)
        if both and set(wager.needs) <= both:
            faults.note(Code.CONTRADICTION, (f"wager.{key}", "excludes"), f"it needs what it excludes: {_listed(both)}")
    _check_needs(terms, owner, faults)
    _check_early(terms, found, faults)
    _check_layout(found, owner, faults)


def _check_needs(terms: Terms, owner: Mapping[str, str], faults: Faults) -> None:
    """Report wagers that can never be made, because no table has a wager that they need, or none next to them."""
    wagers = {own: terms.get(key) for own, key in owner.items()}
    variants = sorted({wager.variant for wager in terms.values() if wager.variant}) or [""]
    for key, wager in terms.items():
        needed = [other for other in wager.needs if other in wagers and other not in _keys(key, wager)]
        left = iter(range(MOST_TRIED))
        if not needed or any(_stands(_keys(key, wager)[0], (), wagers, variant, left) for variant in variants):
            continue
        words = (
            f"it can never be made: what it needs ({_listed(needed)}) needs it, excludes it or is of another variant"
        )
        if next(left, None) is None:
            words = f"more than {MOST_TRIED:,} combinations of 'needs' and 'excludes' to try: name fewer wagers"
        faults.note(Code.CONTRADICTION, (f"wager.{key}", "needs"), words)


def _stands(
    own: str, beside: tuple[str, ...], wagers: Mapping[str, WagerTerms | None], variant: str, left: Iterator[int]
) -> bool:
    """Return whether a table of a variant lets a wager stand beside others, with one that it needs below it."""
    wager = wagers[own]
    if own in beside or next(left, None) is None:
        return False
    if wager is None:
        return True
    excluded = any(other in wager.excludes or own in wagers[other].excludes for other in beside)  # type: ignore[union-attr]
    if excluded or wager.variant not in (None, variant):
        return False
    inner = (*beside, own)
    return not wager.needs or any(_stands(one, inner, wagers, variant, left) for one in wager.needs if one in wagers)


def _check_early(terms: Terms, found: Found, faults: Faults) -> None:
    riding = [key for key, wager in terms.items() if wager.rides]
    for key in riding[1:]:
        words = f"this engine lets one payout ride, and wager.{riding[0]} has 'rides' already"
        faults.note(Code.BEYOND_ENGINE, (f"wager.{key}", "rides"), words)
    for key, wager in terms.items():
        if wager.settles != "before-third-cards":
            continue
        here = (f"wager.{key}", "settles")
        if "house-money.settle-early" not in found:
            words = "needs house-money.settle-early: when, and in which order of seats, it is settled"
            faults.note(Code.NEEDS_PROVISION, here, words)
        if wager.each or wager.stake_cents is not None or any(line.result == "push" for line in wager.lines):
            words = "before third cards a wager wins or loses here, without 'each', 'stake-cents' or 'push'"
            faults.note(Code.BEYOND_ENGINE, here, words, ("after-result",))


def _check_layout(found: Found, owner: Mapping[str, str], faults: Faults) -> None:
    known = {*owner, *HANDS, *NO_WAGERS}
    for key, provision in found.items():
        areas = getattr(provision, "areas", ()) if key.startswith("layout.") else ()
        for number, area in enumerate(areas):
            if area not in known:
                words = f"unknown area {area[:60]!r}{near(area[:60], known)}"
                faults.note(Code.UNKNOWN_AREA, (key, "areas", str(number)), words, sorted(known))
    for number, wager in enumerate(getattr(found.get("result.announce"), "ez", ())):
        if wager not in owner:
            words = f"unknown wager {wager[:60]!r}{near(wager[:60], owner)}"
            faults.note(Code.UNKNOWN_WAGER, ("result.announce", "ez", str(number)), words, tuple(owner))


def _check_permissible(
    permissible: Provision | None, terms: Terms, pays: Mapping[str, PayTerms], faults: Faults
) -> None:
    if not isinstance(permissible, Permissible2):
        return
    here, hands = "wager.permissible", {wager.hand for wager in terms.values() if wager.hand}
    for term in ("main", "required", "by-leave"):
        for number, name in enumerate(getattr(permissible, term.replace("-", "_"))):
            if name not in terms and not (term == "main" and name in hands):
                words = f"unknown wager {name[:60]!r}{near(name[:60], terms)}"
                faults.note(Code.UNKNOWN_WAGER, (here, term, str(number)), words, tuple(terms))
    variants = {wager.variant for wager in terms.values() if wager.variant} or {""}
    for variant in sorted(variants):
        main = [(key, wager) for key, wager in terms.items() if wager.hand and wager.variant in (None, variant)]
        for hand in HANDS:
            on_it = [key for key, wager in main if wager.hand == hand]
            if len(on_it) != 1:
                of = f" of the variant {variant}" if variant else ""
                words = f"a table{of} has one wager with hand = {hand!r}, not {_listed(on_it) or 'none'}"
                faults.note(Code.CONTRADICTION, (here, "main"), words)
            elif not {hand, *on_it} & {*permissible.main}:
                words = f"the main wagers have the one with hand = {hand!r}: list {hand!r}"
                faults.note(Code.CONTRADICTION, (here, "main"), words, (hand,))
        rates = {pay.vigorish.percent for key, _ in main if (pay := pays.get(key)) and pay.vigorish}
        if len(rates) > 1:
            words = f"one rate of vigorish at a table, not {_listed(map(str, rates))} percent"
            faults.note(Code.BEYOND_ENGINE, (here, "main"), words)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
