"""Rules of a rulebook that no type can express: provisions, steps, ceremonies and wagers that must fit each other.

"Stands together" is our rule and not the law's: a document with one provision and without the other could not be
played. There are few of these rules; completeness is checked by a second transcription.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from punto.core.cards import RANKS, VALUES
from punto.core.tableau import DRAW, NATURALS, NONE, PLAYER_DRAWS
from punto.law.decode import Faults, near
from punto.law.finding import Code
from punto.law.procedures import Found
from punto.law.v2 import NO_WAGERS, check_wagers
from punto.law.words import Provision

# All or none of each group.
TOGETHER: tuple[tuple[str, ...], ...] = (
    ("def.curator", "curator.offer", "staff.several-dealers"),
    ("cards.two-batches", "cards.batch-alternation", "open.batches", "shuffle.device-option"),
    ("deal.squeeze", "deal.squeeze-third", "deal.squeeze-equal", "deal.squeeze-relinquish"),
    ("deal.squeeze-option", "deal.squeeze-none"),
    ("def.free-hand", "wager.free-hand"),
    ("def.royal-9", "layout.royal9-combinations"),
    ("shuffle.lace", "shuffle.reshuffle-option", "shuffle.pit-wide", "open.batch-shuffler"),
    ("idle-table", "idle-table.shuffler-batch"),
)
TOGETHER_1: tuple[tuple[str, ...], ...] = (  # the wagers of the five documents
    ("wager.house-money", "pay.house-money", "layout.house-money-area", "house-money.settle-early"),
    ("def.panda-8", "wager.panda-8", "pay.panda-8", "layout.panda-8-area"),
    ("wager.dragon-7", "pay.dragon-7", "layout.dragon-7-area", "layout.dragon-7-push-notice"),
    ("wager.dragon-bonus", "pay.dragon-bonus", "layout.dragon-bonus-area"),
)
# The first needs one of the others.
NEEDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("royal9.progressive.terms", ("def.royal-9",)),
    ("royal9.multilevel.terms", ("def.royal-9",)),
    ("def.royal-9", ("royal9.progressive.terms", "royal9.multilevel.terms")),
    ("royal9.must-hit", ("royal9.progressive.terms",)),
    ("cards.batch-alternation", ("cards.change-daily",)),
    ("deal.squeeze-option", ("deal.dealer-turns",)),
    ("deal.squeeze-option", ("deal.squeeze",)),
    ("idle-table.shuffler-batch", ("cards.two-batches",)),
    ("deal.two-hands", ("deal.squeeze", "deal.dealer-turns")),
    ("points.count", ("cards.change-daily", "cards.change-every-shoe")),
)
MAIN = frozenset({"player", "banker", "tie"})
# Facts that together decide every coup exactly once.
OUTCOMES: tuple[set[str], ...] = (
    {"banker-higher", "banker-lower", "equal"},
    {"player-higher", "player-lower", "equal"},
    {"equal", "unequal"},
    {"dragon-7", "no-dragon-7"},
    {"panda-8", "no-panda-8"},
    {"both-pairs", "one-pair", "no-pair"},
)


# Coups with a name of their own that are part of a fact.
PART_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "banker-higher": ("dragon-7",),
        "player-lower": ("dragon-7",),
        "player-higher": ("panda-8",),
        "banker-lower": ("panda-8",),
        "unequal": ("dragon-7", "panda-8"),
    }
)


def cross_check(found: Found, schema: int, faults: Faults) -> None:
    """Report everything that does not fit together."""
    _together(found, TOGETHER + TOGETHER_1 if schema == 1 else TOGETHER, faults)
    if schema == 1:
        _wagers(found, faults)
    else:
        check_wagers(found, faults)
        _areas(found, set().union(*AREAS.values()), faults)
        _own_areas(found, faults)
        _riding(found, faults)
    _notices(found, faults)
    _lists(found, faults)
    _choices(found, faults)
    _engine(found, faults)


# ---------------------------------------------------------------- provisions


def _together(found: Found, groups: tuple[tuple[str, ...], ...], faults: Faults) -> None:
    for group in groups:
        here, gone = [key for key in group if key in found], [key for key in group if key not in found]
        if here and gone:
            words = f"stands only together with {', '.join(gone)}"
            faults.note(Code.STANDS_TOGETHER, (here[0],), words)
    for key, others in NEEDS:
        if key in found and not any(other in found for other in others):
            faults.note(Code.NEEDS_PROVISION, (key,), f"needs {' or '.join(others)}")
    curator = "def.curator" in found
    four = found.get("deal.four")
    if four is not None and (_of(four, "deals") == "curator") != curator:
        words = "the curator deals exactly where the document has a curator"
        faults.note(Code.CONTRADICTION, ("deal.four", "deals"), words, ("curator" if curator else "dealer",))


def _of(provision: Provision | None, field: str) -> Any:
    """Return a term of a provision that may be missing."""
    return getattr(provision, field, None)


# ---------------------------------------------------------------- wagers and areas


def _wagers(found: Found, faults: Faults) -> None:
    permissible = found.get("wager.permissible")
    if permissible is None:
        return
    listed = {term: tuple(_of(permissible, term)) for term in ("main", "offered", "ez")}
    if set(listed["main"]) != MAIN:
        words = f"the main wagers are {', '.join(sorted(MAIN))}"
        faults.note(Code.UNKNOWN_WAGER, ("wager.permissible", "main"), words, sorted(MAIN))
    for term, wagers in listed.items():
        for number, wager in enumerate(wagers):
            _defined(wager, ("wager.permissible", term, str(number)), found, faults)
            provision = found.get(f"wager.{_family(wager)}")
            if term != "main" and provision is not None and (_of(provision, "table") == "ez") != (term == "ez"):
                words = f"{wager!r} is {'not ' if term == 'ez' else ''}a wager of the EZ game"
                faults.note(Code.CONTRADICTION, ("wager.permissible", term, str(number)), words)
    every = {wager for wagers in listed.values() for wager in wagers}
    _unlisted(found, every, faults)
    _areas(found, {"player-hand", "banker-hand", "vigorish", "royal-9", *every}, faults)
    _named("result.announce", "ez", listed["ez"], found, faults)
    _named("royal9.progressive.underlying", "beside", listed["main"], found, faults)
    for key in found:
        if key.startswith("wager."):
            _decided(key, found[key], faults)


def _unlisted(found: Found, every: set[str], faults: Faults) -> None:
    for key in ("wager.dragon-7", "wager.panda-8", "wager.house-money", "wager.dragon-bonus"):
        wager = key.removeprefix("wager.")
        wanted = {"dragon-bonus-player", "dragon-bonus-banker"} if wager == "dragon-bonus" else {wager}
        if key in found and not wanted <= every:
            words = f"wager.permissible does not list {', '.join(sorted(wanted - every))}"
            faults.note(Code.UNKNOWN_WAGER, (key,), words)


def _named(key: str, term: str, known: tuple[str, ...], found: Found, faults: Faults) -> None:
    for number, wager in enumerate(_of(found.get(key), term) or ()):
        if wager not in known:
            words = f"unknown wager {wager[:60]!r}{near(wager[:60], known)}"
            faults.note(Code.UNKNOWN_WAGER, (key, term, str(number)), words, known)


def _decided(key: str, provision: Provision | None, faults: Faults) -> None:
    """Report a wager that leaves a coup open, or decides it twice."""
    if _of(provision, "win") is None:
        return
    said = [word for term in ("win", "lose", "push") for word in _of(provision, term) or ()]
    if set(said) not in OUTCOMES or len(said) != len(set(said)):
        words = f"win, lose and push must decide every coup once; {', '.join(said)} do not"
        faults.note(Code.CONTRADICTION, (key,), words)
    for term, within in (("wins_on", "win"), ("loses_on", "lose"), ("ez_push", "win")):
        allowed = tuple(word for word in _of(provision, within) or () for word in PART_OF.get(word, ()))
        for number, word in enumerate(_of(provision, term) or ()):
            if word not in allowed:
                keys = (key, term.replace("_", "-"), str(number))
                words = f"{word!r} is not a special case of {within!r}; allowed: {', '.join(allowed) or 'none'}"
                faults.note(Code.CONTRADICTION, keys, words, allowed)


def _family(wager: str) -> str:
    return "dragon-bonus" if wager in ("dragon-bonus-player", "dragon-bonus-banker") else wager


def _defined(wager: str, keys: tuple[str, ...], found: Found, faults: Faults) -> None:
    for family in ("wager", "pay"):
        key = f"{family}.{_family(wager)}"
        if key not in found:
            faults.note(Code.UNKNOWN_WAGER, keys, f"{wager[:60]!r} has no provision {key[:80]}{near(key, found)}")


# Each layout provision has its own areas.
AREAS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "layout.main-areas": frozenset({"player", "banker", "tie"}),
        "layout.card-areas": frozenset({"player-hand", "banker-hand"}),
        "layout.dragon-bonus-area": frozenset({"dragon-bonus-player", "dragon-bonus-banker"}),
        "layout.dragon-7-area": frozenset({"dragon-7"}),
        "layout.panda-8-area": frozenset({"panda-8"}),
        "layout.house-money-area": frozenset({"house-money"}),
        "layout.royal9-combinations": frozenset({"royal-9"}),
        "layout.vigorish-boxes": frozenset({"vigorish"}),
    }
)
NOTICES = {
    "layout.name-or-logo": "name-or-logo",
    "layout.odds-shown": "odds",
    "layout.dragon-7-push-notice": "dragon-7-push",
}


def _areas(found: Found, known: set[str], faults: Faults) -> None:
    for key, own in AREAS.items():
        areas = _of(found.get(key), "areas")
        if areas is not None and (set(areas) != own or not own <= known):
            words = f"the areas here are {', '.join(sorted(own))}"
            faults.note(Code.UNKNOWN_AREA, (key, "areas"), words, sorted(own))


def _own_areas(found: Found, faults: Faults) -> None:
    """Report areas of a key that the rulebook chose which are no wager's, or which another provision has."""
    taken = {area: key for key in AREAS if key in found for area in AREAS[key]}
    for key, provision in found.items():
        if not key.startswith("layout.") or key in AREAS:
            continue
        for number, area in enumerate(_of(provision, "areas") or ()):
            if area in NO_WAGERS or area in taken:
                words = f"{area!r} has its area by {taken[area]}" if area in taken else f"{area!r} is no wager"
                faults.note(Code.UNKNOWN_AREA, (key, "areas", str(number)), words)
            taken.setdefault(area, key)


