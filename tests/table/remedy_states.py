"""Every situation in which a remedy is due, as a state; and the answers that were frozen before remedies became data.

``frozen_remedies.csv`` was written once, by the code before the change, and is never written again.
"""

import csv
import dataclasses
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from punto.rules.house_rules import HouseRules
from punto.table import TableState
from punto.table.evolve_events import Trouble
from punto.table.phases import Phase

FROZEN = Path(__file__).parent / "frozen_remedies.csv"
# The Player's Hand has 6 and stays; the Banker's Hand has 4 and draws, or 6 and stays.
FOUR: dict[str, dict[str, str | None]] = {
    "draws": {"P1": "3h", "B1": "2c", "P2": "3d", "B2": "2d"},
    "stays": {"P1": "3h", "B1": "3c", "P2": "3d", "B2": "3d"},
}
THREE: dict[str, str | None] = {"P1": None, "B1": None, "P2": None}
PHASES = {"before": Phase.BETTING, "in-coup": Phase.DRAWING, "settled": Phase.PAYING}
CHOICES = tuple(product(("discard", "simulate"), ("complete", "void")))


class Case(NamedTuple):
    """One situation: what happened, and what the remedy may depend on."""

    event: str
    card: str
    banker: str
    moment: str
    next_hand: bool
    own_place: bool
    kind: str
    variant: str
    choice: str
    mid_coup: str

    @property
    def rules(self) -> dict[str, Any]:
        """The licensee's choices."""
        return {"disclosed": self.choice, "disclosed_mid_coup": self.mid_coup}


class Answer(NamedTuple):
    """The step that is due, the provision that asks for it, cards that follow, and whether the card waits."""

    step: str
    provision: str
    extra: int
    waits: bool


def cases() -> Iterator[Case]:
    """Return all situations that a table can come to."""
    for kind, (choice, mid) in product(("wagered", "simulated"), CHOICES):
        for card, banker, moment, coming, own in product(
            ("seen", "unseen"), ("draws", "stays"), PHASES, (True, False), (True, False)
        ):
            if (coming or moment != "before") and (not own or moment == "in-coup"):
                yield Case("drawn-in-error", card, banker, moment, coming, own, kind, "", choice, mid)
        for card, banker, coming, variant in product(
            ("seen", "unseen"), ("draws", "stays"), (True, False), ("", "banker-drew", "player-draws")
        ):
            yield Case("player-third", card, banker, "in-coup", coming, False, kind, variant, choice, mid)
        for variant, coming in product(("no-card", "three", "drawing"), (True, False)):
            moment = "before" if variant == "no-card" else "in-coup"
            if coming or moment == "in-coup":
                yield Case("no-card-left", "unseen", "stays", moment, coming, False, kind, variant, choice, mid)


def state_of(case: Case, rules: HouseRules) -> TableState:
    """Return a table in a situation."""
    last: dict[str, Any] = {} if case.next_hand else {"cover": "last", "hands_after": rules.shoe.coups_after_cover}
    if case.event == "no-card-left":
        drawing = case.variant == "drawing"
        phase = Phase.DRAWING if drawing else Phase.DEALING
        due: dict[str, str | None] = {"P1": "2h", "B1": "2c", "P2": "3d", "B2": "2d"}  # a third card
        lying = due if drawing else {} if case.variant == "no-card" else THREE
        return TableState(phase=phase, places=lying, left=0, kind=case.kind, **last)  # type: ignore[arg-type]
    places = {} if case.moment == "before" else dict(FOUR[case.banker])
    if case.variant == "banker-drew":
        places["B3"] = "2s"
    elif case.variant == "player-draws":  # by a correction since
        places["P1"] = "2h"
    place = "error-third" if case.event == "player-third" else "error"
    face, dealt_to = "4h" if case.card == "seen" else None, "B2" if case.own_place else ""
    return TableState(
        phase=PHASES[case.moment],
        places=places,
        left=50,
        settled=case.moment == "settled",
        kind=case.kind,  # type: ignore[arg-type]
        trouble=Trouble(case.event, place, face, dealt_to=dealt_to),  # type: ignore[arg-type]
        **last,
    )


def under(rules: HouseRules, case: Case) -> HouseRules:
    """Return house rules with the licensee's choices of a situation."""
    return dataclasses.replace(rules, **case.rules)


def frozen() -> dict[tuple[str, Case], Answer]:
    """Return the frozen answers: by edition of the words, ``now`` or ``then``, and situation."""
    with FROZEN.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    found = {}
    for edition, *row in rows:
        event, card, banker, moment, coming, own, kind, variant, choice, mid, *answer = row
        case = Case(event, card, banker, moment, coming == "yes", own == "yes", kind, variant, choice, mid)
        step, provision, extra, waits = answer
        found[edition, case] = Answer(step, provision, int(extra), waits == "yes")
    return found
