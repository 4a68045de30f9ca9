"""A witness keeps and cosigns what continues what it saw, and refuses all else; a floor survives any witness."""

import asyncio
from pathlib import Path

import pytest

from punto.anchor import merkle, notes
from punto.anchor.anchoring import Anchor
from punto.anchor.notes import WITNESS, NoteError
from punto.anchor.tree import entry_of
from punto.anchor.witness import (
    MOST_BODY,
    CheckpointFile,
    FileWitness,
    HttpWitness,
    Witness,
    origin_id,
    witness_of,
)
from punto.record.durable import Durable, open_store
from tests.anchor.keys import CLERK, KEY, NOW, OTHER_KEY
from tests.anchor.test_tree import filled
from tests.anchor.witnesses import lying, served

LEAVES = [merkle.leaf_hash(bytes([number])) for number in range(9)]


def node(level: int, index: int) -> bytes:
    return merkle.Frontier(LEAVES[index << level : (index + 1) << level]).root


def request(old: int, size: int, key: notes.PrivateKey = KEY, leaves: list[bytes] = LEAVES) -> bytes:
    made = notes.checkpoint(key, size, merkle.Frontier(leaves[:size]).root, NOW + size)
    proof = [notes.base64_of(one) for one in merkle.consistency(node, old, size)] if old <= size else []
    return "\n".join([f"old {old}", *proof, "", made.note]).encode()


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(tmp_path / "kept", CLERK, [KEY.public])


def test_it_cosigns_what_continues_and_keeps_it(witness: Witness, tmp_path: Path) -> None:
    for old, size in ((0, 3), (3, 7), (7, 7), (7, 9)):
        answer = witness.add(request(old, size), NOW)
        assert answer.status == 200
        made = notes.parse(request(old, size).decode().partition("\n\n")[2]).with_lines(answer.text)
        assert made.signed_by(CLERK.public) == NOW
    kept = CheckpointFile(tmp_path / "kept").read()
    assert [one.size for one in kept] == [3, 7, 9]
    assert all(one.signed_by(KEY.public) == 0 and one.signed_by(CLERK.public) for one in kept)
    assert Witness(tmp_path / "kept", CLERK, [KEY.public]).last(KEY.name) == kept[-1]


FORGED = [LEAVES[1], *LEAVES[1:]]


@pytest.mark.parametrize(
    "body, status, words",
    [
        (request(0, 3), 409, "7\n"),  # a log that was cut off, or an answer that was lost
        (request(3, 9), 409, "7\n"),
        (request(7, 7, leaves=FORGED), 409, "7\n"),  # two histories of one size
        (request(7, 9, leaves=FORGED), 422, "does not continue"),
        (request(7, 9).replace(b"old 7\n", b"old 7\n" + notes.base64_of(LEAVES[0]).encode() + b"\n"), 422, "continue"),
        (request(8, 7), 400, "the old size is 8"),
        (request(7, 9, OTHER_KEY), 403, "not signed by the key"),
        (request(7, 9).replace(b"\n9\n", b"\n8\n"), 403, "is wrong"),
        (request(7, 9).replace(b"floor.example/main\n9", b"another\n9"), 404, "not a witness of another"),
        (request(7, 9).replace(b"old 7", b"new 7"), 400, "begins with a line"),
        (request(7, 9).replace(b"old 7\n", b"old 7\nx\n"), 400, "base64"),
        (request(7, 9)[:-5], 400, "line feed"),
        (b"\xff", 400, "UTF-8"),
        (b"", 400, "begins with a line"),
        (b"old 7\n" * MOST_BODY, 400, "at most"),
    ],
    ids=lambda given: "" if isinstance(given, bytes) else str(given)[:30],
)
def test_it_refuses_all_else_and_keeps_what_it_has(
    witness: Witness, tmp_path: Path, body: bytes, status: int, words: str
) -> None:
    witness.add(request(0, 7), NOW)
    before = (tmp_path / "kept").read_bytes()
    answer = witness.add(body, NOW)
    assert (answer.status, words in answer.text) == (status, True), answer
    assert (tmp_path / "kept").read_bytes() == before
    assert witness.add(request(7, 9), NOW).status == 200


