"""Notes, keys and checkpoints: the format of others, strictly read; no wrong signature passes."""

import pytest

from punto.anchor import notes
from punto.anchor.notes import FLOOR, WITNESS, NoteError, PrivateKey

KEY = PrivateKey("floor.example/main", FLOOR, bytes(range(32)))
OTHER = PrivateKey("floor.example/main", FLOOR, bytes(32))
CLERK = PrivateKey("witness.example", WITNESS, bytes(range(32, 64)))
ROOT = bytes(range(100, 132))
MADE = notes.checkpoint(KEY, 187, ROOT, 1763500000)

# A published example of the signed-note format: a key and a note of another program.
PETER_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"


def test_a_key_of_another_program_is_read_and_written_as_it_is() -> None:
    key = notes.public_key(PETER_KEY, FLOOR)
    assert (key.name, key.id.hex(), key.line) == ("PeterNeumann", "c74f20a3", PETER_KEY)
    text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    signature = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    assert key.verified(text, notes.bytes_of(signature)[4:]) == 0
    assert key.verified(text + " ", notes.bytes_of(signature)[4:]) is None


def test_keys_are_lines_and_come_back() -> None:
    assert notes.private_key(KEY.line + "\n", FLOOR) == KEY
    assert notes.public_key(CLERK.public.line, WITNESS) == CLERK.public
    assert repr(KEY) == "PrivateKey('floor.example/main')"
    made = notes.new_key("a", FLOOR)
    assert made != notes.new_key("a", FLOOR)


@pytest.mark.parametrize(
    "line, words",
    [
        ("", "not a signing key"),
        (KEY.public.line, "not a signing key"),
        (CLERK.line, "a witness's key, not a floor's"),
        (KEY.line[:-4], "expected NAME"),
        (KEY.line.replace("main", "mein"), "does not match its id"),
    ],
)
def test_a_broken_key_is_one_line_without_its_secret(line: str, words: str) -> None:
    with pytest.raises(NoteError, match=words) as error:
        notes.private_key(line, FLOOR)
    assert notes.base64_of(KEY.seed)[:20] not in str(error.value)


def test_a_checkpoint_is_signed_and_comes_back() -> None:
    assert MADE.text == f"floor.example/main\n187\n{notes.base64_of(ROOT)}\ntime 1763500000\n"
    assert notes.parse(MADE.note) == MADE
    assert MADE.signed_by(KEY.public) == 0
    assert MADE.signed_by(OTHER.public) is None


def test_a_cosignature_has_its_own_time() -> None:
    both = MADE.with_lines(CLERK.sign(MADE.text, 1763500007))
    assert both.signed_by(CLERK.public) == 1763500007
    assert both.signed_by(KEY.public) == 0
    assert notes.parse(both.note) == both
    assert both.with_lines(CLERK.sign(MADE.text, 1763500007)) == both


def test_a_changed_checkpoint_is_not_signed() -> None:
    changed = notes.parse(MADE.note.replace("\n187\n", "\n188\n"))
    with pytest.raises(NoteError, match=r"the signature of floor\.example/main is wrong"):
        changed.signed_by(KEY.public)
    stamped = MADE.with_lines(CLERK.sign(MADE.text, 5))
    cut = stamped._replace(signatures=(stamped.signatures[1]._replace(bytes=b"short"),))
    with pytest.raises(NoteError, match="wrong"):
        cut.signed_by(CLERK.public)


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("187", "0187", "size"),
        ("187", "-1", "size"),
        ("187", "9" * 30, "size"),
        ("\ntime", "\n\ntime", "origin, size and root"),
        ("time 17", "time x17", "time"),
        ("time 17", "time 1\ntime 17", "time"),
        ("— floor", "- floor", "signature line"),
        ("\n\n— ", "\n— ", "origin, size and root"),
        ("main\n", "main\r\n", "control"),
        ("=\n", "\n", "base64"),
        ("\n187\n", "\n", "size"),
        ("— floor.example/main ", "— floor+main ", "signature line"),
    ],
)
def test_a_checkpoint_that_does_not_parse_is_refused_in_one_line(old: str, new: str, words: str) -> None:
    broken = MADE.note.replace(old, new)
    assert broken != MADE.note
    with pytest.raises(NoteError, match=words) as error:
        notes.parse(broken)
    assert "\n" not in str(error.value)


def test_a_file_has_several() -> None:
    later = notes.checkpoint(KEY, 190, ROOT, 1763500060).with_lines(CLERK.sign("other", 1))
    assert notes.several(MADE.note + "\n" + later.note) == [MADE, later]
    assert notes.several(MADE.note + later.note) == [MADE, later]
    assert notes.several("") == []
    with pytest.raises(NoteError, match="cut off"):
        notes.several(MADE.note + later.note[:-1])
    with pytest.raises(NoteError, match="line 8: this is not a checkpoint"):
        notes.several(MADE.note + "\n" + later.text)
    with pytest.raises(NoteError, match="line 7: invalid size"):
        notes.several(MADE.note + later.note.replace("190", "x"))
