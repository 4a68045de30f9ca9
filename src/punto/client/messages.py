"""Types of what a server sends to a client: plain JSON values, as ``docs/protocol.md`` describes them.

A message is a pair of its kind and its body. A type checker knows the body once the kind is compared:

    async for message in table:
        if message.kind == "timer" and message.body["closes"]:
            ...
"""

from typing import Any, Generic, Literal, NamedTuple, NotRequired, TypeAlias, TypedDict, TypeVar

Kind = TypeVar("Kind")
Body = TypeVar("Body")


class Message(NamedTuple, Generic[Kind, Body]):
    """A message of the server."""

    kind: Kind
    body: Body


class You(TypedDict):
    """The identity of the client."""

    who: str
    role: str
    seat: int | None


class Welcome(TypedDict):
    """The first message; without a picture, the events since the requested version follow."""

    protocol: int
    table: str
    version: int
    now: int
    you: You
    rules: str  # their digest
    names: NotRequired[dict[str, str]]  # of seated players, by seat
    picture: NotRequired[dict[str, Any]]


class Events(TypedDict):
    """The events of one command; ``n`` is the number of the first."""

    n: int
    at: int
    events: list[dict[str, Any]]


class Act(TypedDict):
    """An act that may or must be done now: a command, its known fields, and the values permitted in the others."""

    command: str
    by: str
    given: NotRequired[dict[str, str | int]]
    holes: NotRequired[dict[str, dict[str, Any]]]
    seat: NotRequired[int]
    wager: NotRequired[str]
    must: NotRequired[bool]
    section: NotRequired[str]
    step: NotRequired[str]
    how: NotRequired[str]  # how the rulebook wants a step made, for staff
    rank: NotRequired[str]  # the least rank of a floorperson who may do it


class Timer(TypedDict):
    """When bets close, and when the table continues without a player's choice; None without a timer."""

    closes: int | None
    waits: int | None
    now: int


class Range(TypedDict):
    """The minimum and maximum of a wager, in cents."""

    least: int
    most: int


class Posted(TypedDict):
    """The limits in force, by wager, and whether the table is suspended."""

    limits: dict[str, Range]
    disabled: bool


class Taken(TypedDict):
    """A command was accepted: its events are stored."""

    id: str
    n: int
    events: int
    again: bool


class Refusal(TypedDict):
    """A command was refused; nothing has changed."""

    id: str
    reason: str
    words: str
    section: str
    detail: dict[str, str | int]


class Pong(TypedDict):
    """The response to a ping, with the server's time."""

    ping: int
    now: int


class OwnCoupon(TypedDict):
    """A coupon that its holder may use with a wager."""

    number: int
    cents: int
    expires: int


class Account(TypedDict):
    """The user's own wallet and responsible-play status."""

    cents: int | None
    standing: dict[str, Any]
    limits: dict[str, int]
    paused: int | None
    coupons: list[OwnCoupon]


class Moved(TypedDict):
    """Another process serves the table."""

    url: str


class Bye(TypedDict):
    """The last message."""

    why: str


AnyMessage: TypeAlias = (
    Message[Literal["welcome"], Welcome]
    | Message[Literal["events"], Events]
    | Message[Literal["expected"], list[Act]]
    | Message[Literal["timer"], Timer]
    | Message[Literal["posted"], Posted]
    | Message[Literal["accepted"], Taken]
    | Message[Literal["refused"], Refusal]
    | Message[Literal["pong"], Pong]
    | Message[Literal["peek"], dict[str, str]]
    | Message[Literal["meters"], dict[str, int]]
    | Message[Literal["names"], dict[str, str]]
    | Message[Literal["account"], Account]
    | Message[Literal["moved"], Moved]
    | Message[Literal["bye"], Bye]
)
