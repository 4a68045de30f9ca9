"""The vault at rest: encrypted with a key from outside the database, which alone tells no seed."""

import asyncio
import os
from pathlib import Path

import pytest

from punto.record.durable import Durable, StoreError, open_store
from punto.record.vault_key import NO_KEY, VaultKey, encrypt_vault, read_vault_key

ONE, OTHER = VaultKey(bytes(32)), VaultKey(b"\x01" * 32)
TURNED = VaultKey(b"\x01" * 32, bytes(32))  # the second was the key before
NAMES = [f"shoe/MB-7/{number}/0/0" for number in range(5)]


async def asked(store: Durable, names: list[str]) -> list[bytes]:
    return [await store.seal(name) for name in names]


def test_a_vault_is_encrypted_migrated_and_given_another_key(url: str) -> None:
    async def story(store: Durable) -> None:
        plain = await asked(store, NAMES[:3])
        assert await encrypt_vault(store, NO_KEY) == 0
        assert await encrypt_vault(store, ONE) == 3
        assert await encrypt_vault(store, ONE) == 0
        known = plain + await asked(store, NAMES[3:])
        assert await asked(store, NAMES) == known
        assert list((await store.sealed("shoe/")).values()) == known
        at_rest = b"".join((await store.stored_secrets()).values())
        assert not any(secret in at_rest for secret in known)
        assert await encrypt_vault(store, TURNED) == 5
        assert await encrypt_vault(store, OTHER) == 0
        assert await asked(store, NAMES) == known
        for key, words in ((ONE, "this is not the key of the vault"), (NO_KEY, "the vault is encrypted")):
            with pytest.raises(StoreError, match=words):
                await encrypt_vault(store, key)
            with pytest.raises(StoreError, match=words):
                await store.seal(NAMES[0])

    asyncio.run(with_store(url, story))


async def with_store(url: str, story) -> None:  # type: ignore[no-untyped-def]
    store = await open_store(url)
    try:
        await story(store)
    finally:
        await store.close()


def test_a_secret_is_not_exchanged_for_another(url: str) -> None:
    async def story(store: Durable) -> None:
        await encrypt_vault(store, ONE)
        await asked(store, NAMES[:2])
        stored = await store.stored_secrets()
        await store.reseal(NAMES[0], stored[NAMES[1]], stored[NAMES[0]])
        with pytest.raises(StoreError, match=f"tampering: the vault's secret {NAMES[0]} was changed or exchanged"):
            await store.seal(NAMES[0])
        assert await store.reseal(NAMES[0], b"", stored[NAMES[0]]) is False

    asyncio.run(with_store(url, story))


@pytest.mark.parametrize("text", ["", "ab", "zz" * 32, "00" * 32 + "\nhello", "\xff" * 64])
def test_a_key_that_is_none_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "vault.key"
    file.write_text(text, "latin-1")
    file.chmod(0o600)
    with pytest.raises(StoreError, match="expected 64 hexadecimal digits in each line"):
        read_vault_key(str(file))


def test_a_key_is_read_from_a_file_of_its_own_or_given_itself(tmp_path: Path) -> None:
    file = tmp_path / "vault.key"
    file.write_text("01" * 32 + "\n" + "00" * 32 + "\n")
    file.chmod(0o600)
    stored = read_vault_key("01" * 32).close("a", bytes(range(32)))
    assert read_vault_key(str(file)).open("a", stored) == bytes(range(32))
    file.chmod(0o644)
    if os.name == "posix":
        with pytest.raises(StoreError, match="other users may open this key"):
            read_vault_key(str(file))
    with pytest.raises(StoreError, match="No such file"):
        read_vault_key(str(tmp_path / "none"))
