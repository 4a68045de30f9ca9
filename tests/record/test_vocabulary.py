"""The manual knows every command, event and refusal, with every field."""

import re
from pathlib import Path

import msgspec
import pytest

from punto.table.commands import Command
from punto.table.events import SettlementLine
from punto.table.transcript import COMMANDS, EVENTS, Table
from tests.record.vocabulary import MARKED, PAGE, TABLES, written

TEXT = PAGE.read_text()


@pytest.mark.parametrize("page", TABLES, ids=lambda page: page.name)
def test_the_tables_of_the_page_are_those_of_the_code(page: Path) -> None:
    assert [match["name"] for match in MARKED.finditer(page.read_text())] == list(TABLES[page])
    assert written(page) == page.read_text(), "write them again: python -m tests.record.vocabulary"


@pytest.mark.parametrize("tag", [*COMMANDS, *EVENTS])
def test_every_tag_is_in_it_once(tag: str) -> None:
    assert len(re.findall(rf"^\| `{tag}` \|", TEXT, re.M)) == 1


@pytest.mark.parametrize("kind", [Table, Command, SettlementLine], ids=lambda kind: kind.__name__)
def test_what_the_tables_do_not_list_is_explained(kind: type[msgspec.Struct]) -> None:
    missing = [field.encode_name for field in msgspec.structs.fields(kind) if f"`{field.encode_name}`" not in TEXT]
    assert missing == []


@pytest.mark.parametrize("kind", [*COMMANDS.values(), *EVENTS.values()], ids=lambda kind: kind.__name__)
def test_everything_says_what_it_is_in_a_sentence(kind: type[msgspec.Struct]) -> None:
    assert kind.__doc__
    assert kind.__doc__.split("\n\n")[0].endswith(".")


def test_a_tag_has_a_version() -> None:
    assert all(re.fullmatch(r"[a-z0-9-]+/[1-9][0-9]*", tag) for tag in EVENTS)
