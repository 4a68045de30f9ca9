"""The vault encrypted at rest, with a key from outside the database.

A secret is stored as a version byte, the name of its key, a nonce, and AES-256-GCM of the 32 bytes, which binds the
secret's own name too: a row cannot be exchanged for another. Who copies the database alone learns no seed. A vault
without a key keeps its secrets as they are; with a key they are encrypted when the floor starts. Of several keys the
first encrypts, and the others are former ones, whose secrets are encrypted again at the start.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

from punto.record.durable import SECRET, Durable, StoreError

VERSION = b"\x01"
IDENT, NONCE, TAG = 8, 12, 16  # bytes
SEALED = len(VERSION) + IDENT + NONCE + SECRET + TAG
GIVE = "give its key with --vault-key FILE or PUNTO_VAULT_KEY"
OTHERS = 0o007  # permissions of a file


class VaultKey:
    """The keys of a vault; none keeps secrets as they are."""

    def __init__(self, *keys: bytes) -> None:
        if any(len(key) != SECRET for key in keys):
            raise StoreError(f"a key of the vault is {SECRET} bytes: {2 * SECRET} hexadecimal digits in a line")
        self._keys = {_ident(key): key for key in keys}

    def __bool__(self) -> bool:
        return bool(self._keys)

    def current(self, stored: bytes) -> bool:
        """Return whether a stored secret is as it should be: encrypted by the first key, if there is one."""
        return not self._keys or (len(stored) == SEALED and stored[1 : 1 + IDENT] == next(iter(self._keys)))

    def close(self, name: str, secret: bytes) -> bytes:
        """Return a secret as it is stored."""
        if not self._keys:
            return secret
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        ident, key = next(iter(self._keys.items()))
        nonce = secrets.token_bytes(NONCE)
        return VERSION + ident + nonce + AESGCM(key).encrypt(nonce, secret, name.encode())

    def open(self, name: str, stored: bytes) -> bytes:
        """Return a stored secret. Raises ``StoreError``."""
        if len(stored) == SECRET:
            return stored
        if len(stored) != SEALED or stored[:1] != VERSION:
            raise StoreError(f"the vault's secret {name} is damaged, or of a later version of Punto")
        if not self._keys:
            raise StoreError(f"the vault is encrypted: {GIVE}")
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        ident, rest = stored[1 : 1 + IDENT], stored[1 + IDENT :]
        if ident not in self._keys:
            raise StoreError(f"this is not the key of the vault, which was encrypted with key {ident.hex()}: {GIVE}")
        try:
            return AESGCM(self._keys[ident]).decrypt(rest[:NONCE], rest[NONCE:], name.encode())
        except InvalidTag:
            raise StoreError(f"tampering: the vault's secret {name} was changed or exchanged") from None


def _ident(key: bytes) -> bytes:
    return hashlib.sha256(b"punto-vault/1\n" + key).digest()[:IDENT]


NO_KEY = VaultKey()


def read_vault_key(given: str) -> VaultKey:
    """Return the keys in a file, one in each line and the one to use first, or those that are given themselves."""
    lines = given.split()
    if not all(_is_key(line) for line in lines) or not lines:
        lines = _lines_of(Path(given))
    if not lines or not all(_is_key(line) for line in lines):
        raise StoreError(f"{given}: expected {2 * SECRET} hexadecimal digits in each line")
    return VaultKey(*map(bytes.fromhex, lines))


def _is_key(text: str) -> bool:
    return len(text) == 2 * SECRET and not text.strip("0123456789abcdefABCDEF")


def _lines_of(path: Path) -> list[str]:
    try:
        if path.stat().st_mode & OTHERS:
            raise StoreError(f"{path}: other users may open this key: chmod o= {path}")
        return path.read_text("ascii").split()
    except UnicodeDecodeError:
        return []
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None


async def encrypt_vault(store: Durable, key: VaultKey) -> int:
    """Use a key for the vault; encrypt what is not encrypted with it yet, and return how many secrets that were.

    Every secret is opened, so that a wrong key is found before the floor opens. Raises ``StoreError``.
    """
    store.vault_key = key
    changed = 0
    for name, stored in (await store.stored_secrets()).items():
        secret = key.open(name, stored)
        if not key.current(stored):
            changed += await store.reseal(name, key.close(name, secret), stored)
    return changed
