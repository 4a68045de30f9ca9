"""Hashing beside the event loop: others go on meanwhile, and a flood is turned away."""

import asyncio
import threading

import pytest

from punto.accounts import Passwords, Reason, Refusal
from punto.accounts.credentials import MOST_WAITING, PRESENT, THREADS, Busy
from tests.accounts.documents import CHEAP, PASSWORD, Floor, run


def test_what_is_kept_is_an_argon2id_hash_with_the_present_parameters() -> None:
    async def test() -> None:
        hashes = Passwords()
        hashed = await hashes.hash(PASSWORD)
        assert hashed.startswith(
            f"$argon2id$v=19$m={PRESENT.memory_cost},t={PRESENT.time_cost},p={PRESENT.parallelism}$"
        )
        assert await hashes.fits(hashed, PASSWORD)
        assert not await hashes.fits(hashed, PASSWORD + " ")
        assert not await hashes.fits("no hash at all", PASSWORD)
        assert not await hashes.fits("", "nobody's password")
        hashes.close()

    run(test())


def test_the_parameters_are_no_less_than_is_recommended() -> None:
    """At least 19 MiB and two passes of argon2id, which is what OWASP asks for at the least."""
    assert PRESENT.type.name == "ID"
    assert PRESENT.memory_cost >= 19 * 1024
    assert PRESENT.time_cost >= 2


def test_one_password_is_one_however_a_keyboard_composes_it() -> None:
    async def test() -> None:
        hashes = Passwords(CHEAP)
        assert await hashes.fits(await hashes.hash("cafe\u0301 de paris"), "caf\u00e9 de paris")

    run(test())


def test_the_loop_goes_on_while_a_hash_is_made_and_a_flood_is_turned_away() -> None:
    async def test() -> None:
        hashes, gate = Passwords(CHEAP), threading.Event()
        stuck = [asyncio.ensure_future(hashes._beside(gate.wait)) for _ in range(THREADS)]  # hashes that take long
        waiting = [asyncio.ensure_future(hashes.hash(PASSWORD)) for _ in range(MOST_WAITING - THREADS)]
        await asyncio.sleep(0)  # the loop turns: nothing here holds it
        with pytest.raises(Busy):
            await hashes.hash(PASSWORD)
        gate.set()
        await asyncio.gather(*stuck, *waiting)
        await hashes.hash(PASSWORD)

    run(test())


def test_who_comes_in_a_flood_is_told_to_come_again(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        gate = threading.Event()
        held = [asyncio.ensure_future(floor.accounts.hashes._beside(gate.wait)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        assert await floor.accounts.login("Ann", PASSWORD) == Refusal(Reason.BUSY)
        assert await floor.accounts.register("Bob", PASSWORD) == Refusal(Reason.BUSY)
        gate.set()
        await asyncio.gather(*held)
        await floor.enters("Ann")
        await floor.person("Bob")

    run(test())
