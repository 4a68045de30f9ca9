"""The doors: tokens, cookies, origins, headers, names, files. Who has no business here gets nowhere."""

import asyncio

import pytest
import websockets

from punto.accounts.rates import Rate
from punto.core.roles import Duty
from punto.server.limits import ServerLimits
from punto.server.live_floor import ServerOptions
from punto.server.page import FOLDER
from punto.server.security import COOKIE, HEADERS
from tests.server.floors import TABLE, Open, floor, on_line, run, staff
from tests.server.test_play import STILL

FOREIGN = {"origin": "https://evil.example"}
TOKEN = "a-token-that-is-long-enough"


async def status(house: Open, method: str, path: str, token: str = "", **headers: str) -> int:
    async with house.http(token, **headers) as client:
        return (await client.request(method, path)).status_code


def test_a_browser_gets_a_cookie_that_no_script_reads_and_a_session_that_ends() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, house.http() as client:
            came = await client.post("/api/guest")
            cookie = came.headers["set-cookie"]
            assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/", COOKIE))
            me = await client.get("/api/me")
            assert me.json()["guest"] is True
            token = came.json()["token"]
            async with on_line(house, token=token) as line:
                await line.next()
                assert (await client.post("/api/logout")).status_code == 200
                assert (await line.until("bye"))["bye"]["why"] == "logged out"
            assert await status(house, "GET", "/api/me", token) == 401  # replayed
            with pytest.raises(websockets.InvalidStatus) as error:
                async with on_line(house, token=token):
                    pass
            assert error.value.response.status_code == 401

    run(play)


def test_a_token_that_was_made_up_is_refused() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            for token in ("x", "a.b", "x" * 5_000, "%00", "ImFubiI.abc"):
                assert await status(house, "GET", "/api/me", token) == 401
                assert await status(house, "GET", "/api/tables", token) == 401  # not quietly somebody else

    run(play)


def test_an_idle_session_is_over() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            token = await house.guest()
            house.live.people.clock = lambda: house.live.clock() + 31 * 60_000
            assert await status(house, "GET", "/api/me", token) == 401

    run(play)


def test_a_session_that_is_over_keeps_nobody_from_coming_in_again() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            gone = await house.guest()
            assert await status(house, "POST", "/api/logout", gone) == 200
            async with house.http(cookie=f"punto-session={gone}") as client:
                known = await client.get("/api/me")
                assert known.status_code == 401
                assert 'punto-session=""' in known.headers["set-cookie"]  # the browser forgets it
                assert (await client.get("/api/tables")).status_code == 200
                came = await client.post("/api/guest")
                assert (came.status_code, came.headers["set-cookie"].count("punto-session")) == (200, 1)
                assert 'punto-session=""' not in came.headers["set-cookie"]

    run(play)


def test_who_does_nothing_for_too_long_loses_the_line_and_a_passer_by_does_not() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            async with on_line(house, token=await house.guest()) as line, on_line(house) as other:
                await line.next()
                await other.next()
                for listener in house.live.rooms[TABLE].listeners():
                    listener.spoken -= 31 * 60_000
                await house.live.tidy()
                assert (await line.until("bye"))["bye"]["why"] == "idle"
                await other.say(ping=1)
                await other.until("pong")

    run(play)


def test_another_site_can_do_nothing() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            assert await status(house, "POST", "/api/guest", **FOREIGN) == 403
            assert await status(house, "POST", "/api/guest", origin="null") == 403
            assert await status(house, "POST", "/api/guest", **{"sec-fetch-site": "cross-site"}) == 403
            assert await status(house, "POST", "/api/guest", origin=house.url.rstrip("/")) == 200
            for origin, answer in (("https://evil.example", 403), (f"http://127.0.0.1:{house.port + 1}", 403)):
                with pytest.raises(websockets.InvalidStatus) as error:
                    await websockets.connect(f"{house.ws}/api/tables/{TABLE}/live", origin=origin)  # type: ignore[arg-type]
                assert error.value.response.status_code == answer
            async with websockets.connect(
                f"{house.ws}/api/tables/{TABLE}/live",
                origin=house.url.rstrip("/"),  # type: ignore[arg-type]
            ) as line:
                assert "welcome" in str(await line.recv())

    run(play)


def test_a_site_that_was_allowed_may_ask() -> None:
    async def play() -> None:
        terms = ServerOptions(demo=True, origins=("https://club.example",))
        async with floor("md-mini-payout", setup=STILL, terms=terms) as house:
            assert await status(house, "POST", "/api/guest", origin="https://club.example") == 200
            assert await status(house, "POST", "/api/guest", **FOREIGN) == 403

    run(play)


def test_every_answer_carries_the_headers() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, house.http() as client:
            for path in ("/api/floor", "/api/none", "/openapi.json", f"/api/tables/{TABLE}/felt.svg", "/", "/api/me"):
                answer = await client.get(path)
                for name, value in HEADERS:
                    assert answer.headers[name.decode()] == value.decode(), path
            policy = dict(HEADERS)[b"content-security-policy"].decode()
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy

    run(play)


PATHS = ["/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/%2e%2e/%2e%2e/__init__.py", "/....//....//etc/passwd",
         "//etc/passwd", "/%00", "/..\\..\\x", "/page/../../client.py", "/__init__.py", "/../client.py"]  # fmt: skip


def test_no_path_leads_out_of_the_page() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            for path in PATHS:
                answer = await asked(house, path)
                assert answer.split(b" ")[1] in (b"400", b"404"), (path, answer[:200])
                assert b"import" not in answer
                assert b"root:" not in answer

    run(play)


