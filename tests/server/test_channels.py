"""The rooms that need no login: odds, rulebooks side by side, submissions, the school, and the coups of a shoe."""

from collections.abc import Awaitable, Callable
from fractions import Fraction
from typing import Any

import httpx2
import pytest

from punto.core.cards import Composition
from punto.floor import Pace, Setup
from punto.floor.rhythm import SPEED
from punto.law.clauses import clauses
from punto.law.rulebook import built_in, load
from punto.odds.queries import effects, whole_book
from punto.rules.review import review
from punto.rules.submission import shipped as built_in_text
from punto.school import of_id
from punto.server.limits import ServerLimits
from punto.server.live_floor import ServerOptions
from punto.wagers.book import Terms as OddsTerms
from punto.wagers.book import known as wagers_of
from tests.school.students import by_the_engine
from tests.server.floors import QUICK, TABLE, floor, run, submission
from tests.server.queries import WIDE

Visit = Callable[[httpx2.AsyncClient], Awaitable[None]]


def visited(visit: Visit, *tables: str, terms: ServerOptions = WIDE) -> None:
    """Open a floor and ask there."""

    async def ask() -> None:
        async with floor(*tables, terms=terms) as house, house.http() as client:
            await visit(client)

    run(ask)


async def said(client: httpx2.AsyncClient, path: str, body: Any = None) -> Any:
    """Ask, and be answered."""
    answer = await (client.get(f"/api/{path}") if body is None else client.post(f"/api/{path}", json=body))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def refused(client: httpx2.AsyncClient, path: str, body: Any = None) -> tuple[int, str, str]:
    """Ask for what there is not."""
    answer = await (client.get(f"/api/{path}") if body is None else client.post(f"/api/{path}", json=body))
    fault = answer.json()["error"]
    return answer.status_code, fault["code"], fault["words"]


def test_the_effect_of_a_card_is_the_one_that_is_counted_for_all() -> None:
    offer = whole_book(load("md-mini"), OddsTerms(None, "A"))
    wagers = [wager for wager in offer.wagers if wager.key == "banker"]
    whole = effects(Composition.of("A=2,8=3,9=3,10=4"), wagers, rate=offer.rate)

    async def visit(client: httpx2.AsyncClient) -> None:
        query = "rulebook=md-mini&shoe=A=2,8=3,9=3,10=4&wager=banker"
        for rank in ("A", "9"):
            found = await said(client, f"odds/removal?{query}&rank={rank}")
            assert Fraction(found["effects"]["banker"]["exact"]) == whole["banker"][rank]
        assert (await refused(client, "odds/removal?rank=9&wager=red"))[1] == "bad-question"

    visited(visit)


def test_all_wagers_and_paytables_can_be_chosen() -> None:
    async def visit(client: httpx2.AsyncClient) -> None:
        choices = await said(client, "odds/choices")
        assert [book["rulebook"] for book in choices["books"]] == list(built_in())
        assert choices["books"][0]["paytables"] == ["A", "B", "C"]
        found = await said(client, "odds?decks=6&tie=9&dragon-bonus=B&wagers=lucky-6")
        assert {"lucky-6", "tie", "dragon-bonus-player"} <= found["wagers"].keys()
        assert [one["pays"] for one in found["wagers"]["tie"]["results"] if one["name"] == "win"] == [9.0]
        royal = (await said(client, "odds?submission=ma-midi-multilevel-royal"))["wagers"]["royal-9"]
        assert royal["meter-cents"].keys() == royal["break-even-cents"].keys() != set()
        assert (await refused(client, "odds?submission=nothing"))[2].startswith("no submission is called 'nothing'")
        assert (await refused(client, "odds?rulebook=md-mini&dragon-bonus=Z"))[2] == (
            "md-mini has no paytable 'Z': there are A, B, C"
        )

    visited(visit)


def test_a_wager_without_registration_is_named() -> None:
    async def visit(client: httpx2.AsyncClient) -> None:
        assert (await refused(client, "odds?wagers=lucky-9"))[2].startswith("no wager is called 'lucky-9'")

    visited(visit)