def _riding(found: Found, faults: Faults) -> None:
    """Report a payout that rides otherwise than by the provisions about it."""
    parlay, portion = found.get("house-money.parlay"), found.get("house-money.portion")
    for key, provision in found.items():
        rides = _of(provision, "rides")
        if rides is None or parlay is None or portion is None:
            continue
        if set(rides.onto) != set(_of(parlay, "onto")):
            words = f"house-money.parlay lets it ride on {', '.join(_of(parlay, 'onto'))}"
            faults.note(Code.CONTRADICTION, (key, "rides", "onto"), words)
        if rides.portion != _of(portion, "portion"):
            words = f"house-money.portion says {str(_of(portion, 'portion')).lower()}"
            faults.note(Code.CONTRADICTION, (key, "rides", "portion"), words)


def _notices(found: Found, faults: Faults) -> None:
    for key, notice in NOTICES.items():
        said = _of(found.get(key), "notice")
        if said not in (None, notice):
            faults.note(Code.UNKNOWN_WORD, (key, "notice"), f"the notice here is {notice!r}", (notice,))


# ---------------------------------------------------------------- lists and choices


def _lists(found: Found, faults: Faults) -> None:
    """Report lists that are not what they must be: every word once, all of them in some order."""
    for key, provision in found.items():
        for term in type(provision).__terms__.values() if provision else ():
            value = getattr(provision, term.field)
            if term.field in ("steps", "lines", "order", "cases", "remedies") or not isinstance(value, tuple):
                continue
            repeated = sorted({str(each) for each in value if value.count(each) > 1})
            if repeated:
                keys = (key, term.field.rstrip("_").replace("_", "-"))
                faults.note(Code.REPEATED_WORD, keys, f"{', '.join(repeated)} more than once")
    orders = {
        "third.order": ("player", "banker"), "deal.squeeze": ("player", "banker"),
        "house-money.settle-early": ("collect", "pay"), "result.collect-first": ("collect", "pay"),
    }  # fmt: skip
    for key, words in orders.items():
        said = _of(found.get(key), "order")
        if said not in (None, words):
            faults.note(Code.BEYOND_ENGINE, (key, "order"), f"the engine plays {', '.join(words)}", words)
    four = _of(found.get("deal.four"), "order")
    if four is not None and four.count("player") != four.count("banker"):
        faults.note(Code.CONTRADICTION, ("deal.four", "order"), "two cards for each hand")
    permutations = {
        ("result.pay-order", "order"): {"vigorish", "pay"}, ("deal.two-hands", "hands"): {"player", "banker"},
        ("third.announce", "hands"): {"player", "banker"}, ("wager.dragon-bonus", "hands"): {"player", "banker"},
        ("house-money.parlay", "onto"): {"player", "banker"}, ("cut.depth-one-deck", "from"): {"top", "bottom"},
        ("cut.depth-ten-cards", "from"): {"top", "bottom"}, ("deal.squeeze-none", "cards"): {"hand", "third"},
        ("wager.no-more-bets", "bars"): {"make", "increase", "withdraw"},
        ("vigorish.deferred", "marked-by"): {"coin", "marker-button"},
    }  # fmt: skip
    for (key, name), every in permutations.items():
        said = _of(found.get(key), {"from": "from_"}.get(name, name.replace("-", "_")))
        if said is not None and (set(said) != every or len(said) != len(every)):
            faults.note(
                Code.CONTRADICTION, (key, name), f"every one of {', '.join(sorted(every))}, once", sorted(every)
            )


