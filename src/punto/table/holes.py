"""Due acts: commands that are complete except for their holes, each with its actor and section.

A *hole* is a field that the table leaves open, with the values that it permits. Front ends and drivers fill holes by
type and need no knowledge of rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, get_args

import msgspec

from punto.core.roles import Rank, Role
from punto.table import commands as c

# ---------------------------------------------------------------- holes


class Hole(msgspec.Struct, frozen=True, tag_field="hole", rename="kebab", omit_defaults=True):
    """An open field of a command, with the permitted values."""


class Faces(Hole, tag="faces", frozen=True):
    """The faces of the cards at some places: any that the shoe can still contain."""

    places: tuple[str, ...]
    by_keeper: bool = False  # the virtual shoe service fills it; a client sends "?" for each place


class Salts(Hole, tag="salts", frozen=True):
    """The salts that prove the faces of a virtual shoe's cards; its service fills it, and a client omits it."""

    places: tuple[str, ...]


class Amount(Hole, tag="amount", frozen=True):
    """An amount in cents, in multiples of a unit."""

    least: int
    most: int
    unit: int


class Depth(Hole, tag="depth", frozen=True):
    """The depth at which a card is inserted, in cards."""

    least: int
    most: int
    usual: int
    by_keeper: bool = False  # the virtual shoe service draws it; a client omits it


class Choice(Hole, tag="choice", frozen=True):
    """One of several words; the first is the default."""

    of: tuple[str, ...]


class Why(Hole, tag="why", frozen=True):
    """A reason, one of those that the document accepts."""

    of: tuple[str, ...]


class Hex(Hole, tag="hex", frozen=True):
    """Bytes in hexadecimal digits, from the holder of the secret; a list of them if ``many``."""

    least: int
    most: int
    many: int = 0


AnyHole = Faces | Salts | Amount | Depth | Choice | Why | Hex
Holes = tuple[tuple[str, AnyHole], ...]


# ---------------------------------------------------------------- due acts


class Due(msgspec.Struct, frozen=True):
    """An act that may or must be done now: a command, complete except for its holes."""

    command: type[c.Command]
    by: Role
    step: str = ""  # the step that it makes, whether performed, dealt or turned
    places: tuple[str, ...] = ()  # where cards are dealt or turned
    wager: str = ""
    seat: int | None = None  # whose act it is, or whom it concerns
    must: bool = False  # play waits for it, or for another act that must be done
    section: str = ""
    holes: Holes = ()
    rank: Rank | None = None  # the least rank of a floorperson who may do it; None for any

    @property
    def do(self) -> str:
        """The name of the command."""
        return _NAMES[self.command]

    @property
    def given(self) -> dict[str, Any]:
        """The known fields of the command."""
        return {name: value for name in _GIVEN[self.command] if (value := getattr(self, name))}

    @property
    def place(self) -> str:
        """The place to which a card is dealt."""
        return self.places[0] if self.command is c.Deal else ""

    def fill(self, ident: str, who: str, at: int, coup: int | None = None, **holes: Any) -> c.AnyCommand:
        """Return the command with holes and extra fields filled in. Raises ``ValueError`` if a hole is missing."""
        if not self.holes and not holes and self.rank is None:  # most acts of a coup
            if self.command is c.Perform:
                return c.Perform(id=ident, by=self.by, who=who, at=at, coup=coup, step=self.step, seat=self.seat)
            if self.command is c.Deal:
                return c.Deal(id=ident, by=self.by, who=who, at=at, coup=coup, place=self.places[0])
        for name, _ in self.holes:
            if name not in holes:
                raise ValueError(f"{self.do} needs {name}")
        if self.rank is not None:
            holes.setdefault("rank", self.rank)
        command: Any = self.command(id=ident, by=self.by, who=who, at=at, coup=coup, **self.given, **holes)
        return command  # type: ignore[no-any-return] # one of the kinds that ``due`` names

    def __str__(self) -> str:
        return " ".join(filter(None, (self.do, *self._about)))

    @property
    def _about(self) -> tuple[str, ...]:
        return self.places or ((self.step or self.wager),)


_NAMES: Mapping[type[c.Command], str] = {kind: str(kind.__struct_config__.tag) for kind in get_args(c.AnyCommand)}
_GIVEN: Mapping[type[c.Command], tuple[str, ...]] = {
    kind: tuple(name for name in ("step", "place", "wager", "seat") if name in kind.__struct_fields__)
    for kind in get_args(c.AnyCommand)
}


# ---------------------------------------------------------------- on the wire

UNTOLD = 10**11  # cents: more than any rack has


Deprecated = Annotated[str, msgspec.Meta(extra_json_schema={"deprecated": True})]  # for one version


class Expected(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """The wire form of a due act: the command's name, its known fields, and its holes."""

    command: str
    by: Role
    given: dict[str, str | int] = {}
    holes: dict[str, AnyHole] = {}
    seat: int | None = None  # whose act it is, or whom it concerns
    wager: str = ""  # the verbal wager to confirm
    must: bool = False
    section: str = ""
    step: str = ""  # the step made by dealing or turning
    how: str = ""  # how the rulebook wants a step made, for staff
    rank: Rank | None = None  # the least rank of a floorperson who may do it
    do: Deprecated  # the same as command
    what: Deprecated = ""  # the step, the places or the wager; same as in given and holes


def _open_ended(hole: AnyHole) -> AnyHole:
    return Amount(hole.least, UNTOLD, hole.unit) if isinstance(hole, Amount) else hole


def wire(act: Due, house: bool = False, how: str = "") -> Expected:
    """Return the wire form of an act; only staff see how a step is made, and how many chips the rack has."""
    name, performed, places = _NAMES[act.command], act.command is c.Perform, act.places
    holes = {field.replace("_", "-"): hole for field, hole in act.holes} if act.holes else {}
    if act.command is c.Sit and not house:
        holes = {field: _open_ended(hole) for field, hole in holes.items()}
    return Expected(
        command=name,
        by=act.by,
        given=act.given,
        holes=holes,
        seat=act.seat,
        wager=act.wager if act.command is c.Confirm else "",
        must=act.must,
        section=act.section,
        step="" if performed else act.step,
        how=how,
        rank=act.rank,
        do=name,
        what=" ".join(places) if places else act.step if performed else act.wager,
    )
