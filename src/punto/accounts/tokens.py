"""Unguessable tokens; the only module of this package that draws randomness."""

from __future__ import annotations

import secrets

_PLAIN = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no characters that are easily confused


def pseudonym(guest: bool = False) -> str:
    """Draw the pseudonym that identifies a user in the log and reveals nothing about them."""
    return f"{'g' if guest else 'p'}-{secrets.token_hex(8)}"


def session() -> str:
    """Draw the secret of a session."""
    return secrets.token_urlsafe(32)


def device() -> str:
    """Draw the token of a device."""
    return secrets.token_urlsafe(32)


def one_time_password() -> str:
    """Draw a password that can be read off a screen: 100 bits."""
    return "-".join("".join(secrets.choice(_PLAIN) for _ in range(5)) for _ in range(4))


def command() -> str:
    """Draw a unique command id."""
    return secrets.token_hex(8)


def guest_name() -> str:
    """Draw the display name of a guest."""
    return "Guest " + "".join(secrets.choice(_PLAIN) for _ in range(5))
