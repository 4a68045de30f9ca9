"""Views: the part of an event that each role may see.

An allow-list with a rule for every event and field: a field not listed is not shown, and an event without a rule is
rejected, never sent. A view is a function of the stored event alone. Its bytes are the stored bytes with fields
removed; a viewer who sees everything gets the stored bytes themselves.

Everything visible at a physical table goes to everyone there: turned cards, stakes on the layout, payouts and
collections, marker buttons in their boxes. A player's chips are private: buy-ins, cash-outs and every posting that
touches them go to that seat, and to staff. The log identifies players by pseudonyms, visible to those seated together;
a spectator sees seats. Free text entered by staff stays with staff.

A face that only one seat may see, in the squeeze, is in no event until its card is turned. An event that will carry one
lists it as ``own(…)``, and it goes to the seat of that event and to no other seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

import msgspec

from punto.core.posting import Posting
from punto.core.roles import Role


class Viewer(StrEnum):
    """A viewer of a table."""

    PLAYER = "player"  # seated at the table, the curator included
    SPECTATOR = "spectator"  # not seated
    DEALER = "dealer"
    FLOOR = "floor"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"  # a regulator or an auditor
    SYSTEM = "system"
    OWNER = "owner"  # of a wallet


VIEWERS: Mapping[Role, Viewer] = MappingProxyType(
    {
        Role.PLAYER: Viewer.PLAYER,
        Role.CURATOR: Viewer.PLAYER,
        Role.DEALER: Viewer.DEALER,
        Role.FLOOR: Viewer.FLOOR,
        Role.SURVEILLANCE: Viewer.SURVEILLANCE,
        Role.SYSTEM: Viewer.SYSTEM,
    }
)


class Unlisted(LookupError):
    """An event without a visibility rule."""

    def __init__(self, tag: str) -> None:
        super().__init__(f"no visibility rule for {tag!r}: add one to LINES in punto.views.views")


# ---------------------------------------------------------------- rules


@dataclass(frozen=True)
class FieldRule:
    """Visibility of a field: its viewers, whether its own seat sees it, and for a list its visible parts."""

    to: frozenset[Viewer]
    own: bool = False
    parts: Mapping[str, FieldRule] | None = None


Line = Mapping[str, FieldRule]


def own(shown: FieldRule) -> FieldRule:
    """Also show a field to the seat of its event; for postings, to each seat those that touch its chips."""
    return replace(shown, own=True)


def _to(*viewers: Viewer) -> FieldRule:
    return FieldRule(frozenset(viewers))


BOOKS = _to(Viewer.AUDITOR, Viewer.SYSTEM)
WATCH = FieldRule(BOOKS.to | {Viewer.SURVEILLANCE})
PIT = FieldRule(WATCH.to | {Viewer.FLOOR})
HOUSE_VIEWER = FieldRule(PIT.to | {Viewer.DEALER})
TABLE = FieldRule(HOUSE_VIEWER.to | {Viewer.PLAYER})
ALL = FieldRule(TABLE.to | {Viewer.SPECTATOR})


def _line(shared: Line, fields: Mapping[str, FieldRule]) -> Line:
    return {name.replace("_", "-"): shown for name, shown in {**shared, **fields}.items()}


def _parts(**fields: FieldRule) -> FieldRule:
    return FieldRule(ALL.to, parts=_line({}, fields))


def _at_table(**fields: FieldRule) -> Line:
    return _line({"section": ALL, "postings": own(HOUSE_VIEWER)}, fields)


def _of_meters(**fields: FieldRule) -> Line:
    return _line({"section": ALL, "moves": PIT}, fields)


def _by_hand(**fields: FieldRule) -> Line:
    return _line({"section": PIT, "moves": PIT}, fields)


def _of_wallet(sees: FieldRule, *names: str) -> Line:
    return dict.fromkeys(("at", "postings", *names), FieldRule(sees.to | {Viewer.OWNER}))


def _of_the_pit(*names: str) -> Line:
    return dict.fromkeys(("at", "number", *names), PIT)


def _of_a_tray(*names: str) -> Line:
    return dict.fromkeys(("at", "who", *names), PIT)


def _of_player(*names: str) -> Line:
    return dict.fromkeys(("at", "who", *names), FieldRule(BOOKS.to | {Viewer.OWNER}))


def _of_house(*names: str, sees: FieldRule = WATCH) -> Line:
    return dict.fromkeys(("at", "who", *names), sees)


_SETTLED = _parts(
    seat=ALL, wager=ALL, category=ALL, stake=ALL, verdict=ALL, paid=ALL, vigorish=ALL, marked=ALL, coupon=ALL,
    kept=ALL, section=ALL,
)  # fmt: skip
_LEVELS = _parts(
    key=ALL, seed=ALL, rate=ALL, to_reserve=ALL, ceiling=ALL, tops_up=ALL
)  # terms are visible before money is staked
_WON = {"table": ALL, "shoe": ALL, "coup": ALL, "seat": ALL, "meter": ALL, "run": ALL, "award": ALL}

LINES: Mapping[str, Line] = MappingProxyType(
    {
        # A table.
        "table-opened/1": _at_table(
            table=ALL, rulebook=ALL, digest=ALL, seats=ALL, cards=ALL, agenda=ALL, continuous=ALL, batches=ALL,
            progressive=ALL, virtual=ALL, coupon_book=ALL, alone=HOUSE_VIEWER, alone_sum=HOUSE_VIEWER, early=ALL,
            posts=ALL, filing=ALL, filings=ALL,
        ),
        "rules-amended/1": _at_table(
            filing=ALL, digest=ALL, seats=ALL, cards=ALL, agenda=ALL, continuous=ALL, batches=ALL, batch=ALL,
            changing=ALL, new_cards=ALL, coupon_book=ALL, early=ALL,
        ),
        "option-in-force/1": _at_table(option=ALL, value=ALL, notice=ALL, agenda=ALL),
        "player-seated/1": _at_table(seat=ALL, who=TABLE),
        "chips-bought/1": _at_table(seat=ALL, cents=own(HOUSE_VIEWER)),
        "player-left/1": _at_table(seat=ALL, who=TABLE),
        "table-staffed/1": _at_table(calling=TABLE, wagers=TABLE),  # dealers wear name tags
        "signed-on/1": _at_table(who=TABLE, post=TABLE, at=TABLE, replaces=TABLE),
        "signed-off/1": _at_table(who=TABLE, post=TABLE, at=TABLE, completes=TABLE),
        "relieved/1": _at_table(who=TABLE, whom=TABLE, post=TABLE, at=TABLE),
        "defect-found/1": _at_table(
            deck=HOUSE_VIEWER, kind=HOUSE_VIEWER, card=HOUSE_VIEWER, who=HOUSE_VIEWER, at=HOUSE_VIEWER
        ),
        "table-adopted/1": _at_table(process=PIT),
        "rack-filled/1": _at_table(cents=HOUSE_VIEWER, alone_by=HOUSE_VIEWER),
        "wager-made/1": _at_table(
            seat=ALL, wager=ALL, cents=ALL, coupon=ALL, means=ALL,
            coupon_number=own(HOUSE_VIEWER), coupon_seen_by=HOUSE_VIEWER,
            let_stand=HOUSE_VIEWER,
        ),
        "wager-withdrawn/1": _at_table(seat=ALL, wager=ALL, cents=ALL, at=ALL),
        "verbal-called/1": _at_table(seat=ALL, wager=ALL, cents=ALL),
        "verbal-ended/1": _at_table(seat=ALL, confirmed=ALL, at=ALL),
        "vigorish-collected/1": _at_table(seat=ALL, cents=ALL),
        "step-performed/1": _at_table(
            **dict.fromkeys(
                ("ceremony", "step", "by", "seat", "cards", "ends", "call", "face", "at", "waits", "coup", "place"), ALL
            ),
            why=HOUSE_VIEWER,
            who=TABLE,  # dealers wear name tags
        ),
        "card-dealt/1": _at_table(place=ALL, carried=ALL, face=ALL),  # up or down, nothing more
        "card-turned/1": _at_table(place=ALL, card=ALL, position=ALL, salt=ALL, drawn_in=ALL),
        "card-taken-back/1": _at_table(place=ALL, to=ALL),
        "free-hand-asked/1": _at_table(seat=ALL),
        "royal-stakes-taken/1": _at_table(seats=ALL, wager=ALL),
        "house-money-chosen/1": _at_table(seat=ALL, choice=ALL),
        "house-money-settled/1": _at_table(
            seat=ALL, wager=ALL, category=ALL, stake=ALL, payout=ALL, rides=ALL, on=ALL, coupon=ALL
        ),
        "coup-settled/1": _at_table(coup=ALL, player=ALL, banker=ALL, winner=ALL, call=ALL, lines=_SETTLED),
        "award-paid/1": _at_table(coup=ALL, seat=ALL, category=ALL, meter=ALL, run=ALL, cents=ALL),
        "wagers-returned/1": _at_table(why=ALL),  # the key of a provision, not free text
        "coup-voided/1": _at_table(coup=ALL),
        "settlement-reversed/1": _at_table(coup=ALL, unmarked=ALL, house_money=ALL),
        "card-corrected/1": _at_table(place=ALL, was=ALL, card=ALL, cards=ALL, why=HOUSE_VIEWER),
        "payment-corrected/1": _at_table(
            seat=ALL, cents=ALL, why=own(HOUSE_VIEWER), corrects=ALL, wager=ALL,
            cause=own(HOUSE_VIEWER), approved_by=HOUSE_VIEWER, alone_by=HOUSE_VIEWER,
        ),
        "coup-ended/1": _at_table(coup=ALL, agenda=ALL, into=ALL, kept=ALL),  # cards that all lay open
        "shoe-ended/1": _at_table(
            shoe=ALL, cards=ALL, agenda=ALL, batch=ALL, changing=ALL, completes=ALL, lying=ALL
        ),
        # Fair cards: everyone may compute them again, with the pseudonyms that went into the shuffle.
        "shoe-committed/1": _at_table(
            shoe=ALL, commitment=ALL, coup=ALL, again=ALL, out=ALL, beacon=ALL, round=ALL, round_at=ALL
        ),
        "entropy-pledged/1": _at_table(seat=ALL, who=ALL, hash=ALL),
        "entropy-called/1": _at_table(players=ALL),
        "entropy-revealed/1": _at_table(seat=ALL, who=ALL, entropy=ALL),
        "beacon-shown/1": _at_table(shoe=ALL, signature=ALL, previous=ALL, coup=ALL),
        "cards-listed/1": _at_table(shoe=ALL, hashes=ALL, coup=ALL, silent=ALL),
        "seed-revealed/1": _at_table(shoe=ALL, seed=ALL, coup=ALL, again=ALL),
        # A progressive: its display is public, its books are not.
        "progressive-opened/1": _of_meters(name=ALL, rulebook=ALL, digest=ALL, stake=ALL, levels=_LEVELS),
        "table-linked/1": _of_meters(table=ALL),
        "meter-hit/1": _of_meters(**_WON, category=ALL, number=ALL, shown=ALL, share=ALL, restarts=ALL),
        "meter-hit-reversed/1": _of_meters(**_WON, category=ALL, why=PIT),
        "stakes-contributed/1": _of_meters(table=ALL, shoe=ALL, coup=ALL, seats=ALL),
        "round-voided/1": _of_meters(table=ALL, shoe=ALL, coup=ALL, seats=ALL),
        "must-hit-armed/1": _of_meters(meter=ALL, run=ALL, base=ALL, ceiling=ALL, commitment=ALL),
        "must-hit-won/1": _of_meters(**_WON, entrants=ALL, trigger=ALL, seed=ALL, shown=ALL, shown_at=ALL),
        "adjustment-proposed/1": _by_hand(proposal=PIT, who=PIT, at=PIT, debit=PIT, credit=PIT, micro=PIT, why=PIT),
        "adjustment-declined/1": _by_hand(proposal=PIT, who=PIT, at=PIT),
        "meter-adjusted/1": _by_hand(proposal=PIT, who=PIT, approved_by=PIT, at=PIT, why=PIT, before=PIT, after=PIT),
        # A wallet: visible to its owner, and to no one at the tables. Self-imposed limits are hidden from surveillance.
        "wallet-opened/1": _of_wallet(WATCH, "owner"),
        "transfer-begun/1": _of_wallet(WATCH, "transfer", "kind", "cents", "place"),
        "transfer-posted/1": _of_wallet(WATCH, "transfer"),
        "transfer-voided/1": _of_wallet(WATCH, "transfer"),
        "limit-set/1": _of_wallet(BOOKS, "limit", "cents", "begins"),
        # Coupons: visible to the pit; holders see their own in their account.
        "coupon-issued/1": _of_the_pit("who", "holder", "cents", "expires", "why", "countersign"),
        "coupon-countersigned/1": _of_the_pit("who"),
        "coupon-cancelled/1": _of_the_pit("who", "why"),
        "coupon-laid/1": _of_the_pit("table", "coup", "seat", "wager"),
        "coupon-returned/1": _of_the_pit(),
        "coupon-surrendered/1": _of_the_pit(),
        # The register of filings: visible to the pit.
        "filing-drafted/1": _of_the_pit(
            "who", "kind", "title", "text", "digest", "covers", "content", "supersedes"
        ),
        "filing-filed/1": _of_the_pit("who", "authority"),
        "filing-decided/1": _of_the_pit("who", "decision", "reference", "dated", "conditions", "expires"),
        "filing-withdrawn/1": _of_the_pit("who", "why"),
        "filing-revoked/1": _of_the_pit("who", "why"),
        "amendment-due/1": _of_the_pit("who", "table"),
        "amendment-cancelled/1": _of_the_pit("who", "table"),
        "filings-in-force/1": _of_the_pit("table", "others"),
        "notice-given/1": _of_the_pit(
            "who", "pit", "option", "value", "text", "minutes", "section", "begins"
        ),
        "notice-delivered/1": _of_the_pit("who", "to", "how", "reference", "attested"),
        "notice-cancelled/1": _of_the_pit("who", "why"),
        "option-taken/1": _of_the_pit("table"),
        # The inventory of a table: visible to the pit.
        "tray-counted/1": _of_a_tray("moment", "tray", "cents", "rack", "witness"),
        "inventory-differs/1": _of_a_tray("moment", "cents", "counts"),
        "slip-requested/1": _of_a_tray("number", "kind", "cents", "tray", "why"),
        "slip-prepared/1": _of_a_tray("number"),
        "slip-carried/1": _of_a_tray("number"),
        "slip-confirmed/1": _of_a_tray("number", "witness"),
        "slip-voided/1": _of_a_tray("number", "why"),
        # Self-imposed limits of play: for their player, surveillance and auditors.
        "play-limited/1": _of_player("limit", "amount", "begins"),
        "play-paused/1": _of_player("until"),
        # Administration: floor-wide changes, for surveillance and auditors.
        "login-failed/1": _of_house("person", "origin", "failures", "device"),
        "locked-out/1": _of_house("what", "until"),
        "logged-in/1": _of_house("person", "origin", "device"),
        "account-noted/1": _of_house("person", "what"),
        "duty-granted/1": _of_house("person", "duty", "rank", "witness"),
        "duty-revoked/1": _of_house("person", "duty"),
        "person-disabled/1": _of_house("person", "why", sees=PIT),
        "person-enabled/1": _of_house("person", "why", sees=PIT),
        "override-made/1": _of_house("what", "why", sees=PIT),
        "cash-moved/1": _of_house("person", "kind", "cents", "transfer", "why", "proposed-by", sees=PIT),
        "money-proposed/1": _of_house(
            *("proposal", "kind", "cents", "why", "person", "table", "seat", "corrects", "wager", "cause"), sees=PIT
        ),
        "money-approved/1": _of_house("proposal", "proposed-by", sees=PIT),
        "money-declined/1": _of_house("proposal", sees=PIT),
        "parameter-changed/1": _of_house("name", "before", "after", "why", sees=PIT),
        "large-win/1": _of_house("table", "coup", "person", "cents", sees=PIT),
        "outage-ended/1": _of_house("last", sees=PIT),
        "floor-started/1": _of_house("punto", "digest", sees=PIT),
        "floor-stopped/1": _of_house(sees=PIT),
    }
)  # fmt: skip


# ---------------------------------------------------------------- masking

Values = dict[str, msgspec.Raw]

_VALUES = msgspec.json.Decoder(Values)
_THINGS = msgspec.json.Decoder(list[Values])
_POSTINGS = msgspec.json.Decoder(tuple[Posting, ...])
_TAG = msgspec.json.Decoder(str)
_SEAT = msgspec.json.Decoder(int | None)


class MaskedEvent:
    """A stored event and its views; each view is computed once and shared."""

    def __init__(self, stored: bytes, lines: Mapping[str, Line] = LINES) -> None:
        self.stored = stored
        self._values = _VALUES.decode(stored)
        self.tag = _TAG.decode(self._values["event"])
        if self.tag not in lines:
            raise Unlisted(self.tag)
        self._line = lines[self.tag]
        self._made: dict[tuple[Viewer, int | None], bytes | None] = {}

    def to(self, viewer: Viewer, seat: int | None = None) -> bytes | None:
        """Return a viewer's view, for a player at a seat; None if the event is not visible to them."""
        key = viewer, seat if viewer is Viewer.PLAYER and seat in self.seats else None
        if key not in self._made:
            self._made[key] = self._masked(*key)
        return self._made[key]

    @cached_property
    def seats(self) -> frozenset[int]:
        """Seats with a view of their own; all others share their role's view."""
        private = [name for name in self._values if name in self._line and self._line[name].own]
        return frozenset(seat for name in private for seat in self._owners(name))

    def _owners(self, name: str) -> Iterable[int]:
        if name == "postings":
            postings = _POSTINGS.decode(self._values[name])
            return {seat for posting in postings for seat in _touched(posting)}
        seat = _SEAT.decode(self._values["seat"]) if "seat" in self._values else None
        return () if seat is None else (seat,)

    def _masked(self, viewer: Viewer, seat: int | None) -> bytes | None:
        if seat is None and not any(viewer in shown.to for shown in self._line.values()):
            return None
        kept: Values = {"event": self._values["event"]}
        for name, value in self._values.items():
            shown = self._line.get(name)
            if shown is None:
                continue
            if viewer in shown.to:
                kept[name] = value if shown.parts is None else _each(value, shown.parts, viewer)
            elif shown.own and seat is not None and seat in self._owners(name):
                kept[name] = _own_postings(value, seat) if name == "postings" else value
        whole = kept.keys() == self._values.keys() and all(kept[name] is self._values[name] for name in kept)
        return self.stored if whole else msgspec.json.encode(kept)


