"""Steps and ceremonies of a rulebook: who may perform a step, and which ceremonies a table needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from punto.law.ceremony import CeremonyError, first_steps, followed, parse, same
from punto.law.decode import Faults, near
from punto.law.finding import Code
from punto.law.schema import CeremonyOrder
from punto.law.words import Procedure, Provision

Found = Mapping[str, Provision | None]  # provisions by key; None for one that has faults of its own
Ceremonies = Mapping[str, CeremonyOrder]

# Steps that the engine acts on, with the roles that may perform them. Any other may be the dealer's, floor's or a
# device's.
ACTORS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        step: (role,)
        for role, steps in {
            "player": (
                "decline-cut place-cut ask-face-up ask-inspection decline-shoe accept-shoe name-dealer decline-next "
                "accept-next give-up return-player return-banker"
            ),
            "dealer": (
                "offer-cut dealer-cut place-cover place-end-cover inspect show show-batches show-idle show-batch "
                "spread-down spread-up draw-first expose-first burn-card show-burned discard-burned offer-shoe "
                "offer-next keep-shoe order-pass give-player give-banker open-player open-banker order-give-up "
                "turn-hands instruct announce-result collect-losing pay-seat clear-cards end-round no-more-bets "
                "set-aside-cover announce-last-hand announce-player announce-banker announce-counts"
            ),
            "floor": "order-recut verify check-shuffle",
            "curator": "pass-shoe",
        }.items()
        for step in steps.split()
    }
    | {"tuck-banker": ("dealer", "curator")}
)
PLAIN = ("dealer", "floor", "system")
# Ceremonies known to the engine. Where it acts on some of the steps, these have one of the orders given here; plain
# steps may come between them. "" stands for an order of the rulebook's own.
_CUT = "(offer-cut decline-cut)* (offer-cut place-cut | dealer-cut) place-cover load-shoe"
_SQUEEZE = " ".join(
    f"(give-{hand} (give-up | order-give-up))* (give-{hand} return-{hand} | open-{hand}) announce-{hand}"
    for hand in ("player", "banker")
)
_NAMED = "(offer-{0} decline-{0})* (offer-{0} (accept-{0} | name-dealer) | keep-shoe)"
_TAKEN = "(offer-{0} decline-{0})* (offer-{0} accept-{0} | keep-shoe)"
_IDLE = "take-out (spread-down | spread-down? ask-face-up spread-up) show-idle"
_IDLE_UP = "take-out spread-up show-idle"
CEREMONIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "opening": (), "opening-batches": (), "shuffle": (), "shuffle-unused": (), "reshuffle": (),
        "reshuffle-unused": (), "three-dealers": (), "batch": (), "device-first": (), "device": (), "closing": (),
        "continuous": ("fill-shoe",),
        "cut": (_CUT,),
        "recut-next": (f"order-recut {_CUT}",),
        "recut-last": ("order-recut (place-cut | dealer-cut) place-cover load-shoe",),
        "burn-face-down": ("draw-first expose-first burn-card+ discard-burned",),
        "burn-face-up": ("draw-first expose-first burn-card+ show-burned discard-burned",),
        "curator": (_NAMED.format("shoe"), _TAKEN.format("shoe")),
        "curator-next": tuple(f"(pass-shoe | order-pass)? {one.format('next')}" for one in (_NAMED, _TAKEN)),
        "betting-closed": ("no-more-bets",),
        "squeeze": (f"{_SQUEEZE} announce-counts", _SQUEEZE),
        "counts": ("turn-hands announce-counts", "turn-hands"),
        "third": ("instruct+",),
        "result": ("announce-result collect-losing* pay-seat* clear-cards",),
        "must-hit": ("end-round",),
        "last-hand": ("set-aside-cover announce-last-hand",),
        "change-daily": ("retire-decks fetch-decks",),
        "idle": (_IDLE, _IDLE_UP),
        "idle-device": (f"{_IDLE} (ask-inspection show-batch)?", f"{_IDLE_UP} (ask-inspection show-batch)?"),
        "idle-device-inspected": (f"{_IDLE} show-batch", f"{_IDLE_UP} show-batch"),
    }
)  # fmt: skip
ASKING = ("offer-cut", "offer-shoe", "offer-next", "give-player", "give-banker")  # the answer follows immediately
BEGUN = (
    "betting-closed",
    "result",
    "recut-next",
    "recut-last",
    "curator-next",
    "change-daily",
    "idle",
    "idle-device",
    "idle-device-inspected",
)
ALONE = ("third", "must-hit", "last-hand")  # no plain steps
# After these play goes on: nothing may be left that could still be done.
ENDING = (
    "continuous", "cut", "recut-next", "recut-last", "burn-face-down", "burn-face-up", "curator", "curator-next",
    "betting-closed", "squeeze", "counts", "result",
)  # fmt: skip
PAYMENTS = ("collect-losing", "pay-seat")


def _names(order: str) -> list[str]:
    return order.translate(str.maketrans("()|*+?", "      ")).split()


OWN: Mapping[str, frozenset[str]] = MappingProxyType(
    {ceremony: frozenset(step for order in orders for step in _names(order)) for ceremony, orders in CEREMONIES.items()}
)
ACTED_ON = frozenset[str]().union(*OWN.values())


def check_procedures(found: Found, ceremonies: Ceremonies, faults: Faults) -> None:
    """Report steps and ceremonies that do not fit each other or the engine."""
    steps = _steps(found, faults)
    _named(found, steps, faults)
    _people(found, faults)
    _used(found, steps, ceremonies, faults)
    _orders(steps, ceremonies, faults)
    _reached(found, ceremonies, faults)


def _steps(found: Found, faults: Faults) -> dict[str, str]:
    """Return the provision of every step; report steps of two provisions, and roles that cannot perform one."""
    steps: dict[str, str] = {}
    for key, provision in found.items():
        for number, step in enumerate(provision.steps if isinstance(provision, Procedure) else ()):
            keys = (key, "steps", str(number))
            if step.do in steps:
                words = f"the step {step.do!r} already belongs to {steps[step.do]}"
                faults.note(Code.REPEATED_STEP, keys, words)
            steps.setdefault(step.do, key)
            allowed = ACTORS.get(step.do, PLAIN)
            if step.by not in allowed:
                words = f"{step.by!r} cannot perform the step {step.do!r}; allowed: {', '.join(allowed)}"
                faults.note(Code.STEP_ROLE, (*keys, "by"), words, allowed)
            elif step.by == "curator" and "def.curator" not in found:
                faults.note(Code.STEP_ROLE, (*keys, "by"), "the document has no curator", ("dealer",))
    return steps


def _named(found: Found, steps: Mapping[str, str], faults: Faults) -> None:
    """Report steps that a provision names but no provision has, or that belong to another."""
    for key, provision in found.items():
        own = [step.do for step in provision.steps] if isinstance(provision, Procedure) else []
        for number, name in enumerate(getattr(provision, "distinct", ())):
            if name not in own:
                words = f"the step {name[:60]!r} is not one of this provision{near(name[:60], own)}"
                faults.note(Code.UNKNOWN_STEP, (key, "distinct", str(number)), words, own)
        for number, name in enumerate(getattr(provision, "caller", None) or ()):
            if name not in steps:
                words = f"no provision has the step {name[:60]!r}{near(name[:60], steps)}"
                faults.note(Code.UNKNOWN_STEP, (key, "caller", str(number)), words)


def _people(found: Found, faults: Faults) -> None:
    """Report steps that could not be made by the people whom the rulebook names for them."""
    by = {step.do: step.by for one in found.values() if isinstance(one, Procedure) for step in one.steps}
    for key, provision in found.items():
        for number, name in enumerate(getattr(provision, "distinct", ())):
            if by.get(name) in ("player", "curator"):
                words = f"{name!r} is made by whoever it is offered to: different people are dealers and floorpersons"
                faults.note(Code.CONTRADICTION, (key, "distinct", str(number)), words)
    if "deal.squeeze" in found and getattr(found.get("deal.no-touch"), "touch", True) is False:
        words = "players turn the hands by deal.squeeze, and may touch no card by this: remove one of the two"
        faults.note(Code.CONTRADICTION, ("deal.no-touch", "touch"), words)
    staff = found.get("staff.several-dealers")
    for number, name in enumerate(getattr(staff, "caller", None) or ()):
        keys = ("staff.several-dealers", "caller", str(number))
        if name in by and by[name] != "dealer":
            faults.note(Code.STEP_ROLE, keys, f"the step {name!r} is the {by[name]}'s: the caller is a dealer")
        elif name in PAYMENTS and getattr(staff, "apart", False):
            words = f"'apart' keeps {name!r} from the dealer who calls the result: remove one of the two"
            faults.note(Code.CONTRADICTION, keys, words)
    callers = {*(getattr(staff, "caller", None) or ())}
    for key, provision in found.items():
        apart = [name for name in getattr(provision, "distinct", ()) if name in callers]
        if len(apart) > 1:
            words = f"one dealer calls the game and makes {', '.join(apart)}: these cannot be made by different people"
            faults.note(Code.CONTRADICTION, (key, "distinct"), words)


# Words that a step or its absence makes true: the provision, its term, the word, and the step.
STEPPED: tuple[tuple[str, str, str, str], ...] = (
    ("cut.cover-card-14", "other-cover", "end", "place-end-cover"),
    ("curator.dealer", "if", "named-by-holder", "name-dealer"),
    ("curator.dealer", "if", "nobody-accepts", "keep-shoe"),
    ("idle-table", "face", "down", "ask-face-up"),
)


def _used(found: Found, steps: Mapping[str, str], ceremonies: Ceremonies, faults: Faults) -> None:
    """Report words without the step by which they are done, and steps without their word."""
    ordered = {name for one in ceremonies.values() for name in _names(one.order)} & steps.keys()
    for key, term, word, step in STEPPED:
        said = getattr(found.get(key), "if_" if term == "if" else term.replace("-", "_"), None)
        if said is None:  # no such provision, or one with faults of its own
            continue
        stated = word in said if isinstance(said, tuple) else word == said
        if stated and step not in ordered:
            faults.note(Code.UNKNOWN_STEP, (key, term), f"{word!r} needs the step {step!r} in a ceremony")
        elif not stated and step in ordered:
            words = f"the step {step!r} is never made here: write {word!r}, or remove the step from all ceremonies"
            faults.note(Code.CONTRADICTION, (key, term), words, (word,))


def _orders(steps: Mapping[str, str], ceremonies: Ceremonies, faults: Faults) -> None:
    """Report orders that cannot be parsed or completed, steps of no provision, and unused steps."""
    used: set[str] = set()
    for name, ceremony in ceremonies.items():
        keys = ("ceremony", name)
        if name not in CEREMONIES:
            words = f"unknown ceremony {name[:60]!r}{near(name[:60], CEREMONIES)}"
            faults.note(Code.UNKNOWN_CEREMONY, keys, words, CEREMONIES)
        names = _names(ceremony.order)
        used |= set(names)
        try:
            wrong = _wrong(name, ceremony) if name in CEREMONIES else ""
        except (CeremonyError, RecursionError) as error:
            wrong = str(error)
        if wrong:
            faults.note(Code.CEREMONY_ORDER, (*keys, "order"), wrong, CEREMONIES.get(name, ()))
        for step in sorted({*names, *ceremony.must} - set(steps)):
            words = f"no provision has the step {step[:60]!r}{near(step[:60], steps)}"
            faults.note(Code.UNKNOWN_STEP, (*keys, "order"), words)
        for step in sorted(set(ceremony.must) - set(names)):
            faults.note(Code.CEREMONY_ORDER, (*keys, "must"), f"the step {step!r} does not occur in the order")
    for step, key in steps.items():
        if step not in used:
            faults.note(Code.UNUSED_STEP, (key, "steps"), f"the step {step!r} occurs in no ceremony")


def _wrong(name: str, ceremony: CeremonyOrder) -> str:
    """Say why a table could not go through an order, or nothing."""
    parse(ceremony.order)
    must = tuple(step for step in ceremony.must if step in _names(ceremony.order))
    follow, own = [*followed(ceremony.order, must)], OWN[name]
    first, acts = first_steps(ceremony.order, must), {step for step, _, _ in follow}
    for step in sorted(own - acts if len(CEREMONIES[name]) == 1 else ()):
        return f"the step {step!r} is missing in the order"
    for step in sorted(acts & ACTED_ON - own):
        return f"the step {step!r} has no place here: it belongs to {_listed(step)}"
    if own and not any(same(ceremony.order, order, own) for order in CEREMONIES[name]):
        return f"the engine goes through its steps in this order: {' or '.join(CEREMONIES[name])}"
    if own & {*must}:
        return f"'must' is for other steps: whether {_one(own & {*must})} is made depends on the people at the table"
    if name in BEGUN and not first <= own:
        return f"it begins with {' or '.join(sorted(first_steps(CEREMONIES[name][0])))}: move {_one(first - own)} back"
    if name in ALONE and not acts <= own:
        return f"it has no other steps: move {_one(acts - own)} to another ceremony"
    for then in (first, *(each for _, each, _ in follow)) if own else ():
        if then & own and then - own:
            return f"{_one(then - own)} and {_one(then & own)} could both come next: move {_one(then - own)}"
    for step, then, over in follow:
        if step in ASKING and not then <= own:
            return f"the answer follows {step!r} immediately: move {_one(then - own)}"
        if name in ENDING and over and then:
            return f"it could end after {step!r} or go on with {_one(then)}: write one of the two"
        if name == "result" and step == "clear-cards" and then:
            return f"the round is over when its cards are cleared: move {_one(then)} forward"
    return ""


def _one(steps: Iterable[str]) -> str:
    return repr(min(steps))


def _listed(step: str) -> str:
    return ", ".join(name for name, own in OWN.items() if step in own)


def _reached(found: Found, ceremonies: Ceremonies, faults: Faults) -> None:
    """Report missing ceremonies that a table under this book needs."""
    for name, key in _needed(found):
        if name not in ceremonies:
            words = f"the ceremony {name!r} is missing: a table needs it because of {key}"
            faults.note(Code.MISSING_CEREMONY, ("ceremony", name), words)


def _needed(found: Found) -> Iterable[tuple[str, str]]:
    always = {
        "opening": "open.inspect", "shuffle": "shuffle.when", "cut": "cut.offer-order",
        "betting-closed": "deal.announce", "result": "result.announce", "last-hand": "cover-card",
    }  # fmt: skip
    yield from always.items()
    by_provision = {
        "cards.change-every-shoe": ("closing",), "deal.squeeze": ("squeeze",), "deal.dealer-turns": ("counts",),
        "shuffle.continuous": ("continuous",), "royal9.must-hit": ("must-hit",),
        "cards.change-daily": ("change-daily",), "shuffle.three-dealers": ("three-dealers",),
        "idle-table": ("idle", "idle-device", "idle-device-inspected"), "open.batch-shuffler": ("batch",),
        "cards.two-batches": ("opening-batches", "device", "device-first"),
        "shuffle.reshuffle-option": ("reshuffle",), "curator.offer": ("curator",), "curator.next": ("curator-next",),
        "curator.instructed": ("third",),
    }  # fmt: skip
    for key, names in by_provision.items():
        if key in found:
            yield from ((name, key) for name in names)
    for choice in getattr(found.get("burn.shown"), "choices", ()):
        yield f"burn-{choice}", "burn.shown"
    for by in getattr(found.get("cut.recut"), "by", ()):
        yield f"recut-{by}", "cut.recut"
    for key, provision in found.items():
        if getattr(provision, "then", None) == "reshuffle":
            yield "closing", key
    if "shuffle.manual-steps" in found:
        yield "shuffle-unused", "shuffle.manual-steps"
        if "shuffle.reshuffle-option" in found:
            yield "reshuffle-unused", "shuffle.reshuffle-option"
