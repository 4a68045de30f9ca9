"""How long the acts of a coup are shown: a table's rhythm, as its players see it.

The driver of an automatic table waits for the show before it acts again, so that betting opens when the result has
stood and every seat is paid. The page is sent the same times, by event, and holds each event for its own. A show is a
setting of the floor: nothing in the log depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from punto.table.events import AnyEvent, StepPerformed

MOST_MS = 3_600_000
NO_TIMES: Mapping[str, int] = MappingProxyType({})
THIRD = ("P3", "B3")
ANNOUNCED = ("announce-player", "announce-banker", "announce-counts", "announce-last-hand")


def check_durations(of: msgspec.Struct, names: Iterable[str]) -> None:
    """Raise ``ValueError`` if a duration is outside zero to an hour."""
    for name in names:
        if not 0 <= getattr(of, name) <= MOST_MS:
            raise ValueError(f"{name}: invalid duration {getattr(of, name)}: use milliseconds, up to an hour")


class Rhythm(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """The times of one coup, in milliseconds."""

    close: int = 1_000  # "no more bets"
    deal: int = 500  # a card on its way to its place
    turn: int = 500  # a card that is turned
    held: int = 1_200  # a third card, face down, before it is turned
    call: int = 600  # an announcement
    stands: int = 4_000  # the result, before a chip moves
    collect: int = 900  # losing wagers
    pay: int = 600  # the wagers of one seat
    clear: int = 800  # the cards

    def __post_init__(self) -> None:
        check_durations(self, self.__struct_fields__)

    def times(self) -> dict[str, int]:
        """Return the time of each event that is shown, by its key."""
        return dict.fromkeys(ANNOUNCED, self.call) | {
            "no-more-bets": self.close,
            "cards": self.close,  # called for a hand without wagers
            "card-dealt": self.deal,
            "card-turned": self.turn,
            "third-card-dealt": self.deal + self.held,
            "third-card-turned": self.turn + self.call,
            "house-money-settled": self.pay,
            "coup-settled": self.stands,
            "coup-voided": self.stands,
            "collect-losing": self.collect,
            "pay-seat": self.pay,
            "award-paid": self.pay,
            "clear-cards": self.clear,
        }


CLASSIC = Rhythm()
SPEED = Rhythm(close=600, deal=250, turn=250, held=600, call=300, stands=2_000, collect=500, pay=300, clear=600)
SQUEEZE = Rhythm(turn=900, held=2_500, call=800, stands=5_000)
RHYTHMS: Mapping[str, Rhythm] = MappingProxyType({"classic": CLASSIC, "speed": SPEED, "squeeze": SQUEEZE})


def name_of(rhythm: Rhythm) -> str:
    """Return the name of a rhythm, or ``own``."""
    return next((name for name, one in RHYTHMS.items() if one == rhythm), "own")


def key_of(event: AnyEvent) -> str:
    """Return the key under which an event's time is kept: its step or kind; a third card has times of its own."""
    if isinstance(event, StepPerformed):
        return event.step
    kind = str(event.__struct_config__.tag).partition("/")[0]
    return f"third-{kind}" if kind.startswith("card-") and getattr(event, "place", "") in THIRD else kind


def length(times: Mapping[str, int], events: Iterable[AnyEvent]) -> int:
    """Return how long some events are shown, one after another."""
    return sum(times.get(key_of(event), 0) for event in events) if times else 0
