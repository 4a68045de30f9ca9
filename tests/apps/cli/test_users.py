"""``punto users``: a floor's people on its database."""

import re
from pathlib import Path

import pytest

from tests.apps.cli.running import punto


@pytest.fixture
def store(tmp_path: Path) -> str:
    return f"--database=sqlite:///{tmp_path / 'floor.db'}"


def people(store: str) -> dict[str, tuple[list[str], bool]]:
    return {one["name"]: (one["roles"], one["disabled"]) for one in punto("users", "list", store, "--json").json}


def test_from_adding_to_forgetting(store: str) -> None:
    run = punto("users", "add", "Dee", "--role", "dealer", store)
    assert (run.code, run.err) == (0, "")
    assert re.search(r"one-time password: (\w{5}-){3}\w{5}\n", run.out)
    assert people(store) == {"Dee": (["dealer"], False)}
    assert punto("users", "role", "dee", "player", store).code == 0
    assert people(store) == {"Dee": (["dealer", "player"], False)}
    assert punto("users", "role", "Dee", "dealer", "--revoke", store).code == 0
    assert punto("users", "disable", "Dee", "--why", "asked to be", store).code == 0
    assert people(store) == {"Dee": (["player"], True)}
    assert "disabled" in punto("users", "list", store).out
    assert punto("users", "enable", "Dee", "--why", "the time is over", store).code == 0
    assert punto("users", "erase", "Dee", store).code == 0
    assert people(store) == {}


def test_what_the_house_refuses_is_said_in_a_line(store: str) -> None:
    punto("users", "add", "Dee", "--role", "dealer", store)
    punto("users", "role", "Dee", "surveillance", store).refused("duties-clash", code=1)
    punto("users", "add", "dee", store).refused("looks like it", code=1)
    punto("users", "add", "House", store).refused("mistaken for staff", code=1)
    punto("users", "add", "<b>", store).refused("U+003C", code=1)
    punto("users", "erase", "Nobody", store).refused("no user has that name", code=1)
    assert people(store) == {"Dee": (["dealer"], False)}


def test_a_bad_address_and_no_address_are_said_in_a_line() -> None:
    punto("users", "list", "--database", "nowhere").refused("invalid database URL")
    punto("users", "list").refused("--database")


def test_a_vault_with_a_key_opens_with_this_key_only(store: str, tmp_path: Path) -> None:
    key, other = tmp_path / "vault.key", "22" * 32
    key.write_text("11" * 32 + "\n", "ascii")
    key.chmod(0o600)
    punto("users", "add", "Dee", "--role", "dealer", store, "--vault-key", key)
    before = (tmp_path / "floor.db").read_bytes()
    punto("users", "list", store).refused("the vault is encrypted: give its key with --vault-key FILE")
    punto("users", "list", store, "--vault-key", other).refused("this is not the key of the vault")
    punto("serve", store, "--port=0", "--vault-key", other).refused("this is not the key of the vault")
    punto("serve", store, "--port=0").refused("the vault is encrypted")
    assert (tmp_path / "floor.db").read_bytes() == before
    assert punto("users", "list", store, "--vault-key", key).code == 0