def test_a_file_cut_off_by_a_crash_is_continued(tmp_path: Path) -> None:
    file = CheckpointFile(tmp_path / "kept")
    assert file.last(KEY.name) is None
    first, second = (notes.checkpoint(KEY, size, LEAVES[0], NOW) for size in (1, 2))
    file.append(first)
    for cut in range(1, len(second.note.encode()), 7):
        whole = first.note.encode() + b"\n" + second.note.encode()
        file.path.write_bytes(whole[:-cut])
        assert file.last(KEY.name) == first, cut
        file.append(second)
        assert file.read() == [first, second], cut


def test_the_last_of_many_is_found_without_reading_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = CheckpointFile(tmp_path / "kept")
    other = notes.checkpoint(notes.PrivateKey("other", notes.FLOOR, bytes(32)), 1, LEAVES[0], NOW)
    many = [notes.checkpoint(KEY, size, LEAVES[0], NOW) for size in range(1000)]
    file.path.write_text("\n".join(one.note for one in [other, *many]))
    assert file.last("other") == other
    monkeypatch.setattr(file, "read", None)
    assert file.last(KEY.name) == many[-1]


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "name a file"),
        ("https://witness.example/", "name the key of this witness"),
        ("https://witness.example/#x", "expected NAME"),
        (f"https://witness.example/#{KEY.public.line}", "a floor's key, not a witness's"),
    ],
)
def test_a_witness_that_cannot_be_meant_is_refused(text: str, words: str) -> None:
    with pytest.raises(NoteError, match=words):
        witness_of(text)


# ---------------------------------------------------------------- a floor and its witnesses


async def rows(store: Durable, first: int, end: int) -> None:
    await filled(store, "a", first, end)


def test_a_floor_is_cosigned_and_another_of_its_name_is_not(url: str, tmp_path: Path) -> None:
    async def tried() -> None:
        store = await open_store(url)
        async with served(tmp_path / "kept") as (address, witness):
            anchor = Anchor(store, KEY, [HttpWitness(address, CLERK.public), FileWitness(tmp_path / "file")])
            assert await anchor.fault() == ""
            for end in (3, 300, 600):
                await rows(store, anchor.size, end)
                made = await anchor.checkpoint(NOW + end)
                assert made is not None
                assert (anchor.troubles, anchor.last and anchor.last.signed_by(CLERK.public)) == ({}, NOW + 1)
                assert made.size == end == (witness.last(KEY.name) or made).size
            again = Anchor(store, KEY, [HttpWitness(address, CLERK.public)])  # a process that starts knows no size
            assert await again.fault() == ""
            await rows(store, 600, 610)
            await again.checkpoint(NOW)
            assert again.troubles == {}
            seen = witness.last(KEY.name)
            assert seen is not None
            assert seen.size == 610
            assert [one.size for one in CheckpointFile(tmp_path / "file").read()] == [3, 300, 600]
            forged = await open_store("memory:")
            forger = Anchor(forged, KEY, [HttpWitness(address, CLERK.public)])
            await filled(forged, "b", 0, 700)
            await forger.checkpoint(NOW)
            (words,) = forger.troubles.values()
            assert "422: the tree of 700 does not continue the tree of 610" in words
            assert witness.last(KEY.name) == seen
        await store.close()

    asyncio.run(tried())


@pytest.mark.parametrize(
    "answer, words",
    [
        ((200, "text/plain", "hello"), "1 to 64 signature lines"),
        ((200, "text/plain", ""), "signature lines"),
        ((200, "text/plain", OTHER_KEY.sign("x")), "without a signature of witness.example"),
        ((200, "text/plain", CLERK.sign("another text\n", NOW)), "the signature of witness.example is wrong"),
        ((409, "text/x.tlog.size", "1000000\n"), "it has cosigned a tree of 1000000, and this one has 3"),
        ((409, "text/x.tlog.size", "0\n"), "it has cosigned a tree of 0"),
        ((409, "text/x.tlog.size", "-1"), "it has cosigned a tree of -1"),
        ((409, "text/x.tlog.size", "2\n"), "refuses checkpoint 3 with 409"),
        ((500, "text/html", "<h1>\nnow\x1b[31m" + "x" * 10_000), "refuses checkpoint 3 with 500: <h1> now"),
    ],
)
def test_a_witness_that_lies_is_one_line_and_stops_nothing(answer: tuple[int, str, str], words: str) -> None:
    async def tried() -> None:
        store = await open_store("memory:")
        async with lying(lambda body: answer) as witness:
            anchor = Anchor(store, KEY, [witness])
            assert await anchor.fault() == ""
            await rows(store, 0, 3)
            made = await anchor.checkpoint(NOW)
            assert made is not None
            assert made.size == 3
            (trouble,) = anchor.troubles.values()
            assert words in trouble
            assert trouble.isprintable()
            assert len(trouble) < 200
            assert await Anchor(store, KEY, [witness]).fault() == ""

    asyncio.run(tried())


