"""People register, come in, are recognised, and go."""

import asyncio
from base64 import b32decode
from functools import partial

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from punto.accounts import LoginResult, Person, Reason, Refusal
from punto.accounts.staff import grant, set_parameter
from punto.core.roles import Duty
from punto.people.administration.state import LONGEST_LOCKOUT, MINUTE, PATIENCE
from tests.accounts.documents import PASSWORD, Floor, run

HOUR = 60 * MINUTE


def refused(answer: object) -> Reason:
    assert isinstance(answer, Refusal), answer
    assert answer.words
    return answer.reason


def test_who_registers_comes_in_by_name_and_password_and_plays(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        ann = await floor.person("Ann")
        admitted = await floor.enters("ann")
        assert admitted.person == ann == await floor.accounts.person(admitted.token)
        assert ann.duties == {Duty.PLAYER}
        assert "ann" not in ann.who.casefold()

    run(test())


def test_a_guest_comes_in_with_one_call(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        guest, other = await floor.accounts.guest(), await floor.accounts.guest()
        assert isinstance(guest, LoginResult)
        assert isinstance(other, LoginResult)
        assert guest.person.guest
        assert guest.person.who != other.person.who
        assert await floor.accounts.person(guest.token) == guest.person
        assert refused(await floor.accounts.change_password(guest.token, "", PASSWORD)) is Reason.NOT_A_GUEST

    run(test())


def test_guests_come_to_a_demo_floor_only(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url, demo=False)
        assert refused(await floor.accounts.guest()) is Reason.NO_GUESTS

    run(test())


def test_a_name_is_taken_once_whoever_is_first(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        names = ["Ann Lee", "ann-lee", "ANN.LEE", "Αnn Lee".replace("Α", "A"), "Ann 1ee"]
        answers = await asyncio.gather(*(floor.accounts.register(name, PASSWORD) for name in names))
        assert sum(isinstance(answer, Person) for answer in answers) == 1
        assert [refused(one) for one in answers if isinstance(one, Refusal)] == [Reason.NAME_TAKEN] * 4
        assert len(await floor.accounts.roll.everybody()) == 1

    run(test())


@pytest.mark.parametrize("password", ["short", "x" * 201, "aaaaaaaaaaaaaaa", "annabel annabel"[:11]])
def test_a_password_that_would_be_guessed_is_refused(url: str, password: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        assert refused(await floor.accounts.register("Annabel", password)) is Reason.BAD_PASSWORD

    run(test())


def test_a_stranger_does_not_learn_who_has_an_account(url: str) -> None:
    """Both answers are the same, and both names are locked out after as many failures."""

    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        told = {}
        for name in ("Ann", "Nobody"):
            told[name] = [await floor.accounts.login(name, "wrong password", name) for _ in range(7)]
        assert told["Ann"] == told["Nobody"]
        assert told["Ann"][0] == Refusal(Reason.WRONG_LOGIN)
        assert refused(told["Ann"][-1]) is Reason.LOCKED

    run(test())


def test_lock_out_grows_and_ends_and_is_forgiven(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        for _ in range(PATIENCE["person"].free):
            assert refused(await floor.accounts.login("Ann", "wrong password", "a")) is Reason.WRONG_LOGIN
        waits = []
        for _ in range(9):
            answer = await floor.accounts.login("Ann", PASSWORD, "b")
            assert isinstance(answer, Refusal)
            assert answer.reason is Reason.LOCKED
            waits.append(int(answer.detail["until"]) - floor.at)
            floor.at = int(answer.detail["until"])
            assert refused(await floor.accounts.login("Ann", "wrong password", "b")) is Reason.WRONG_LOGIN
        assert waits[:6] == [MINUTE << n for n in range(6)]
        assert waits[-1] == LONGEST_LOCKOUT
        floor.at += LONGEST_LOCKOUT
        await floor.enters("Ann")
        assert refused(await floor.accounts.login("Ann", "wrong password", "c")) is Reason.WRONG_LOGIN
        await floor.enters("Ann")

    run(test())


def test_an_address_is_locked_out_whatever_names_it_tries(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        for number in range(PATIENCE["origin"].free):
            assert refused(await floor.accounts.login(f"name{number}", "wrong password", "a")) is Reason.WRONG_LOGIN
        assert refused(await floor.accounts.login("Ann", PASSWORD, "a")) is Reason.LOCKED
        await floor.enters("Ann", address="b")

    run(test())


def test_a_hundred_guesses_at_once_are_no_better_than_one_after_the_other(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        guesses = [floor.accounts.login("Ann", f"wrong password {n}", f"a{n}") for n in range(100)]
        answers = [refused(answer) for answer in await asyncio.gather(*guesses)]
        assert answers.count(Reason.WRONG_LOGIN) == PATIENCE["person"].free
        assert refused(await floor.accounts.login("Ann", PASSWORD, "z")) is Reason.LOCKED

    run(test())


def test_lock_out_and_sessions_outlive_the_process(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        token = (await floor.enters("Ann")).token
        for _ in range(PATIENCE["person"].free):
            await floor.accounts.login("Ann", "wrong password", "a")
        again = await Floor.on(floor.books, at=floor.at)
        assert refused(await again.accounts.login("Ann", PASSWORD, "a")) is Reason.LOCKED
        assert isinstance(await again.accounts.person(token), Person)

    run(test())


# ---------------------------------------------------------------- sessions


def test_a_token_replayed_after_logging_out_is_refused(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        one, other = (await floor.enters("Ann")).token, (await floor.enters("Ann")).token
        await floor.accounts.logout(one)
        await floor.accounts.logout(one)
        assert refused(await floor.accounts.person(one)) is Reason.NO_SESSION
        assert isinstance(await floor.accounts.person(other), Person)

    run(test())


@pytest.mark.parametrize(
    "change", [lambda t: t[:-5] + ("A" if t[-5] != "A" else "B") + t[-4:], lambda t: "x" + t, lambda t: ""]
)
def test_a_token_that_was_made_up_is_refused(url: str, change) -> None:  # type: ignore[no-untyped-def]
    async def test() -> None:
        floor = await Floor.open(url)
        guest = await floor.accounts.guest()
        assert isinstance(guest, LoginResult)
        for token in (change(guest.token), guest.token.partition(".")[0], "é", "x" * 10**6, '"a".b'):
            assert refused(await floor.accounts.person(token)) is Reason.NO_SESSION

    run(test())


def test_who_does_nothing_is_logged_out(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        token = (await floor.enters("Ann")).token
        for _ in range(5):
            floor.at += 29 * MINUTE
            assert isinstance(await floor.accounts.person(token), Person)
        floor.at += 30 * MINUTE
        assert refused(await floor.accounts.person(token)) is Reason.NO_SESSION
        floor.at -= 30 * MINUTE
        assert refused(await floor.accounts.person(token)) is Reason.NO_SESSION

    run(test())


def test_nobody_stays_in_for_ever(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        token, began = (await floor.enters("Ann")).token, floor.at
        for number in range(1, 36):
            floor.at = began + number * 20 * MINUTE
            assert isinstance(await floor.accounts.person(token), Person)
        floor.at = began + 12 * HOUR
        assert refused(await floor.accounts.person(token)) is Reason.NO_SESSION

    run(test())


def test_a_new_password_ends_all_sessions_but_the_new_one(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        one, other = (await floor.enters("Ann")).token, (await floor.enters("Ann")).token
        assert refused(await floor.accounts.change_password(one, "not the old", "four of clubs")) is Reason.WRONG_LOGIN
        assert isinstance(await floor.accounts.person(one), Person)
        new = await floor.accounts.change_password(one, PASSWORD, "four of clubs")
        assert isinstance(new, LoginResult)
        for token in (one, other):
            assert refused(await floor.accounts.person(token)) is Reason.NO_SESSION
        assert isinstance(await floor.accounts.person(new.token), Person)
        assert refused(await floor.accounts.login("Ann", PASSWORD)) is Reason.WRONG_LOGIN
        await floor.enters("Ann", "four of clubs")

    run(test())


def test_what_is_kept_lets_nobody_in(url: str) -> None:
    """Neither passwords nor secrets of sessions stand in the documents or in the log."""

    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        token = (await floor.enters("Ann")).token
        kept = [body for kind in ("person", "name", "session") for _, _, body in await floor.books.shelved(kind)]
        kept += [
            key.encode() for kind in ("person", "name", "session") for key, _, _ in await floor.books.shelved(kind)
        ]
        kept += [record.body for record in await floor.books.read("house/floor")]
        for secret in (PASSWORD, token, token.partition(".")[0]):
            assert not [body for body in kept if secret.encode() in body]
        logged = b"".join(record.body for record in await floor.books.read("house/floor"))
        assert b"Ann" not in logged
        assert b"198.51.100.7" not in logged

    run(test())


def test_guests_who_are_gone_are_swept_away_and_nobody_else(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        ann = await floor.person("Ann")
        await floor.accounts.guest()
        floor.at += 20 * MINUTE
        there = await floor.accounts.guest()
        assert isinstance(there, LoginResult)
        floor.at += 20 * MINUTE
        await floor.accounts.sweep()
        assert [one.who for one in await floor.accounts.roll.everybody()] == [ann.who, there.person.who]
        assert len(await floor.books.shelved("session")) == 1

    run(test())


# ---------------------------------------------------------------- the second factor, and sessions of staff


def app(secret: str) -> TOTP:
    """The authenticator app of a person, by the secret that they typed in."""
    return TOTP(b32decode(secret), 6, SHA1(), 30)


async def with_app(floor: Floor, name: str) -> tuple[Person, TOTP]:
    person = await floor.person(name)
    begun = await floor.accounts.begin_code(person.who)
    assert isinstance(begun, tuple)
    codes = app(begun[0])
    assert begun[1].startswith(f"otpauth://totp/Punto%3A{name}?secret={begun[0]}&")
    assert refused(await floor.accounts.confirm_code(person.who, "000000")) is Reason.WRONG_CODE
    assert await floor.accounts.confirm_code(person.who, code(floor, codes)) is None
    floor.at += 60_000
    return person, codes


def code(floor: Floor, codes: TOTP, later: int = 0) -> str:
    return codes.generate(floor.at // 1000 + later).decode()


def test_an_account_with_an_authenticator_app_needs_a_code_each_once(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        _, codes = await with_app(floor, "Dee")
        login = partial(floor.accounts.login, "Dee")
        assert refused(await login("another password")) is Reason.WRONG_LOGIN  # not even that a code is needed
        assert refused(await login("another password", code=code(floor, codes))) is Reason.WRONG_LOGIN
        assert refused(await login(PASSWORD)) is Reason.CODE_NEEDED
        assert refused(await login(PASSWORD, code=code(floor, codes, 120))) is Reason.WRONG_CODE
        used = code(floor, codes)
        answers = await asyncio.gather(*(login(PASSWORD, code=used) for _ in range(3)))
        assert sum(isinstance(one, LoginResult) for one in answers) == 1
        assert refused(await login(PASSWORD, code=used)) is Reason.WRONG_CODE
        assert isinstance(await login(PASSWORD, code=code(floor, codes, 30)), LoginResult)  # a clock may be ahead
        assert refused(await floor.accounts.prove("Dee", PASSWORD)) is Reason.CODE_NEEDED
        floor.at += 60_000
        assert isinstance(await floor.accounts.prove("Dee", PASSWORD, code=code(floor, codes)), Person)
        again = await floor.accounts.change_password((await enter(floor, codes)).token, PASSWORD, OTHER)
        assert isinstance(again, LoginResult)
        assert "authenticator app set up" in [getattr(one, "what", "") for one in await floor.events()]

    run(test())


async def enter(floor: Floor, codes: TOTP) -> LoginResult:
    floor.at += 60_000
    entered = await floor.accounts.login("Dee", PASSWORD, code=code(floor, codes))
    assert isinstance(entered, LoginResult)
    return entered


OTHER = "another long password of mine"


def test_codes_are_not_guessed(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await with_app(floor, "Dee")
        said = [refused(await floor.accounts.login("Dee", PASSWORD, code="000000")) for _ in range(6)]
        assert said[-1] is Reason.LOCKED

    run(test())


def test_staff_hold_no_duty_without_an_authenticator_app_where_it_is_required(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        person = await floor.person("Dee")
        await grant(floor.accounts, person.who, Duty.DEALER)
        await set_parameter(floor.accounts, "second-factor", "1", "the house's rule")
        entered = await floor.enters("Dee")
        assert (entered.person.duties, entered.person.code_due) == (frozenset(), True)
        begun = await floor.accounts.begin_code(person.who)
        assert isinstance(begun, tuple)
        assert await floor.accounts.confirm_code(person.who, code(floor, app(begun[0]))) is None
        after = await floor.accounts.person(entered.token)
        assert isinstance(after, Person)
        assert Duty.DEALER in after.duties
        assert (await floor.accounts.guest()).person.code_due is False  # type: ignore[union-attr]

    run(test())


def test_a_session_of_staff_is_short_and_of_one_device(url: str) -> None:
    async def test() -> None:
        floor = await Floor.open(url)
        await floor.person("Ann")
        dee = await floor.person("Dee")
        await grant(floor.accounts, dee.who, Duty.DEALER)
        accounts, browser = floor.accounts, {"device": ""}
        ann, entered = (
            await accounts.login("Ann", PASSWORD, **browser),
            await accounts.login("Dee", PASSWORD, **browser),
        )
        assert isinstance(ann, LoginResult)
        assert isinstance(entered, LoginResult)
        assert isinstance(await accounts.person(entered.token, entered.device), Person)
        for stolen in ("", ann.device):
            assert refused(await accounts.person(entered.token, stolen)) is Reason.NO_SESSION
        assert isinstance(await accounts.person(ann.token, ""), Person)  # a player's session is not bound
        floor.at += 25 * 60_000
        assert refused(await accounts.person(entered.token, entered.device)) is Reason.NO_SESSION
        assert isinstance(await accounts.person(ann.token, ann.device), Person)

    run(test())