def test_wagers_and_rulebooks_have_titles_in_every_language_of_the_page() -> None:
    async def visit(client: httpx2.AsyncClient) -> None:
        answer = await said(client, "rulebooks")
        known = {wager.key for name in built_in() for wager in wagers_of(load(name))}
        titles = {one["wager"]: one["titles"] for one in answer["wagers"]}
        assert known <= titles.keys()
        assert all(titles[key].keys() == {"en", "zh"} for key in known)
        assert titles["dragon-7"] == {"en": "Dragon 7", "zh": "龙 7"}
        assert all(book["titles"]["en"] == book["title"] and book["titles"]["zh"] for book in answer["rulebooks"])

    visited(visit)


def test_rulebooks_lie_side_by_side() -> None:
    async def visit(client: httpx2.AsyncClient) -> None:
        two = await said(client, "rulebooks/compare?books=ma-mini,md-mini")
        assert [book["id"] for book in two["rulebooks"]] == ["ma-mini", "md-mini"]
        rows = {row["key"]: row for row in two["provisions"]}
        assert sum(not row["same"] for row in rows.values()) == 55  # as punto rules diff counts them
        assert rows["pay.tie"]["places"][0]["section"] == load("ma-mini").section("pay.tie")
        assert rows["wager.house-money"]["places"][1] is None
        assert len((await said(client, "rulebooks/compare"))["rulebooks"]) == len(built_in())
        assert (await refused(client, "rulebooks/compare?books=nj"))[0] == 400

    visited(visit)


def test_clauses_come_with_status_terms_and_tests() -> None:
    async def visit(client: httpx2.AsyncClient) -> None:
        answer = await said(client, "rulebooks/clauses?books=ma-mini,punto-open")
        mini, own = answer["documents"]
        assert (own["rulebook"], own["counts"], own["clauses"]) == ("punto-open", {}, [])
        assert [one["id"] for one in mini["clauses"]] == [clause.id for clause in clauses("ma-mini")]
        assert sum(mini["counts"].values()) == len(mini["clauses"]) == 289
        last = next(one for one in mini["clauses"] if one["id"] == "ma-mini:9(e):3")
        assert (last["provision"], last["who"], last["status"]) == ("cover-card", "dealer", "refused")
        assert last["terms"] == ["call: last hand", "steps:", "  announce-last-hand (by the dealer)"]
        assert "tests/table/test_cover_card.py" in answer["tests"][last["tests"][0]]
        assert all((one["status"] in answer["established"]) == bool(one["tests"]) for one in mini["clauses"])
        assert all(bool(one["why"]) != bool(one["tests"]) for one in mini["clauses"])
        assert (await refused(client, "rulebooks/clauses?books=nj"))[0] == 400

    visited(visit)


def test_a_submission_is_reviewed_line_by_line_and_drawn() -> None:
    text = submission("ma-mini-classic")

    async def visit(client: httpx2.AsyncClient) -> None:
        shipped = {one["name"]: one for one in (await said(client, "submissions"))["submissions"]}
        assert shipped["ma-mini-classic"]["text"] == built_in_text("ma-mini-classic")
        drawn = await client.post("/api/felt", json={"submission": text})
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        wrong = text.replace("seats = ", "seats = 2")
        found = (await said(client, "check", {"submission": wrong}))["findings"]
        assert wrong.splitlines()[found[0]["line"] - 1].startswith("seats = ")
        assert (await refused(client, "felt", {"submission": wrong}))[:2] == (409, "unlawful")

    visited(visit)


@pytest.mark.parametrize(
    "change, line",
    [
        (("decks = 8", "decks = 8\ndecs = 3"), "decs = 3"),
        (('pays = "8 to 1"', 'pays = "7 to 1"'), 'pays = "7 to 1"'),
        (("minimum = ", "minimun = "), "minimun"),
        (("decks = 8", "decks = = 8"), "decks = = 8"),
    ],
)
def test_a_finding_stands_beside_its_line(change: tuple[str, str], line: str) -> None:
    from punto.rules.review.finding import line_of

    text = submission("ma-mini-classic").replace(*change, 1)
    places = [text.splitlines()[line_of(text, one) - 1] for one in review(text).findings]
    assert any(place.startswith(line) for place in places), places