def test_a_witness_that_is_away_gets_the_next_checkpoint(tmp_path: Path) -> None:
    async def tried() -> None:
        store = await open_store("memory:")
        async with served(tmp_path / "kept") as (address, _):
            pass
        anchor = Anchor(store, KEY, [HttpWitness(address, CLERK.public), FileWitness(tmp_path / "none" / "file")])
        assert await anchor.fault() == ""
        await rows(store, 0, 3)
        await anchor.checkpoint(NOW)
        assert sorted(anchor.troubles.values()) == ["No such file or directory", "no answer (Connection refused)"]
        (tmp_path / "none").mkdir()
        async with served(tmp_path / "kept", port=int(address.rpartition(":")[2])) as (_, witness):
            await anchor.checkpoint(NOW)  # no new record: the same checkpoint
            assert anchor.troubles == {}
            assert (witness.last(KEY.name) or notes.parse("")).size == 3
        assert CheckpointFile(tmp_path / "none" / "file").last(KEY.name) is not None

    asyncio.run(tried())


def test_a_request_is_bounded_and_the_last_checkpoint_is_public(tmp_path: Path) -> None:
    import httpx2

    async def tried() -> None:
        async with served(tmp_path / "kept") as (url, witness), httpx2.AsyncClient(base_url=url) as client:
            assert (await client.get(f"/checkpoint/{origin_id(KEY.name)}")).status_code == 404
            assert (await client.post("/add-checkpoint", content=b"x" * (MOST_BODY + 1))).status_code == 413
            assert (await client.post("/add-checkpoint", content=request(0, 3))).status_code == 200
            shown = await client.get(f"/checkpoint/{origin_id(KEY.name)}")
            assert notes.parse(shown.text) == witness.last(KEY.name)
            assert notes.public_key((await client.get("/healthz")).text, WITNESS) == CLERK.public

    asyncio.run(tried())


def test_entry_of_a_place_is_the_documented_leaf() -> None:
    async def tried() -> None:
        store = await open_store("memory:")
        await rows(store, 0, 1)
        (place,) = await store.sequence(0, 9)
        assert entry_of(place).hash == merkle.leaf_hash(f"punto-leaf/1\ntable/a\n1\n{place.hash}\n".encode())

    asyncio.run(tried())


def test_two_processes_of_a_floor_take_turns(url: str, tmp_path: Path) -> None:
    async def tried() -> None:
        store = await open_store(url)
        both = [Anchor(store, KEY, [FileWitness(tmp_path / "w")]) for _ in range(2)]
        for anchor in both:
            assert await anchor.fault() == ""
        for turn in range(6):
            await rows(store, 60 * turn, 60 * (turn + 1))
            made = await both[turn % 2].checkpoint(NOW + turn)
            assert made is not None
            assert made.size == 60 * (turn + 1)
        await rows(store, 360, 400)
        await asyncio.gather(*(anchor.checkpoint(NOW + 9) for anchor in both))  # at the same time
        assert [anchor.troubles for anchor in both] == [{}, {}]
        kept = CheckpointFile(tmp_path / "w").read()
        assert kept[-1].size == 400
        leaves = [entry_of(place).hash for place in await store.sequence(0, 10**6)]
        assert all(one.root == merkle.Frontier(leaves[: one.size]).root for one in kept)
        assert await Anchor(store, KEY, [FileWitness(tmp_path / "w")]).fault() == ""
        await store.close()

    asyncio.run(tried())
