"""A stranger checks us: with the verifier that the manual shows, and with nothing of Punto."""

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.fair import FairError, Shoe, ShoeRecord, commit, place, shuffle, verify
from punto.fair.beacon import QUICKNET, Round
from punto.fair.document import read, write
from tests.fair import stranger
from tests.fair.drand import QUICK, signed
from tests.fair.shoes import played
from tests.fair.vectors import SHOES, record_of, seed_of, vectors
from tests.game.sessions import AUTO, BET, CUT, SIT, Fields, event, forged, log_of, one_coup
from tests.test_docs import blocks

ROOT = Path(__file__).parents[2]
PUBLISHED: dict[str, Any] = json.loads(files("punto.fair").joinpath("vectors.json").read_text(encoding="utf-8"))
NUMBERS = range(len(SHOES))
HOLDS = "everything holds"


def page_verifier() -> str:
    page = (ROOT / "docs" / "fairness.md").read_text()
    (found,) = (block.text for block in blocks(page) if block.text.startswith('"""Check a shoe of Punto'))
    return found


def shoe_on_paper(number: int, dealt: int = 12) -> dict[str, Any]:
    return write(record_of(*SHOES[number], dealt=dealt), seed_of(SHOES[number][0]))


def test_punto_gives_the_published_vectors() -> None:
    assert vectors() == PUBLISHED


def test_the_page_shows_the_strangers_verifier() -> None:
    text = page_verifier()
    assert text == (ROOT / "tests" / "fair" / "stranger.py").read_text()
    assert "punto" not in [line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))]