def test_a_student_learns_over_the_line() -> None:
    async def visit(client: httpx2.AsyncClient) -> None:
        items: dict[str, Any] = {}
        asked = await said(client, "school/next", {"seed": 5, "kinds": ["payout"]})
        assert "answer" not in asked
        assert (await refused(client, "school/answer", {"question": asked["id"], "said": "plenty"}))[1] == "unread"
        wrong = await said(client, "school/answer", {"question": asked["id"], "said": "0", "items": items})
        assert not wrong["right"]
        assert wrong["places"][0]["section"]
        items |= wrong["items"]
        again = await said(client, "school/next", {"seed": 7, "kinds": ["payout"], "items": items})
        assert again["id"] == asked["id"], "what was missed comes back"
        engine = by_the_engine(of_id(asked["id"]))
        right = await said(
            client, "school/answer", {"question": asked["id"], "said": engine, "items": items, "took": 900}
        )
        assert right["right"]
        assert right["items"][asked["item"]]["asked"] == 2
        late = {"question": asked["id"], "said": engine, "took": 9_000, "seconds": 4}
        assert (await said(client, "school/answer", late))["late"]
        nonsense = {"items": {"x y": {"box": 1}, "ma-mini payout pay.tie": {"box": 99}}}
        assert (await said(client, "school/next", nonsense))["rulebook"] == built_in()[0]
        assert (await refused(client, "school/next", {"kinds": ["poker"]}))[0] == 400

    visited(visit)


def test_an_exam_is_marked_and_certified_by_the_engine() -> None:
    async def visit(client: httpx2.AsyncClient) -> None:
        paper = {"rulebook": "md-mini", "questions": 10, "seed": 3}
        asked = await said(client, "school/exam", paper)
        answers = [by_the_engine(of_id(one["id"])) for one in asked["questions"]]
        given = [{"said": text, "seconds": 5 * number} for number, text in enumerate(answers, 1)]
        full = await said(client, "school/marks", {**paper, "given": given, "name": " Ada  Byron "})
        assert (full["right"], full["passed"], full["certificate"]["facts"][0]) == (10, True, ["Name", "Ada Byron"])
        printed = await client.post("/api/school/certificate", json={**paper, "given": given, "name": "Ada"})
        assert "Ada has passed" in printed.text
        half = await said(client, "school/marks", {**paper, "given": given[:5]})
        assert (half["right"], half["passed"], half["certificate"]) == (5, False, None)
        assert [one["said"] == "" for one in half["answers"]] == [False] * 5 + [True] * 5
        late = [{**one, "seconds": 10_000} for one in given]
        assert (await said(client, "school/marks", {**paper, "given": late}))["right"] == 0
        assert (await refused(client, "school/certificate", {**paper, "given": []}))[:2] == (409, "not-passed")

    visited(visit)


def test_the_coups_of_a_shoe_are_listed() -> None:
    async def ask() -> None:
        from punto.floor import Setup

        setup = Setup(pace=QUICK.__class__(bets=20, beat=0, prepare=0, choice=20, round=0), players=1)
        async with floor("md-mini-payout", setup=setup, terms=ServerOptions(demo=True, limits=ServerLimits())) as house:
            async with house.http() as client:
                while not (found := await said(client, f"tables/{TABLE}/coups"))["coups"]:
                    pass
                first = found["coups"][0]
                told = (await said(client, f"tables/{TABLE}/coups/1/1"))["coup"]
                assert (first["coup"], first["winner"]) == (1, told["result"]["winner"])
                assert first["staked"] == sum(stake["cents"] for stake in told["wagers"])
                assert (await refused(client, f"tables/{TABLE}/coups?shoe=9"))[1] == "no-such-shoe"

    run(ask)


def test_a_table_says_how_long_its_events_are_shown() -> None:
    pace, terms = Pace(bets=7_000, rhythm=SPEED), ServerOptions(drop_again=True)

    async def ask() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=pace), terms=terms) as house, house.http() as client:
            told = (await client.get("/api/tables")).json()
            assert told["drop-again"], "the floor draws its roads so"
            (listed,) = told["tables"]
            assert listed["rhythm"] == {"name": "speed", "bets": 7_000}
            assert (await client.get(f"/api/tables/{TABLE}")).json()["times"] == SPEED.times()
        async with floor("md-mini-payout", setup=Setup(driver="desk", pace=pace)) as house, house.http() as client:
            (listed,) = (await client.get("/api/tables")).json()["tables"]
            assert listed["rhythm"]["name"] == ""
            described = (await client.get(f"/api/tables/{TABLE}")).json()
            assert (described["times"], described["drop-again"]) == ({}, False)

    run(ask)
