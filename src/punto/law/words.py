"""Words of a rulebook: closed lists of words that the engine acts on, and the base of every struct.

A word is listed only if some code acts on it; if only one word is possible, that is the whole list. Words that are only
displayed have the type ``Text``.

A provision is a class whose annotations are its terms: ``other_below: Count`` is the term ``other-below``. The
annotations are the single source: decoding, findings and the JSON Schema are derived from them (``punto.law.decode``,
``punto.law.json_schema``), and mypy checks their use. Plain classes instead of msgspec's, because odds and simulation
read rulebooks where msgspec is not installed, and because one run has to report every fault and not the first of each
term.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, dataclass_transform

_NOTHING: Mapping[str, "Term"] = MappingProxyType({})


class Term(NamedTuple):
    """A term of a provision: its field, its type, and whether it is required."""

    field: str
    type: Any
    required: bool


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Strict:
    """Base of every struct of a rulebook: immutable, terms in kebab case, no others allowed."""

    __terms__: ClassVar[Mapping[str, Term]] = _NOTHING
    __rest__: ClassVar[str] = ""  # the field, a ``dict``, that holds all terms with names of the rulebook's own

    def __init_subclass__(cls) -> None:
        own = {
            name.rstrip("_").replace("_", "-"): Term(name, kind, not hasattr(cls, name))
            for name, kind in cls.__annotations__.items()
            if name != cls.__rest__
        }
        cls.__terms__ = MappingProxyType({**cls.__terms__, **own})

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({said})"


# ---------------------------------------------------------------- limits of a type


class Between(NamedTuple):
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int


class Long(NamedTuple):
    """From ``least`` to ``most`` entries, or characters."""

    least: int
    most: int = 10_000


class Matches(NamedTuple):
    """Text of a form, with ``like`` as an example."""

    pattern: str
    like: str = ""


# ---------------------------------------------------------------- words


Section = Annotated[str, Matches(r"\S(.{0,58}\S)?", "12(f)")]
Text = Annotated[str, Long(1, 200)]  # displayed, never acted on
NAME = r"[a-z0-9]+(-[a-z0-9]+)*"
Name = Annotated[str, Matches(NAME, "no-more-bets")]  # of a step, a wager, an area
Rate = Annotated[str, Matches(r"[0-9]{1,2}(\.[0-9]{1,4})?%", "9.60%")]
Count = Annotated[int, Between(0, 9)]
Positive = Annotated[int, Between(1, 1_000_000)]
Cents = Annotated[int, Between(1, 10**12)]
Percentage = Annotated[int, Between(0, 100)]
Odds = Fraction  # payout odds, the only fractions of a rulebook
ODDS_FORM = re.compile(r"([0-9]{1,9}) to ([1-9][0-9]{0,8})")  # written as: 40 to 1

Hand = Literal["player", "banker"]
Hands = tuple[Hand, ...]
Counts = tuple[Count, ...]
Face = Literal["up", "down"]
Direction = Literal["clockwise", "counterclockwise"]
Actor = Literal["dealer", "floor", "player", "curator", "system"]
Supervisor = Literal["dealer", "floor"]
Holder = Literal["rack", "bucket"]
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Found = Literal["when-dealt", "face-up-in-shoe"]
After = Literal["new-cards", "reshuffle"]
Movement = Literal["collect", "pay"]
During = Literal["play", "burn"]
NextHand = Literal["first-card-of-next-hand", "first-card-of-next-hand-played"]


# ---------------------------------------------------------------- bases of provisions


class Step(Strict):
    """One act of a ceremony, and the role that performs it."""

    do: Name
    by: Actor
    rank: Literal["pit-manager", "shift-manager"] | None = None  # the least rank of a floorperson who may make it
    post: Literal["assigned"] | None = None  # made by the floorperson assigned to the table


class Provision(Strict):
    """One provision of a document: its section, and its terms."""

    section: Section


class Procedure(Provision):
    """A provision that has steps of a ceremony."""

    steps: tuple[Step, ...] = ()
    distinct: tuple[Name, ...] = ()  # steps that must be performed by different people


S = TypeVar("S", bound=Strict)


def stated(provision: S | None) -> S:
    """Return an optional provision or family that a house rule or a current ceremony requires.

    Raises ``LookupError`` if the document does not have it. ``punto.law.cross_checks`` and the review of a submission
    ensure that this does not happen at a table.
    """
    if provision is None:
        raise LookupError("missing provision in the rulebook")
    return provision