@pytest.mark.parametrize("change, words", [({}, HOLDS), ({"cut": 136}, "card 1 does not hold")])
def test_the_verifier_of_the_page_runs_alone(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    (tmp_path / "stranger.py").write_text(page_verifier())
    (tmp_path / "shoe.json").write_text(json.dumps(shoe_on_paper(1, dealt=300) | change))
    bare = [sys.executable, "-I", "-S"]  # no site-packages: nothing of Punto can be imported
    said = subprocess.run([*bare, "stranger.py", "shoe.json"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout == f"{words}\n"


@pytest.mark.parametrize(
    "signature, words",
    [
        (QUICK.signature.hex(), HOLDS),
        ("", f"{HOLDS}, without the beacon's round"),
        (signed(QUICK.number).signature.hex(), f"{HOLDS}, but the beacon did not sign this round"),
    ],
)
def test_the_verifier_of_the_page_checks_a_beacon(signature: str, words: str) -> None:
    seed, named = bytes(range(32)), Shoe("MB-7", 3, 1, 0, (), QUICKNET.hash, QUICK.number)
    found = Round(QUICK.number, bytes.fromhex(signature)) if signature else None
    stack = shuffle(seed, named, (), found.randomness if found else b"")
    dealt = tuple(stack.prove(place(named, 20, drawn)) for drawn in range(9))
    shoe = ShoeRecord(named, commit(seed, named), (), (), (), stack.listing, 20, dealt, found)
    document = write(shoe, seed)
    assert read(document) == (shoe, seed)
    assert stranger.verify(document) == words
    assert stranger.verify({**document, "beacon": {**document["beacon"], "round": 5}}) == "the commitment does not hold"


def tables_log(submission: str) -> bytes:
    """A log of a table whose first shuffles are shown: a whole shoe, or some coups with a card carried over."""
    opened: Fields = {"open": {"submission": submission, "seed": 7}}
    dealer = {"by": "dealer", "who": "d1"}
    if submission == "md-mini-payout":
        carry = {"do": "perform", **dealer, "step": "carry-cut"}
        cover = {"do": "perform", **dealer, "step": "place-cover", "cards": 295}
        return log_of(opened, {**SIT, "buy-in": 10**6}, AUTO, CUT, carry, cover, AUTO, *[BET, AUTO] * 5)
    tie = {**BET, "wager": "tie", "cents": 2500}
    deals = [{"do": "deal", **dealer, "place": place} for place in ("P1", "B1", "P2", "B2", "error")]
    close = {"do": "perform", **dealer, "step": "no-more-bets"}
    return log_of(opened, {**SIT, "buy-in": 10**6}, AUTO, tie, close, *deals, AUTO, tie, AUTO, tie, AUTO)


@pytest.mark.parametrize(
    "submission, words",
    [
        ("md-mini-payout", [f"MB-7, shoe 1, coup 0: {HOLDS}"]),
        ("ma-mini-continuous", [f"MB-03, shoe 1, coup {coup}: {HOLDS}" for coup in (1, 2, 3)]),
    ],
)
def test_the_verifier_of_the_page_reads_a_log(submission: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "stranger.py").write_text(page_verifier())
    (tmp_path / "log.jsonl").write_bytes(tables_log(submission))
    bare = [sys.executable, "-I", "-S", "stranger.py", "log.jsonl"]
    said = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == words


def test_a_stranger_finds_a_card_that_was_swapped_in_a_log() -> None:
    def edit(records: list[Any]) -> None:
        turned = event(records, "card-turned", 3)
        turned["card"] = "4h" if turned["card"] != "4h" else "5h"

    (shoe,) = stranger.shoes(forged(tables_log("md-mini-payout"), edit).decode().splitlines())
    assert stranger.verify(shoe).endswith("does not hold")
    assert list(stranger.shoes(one_coup().decode().splitlines())) == []


# ---------------------------------------------------------------- the vectors, computed by the stranger


@pytest.mark.parametrize("number", NUMBERS)
def test_a_stranger_verifies_each_shoe(number: int) -> None:
    document, vector = shoe_on_paper(number), PUBLISHED["shoes"][number]
    assert stranger.verify(document) == HOLDS
    same = set(document) & set(vector)
    assert same >= {"seed", "commitment", "pledges", "entropy", "silent", "cut", "dealt"}
    assert {key: document[key] for key in same} == {key: vector[key] for key in same}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_stranger_finds_the_same_order_list_and_cut(number: int) -> None:
    vector = PUBLISHED["shoes"][number]
    key, pack = shoe_key(vector)
    order = stranger.shuffled(stranger.mac(key, "shuffle"), pack)
    faces = [stranger.CARDS[card] for card in order]
    assert " ".join(faces[:20]) == vector["first-cards"]
    assert " ".join(faces[-5:]) == vector["last-cards"]
    listed = order[:52] if vector["coup"] else order
    hashes = [stranger.sha("card", at, card, stranger.mac(key, "salt", at)) for at, card in enumerate(listed)]
    assert hashes[0].hex() == vector["list-first"]
    assert stranger.sha("list", b"".join(hashes)).hex() == vector["list-digest"]
    least, most = (0, 0) if vector["coup"] else (52, len(order) - 52)
    source = stranger.stream(stranger.mac(key, "dealers-cut", least, most))
    assert least + stranger.below(source, most - least + 1) == vector["dealers-cut"]


def shoe_key(vector: dict[str, Any]) -> tuple[bytes, list[int]]:
    out = sorted(map(stranger.CARDS.index, vector["out"]))
    named = (vector["table"], vector["shoe"], vector["coup"], vector["decks"], bytes(out))
    seed = bytes.fromhex(vector["seed"])
    assert stranger.preimage("commit", seed, *named).hex() == vector["commit-preimage"]
    assert stranger.sha("commit", seed, *named).hex() == vector["commitment"]
    added: list[str | bytes] = []
    for name, text in sorted(vector["entropy"].items()):
        added += name, bytes.fromhex(text)
    pack = [card for card in range(52) for _ in range(vector["decks"] - out.count(card))]
    return stranger.mac(seed, "shoe", *named, *added), pack


def test_a_stranger_draws_the_same_numbers() -> None:
    vector = PUBLISHED["stream"]
    source = stranger.stream(bytes.fromhex(vector["key"]))
    assert [stranger.below(source, each["limit"]) for each in vector["draws"]] == [
        each["value"] for each in vector["draws"]
    ]
    source = stranger.stream(bytes.fromhex(vector["key"]))
    assert [bytes(next(source) for _ in range(32)).hex() for _ in range(3)] == vector["blocks"]


def test_a_stranger_draws_the_same_raw_output() -> None:
    vector = PUBLISHED["raw"]
    source = stranger.stream(stranger.mac(bytes.fromhex(vector["seed"]), "raw"))
    assert [bytes(next(source) for _ in range(32)).hex() for _ in range(3)] == vector["blocks"]


def test_a_stranger_draws_the_same_trigger_and_winner() -> None:
    vector = PUBLISHED["must-hit"]
    seed, base, ceiling = bytes.fromhex(vector["seed"]), vector["base"], vector["ceiling"]
    named = (vector["meter"], vector["reset"], base, ceiling)
    assert stranger.sha("must-hit-commit", seed, *named).hex() == vector["commitment"]
    amounts = stranger.stream(stranger.mac(seed, "must-hit", *named))
    assert base + stranger.below(amounts, ceiling - base + 1) == vector["trigger"]
    entrants = sorted(vector["entrants"])
    places = stranger.stream(stranger.mac(seed, "winner", *named, vector["coup"], *entrants))
    assert entrants[stranger.below(places, len(entrants))] == vector["winner"]


# ---------------------------------------------------------------- the stranger and Punto say the same


def punto_holds(document: dict[str, Any]) -> bool:
    try:
        return verify(*read(document)) is None
    except FairError:
        return False


def stranger_holds(document: dict[str, Any]) -> bool:
    try:
        return stranger.verify(document) == HOLDS
    except (ValueError, OverflowError):
        return False


@given(played())
def test_both_find_that_an_honest_shoe_holds(shoe: tuple[ShoeRecord, bytes]) -> None:
    document = json.loads(json.dumps(write(*shoe)))
    assert punto_holds(document)
    assert stranger_holds(document)


@given(st.sampled_from(NUMBERS), st.data())
def test_both_find_any_change_of_the_paper(number: int, data: st.DataObject) -> None:
    document = shoe_on_paper(number)
    silent = {name: document["pledges"].pop(name) for name in document["silent"]}
    assert change_something(document, data)
    document["pledges"] |= silent  # nothing follows from the pledge of one who is silent, but the name
    assert not punto_holds(document)
    assert not stranger_holds(document)


def change_something(node: Any, data: st.DataObject) -> bool:
    """Change one leaf of a document: a digit, a number, a name, a card; or leave out an entry."""
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    key = data.draw(st.sampled_from([each for each in keys if each != "fair" and node[each] not in ([], {})]))
    value = node[key]
    if isinstance(value, dict | list):
        return change_something(value, data)
    if isinstance(value, int):
        node[key] = value + 1
    elif len(value) > 20:
        at = data.draw(st.integers(0, len(value) - 1))
        node[key] = value[:at] + f"{int(value[at], 16) ^ 1:x}" + value[at + 1 :]
    elif value in stranger.CARDS:
        node[key] = data.draw(st.sampled_from([card for card in stranger.CARDS if card != value]))
    else:
        node[key] = f"{value}x"
    return bool(node[key] != value)