def view(stored: bytes, viewer: Viewer, seat: int | None = None) -> bytes | None:
    """Return a viewer's view of a stored event; None if it is not visible to them.

    >>> view(b'{"event":"chips-bought/1","seat":4,"cents":50000}', Viewer.SPECTATOR)
    b'{"event":"chips-bought/1","seat":4}'
    """
    return MaskedEvent(stored).to(viewer, seat)


def _each(value: msgspec.Raw, parts: Line, viewer: Viewer) -> msgspec.Raw:
    """Mask every item of a list; one whose parts are all visible stays as stored."""
    things = _THINGS.decode(value)
    if all(name in parts and viewer in parts[name].to for thing in things for name in thing):
        return value
    kept = [
        {name: part for name, part in thing.items() if name in parts and viewer in parts[name].to} for thing in things
    ]
    return msgspec.Raw(msgspec.json.encode(kept))


def _own_postings(value: msgspec.Raw, seat: int) -> msgspec.Raw:
    kept = [posting for posting in _POSTINGS.decode(value) if seat in _touched(posting)]
    return msgspec.Raw(msgspec.json.encode(kept))


def _touched(posting: Posting) -> Iterable[int]:
    """Return the seats whose chips or stakes a posting moves."""
    for account in (posting.debit, posting.credit):
        kind, _, rest = account.partition("/")
        if kind in ("seat", "felt"):
            yield int(rest.partition("/")[0])
