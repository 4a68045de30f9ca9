"""The manual's page about production, followed to the letter on a machine that is booted for it."""

from tools.production import machine
from tools.soaks import Figures, soak


@soak("production: service, proxy, backup, restore, lost disk and upgrade as the manual tells them")
def production() -> Figures:
    reason = machine.missing()
    if reason:
        raise AssertionError(f"not tried: {reason}")
    return machine.trial()
