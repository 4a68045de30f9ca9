"""The option ``--vault-key`` of commands that open the vault of a floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from punto.record.vault_key import VaultKey

ENVIRONMENT = "PUNTO_VAULT_KEY"
HERE = "punto.vault-key"


def _read(context: click.Context, parameter: click.Parameter, given: str | None) -> None:
    from punto.record.vault_key import read_vault_key

    if given:
        context.meta[HERE] = read_vault_key(given)


vault_key_option = click.option(
    "--vault-key",
    callback=_read,
    expose_value=False,
    envvar=ENVIRONMENT,
    metavar="FILE",
    help=f"encrypt the vault with this key, 64 hexadecimal digits; {ENVIRONMENT} may hold the key itself",
)


def vault_key() -> VaultKey:
    """Return the key that was given to the present command; one without a key keeps secrets as they are."""
    from punto.record.vault_key import NO_KEY

    key: VaultKey = click.get_current_context().meta.get(HERE, NO_KEY)
    return key
