"""The second factor of a login: codes of an authenticator app (TOTP, RFC 6238), beside the password.

A secret comes from the vault, by the user and a number, so that no account document contains it; a new secret has the
next number. It counts once its owner has entered a code of it. A code is valid for its half minute and the ones before
and after, as clocks differ; a time step is accepted once, so that a code that was seen is worth nothing.
"""

from __future__ import annotations

from base64 import b32encode
from hmac import compare_digest
from urllib.parse import quote

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from punto.accounts.user_store import Account, Books, UserStore

BYTES, DIGITS, STEP = 20, 6, 30  # of a secret, of a code; seconds
AROUND = (0, -1, 1)  # time steps that are accepted
ISSUER = "Punto"


async def _totp(books: Books, who: str, number: int) -> TOTP:
    secret = await books.seal(f"code/{who}/{number}")
    return TOTP(secret[:BYTES], DIGITS, SHA1(), STEP)  # what every authenticator app reads


async def begin(books: Books, account: Account) -> tuple[str, str]:
    """Return a new secret as text, and as the address that an app reads from a picture; it does not count yet."""
    secret = b32encode((await books.seal(f"code/{account.who}/{account.code + 1}"))[:BYTES]).decode()
    label = quote(f"{ISSUER}:{account.name}")
    return secret, f"otpauth://totp/{label}?secret={secret}&issuer={ISSUER}&digits={DIGITS}&period={STEP}"


async def accepted(books: Books, roll: UserStore, account: Account, code: str, at: int, number: int) -> bool:
    """Return whether a code is right now, and spend its time step; ``number`` is that of the secret."""
    totp, now = await _totp(books, account.who, number), at // (1000 * STEP)
    for around in AROUND:
        step = now + around
        if step <= account.code_step or not compare_digest(totp.generate(step * STEP), code.encode()):
            continue
        return await roll.change_if(account, code=number, code_step=step) is not None  # else it was used meanwhile
    return False
