"""Opening a table with the machines beside it, and resuming one: its meters, its coupon book, and wallets, if any."""

from __future__ import annotations

from msgspec.structs import replace

from punto.log.coupons import Coupons
from punto.log.meters import Meters
from punto.log.opening import Open, rules_of
from punto.log.partners import Partner
from punto.log.purses import Purses
from punto.log.session import Accepted, Session
from punto.log.store import Store, Write
from punto.log.vault import Vault


def open_table(store: Store, command: Open, vault: Vault, purses: Purses | None = None) -> tuple[Session, Accepted]:
    """Open a table and link it to the progressive that its command names; nothing is written where that will not do."""
    links: tuple[Write, ...] = ()
    partners: list[Partner] = [purses] if purses else []
    if command.progressive:
        meters = Meters.of(store, rules := rules_of(command), command.progressive, vault)
        links = meters.link(rules.table, command.who, command.at)
        partners.append(meters)
    if command.coupon_book:
        partners.append(Coupons(store, command.coupon_book))
    session, accepted = Session.open(store, command)
    session.partners = tuple(partners)
    _append(store, links)
    return session, replace(accepted, beside=links)


def resume_table(store: Store, stream: str, vault: Vault, purses: Purses | None = None) -> Session:
    """Take a table up where its log ends, and finish linking it where that was cut short."""
    session = Session.resume(store, stream)
    partners: list[Partner] = [purses] if purses else []
    if session.state.progressive:
        meters = Meters.of(store, session.rules, session.state.progressive, vault)
        _append(store, meters.link(session.rules.table, "house", session.at))
        partners.append(meters)
    if session.state.coupon_book:
        partners.append(Coupons(store, session.state.coupon_book))
    session.partners = tuple(partners)
    return session


def _append(store: Store, writes: tuple[Write, ...]) -> None:
    for write in writes:
        store.append([write])
