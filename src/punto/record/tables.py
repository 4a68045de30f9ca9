"""Tables and SQL statements, as values compiled for each database's dialect, and the queries that both answer by them.

Every append moves the heads of its streams, and only from where its writer expects them: a stream that another process
has extended, or that has lost records, rejects it. The two keys of ``records`` reject a duplicate event number and a
repeated command.

A process that serves a floor has a *lease*: a row with a number of its own and a beat that it counts up. Its appends
need the row. Other processes remove the row of one that died or hangs, and own its tables from then on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Dialect,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from punto.record.chain import Record
from punto.record.durable import ALL
from punto.record.store import Place
from punto.record.vault_key import NO_KEY

METADATA = MetaData()
WHOLE = BigInteger().with_variant(Integer, "sqlite")

RECORDS = Table(
    "records",
    METADATA,
    Column("position", WHOLE, primary_key=True, autoincrement=False),  # order of appending
    Column("append", WHOLE, nullable=False),  # position of the first record of the same append
    Column("stream", Text, nullable=False),
    Column("n", WHOLE, nullable=False),
    Column("last", WHOLE, nullable=False),
    Column("who", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("stream", "n", name="records_version"),
    UniqueConstraint("stream", "who", "command", name="records_command"),
)
HEADS = Table(
    "heads",
    METADATA,
    Column("stream", Text, primary_key=True),
    Column("version", WHOLE, nullable=False),  # number of its last event
    Column("hash", Text, nullable=False),  # of its last record
    Column("epoch", WHOLE, nullable=False),  # raised by a process that takes over the stream
    sqlite_with_rowid=False,
)
VAULT = Table(
    "vault",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("created", WHOLE, nullable=False),  # milliseconds since 1970
)
SHELF = Table(
    "shelf",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("version", WHOLE, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
LEASES = Table(
    "leases",
    METADATA,
    Column("process", WHOLE, primary_key=True, autoincrement=False),  # a random number, never used again
    Column("address", Text, nullable=False),  # where clients of the floor reach it, or ""
    Column("beat", WHOLE, nullable=False),
)
OWNERS = Table(
    "owners",
    METADATA,
    Column("name", Text, primary_key=True),  # of a table
    Column("process", WHOLE, nullable=False),
)

_r, _h, _before = RECORDS.c, HEADS.c, RECORDS.alias("before")
_first = RECORDS.alias("first")
_record = (_r.stream, _r.n, _r.last, _r.body, _r.hash)
_stream = _r.stream == bindparam("stream")
# One index lookup per stream; a plain "distinct" would read every record.
_one = select(func.min(_r.stream).label("stream")).cte("one", recursive=True)
_streams = _one.union_all(
    select(select(func.min(_r.stream)).where(_r.stream > _one.c.stream).scalar_subquery()).where(
        _one.c.stream.is_not(None)
    )
)
_shelved = (SHELF.c.kind == bindparam("kind"), SHELF.c.key == bindparam("key"))
# The record that contains the event after a version; the index skips all earlier ones.
_from = (
    select(func.coalesce(func.max(_before.c.n), 0))
    .where(_before.c.stream == bindparam("stream"), _before.c.n <= bindparam("after") + 1)
    .scalar_subquery()
)

_head = (
    _h.stream == bindparam("of"),
    _h.version == bindparam("from_version"),
    _h.hash == bindparam("from_hash"),
    _h.epoch == bindparam("from_epoch"),
)
_l, _own = LEASES.c, OWNERS.c
_leased = _l.process == bindparam("process")
_owned = select(bindparam("name", type_=Text).label("name"), _l.process).where(_leased)

STATEMENTS: dict[str, Any] = {
    "append": insert(RECORDS).values({column.name: bindparam(column.name) for column in RECORDS.c}),
    "head": select(_h.version, _h.hash, _h.epoch).where(_h.stream == bindparam("stream")),
    "new head": insert(HEADS).values({column.name: bindparam(column.name) for column in HEADS.c}),
    "move head": update(HEADS).values(version=bindparam("to_version"), hash=bindparam("to_hash")).where(*_head),
    "prune head": delete(HEADS)
    .where(_h.stream == bindparam("stream"), _h.version == bindparam("version"), _h.hash == bindparam("hash"))
    .returning(_h.stream),
    "last": select(*_record).where(_stream).order_by(_r.n.desc()).limit(1),
    "read": select(*_record)
    .where(_stream, _r.n >= _from, _r.last > bindparam("after"))
    .order_by(_r.n)
    .limit(bindparam("number", type_=WHOLE)),
    "find": select(*_record).where(_stream, _r.who == bindparam("who"), _r.command == bindparam("command")),
    "hash": select(_r.hash).where(_stream, _r.n == bindparam("n")),
    "before": select(_r.last, _r.hash)  # the record that contains an event
    .where(_stream, _r.n <= bindparam("version"))
    .order_by(_r.n.desc())
    .limit(1),
    "streams": select(_streams.c.stream).where(_streams.c.stream.is_not(None)).order_by(_streams.c.stream),
    "records": select(_r.position, *_record).where(_r.position > bindparam("position")).order_by(_r.position),
    "sequence": select(_r.position, _r.stream, _r.n, _r.hash)
    .where(_r.position > bindparam("position"), _r.position <= bindparam("upto", type_=WHOLE))
    .order_by(_r.position)
    .limit(bindparam("number", type_=WHOLE)),
    "place": select(_r.position, _r.stream, _r.n, _r.hash).where(_stream, _r.n == bindparam("n")),
    "pairs": select(_first.c.stream, _r.stream)
    .join(_first, _first.c.position == _r.append)
    .where(_r.position != _r.append)
    .distinct(),
    "prune": delete(RECORDS).where(_stream),
    "secret": select(VAULT.c.secret).where(VAULT.c.name == bindparam("name")),
    "secrets": select(VAULT.c.name, VAULT.c.secret).order_by(VAULT.c.name),
    "reseal": update(VAULT)
    .values(secret=bindparam("stored"))
    .where(VAULT.c.name == bindparam("name"), VAULT.c.secret == bindparam("before"))
    .returning(VAULT.c.name),
    "shelf": select(SHELF.c.version, SHELF.c.body).where(*_shelved),
    "shelved": select(SHELF.c.key, SHELF.c.version, SHELF.c.body)
    .where(SHELF.c.kind == bindparam("kind"))
    .order_by(SHELF.c.key),
    "reshelve": update(SHELF)
    .values(version=SHELF.c.version + 1, body=bindparam("body"))
    .where(*_shelved, SHELF.c.version == bindparam("before"))
    .returning(SHELF.c.version),
    "erase": delete(SHELF).where(*_shelved),
    "leased": select(_l.beat).where(_leased),
    "beat": update(LEASES).values(beat=_l.beat + 1).where(_leased).returning(_l.beat),
    "beats": select(_l.process, _l.beat),
    "evict": delete(LEASES).where(_leased, _l.beat == bindparam("last")).returning(_l.process),
    "leave": delete(LEASES).where(_leased).returning(_l.process),
    "owned": select(_own.name, _own.process).where(_own.process.in_(select(_l.process))),
    "disown": delete(OWNERS)
    .where(_own.name == bindparam("name"), _own.process == bindparam("process"))
    .returning(_own.name),
}


def dialect_statements(dialect: Dialect, new: Any) -> dict[str, Statement]:
    """Return every statement in a dialect; ``new`` builds its insert that skips existing rows."""
    more = {
        "seal": new(VAULT).values(name=bindparam("name"), secret=bindparam("secret"), created=bindparam("created")),
        "shelve": new(SHELF)
        .values(kind=bindparam("kind"), key=bindparam("key"), version=1, body=bindparam("body"))
        .returning(SHELF.c.version),
    }
    more["seal"], more["shelve"] = more["seal"].on_conflict_do_nothing(), more["shelve"].on_conflict_do_nothing()
    lease = {"process": bindparam("process"), "address": bindparam("address"), "beat": 0}
    more["enter"] = new(LEASES).values(lease).on_conflict_do_nothing().returning(_l.process)
    free = _own.process.not_in(select(_l.process))  # its owner has no lease any more
    mine = _own.process == bindparam("process")
    more["own"] = (
        new(OWNERS)
        .from_select(["name", "process"], _owned)
        .on_conflict_do_update(index_elements=["name"], set_={"process": bindparam("process")}, where=mine | free)
        .returning(_own.process)
    )
    return {name: Statement(statement, dialect) for name, statement in (STATEMENTS | more).items()}


class Statement:
    """A statement as driver text, with the order of its arguments."""

    def __init__(self, statement: Any, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.text: str = str(compiled)
        self._names = tuple(compiled.positiontup)
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}

    def arguments(self, **given: object) -> tuple[Any, ...]:
        """Return the arguments in order."""
        values = self._fixed | given
        return tuple([values[name] for name in self._names])


class Questions(ABC):
    """Read access to log, secrets and documents, by the same statements in both databases."""

    vault_key = NO_KEY

    @abstractmethod
    async def _rows(self, statement: str, **given: object) -> list[Any]:
        """Return the rows of a statement."""

    @abstractmethod
    async def _changed(self, statement: str, **given: object) -> list[Any]:
        """Run a statement that writes, in a transaction of its own, and return its rows."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return up to ``most`` records of a stream with events after a version."""
        return [Record(*row) for row in await self._rows("read", stream=stream, after=after, number=most)]

    async def last(self, stream: str) -> Record | None:
        """Return the last record of a stream, or None."""
        rows = await self._rows("last", stream=stream)
        return Record(*rows[0]) if rows else None

    async def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return the record of a command in a stream, or None."""
        rows = await self._rows("find", stream=stream, who=who, command=ident)
        return Record(*rows[0]) if rows else None

    async def place(self, stream: str, n: int) -> Place | None:
        """Return the place of the record whose first event has a number, or None."""
        rows = await self._rows("place", stream=stream, n=n)
        return Place(*rows[0]) if rows else None

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of streams with a prefix."""
        return sorted(name for (name,) in await self._rows("streams") if name.startswith(prefix))

    async def pairs(self) -> set[tuple[str, str]]:
        """Return pairs of streams written together."""
        return {(first, other) for first, other in await self._rows("pairs")}

    async def sealed(self, prefix: str) -> dict[str, bytes]:
        """Return the secrets whose names have a prefix."""
        secrets = await self._rows("secrets")
        return {name: self.vault_key.open(name, secret) for name, secret in secrets if name.startswith(prefix)}

    async def stored_secrets(self) -> dict[str, bytes]:
        """Return all secrets as they are stored."""
        return {name: bytes(secret) for name, secret in await self._rows("secrets")}

    async def reseal(self, name: str, stored: bytes, before: bytes) -> bool:
        """Store a secret in another form."""
        return bool(await self._changed("reseal", name=name, stored=stored, before=before))

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version, or None."""
        rows = await self._rows("shelf", kind=kind, key=key)
        return rows[0] if rows else None

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return the documents of a kind."""
        return await self._rows("shelved", kind=kind)

    # ------------------------------------------------------------ leases

    async def beat(self, process: int) -> bool:
        """Count up the beat of a lease; return False if another process has taken it away."""
        return bool(await self._changed("beat", process=process))

    async def beats(self) -> dict[int, int]:
        """Return the last beat of every lease."""
        return dict(await self._rows("beats"))

    async def evict(self, process: int, beat: int) -> bool:
        """Take a lease away if its process has not counted on since; return whether it had not."""
        return bool(await self._changed("evict", process=process, last=beat))

    async def own(self, table: str, process: int) -> bool:
        """Make a process the owner of a table, unless another with a lease owns it."""
        return bool(await self._changed("own", name=table, process=process))

    async def owned(self) -> dict[str, int]:
        """Return the tables whose owners have a lease."""
        return dict(await self._rows("owned"))

    async def disown(self, table: str, process: int) -> None:
        """Release a table."""
        await self._changed("disown", name=table, process=process)