def _choices(found: Found, faults: Faults) -> None:
    for key, provision in found.items():
        if _of(provision, "choices") == ():
            faults.note(Code.OUT_OF_RANGE, (key, "choices"), "at least one choice is needed")
        least, most = _of(provision, "least"), _of(provision, "most")
        if isinstance(least, int) and isinstance(most, int) and least > most:
            faults.note(Code.OUT_OF_RANGE, (key, "most"), f"'most' is below 'least': {most} < {least}")
    for key in ("cut.depth-one-deck", "cut.depth-ten-cards"):
        provision = found.get(key)
        if provision and (_of(provision, "depth_decks") is None) == (_of(provision, "depth_cards") is None):
            faults.note(Code.EXCLUSIVE_TERMS, (key,), "either depth-decks or depth-cards")
    for key in ("royal9.progressive.paytable", "royal9.multilevel.paytables"):
        for number, line in enumerate(_of(found.get(key), "lines") or ()):
            if (line.meter is None) == (line.award_cents is None):
                faults.note(Code.EXCLUSIVE_TERMS, (key, "lines", str(number)), "either meter or award-cents")
    for skipped in _of(found.get("open.preshuffled"), "skips") or ():
        if skipped not in found:
            words = f"this document has no provision {skipped}"
            faults.note(Code.NEEDS_PROVISION, ("open.preshuffled", "skips"), words)
    order = found.get("result.pay-order")
    if order and _of(order, "from_") == _of(order, "towards"):
        faults.note(Code.CONTRADICTION, ("result.pay-order", "towards"), "'from' and 'towards' are the same end")
    if "def.curator" not in found and _of(found.get("cut.offer-order"), "start") == "last-curator":
        faults.note(Code.CONTRADICTION, ("cut.offer-order", "start"), "the document has no curator", ("highest",))
    _when(found.get("shuffle.when"), faults)
    _chips(found.get("wager.means"), faults)
    _in_play(found, faults)
    _shoe(found, faults)


