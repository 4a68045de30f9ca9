"""The schema of a rulebook: a class for every provision, in families.

``Law`` is a whole typed rulebook: ``law.deal.four.order``. The keys of the TOML are the paths of its fields,
``deal.four``; ``RENAMED`` maps the keys that files of version 1 write differently.

``[rulebook] schema = 2`` selects the families of ``Law2``; without it a rulebook has those of ``Law1``. A family of
schema 2 can be *open*: in addition to its own provisions it has any number of one class, in a field of the type
``dict[Name, ThatProvision]``, each under a key that the rulebook chooses.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from types import MappingProxyType, NoneType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, cast, get_args, get_origin

from punto.law.schema.cards import Burn, Cards, Cut, Idle, Opening, Shoe, Shuffle
from punto.law.schema.data import Pay2, Wagers2
from punto.law.schema.definitions import Definitions, Definitions1, Definitions2, Layout, Layout2, Points, Table
from punto.law.schema.irregular import Irregular, Irregularities
from punto.law.schema.play import Curator, Deal, Result, Staff, Staff2, Third
from punto.law.schema.wagers import HouseMoney, Pay, Royal9, Vigorish, Wagers, Wagers1
from punto.law.words import NAME, Long, Matches, Name, Provision, Strict, Text

if TYPE_CHECKING:  # it compiles what this package declares
    from punto.law.remedies import Remedies


class InForce(Strict):
    """The first day on which an edition is in force; its last day follows from the next edition."""

    from_: date


class Head(Strict):
    """The head of a rulebook: its id, title, source and edition; one without dates is in force on every day.

    ``source`` is what the rulebook was written from: a whole document, excerpts of one, or itself (``own``). Only in
    the last two a value may be ours: its section is ``OURS``.
    """

    id: Annotated[str, Matches(NAME, "xx-mini")]
    title: Text
    document: Text
    edition: date | None = None
    in_force: InForce | Text
    schema: Literal[1, 2] = 1
    source: Literal["document", "excerpts", "own"] = "document"


OURS = "ours"  # the section of a provision that no document shows


class CeremonyOrder(Strict):
    """Steps in their order, a regular expression over step names (``punto.law.ceremony``)."""

    order: Annotated[str, Long(1, 2000)]
    must: Annotated[tuple[Name, ...], Long(0, 4)] = ()


class Law(Strict):
    """A rulebook, typed and checked: what every schema has."""

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
    vigorish: Vigorish
    royal9: Royal9
    irregular: Irregular
    ceremony: dict[Name, CeremonyOrder]
    remedies: "Remedies"  # compiled from the provisions about irregularities

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.rulebook.id}>"


class Law1(Law):
    """A rulebook of schema 1, with the wagers of the five documents."""

    def_: Definitions1
    wager: Wagers1
    pay: Pay


class Law2(Law):
    """A rulebook of schema 2, with wagers as data; a family that differs from schema 1 is declared in both."""

    def_: Definitions2
    layout: Layout2
    wager: Wagers2
    pay: Pay2
    staff: Staff2 | None = None
    irregular: Irregularities  # type: ignore[assignment]  # read as ``remedies``, the same in both schemas


Schema = Literal[1, 2]
LAWS: Mapping[int, type[Law]] = MappingProxyType({1: Law1, 2: Law2})


# Keys of version 1 that contain a value, or are both a provision and a family.
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
    """Location of a provision in the law, and its class."""

    path: tuple[str, ...]  # of fields; in an open family the last is its key
    type: type[Provision]
    required: bool  # whenever its family is present


def bare(kind: Any) -> Any:
    """Return a type without ``| None``."""
    args = [one for one in get_args(kind) if one is not NoneType]
    return args[0] if NoneType in get_args(kind) and len(args) == 1 else kind


ANY = "*"  # any other key of an open family


def places(law: type[Strict]) -> Mapping[str, Place]:
    """Return the places of all provisions by key: ``deal.four``, and ``irregular.*`` for an open family."""
    return MappingProxyType(dict(_places(law, "", (), True)))


def _places(family: type[Strict], key: str, path: tuple[str, ...], required: bool) -> Iterator[tuple[str, Place]]:
    for name, term in family.__terms__.items():
        kind, inner, here = bare(term.type), f"{key}{name}", (*path, term.field)
        if of := open_to(kind):
            yield f"{key}{ANY}", Place((*here, ANY), of, False)
        if not isinstance(kind, type) or not issubclass(kind, Strict) or kind is Head:
            continue
        if issubclass(kind, Provision):
            yield inner, Place(here, kind, term.required and required)
        else:
            yield from _places(kind, f"{inner}.", here, term.required and required)


def open_to(kind: Any) -> type[Provision] | None:
    """Return the class of an open family's provisions in a field; None for any other field."""
    of = get_args(kind)[1] if get_origin(kind) is dict else None
    return of if isinstance(of, type) and issubclass(of, Provision) else None


PLACES: Mapping[int, Mapping[str, Place]] = MappingProxyType({number: places(law) for number, law in LAWS.items()})


def provisions(family: Strict) -> Iterator[Provision]:
    """Yield all provisions of a law, or of one of its families."""
    for term in family.__terms__.values():
        found = getattr(family, term.field)
        for one in found.values() if isinstance(found, Mapping) else (found,):
            if isinstance(one, Provision):
                yield one
            elif isinstance(one, Strict) and found is one:
                yield from provisions(one)


def provision_of(law: Law, key: str) -> Provision | None:
    """Return a provision by its key; None if the document does not have it."""
    place, found = place_of(key, law.rulebook.schema), cast(Any, law)
    for field in place.path if place is not None else ():
        found = found.get(field) if isinstance(found, Mapping) else getattr(found, field, None)
    return found if isinstance(found, Provision) else None


def place_of(key: str, schema: int = 1) -> Place | None:
    """Return the place of a provision key in a rulebook of this schema; None for an unknown key."""
    if key not in RENAMED and key in RENAMED.values():
        return None
    found = PLACES[schema].get(RENAMED.get(key, key)) if not key.endswith(ANY) else None
    any_other, own = PLACES[schema].get(open_family(key)), key.partition(".")[2]
    if found is not None or any_other is None or not re.fullmatch(NAME, own):
        return found
    return any_other._replace(path=(*any_other.path[:-1], own))


def open_family(key: str) -> str:
    """Return the key under which ``PLACES`` has any other provision of this one's family, if it is open."""
    return f"{key.partition('.')[0]}.{ANY}"
