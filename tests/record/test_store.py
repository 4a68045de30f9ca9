"""The promise of a store: at the versions expected, all or nothing; nothing changed, nothing taken away."""

import pytest
from msgspec.structs import replace

from punto.core.roles import Role
from punto.record.chain import Batch, LogError, Record, chain
from punto.record.memory import MemoryStore
from punto.record.store import Conflict, Store, Write
from punto.table.commands import Deal
from punto.table.events import AnyEvent, CardDealt

ONE, TWO = (CardDealt(place="P1"),), (CardDealt(place="P1"), CardDealt(place="B1"))


def write(stream: str, expected: int, ident: str, events: tuple[AnyEvent, ...] = ONE, who: str = "d1") -> Write:
    command = Deal(id=ident, by=Role.DEALER, who=who, at=expected, place="P1")
    return Write(f"table/{stream}", expected, command, events)


@pytest.fixture(params=[MemoryStore])
def store(request: pytest.FixtureRequest) -> Store:
    made: Store = request.param()
    return made


def everything(store: Store) -> list[Record]:
    return list(store.records())


def test_a_new_store_is_empty(store: Store) -> None:
    assert everything(store) == []
    assert store.last("table/a") is None
    assert list(store.read("table/a")) == []
    assert store.find("table/a", "d1", "1") is None


def test_a_batch_is_one_record(store: Store) -> None:
    (record,) = store.append([write("a", 0, "1", TWO)])
    assert (record.stream, record.n, record.last) == ("table/a", 1, 2)
    assert store.last("table/a") == record
    assert store.find("table/a", "d1", "1") == record
    assert [event.place for event in record.batch.events if isinstance(event, CardDealt)] == ["P1", "B1"]


def test_records_are_chained_within_their_stream(store: Store) -> None:
    (first,) = store.append([write("a", 0, "1", TWO)])
    (other,) = store.append([write("b", 0, "1", TWO)])
    (second,) = store.append([write("a", 2, "2")])
    assert (second.n, second.last) == (3, 3)
    assert second == chain(second.batch, first.hash)
    assert everything(store) == [first, other, second]


def test_several_streams_are_written_together(store: Store) -> None:
    records = store.append([write("a", 0, "1"), write("b", 0, "1", TWO)])
    assert [record.stream for record in records] == ["table/a", "table/b"]
    assert everything(store) == list(records)


@pytest.mark.parametrize(
    "bad", [write("b", 1, "2"), write("a", 0, "2"), write("a", 1, "1"), write("b", 0, "2", ())], ids=str
)
@pytest.mark.parametrize("first", [True, False])
def test_all_or_nothing(store: Store, bad: Write, first: bool) -> None:
    store.append([write("a", 0, "1")])
    before = everything(store)
    good = write("c", 0, "9", TWO)
    with pytest.raises(ValueError, match=r"version|already|at least one event"):
        store.append([bad, good] if first else [good, bad])
    assert everything(store) == before
    assert store.last("table/c") is None
    assert store.find("table/c", "d1", "9") is None


def test_one_append_names_a_stream_once(store: Store) -> None:
    with pytest.raises(Conflict, match="twice"):
        store.append([write("a", 0, "1"), write("a", 1, "2")])
    assert everything(store) == []


def test_an_id_is_its_persons_own(store: Store) -> None:
    store.append([write("a", 0, "1")])
    (other,) = store.append([write("a", 1, "1", who="d2")])
    assert store.find("table/a", "d2", "1") == other
    with pytest.raises(Conflict, match="already"):
        store.append([write("a", 2, "1")])


@pytest.mark.parametrize("after, numbers", [(0, [1, 3, 4]), (1, [1, 3, 4]), (2, [3, 4]), (3, [4]), (4, []), (9, [])])
def test_reading_goes_on_after_a_version(store: Store, after: int, numbers: list[int]) -> None:
    store.append([write("a", 0, "1", TWO)])
    store.append([write("a", 2, "2")])
    store.append([write("a", 3, "3")])
    assert [record.n for record in store.read("table/a", after)] == numbers


def test_a_stream_that_is_read_while_it_grows_does_not_change(store: Store) -> None:
    store.append([write("a", 0, "1")])
    reading = store.read("table/a")
    store.append([write("a", 1, "2")])
    assert len(list(reading)) == 1


# ---------------------------------------------------------------- taking records over


def some_records() -> list[Record]:
    store = MemoryStore()
    for number in range(4):
        store.append([write("a", number, str(number))])
    return everything(store)


def test_records_are_taken_over_as_they_are() -> None:
    records = some_records()
    assert everything(MemoryStore(records)) == records


def test_what_does_not_follow_is_not_taken_over() -> None:
    first, second, third, fourth = some_records()
    edited = replace(second, body=second.body.replace(b"P1", b"P2"))
    again = chain(Batch("table/a", 4, first.batch.command, ONE), third.hash)
    for records, words in (
        ([second], "event 2 does not follow event 0"),
        ([first, third], "event 3 does not follow event 1"),
        ([first, first], "event 1 does not follow event 1"),
        ([first, edited], "hash"),
        ([first, second, third, again], "there twice"),
    ):
        with pytest.raises(LogError, match=words):
            MemoryStore(records)
    assert fourth.n == 4
