"""Guessing at passwords: what it costs the one who guesses, and what it must not cost the owner."""

from punto.accounts import Reason, Refusal
from punto.house.lockout import PATIENCE
from tests.accounts.shelf import PASSWORD, Floor, run


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