def _shoe(found: Found, faults: Faults) -> None:
    steps = {step.do for provision in found.values() for step in _of(provision, "steps") or ()}
    if _of(found.get("cut.cover-card-14"), "other_cover") == "end" and "place-end-cover" not in steps:
        words = "no provision has the step 'place-end-cover'"
        faults.note(Code.UNKNOWN_STEP, ("cut.cover-card-14", "other-cover"), words, ("with-the-cut",))
    if "cards.change-every-shoe" in found and _of(found.get("cover-card"), "then") == "reshuffle":
        words = "the decks are replaced after every shoe (cards.change-every-shoe)"
        faults.note(Code.CONTRADICTION, ("cover-card", "then"), words, ("new-cards",))


def _in_play(found: Found, faults: Faults) -> None:
    for key, provision in found.items():
        if "play" not in (_of(provision, "during") or ("play",)) and key.startswith("irregular."):
            faults.note(Code.CONTRADICTION, (key, "during"), "cards drawn or disclosed in error have a remedy in play")


def _chips(means: Provision | None, faults: Faults) -> None:
    for term in ("means", "cash_becomes"):
        if means is not None and "chips" not in _of(means, term):
            words = "players wager with chips"
            faults.note(Code.CONTRADICTION, ("wager.means", term.replace("_", "-")), words, ("chips",))


