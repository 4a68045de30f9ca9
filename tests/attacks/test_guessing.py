"""Guessing at passwords: what it costs the one who guesses, and what it must not cost the owner."""

import asyncio

import pytest

from punto.accounts import LoginResult, Reason, Refusal
from punto.accounts.service import MOST_DEVICES
from punto.people.administration.state import PATIENCE
from tests.accounts.documents import PASSWORD, Floor, run
from tests.server.floors import floor as served
from tests.server.floors import run as play_floor
from tests.server.test_play import STILL


def reason(answer: object) -> Reason | None:
    return answer.reason if isinstance(answer, Refusal) else None


def test_an_ipv6_network_is_locked_out_as_one() -> None:
    async def test() -> None:
        floor = await Floor.open("memory:")
        await floor.person("Ann")
        for number in range(PATIENCE["origin"].free):
            await floor.accounts.login(f"name {number}", "wrong password", f"2001:db8:0:1::{number + 1:x}")
        assert reason(await floor.accounts.login("Ann", PASSWORD, "2001:db8:0:1:ffff::1")) is Reason.LOCKED
        assert reason(await floor.accounts.login("Ann", PASSWORD, "2001:db8:0:2::1")) is None

    run(test())


# ---------------------------------------------------------------- a device that is known


async def guesses(floor: Floor, name: str, address: str, times: int = 40) -> None:
    """Guess at a name until both the person and the address are locked."""
    for number in range(times):
        await floor.accounts.login(name, f"wrong password {number}", address, "a stolen device")
        floor.at += 1


def test_a_stranger_does_not_lock_out_a_known_device() -> None:
    async def test() -> None:
        floor = await Floor.open("memory:")
        await floor.person("Ann")
        first = await floor.accounts.login("Ann", PASSWORD, "192.0.2.1", "")
        assert isinstance(first, LoginResult)
        assert first.device
        for address in ("192.0.2.1", "198.51.100.1"):  # at her own address, too
            await guesses(floor, "Ann", address)
        assert reason(await floor.accounts.login("Ann", PASSWORD, "203.0.113.9", "")) is Reason.LOCKED
        assert reason(await floor.accounts.login("Ann", PASSWORD, "192.0.2.1", "made up")) is Reason.LOCKED
        again = await floor.accounts.login("Ann", PASSWORD, "192.0.2.1", first.device)
        assert isinstance(again, LoginResult)
        assert not again.device, "it has one"
        assert reason(await floor.accounts.login("Ann", PASSWORD, "203.0.113.9", "")) is Reason.LOCKED, "not forgiven"

    run(test())


def test_a_known_device_may_not_guess_without_end_either() -> None:
    async def test() -> None:
        floor = await Floor.open("memory:")
        await floor.person("Ann")
        await floor.person("Bea")
        ann = await floor.accounts.login("Ann", PASSWORD, "192.0.2.1", "")
        assert isinstance(ann, LoginResult)
        for _ in range(PATIENCE["device"].free):
            assert reason(await floor.accounts.login("Ann", "wrong password", "a", ann.device)) is Reason.WRONG_LOGIN
        assert reason(await floor.accounts.login("Ann", PASSWORD, "a", ann.device)) is Reason.LOCKED
        assert reason(await floor.accounts.login("Ann", PASSWORD, "b", "")) is None, "the person is not locked"
        for _ in range(PATIENCE["person"].free):
            assert reason(await floor.accounts.login("Bea", "wrong password", "c", ann.device)) is Reason.WRONG_LOGIN
        assert reason(await floor.accounts.login("Bea", PASSWORD, "d", ann.device)) is Reason.LOCKED, "not Bea's device"

    run(test())


def test_devices_are_bounded_and_kept_as_digests() -> None:
    async def test() -> None:
        floor = await Floor.open("memory:")
        await floor.person("Ann")
        tokens = []
        for _ in range(MOST_DEVICES + 3):
            admitted = await floor.accounts.login("Ann", PASSWORD, "a", "")
            assert isinstance(admitted, LoginResult)
            tokens.append(admitted.device)
        program = await floor.accounts.login("Ann", PASSWORD, "a")
        assert isinstance(program, LoginResult)
        assert program.device == ""
        (account,) = await floor.accounts.roll.everybody()
        assert len(account.devices) == MOST_DEVICES
        assert not set(tokens) & set(account.devices)
        events = repr(await floor.events())
        assert not any(token in events for token in tokens)

    run(test())


def test_a_browser_keeps_its_device() -> None:
    async def play() -> None:
        async with served("md-mini-payout", setup=STILL) as house, house.http() as client:
            own, who = {"origin": house.url.rstrip("/")}, {"name": "Zoë Lee", "password": "correct horse battery"}
            came = await client.post("/api/register", json=who, headers=own)
            session, device = sorted(came.headers.get_list("set-cookie"), key=lambda cookie: "device" in cookie)
            assert session.startswith("punto-session=")
            assert device.startswith("punto-device=")
            assert all(word in device for word in ("HttpOnly", "Path=/", "SameSite=strict", "Max-Age="))
            assert device.partition("=")[2].partition(";")[0] not in came.text
            async with house.http() as stranger:
                for _ in range(25):
                    await stranger.post("/api/login", json={**who, "password": "a guess"})
                assert (await stranger.post("/api/login", json=who)).status_code == 429
            again = await client.post("/api/login", json=who, headers=own)
            assert again.status_code == 200
            assert "punto-device" not in again.headers["set-cookie"]

    play_floor(play)


# ---------------------------------------------------------------- weak passwords


@pytest.mark.parametrize(
    "password",
    [
        "password1234",
        "Password123!",
        "qwertyuiop",
        "1q2w3e4r5t",
        "letmeinletmein",
        "baccarat2024",
        "annabel1234",
        "p4$$w0rd2026",
        "aaaaaaaaaaaaaaaaaaaa",
        "abcabcabcabc",
        "0123456789",
        "password" * 20,
    ],
)
def test_a_weak_password_is_refused_with_the_reason(password: str) -> None:
    async def test() -> None:
        floor = await Floor.open("memory:")
        await floor.person("Bea")
        bea = await floor.enters("Bea")
        for answer in (
            await floor.accounts.register("Annabel", password),
            await floor.accounts.change_password(bea.token, PASSWORD, password),
        ):
            assert isinstance(answer, Refusal)
            assert answer.reason is Reason.BAD_PASSWORD
            assert answer.detail["why"]
        await floor.enters("Bea")

    run(test())


@pytest.mark.parametrize(
    "password", ["tin lamp over seven rivers", "vK9#mQ2$xL7p", "红色的火车经过七座桥梁", "tin lamp " * 3 + "river" * 30]
)
def test_a_good_password_is_taken(password: str) -> None:
    async def test() -> None:
        floor = await Floor.open("memory:")
        await floor.person("Annabel", password)
        await floor.enters("Annabel", password)

    run(test())


def test_passwords_that_are_chosen_at_the_same_time_are_judged_apart() -> None:
    async def test() -> None:
        floor = await Floor.open("memory:")
        names = [f"Quillfeather {letter * 3}" for letter in "abcdefgh"]
        chosen = [floor.accounts.hashes.chosen(f"{name.lower()}xyz123", name) for name in names]
        assert all(isinstance(answer, Refusal) for answer in await asyncio.gather(*chosen))

    run(test())
