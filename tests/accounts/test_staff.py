"""Named users: the first administrator, invitations, duties, disabling, forgetting."""

import asyncio
from typing import Any

import pytest

from punto.accounts import LoginResult, Passwords, Person, Reason, Refusal
from punto.accounts.service import STREAM
from punto.accounts.staff import (
    FIRST,
    Invited,
    disable,
    enable,
    first_administrator,
    forget,
    grant,
    invite,
    invite_again,
    override,
    revoke,
    set_parameter,
)
from punto.core.roles import Duty
from punto.people.administration import messages as e
from punto.people.administration.messages import Reason as Because
from punto.people.administration.state import State
from punto.record.checkpoints import JOURNAL, take_up
from punto.record.store import Conflict
from tests.accounts.documents import CHEAP, PASSWORD, Floor, run

OWN = "six of hearts, face up"


def because(answer: object) -> object:
    assert isinstance(answer, Refusal), answer
    assert answer.reason is Reason.HOUSE_REFUSES
    return answer.detail["because"]


def test_a_house_is_taken_up_from_its_checkpoint(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.accounts.journal.EVERY", 5)

    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        for _ in range(12):
            await floor.enters("Ann")
        state = await floor.accounts.journal.catch_up()
        found = await take_up(floor.books, JOURNAL, STREAM, State)
        assert found.state is not None
        assert found.version > 5
        assert len(found.records) <= 5
        again = await Floor.on(floor.books)
        assert await again.accounts.journal.catch_up() == state
        await again.enters("Ann")

    run(test())


def test_what_was_done_stays_done_where_no_checkpoint_can_be_kept(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.accounts.journal.EVERY", 1)
    monkeypatch.setattr("punto.record.checkpoints.engine", lambda: 1 << 70)  # more than a checkpoint can hold

    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        await floor.enters("Ann")
        assert await floor.books.shelf(JOURNAL, STREAM) is None
        assert sum(isinstance(event, e.LoggedIn) for event in await floor.events()) == 1

    run(test())


async def administrator(floor: Floor) -> tuple[Person, str, dict[str, Any]]:
    """The first administrator with an own password; their token, and how commands are signed by them."""
    invited = await first_administrator(floor.accounts)
    assert invited
    token = (await floor.enters(FIRST, invited.password)).token
    admitted = await floor.accounts.change_password(token, "", OWN)
    assert isinstance(admitted, LoginResult)
    return admitted.person, admitted.token, {"by": Duty.ADMINISTRATOR, "who": admitted.person.who}


def test_an_empty_floor_has_a_first_administrator_with_a_password_for_once(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        invited = await first_administrator(floor.accounts)
        assert invited
        assert invited.person.duties == {Duty.ADMINISTRATOR}
        admitted = await floor.enters(FIRST, invited.password)
        assert admitted.person.password_due
        assert await floor.accounts.person(admitted.token) == admitted.person
        assert admitted.person.duties == set()
        answer = await floor.accounts.login(FIRST, invited.password)
        assert answer == Refusal(Reason.WRONG_LOGIN)
        chosen = await floor.accounts.change_password(admitted.token, "", OWN)
        assert isinstance(chosen, LoginResult)
        assert not chosen.person.password_due
        assert chosen.person.duties == {Duty.ADMINISTRATOR}
        assert await first_administrator(floor.accounts) is None
        again = await floor.accounts.change_password(chosen.token, "", "another password")
        assert again == Refusal(Reason.WRONG_LOGIN)

    run(test())


def test_as_long_as_nobody_has_chosen_a_password_each_start_gives_another(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        first = await first_administrator(floor.accounts)
        again = await Floor.on(floor.books)
        second = await first_administrator(again.accounts)
        assert first
        assert second
        assert first.person.who == second.person.who
        assert isinstance(await floor.accounts.login(FIRST, first.password), Refusal)
        await again.enters(FIRST, second.password)

    run(test())


def test_a_start_that_went_out_half_way_is_made_good(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.accounts.roll.enter(FIRST, "", floor.at, one_time=True)
        invited = await first_administrator(floor.accounts)
        assert invited
        assert invited.person.duties == {Duty.ADMINISTRATOR}
        await floor.enters(FIRST, invited.password)

    run(test())


def test_somebody_is_invited_with_duties_and_what_clashes_is_refused(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        _, _, by = await administrator(floor)
        dee = await invite(floor.accounts, "Dee", (Duty.DEALER,), **by)
        assert isinstance(dee, Invited)
        assert dee.person.duties == {Duty.DEALER}
        clashing = await invite(floor.accounts, "Eve", (Duty.DEALER, Duty.SURVEILLANCE), **by)
        assert because(clashing) == Because.DUTIES_CLASH
        assert await floor.accounts.roll.by_name("Eve") is None
        assert because(await grant(floor.accounts, dee.person.who, Duty.SURVEILLANCE, **by)) == Because.DUTIES_CLASH
        assert await invite(floor.accounts, "dee", (), **by) == Refusal(Reason.NAME_TAKEN)

    run(test())


def test_a_duty_counts_from_the_next_look_at_a_token(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        _, _, by = await administrator(floor)
        ann = await floor.person("Ann")
        token = (await floor.enters("Ann")).token
        other = await Floor.on(floor.books)
        assert await grant(other.accounts, ann.who, Duty.DEALER, **by) is None
        person = await floor.accounts.person(token)
        assert isinstance(person, Person)
        assert person.duties == {Duty.DEALER}
        assert await revoke(other.accounts, ann.who, Duty.DEALER, **by) is None
        person = await floor.accounts.person(token)
        assert isinstance(person, Person)
        assert person.duties == {Duty.PLAYER}

    run(test())


def test_a_player_changes_nothing_of_the_house(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        ann, bob = await floor.person("Ann"), await floor.person("Bob")
        for duty in (Duty.PLAYER, Duty.ADMINISTRATOR, Duty.FLOOR):
            by: dict[str, Any] = {"by": duty, "who": ann.who}
            assert because(await grant(floor.accounts, bob.who, Duty.DEALER, **by)) == Because.WRONG_DUTY
            assert because(await disable(floor.accounts, bob.who, "for fun", **by)) == Because.WRONG_DUTY
            assert because(await override(floor.accounts, "paid by hand", "fun", **by)) == Because.WRONG_DUTY
            parameter = await set_parameter(floor.accounts, "large-win", "1", "for fun", **by)
            assert because(parameter) == Because.WRONG_DUTY

    run(test())


def test_who_is_disabled_is_out_at_once(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        _, _, by = await administrator(floor)
        ann = await floor.person("Ann")
        token = (await floor.enters("Ann")).token
        assert await disable(floor.accounts, ann.who, "asked to be", **by) is None
        assert await floor.accounts.person(token) == Refusal(Reason.DISABLED)
        assert await floor.accounts.login("Ann", PASSWORD) == Refusal(Reason.DISABLED)
        assert await floor.accounts.login("Ann", "wrong password") == Refusal(Reason.WRONG_LOGIN)
        assert await enable(floor.accounts, ann.who, "the time is over", **by) is None
        await floor.enters("Ann")

    run(test())


def test_to_forget_erases_the_name_and_leaves_the_pseudonym(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        ann = await floor.person("Annabel")
        token = (await floor.enters("Annabel")).token
        before = [record.body for record in await floor.books.read("house/floor")]
        assert await forget(floor.accounts, ann.who) is None
        assert await floor.accounts.person(token) == Refusal(Reason.NO_SESSION)
        assert await floor.accounts.login("Annabel", PASSWORD) == Refusal(Reason.WRONG_LOGIN)
        kept = [(key, body) for kind in ("person", "name") for key, _, body in await floor.books.shelved(kind)]
        assert kept == []
        after = [record.body for record in await floor.books.read("house/floor")]
        assert after[: len(before)] == before
        assert any(ann.who.encode() in body for body in after)
        assert not any(b"nnabel" in body for body in after)
        assert (await floor.person("Annabel")).who != ann.who
        assert await forget(floor.accounts, "p-nobody") == Refusal(Reason.NO_SUCH_PERSON)

    run(test())


def test_what_the_house_decides_is_in_its_stream(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        admin, _, by = await administrator(floor)
        await floor.accounts.login("nobody", "wrong password", "a")
        assert await set_parameter(floor.accounts, "idle-minutes", "5", "a busy floor", **by) is None
        assert await override(floor.accounts, "opened MB-7 by hand", "the timer stood", **by) is None
        kinds = [type(event) for event in await floor.events()]
        assert {e.LoginFailed, e.LoggedIn, e.ParameterChanged, e.OverrideMade, e.DutyGranted} <= set(kinds)
        changed = next(event for event in await floor.events() if isinstance(event, e.ParameterChanged))
        assert (changed.who, changed.before, changed.after, changed.at) == (admin.who, "30", "5", floor.at)

    run(test())


def test_a_forgotten_password_ends_every_session(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        token = (await floor.enters("Ann")).token
        invited = await invite_again(floor.accounts, "Ann")
        assert isinstance(invited, Invited)
        assert await floor.accounts.person(token) == Refusal(Reason.NO_SESSION)
        assert await floor.accounts.login("Ann", PASSWORD) == Refusal(Reason.WRONG_LOGIN)
        assert (await floor.enters("Ann", invited.password)).person.password_due
        assert await invite_again(floor.accounts, "Nobody") == Refusal(Reason.NO_SUCH_PERSON)

    run(test())


def test_a_hash_is_made_anew_when_the_parameters_rise_and_not_when_they_fall(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        ann = await floor.person("Ann")

        async def hashed() -> str:
            kept = await floor.accounts.roll.by_who(ann.who)
            assert kept
            return kept.account.password

        first = await hashed()
        await floor.enters("Ann")
        assert await hashed() == first
        fields = {name: getattr(CHEAP, name) for name in CHEAP.__slots__}
        floor.accounts.hashes = Passwords(type(CHEAP)(**(fields | {"time_cost": 2})))
        await floor.enters("Ann")
        second = await hashed()
        assert second != first
        assert "t=2" in second
        floor.accounts.hashes = Passwords(CHEAP)
        await floor.enters("Ann")
        assert await hashed() == second

    run(test())


def test_two_processes_write_one_stream(url: str) -> None:
    """Where another was first, the house decides anew; nothing is lost and nothing is twice."""

    async def test() -> None:
        floor = await Floor.open(url)
        others = [await Floor.on(floor.books) for _ in range(4)]
        for number, other in enumerate(others):
            await other.accounts.login(f"name{number}", "wrong password", "a")
        await asyncio.gather(*(other.accounts.login("nobody", "wrong password", "a") for other in others))
        failures = [event for event in await floor.events() if isinstance(event, e.LoginFailed)]
        assert len(failures) == 8
        assert [event.failures for event in failures[4:]] == [1, 2, 3, 4]
        for other in others:
            assert (await other.accounts.journal.catch_up()).version == len(await floor.events())

    run(test())


def test_a_session_that_was_logged_out_is_not_touched_back_to_life(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        token = (await floor.enters("Ann")).token
        (key, version, body), *_ = await floor.books.shelved("session")
        await floor.accounts.logout(token)
        with pytest.raises(Conflict):
            await floor.books.shelve("session", key, body, version)
        assert await floor.accounts.person(token) == Refusal(Reason.NO_SESSION)

    run(test())
