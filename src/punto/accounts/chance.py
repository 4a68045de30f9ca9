"""Everything here that nobody must be able to guess; the only place of this room that draws it."""

from __future__ import annotations

import secrets

_PLAIN = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without signs that are taken for one another


def pseudonym(guest: bool = False) -> str:
    """Draw the name by which the log knows somebody: it says nothing of who it is."""
    return f"{'g' if guest else 'p'}-{secrets.token_hex(8)}"


def session() -> str:
    """Draw the secret of a session."""
    return secrets.token_urlsafe(32)


def device() -> str:
    """Draw the token of a device."""
    return secrets.token_urlsafe(32)


def one_time_password() -> str:
    """Draw a password that somebody can read off a screen: 100 bits."""
    return "-".join("".join(secrets.choice(_PLAIN) for _ in range(5)) for _ in range(4))


def command() -> str:
    """Draw the id of a command that nobody repeats."""
    return secrets.token_hex(8)


def guest_name() -> str:
    """Draw what a guest is called on the screen."""
    return "Guest " + "".join(secrets.choice(_PLAIN) for _ in range(5))
