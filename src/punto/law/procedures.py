"""Steps and ceremonies of a rulebook: who may perform a step, and which ceremonies a table needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from punto.law.ceremony import CeremonyError, parse
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
# Ceremonies known to the engine, and the steps that each requires.
CEREMONIES: Mapping[str, str] = MappingProxyType(
    {
        "opening": "", "opening-batches": "", "shuffle": "", "shuffle-unused": "", "reshuffle": "",
        "reshuffle-unused": "", "three-dealers": "", "batch": "", "device-first": "", "device": "", "continuous": "",
        "cut": "offer-cut decline-cut place-cut dealer-cut place-cover",
        "recut-next": "order-recut offer-cut decline-cut place-cut dealer-cut place-cover",
        "recut-last": "order-recut place-cut dealer-cut place-cover",
        "burn-face-down": "draw-first expose-first burn-card discard-burned",
        "burn-face-up": "draw-first expose-first burn-card show-burned discard-burned",
        "curator": "offer-shoe decline-shoe accept-shoe keep-shoe",
        "curator-next": "pass-shoe order-pass offer-next decline-next accept-next keep-shoe",
        "betting-closed": "no-more-bets",
        "squeeze": "give-player return-player open-player give-banker return-banker open-banker give-up order-give-up",
        "counts": "turn-hands",
        "third": "instruct",
        "result": "announce-result collect-losing pay-seat clear-cards",
        "must-hit": "end-round",
        "last-hand": "set-aside-cover announce-last-hand",
        "closing": "", "change-daily": "", "idle": "", "idle-device": "", "idle-device-inspected": "",
    }
)  # fmt: skip


def check_procedures(found: Found, ceremonies: Ceremonies, faults: Faults) -> None:
    """Report steps and ceremonies that do not fit each other or the engine."""
    steps = _steps(found, faults)
    _named(found, steps, faults)
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


def _orders(steps: Mapping[str, str], ceremonies: Ceremonies, faults: Faults) -> None:
    """Report orders that cannot be parsed or completed, steps of no provision, and unused steps."""
    used: set[str] = set()
    for name, ceremony in ceremonies.items():
        keys = ("ceremony", name)
        if name not in CEREMONIES:
            words = f"unknown ceremony {name[:60]!r}{near(name[:60], CEREMONIES)}"
            faults.note(Code.UNKNOWN_CEREMONY, keys, words, CEREMONIES)
        try:
            parse(ceremony.order)
        except (CeremonyError, RecursionError) as error:
            faults.note(Code.CEREMONY_ORDER, (*keys, "order"), str(error))
            continue
        names = ceremony.order.translate(str.maketrans("()|*+?", "      ")).split()
        used |= set(names)
        for step in sorted({*names, *ceremony.must} - set(steps)):
            words = f"no provision has the step {step[:60]!r}{near(step[:60], steps)}"
            faults.note(Code.UNKNOWN_STEP, (*keys, "order"), words)
        for step in CEREMONIES.get(name, "").split():
            if step not in names:
                faults.note(Code.CEREMONY_ORDER, (*keys, "order"), f"the step {step!r} is missing in the order")
        for step in sorted(set(ceremony.must) - set(names)):
            faults.note(Code.CEREMONY_ORDER, (*keys, "must"), f"the step {step!r} does not occur in the order")
    for step, key in steps.items():
        if step not in used:
            faults.note(Code.UNUSED_STEP, (key, "steps"), f"the step {step!r} occurs in no ceremony")


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