async def asked(house: Open, path: str) -> bytes:
    """What is answered to a path as it stands: no client tidies it up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer


def test_the_page_holds_files_and_nothing_that_runs_here() -> None:
    assert not FOLDER.is_dir() or not [path for path in FOLDER.rglob("*") if path.suffix in (".py", ".toml")]


NAMES = [
    "<script>alert(1)</script>",
    "Ann\u202e",
    "Ann\u0000",
    "a\u200bnn",
    "<b>Ann</b>",
    "Ann&amp;",
    "dealer",
    "../Ann",
]


def test_a_name_that_could_be_markup_or_hides_something_is_refused() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, house.http() as client:
            for name in NAMES:
                answer = await client.post("/api/register", json={"name": name, "password": "a long password"})
                assert answer.status_code == 400
                assert answer.json()["error"]["code"] in ("bad-name", "reserved-name")

    run(play)


def test_somebody_registers_comes_in_and_chooses_another_password() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL, terms=ServerOptions()) as house, house.http() as client:
            assert (await client.post("/api/guest")).status_code == 403  # no demo floor
            came = await client.post("/api/register", json={"name": "Zoë Lee", "password": "correct horse"})
            assert came.json()["person"]["duties"] == ["player"]
            wrong = await client.post("/api/login", json={"name": "Zoë Lee", "password": "battery staple"})
            assert (wrong.status_code, wrong.json()["error"]["code"]) == (401, "wrong-login")
            new = await client.post("/api/password", json={"old": "correct horse", "new": "battery staple"})
            assert new.status_code == 200
            assert await status(house, "GET", "/api/me", came.json()["token"]) == 401

    run(play)


def test_a_duty_is_tried_on_a_demo_floor_and_on_no_other() -> None:
    async def play() -> None:
        demo = ServerOptions(demo=True, staff=TOKEN)
        async with floor("md-mini-payout", setup=STILL, terms=demo) as house, house.http() as client:
            came = (await client.post("/api/guest", json={"duty": "floor", "staff": TOKEN})).json()
            assert came["person"]["duties"] == ["floor"]
            assert await status(house, "GET", "/api/pit", came["token"]) == 200
            dealer = (await client.post("/api/guest", json={"duty": "dealer", "staff": TOKEN})).json()
            assert dealer["person"]["duties"] == ["dealer", "floor"], "alone at a table one needs the floor's say"
            assert (await client.post("/api/guest", json={"duty": "administrator", "staff": TOKEN})).status_code == 400
        async with (
            floor("md-mini-payout", setup=STILL, terms=ServerOptions(staff=TOKEN)) as house,
            house.http() as client,
        ):
            body = {"duty": "floor", "staff": TOKEN}
            assert (await client.post("/api/guest", json=body)).status_code == 403, "there are no guests here"

    run(play)


@pytest.mark.parametrize("staff", ["", "wrong", TOKEN + "x", TOKEN.upper()])
def test_a_duty_needs_the_token_of_the_staff_link(staff: str) -> None:
    async def play() -> None:
        for terms in (ServerOptions(demo=True, staff=TOKEN), ServerOptions(demo=True)):
            async with floor("md-mini-payout", setup=STILL, terms=terms) as house, house.http() as client:
                asked = await client.post("/api/guest", json={"duty": "floor", "staff": staff})
                assert (asked.status_code, asked.json()["error"]["code"]) == (403, "wrong-role")
                assert (await client.post("/api/guest", json={"staff": staff})).json()["person"]["duties"] == ["player"]

    run(play)


def test_an_own_limit_is_kept_at_the_table() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            token = await house.guest()
            async with house.http(token) as client:
                answer = await client.post("/api/limits", json={"limit": "deposit", "amount": 100_00})
                assert answer.json()["limits"] == {"deposit": 100_00}
            async with on_line(house, token=token) as line:
                refused = (await line.do("sit", do="sit", seat=3, buy_in=500_00))["refused"]
                assert refused["reason"] == "responsible-play"
                assert "accepted" in await line.do("less", do="sit", seat=3, buy_in=50_00)

    run(play)


def test_questions_and_guests_are_limited_by_address() -> None:
    async def play() -> None:
        terms = ServerOptions(demo=True, limits=ServerLimits(guests=Rate(2, 1), questions=Rate(8, 1)))
        async with floor("md-mini-payout", setup=STILL, terms=terms) as house, house.http() as client:
            assert [(await client.post("/api/guest")).status_code for _ in range(3)] == [200, 200, 429]
            answers = [(await client.get("/api/tables")).status_code for _ in range(10)]
            assert answers[0] == 200
            assert answers[-1] == 429

    run(play)


def test_a_body_that_is_too_long_is_not_read() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, house.http() as client:
            answer = await client.post("/api/check", content=b"x" * 300_000)
            assert answer.status_code == 413

    run(play)


def test_figures_are_the_houses_and_name_nobody() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            token = await staff(house, "Flo", Duty.FLOOR)
            player = await house.guest()
            async with on_line(house, token=player) as line:
                await line.do("sit", do="sit", seat=3, buy_in=500_00)
                who = line.said[0]["welcome"]["you"]["who"]
            async with house.http(token) as client:
                text = (await client.get("/metrics")).text
            assert 'punto_commands_total{answer="accepted",do="sit"} 1.0' in text
            assert all(secret not in text for secret in (token, player, who, "Flo", "127.0.0.1", TABLE))

    run(play)