def _when(when: Provision | None, faults: Faults) -> None:
    if when is None:
        return
    if ("on-direction" in _of(when, "when")) != (_of(when, "directed_by") is not None):
        words = "'directed-by' stands exactly where 'when' has 'on-direction'"
        faults.note(Code.CONTRADICTION, ("shuffle.when",), words)
    if "before-play" not in _of(when, "when"):
        faults.note(Code.CONTRADICTION, ("shuffle.when", "when"), "cards are shuffled before play")


# ---------------------------------------------------------------- constants of the engine


def _engine(found: Found, faults: Faults) -> None:
    """Report rules of play other than the engine's: its points, naturals and third-card rules are constants."""
    values = _of(found.get("points.values"), "values")
    if values is not None and dict(values) != dict(zip(RANKS, VALUES, strict=True)):
        faults.note(Code.BEYOND_ENGINE, ("points.values", "values"), "the engine plays other point values")
    for key in ("def.natural", "third.natural"):
        counts = _of(found.get(key), "counts")
        if counts is not None and counts != tuple(NATURALS):
            words = f"the engine plays naturals of {' and '.join(map(str, NATURALS))}"
            faults.note(Code.BEYOND_ENGINE, (key, "counts"), words)
    if _of(found.get("third.natural"), "draws"):
        faults.note(Code.BEYOND_ENGINE, ("third.natural", "draws"), "no hand draws after a natural")
    player = found.get("third.player")
    if player and _row(_of(player, "draws"), _of(player, "stays")) != PLAYER_DRAWS:
        faults.note(Code.BEYOND_ENGINE, ("third.player",), "the engine plays another rule for the Player's Hand")
    alone = found.get("third.banker-alone")
    if alone and tuple(count in _of(alone, "draws") for count in range(8)) != tuple(row[NONE] for row in DRAW):
        faults.note(Code.BEYOND_ENGINE, ("third.banker-alone",), "the engine plays another rule for the Banker's Hand")
    table = found.get("third.banker-table")
    if table is None:
        return
    if (_of(table, "draws") is None) == (_of(table, "cases") is None):
        faults.note(Code.EXCLUSIVE_TERMS, ("third.banker-table",), "either draws or cases")
    elif banker_rows(table) != tuple(row[:NONE] for row in DRAW):
        faults.note(Code.BEYOND_ENGINE, ("third.banker-table",), "the engine plays another rule for the Banker's Hand")


def _row(draws: tuple[int, ...], stays: tuple[int, ...]) -> tuple[bool, ...]:
    return tuple(count in draws and count not in stays for count in range(len(draws) + len(stays)))


def banker_rows(table: Provision) -> tuple[tuple[bool, ...], ...]:
    """Return when the Banker's Hand draws, by its count and the Player's third card; an empty row for a count unsaid.

    Massachusetts lists the third cards on which each count draws; Maryland forty cases, the counts 3 to 6 for each.
    """
    draws, cases = _of(table, "draws"), _of(table, "cases")
    if cases is not None:
        rows = {banker: tuple(case[banker - 3] == "D" for case in cases) for banker in range(3, 7)}
    else:
        rows = {int(banker): tuple(drawn in row for drawn in range(10)) for banker, row in draws.items()}
    always = dict.fromkeys(range(_of(table, "draws_below")), (True,) * 10) | {_of(table, "stays_on"): (False,) * 10}
    return tuple((rows | always).get(banker, ()) for banker in range(8))
