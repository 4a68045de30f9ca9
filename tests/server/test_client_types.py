"""The client's types say of each message what the server's say: the same kinds and the same fields."""

from typing import Any, get_args, get_type_hints, is_typeddict

import msgspec
import pytest

from punto.client import messages as client
from punto.server import messages as server

DEPRECATED = {"do", "what"}  # fields of an act for older clients
BODIES: dict[str, Any] = {}
for pair in get_args(client.AnyMessage):
    kind, body = get_args(pair)
    BODIES[get_args(kind)[0]] = body


def test_the_kinds_of_messages_are_the_same() -> None:
    assert BODIES.keys() == server.KINDS.keys()


def compare(mine: Any, theirs: Any) -> None:
    """A typed dict against the struct that is sent; a part of it likewise."""
    if not is_typeddict(mine):
        return
    sent = {field.encode_name: field for field in msgspec.structs.fields(theirs)}
    assert mine.__annotations__.keys() == sent.keys() - DEPRECATED
    optional = {name for name, field in sent.items() if not field.required and omitted(theirs)} - DEPRECATED
    assert mine.__optional_keys__ == optional
    hints = get_type_hints(theirs)
    for name, hint in get_type_hints(mine).items():
        for part, other in zip(parts(hint), parts(hints[sent[name].name]), strict=False):
            compare(part, other)


def omitted(struct: Any) -> bool:
    """Whether a struct's fields are left out where they have their defaults."""
    return bool(struct.__struct_config__.omit_defaults)


def parts(hint: Any) -> list[Any]:
    """The types in a type that are objects of their own."""
    inner = [part for each in get_args(hint) for part in parts(each)]
    return [hint] if is_typeddict(hint) or (isinstance(hint, type) and issubclass(hint, msgspec.Struct)) else inner


@pytest.mark.parametrize("kind", BODIES)
def test_a_message_has_the_fields_that_are_sent(kind: str) -> None:
    mine, theirs = parts(BODIES[kind]), parts(server.KINDS[kind])
    assert len(mine) == len(theirs)
    for part, other in zip(mine, theirs, strict=True):
        compare(part, other)
