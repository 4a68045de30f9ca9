"""Former names: modules and what they give, importable with a ``DeprecationWarning`` for one minor version.

``MOVED`` has the modules that are gone and where their names are now, ``RENAMED`` the names that changed as well. Only
names that the reference listed are here. ``punto`` finds a former module by ``find_spec``; a module that still exists
takes ``names`` as its ``__getattr__``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "cards": ("core.cards",),
    "care": ("people.responsible_play",),
    "ceremony": ("law.ceremony",),
    "citation": ("core.citation",),
    "coup": ("core.coup",),
    "folds": (),
    "folds.history": ("views.history",),
    "folds.ledger": ("views.ledger",),
    "folds.outcomes": ("views.results",),
    "folds.roads": ("views.roads",),
    "folds.statistics": ("views.statistics",),
    "folds.views": ("views.views",),
    "folds.wording": ("views.refusal_messages",),
    "house": ("people.administration",),
    "houserules": ("rules.house_rules",),
    "log": ("record", "game", "verification.verify"),
    "log.drivers": ("game.card_sources",),
    "log.headless": ("game.headless",),
    "log.verification": ("verification.verify",),
    "money": ("core.money",),
    "notation": ("core.notation",),
    "odds.removal": ("odds.queries",),
    "odds.ride": ("odds.parlay",),
    "posting": ("core.posting",),
    "restraint": ("core.self_limits",),
    "review": ("rules.review",),
    "roles": ("core.roles",),
    "rulebook": ("law.rulebook",),
    "store": ("record",),
    "submission": ("rules.submission",),
    "tableau": ("core.tableau",),
    "trace": ("law.coverage",),
}
RENAMED = {
    "accounts.Admitted": "accounts.LoginResult",
    "floor.Busy": "floor.QueueFull",
    "floor.Desk": "floor.TableActor",
    "floor.Gone": "floor.TableUnavailable",
    "floor.House": "floor.Floor",
    "folds.history.Happened": "views.history.LoggedEvent",
    "folds.statistics.Settled": "views.statistics.SettledCoup",
    "folds.views.HOUSE": "views.views.HOUSE_VIEWER",
    "folds.views.Seen": "views.views.MaskedEvent",
    "folds.views.Shown": "views.views.FieldRule",
    "house.clash": "people.administration.role_conflict",
    "log.Fault": "record.LogFault",
    "log.Meters": "game.ProgressiveLink",
    "log.Purses": "game.WalletLinks",
    "log.drivers.ReadingShoe": "game.card_sources.CardReadingShoe",
    "odds.Line": "odds.ResultOdds",
    "restraint.OwnLimit": "core.self_limits.SelfLimit",
    "school.Shown": "school.Exhibit",
    "simulate.Fare": "simulate.WagerTally",
    "store.Unknown": "record.OutcomeUnknown",
}


def names(module: str) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a module of ``punto``: it knows the former names of the module."""

    def former(name: str) -> object:
        renamed = RENAMED.get(f"{module}.{name}")
        places = (renamed,) if renamed else tuple(f"{home}.{name}" for home in MOVED.get(module, ()))
        for place in () if name.startswith("__") else places:
            home, _, given = place.rpartition(".")
            holder = import_module(f"punto.{home}")
            if hasattr(holder, given):
                warnings.warn(f"punto.{module}.{name} is now punto.{place}", DeprecationWarning, stacklevel=2)
                return getattr(holder, given)
        raise AttributeError(f"module 'punto.{module}' has no attribute {name!r}")

    return former


class _Former(Loader):
    """Loader of a module that is gone."""

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its former names."""
        vars(module)["__getattr__"] = names(module.__name__.removeprefix("punto."))


def find_spec(fullname: str) -> ModuleSpec | None:
    """Return the spec of a former module, or None for any other."""
    module = fullname.removeprefix("punto.")
    if module not in MOVED:
        return None
    package = any(other.startswith(f"{module}.") for other in MOVED)
    return ModuleSpec(fullname, _Former(), is_package=package)
