"""The schema of a rulebook: a class for every provision, in families.

``Law`` is a whole rulebook, typed: ``law.deal.four.order``. The keys of the TOML are the paths of its fields,
``deal.four``; where the files of version 1 say a key in another way, ``RENAMED`` maps it.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType, NoneType
from typing import Annotated, Any, NamedTuple, cast, get_args

from punto.law.schema.cards import Burn, Cards, Cut, Idle, Opening, Shoe, Shuffle
from punto.law.schema.definitions import Definitions, Layout, Points, Table
from punto.law.schema.play import Curator, Deal, Irregular, Result, Staff, Third
from punto.law.schema.wagers import HouseMoney, Pay, Royal9, Vigorish, Wagers
from punto.law.words import Long, Matches, Name, Provision, Strict, Text


class Head(Strict):
    """The head of a rulebook: its id, title, source and edition."""

    id: Annotated[str, Matches(r"[a-z0-9]+(-[a-z0-9]+)*", "md-mini")]
    title: Text
    document: Text
    in_force: Text


class CeremonyOrder(Strict):
    """Steps in their order, a regular expression over step names (``punto.ceremony``)."""

    order: Annotated[str, Long(1, 2000)]
    must: tuple[Name, ...] = ()


class Law(Strict):
    """A rulebook, typed and checked."""

    rulebook: Head
    def_: Definitions
    table: Table
    layout: Layout
    cards: Cards
    open: Opening
    shuffle: Shuffle
    cut: Cut
    burn: Burn
    idle: Idle
    points: Points
    curator: Curator | None = None
    wager: Wagers
    deal: Deal
    house_money: HouseMoney | None = None
    third: Third
    shoe: Shoe
    staff: Staff | None = None
    result: Result
    pay: Pay
    vigorish: Vigorish
    royal9: Royal9
    irregular: Irregular
    ceremony: dict[Name, CeremonyOrder]


# Keys of version 1 that say a value, or are a provision and a family at once.
RENAMED: Mapping[str, str] = MappingProxyType(
    {
        "table.seats.10-14": "table.seats",
        "table.seats.max-9": "table.seats",
        "cards.six-to-eight": "cards.decks",
        "cards.at-least-six": "cards.decks",
        "cut.depth-one-deck": "cut.depth",
        "cut.depth-ten-cards": "cut.depth",
        "cut.cover-card-14": "cut.cover",
        "burn": "burn.count",
        "idle-table": "idle.table",
        "idle-table.shuffler-batch": "idle.batch",
        "cover-card": "shoe.cover-card",
    }
)


class Place(NamedTuple):
    """Where a provision stands in the law, and its class."""

    path: tuple[str, ...]  # of fields
    type: type[Provision]
    required: bool  # wherever its family is


def bare(kind: Any) -> Any:
    """Return a type without ``| None``."""
    args = [one for one in get_args(kind) if one is not NoneType]
    return args[0] if NoneType in get_args(kind) and len(args) == 1 else kind


def _places(family: type[Strict], key: str, path: tuple[str, ...], required: bool) -> Iterator[tuple[str, Place]]:
    for name, term in family.__terms__.items():
        kind, inner, here = bare(term.type), f"{key}{name}", (*path, term.field)
        if not isinstance(kind, type) or not issubclass(kind, Strict) or kind is Head:
            continue
        if issubclass(kind, Provision):
            yield inner, Place(here, kind, term.required and required)
        else:
            yield from _places(kind, f"{inner}.", here, term.required and required)


PLACES: Mapping[str, Place] = MappingProxyType(dict(_places(Law, "", (), True)))


def provisions(family: Strict) -> Iterator[Provision]:
    """Return all provisions that a law, or a family of it, has."""
    for term in family.__terms__.values():
        one = getattr(family, term.field)
        if isinstance(one, Provision):
            yield one
        elif isinstance(one, Strict):
            yield from provisions(one)


def provision_of(law: Law, key: str) -> Provision | None:
    """Return a provision by its key, for code that is about any of them; None where the document has none."""
    place, found = place_of(key), cast(Any, law)
    for field in place.path if place is not None else ():
        found = getattr(found, field, None)
    return found if isinstance(found, Provision) else None


def place_of(key: str) -> Place | None:
    """Return the place of a provision key, as any version of a rulebook writes it; None for an unknown key."""
    return PLACES.get(RENAMED.get(key, key)) if key in RENAMED or key not in RENAMED.values() else None
