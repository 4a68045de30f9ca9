"""Playing over a real socket: join, sit, bet, be paid, come back; and everything that somebody may not do."""

import re
from typing import Any

import pytest

from punto.accounts.staff import forget
from punto.core.roles import Duty
from punto.floor import Pace, Setup
from punto.table import due
from punto.views.views import Viewer
from tests.server.floors import QUICK, TABLE, Heard, Open, floor, on_line, run, staff, until

STILL = Setup(pace=Pace(bets=600_000, beat=1, prepare=1, choice=100, round=0))  # bets stay open until somebody closes
DESK = Setup(driver="desk")
BOUGHT = re.compile(r"\b77700\b")  # and not some of the digits of a hash


async def seated(house: Open, line: Heard, seat: int = 3) -> None:
    answer = await line.do("sit", do="sit", seat=seat, buy_in=500_00)
    assert "accepted" in answer
    await until(lambda: house.live.house.desks[TABLE].state.phase == "betting")


def chips_told(line: Heard, seat: int) -> int:
    """What a seat has, by the postings it was told of."""
    postings = [
        posting
        for message in line.said
        for event in message.get("events", {}).get("events", [])
        for posting in event.get("postings", [])
    ]
    account = f"seat/{seat}"
    return sum(cents * ((credit == account) - (debit == account)) for debit, credit, cents, *_ in postings)


def test_a_guest_sits_bets_and_is_paid() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house:
            async with on_line(house, token=await house.guest()) as line:
                welcome = (await line.next())["welcome"]
                assert welcome["you"]["role"] == "player"
                assert welcome["picture"]["table"] == TABLE
                await seated(house, line)
                bet = await line.do("bet", do="wagers", seat=3, stakes={"player": 100_00, "banker": 100_00})
                assert bet["accepted"]["again"] is False
                settled = await line.until(lambda message: "coup-settled" in str(message))
                (event,) = (one for one in settled["events"]["events"] if one["event"] == "coup-settled/1")
                assert {one["wager"] for one in event["lines"] if one["seat"] == 3} == {"player", "banker"}
                await until(lambda: house.live.house.desks[TABLE].state.coup > welcome["picture"]["coup"])
                await line.say(ping=7)
                await line.until("pong")
                seen = house.live.rooms[TABLE].picture((Viewer.PLAYER, 3))
                assert seen.seats[2].chips == chips_told(line, 3)

    run(play)


def test_a_line_that_was_lost_is_told_what_it_missed_and_no_more() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            token = await house.guest()
            async with on_line(house, token=token) as line:
                await seated(house, line)
                await line.do("one", do="wagers", seat=3, stakes={"banker": 100_00})
                last = [one["events"] for one in line.said if "events" in one][-1]
                seen = last["n"] + len(last["events"]) - 1
            async with on_line(house) as other:
                await other.next()
            desk = house.live.house.desks[TABLE]
            async with on_line(house, token=await house.guest()) as other:
                await other.do("sit", do="sit", seat=5, buy_in=900_00)
            async with on_line(house, token=token, since=seen) as line:
                welcome = (await line.next())["welcome"]
                assert "picture" not in welcome
                assert welcome["you"]["seat"] == 3
                missed = (await line.next())["events"]
                assert missed["n"] == seen + 1
                assert [one["event"] for one in missed["events"]] == ["player-seated/1"]
                assert "postings" not in missed["events"][0]  # another's chips
                assert desk.state.version == seen + 1
            async with on_line(house, token=token, since=seen + 99) as line:
                assert "picture" in (await line.next())["welcome"]  # from the future

    run(play)


def test_what_happened_at_a_seat_before_is_not_told_to_who_sits_there_now() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            async with on_line(house, token=await house.guest()) as line:
                await seated(house, line)
                await line.do("buy", do="buy-in", seat=3, cents=777_00)
                assert "accepted" in await line.do("go", do="leave", seat=3)
            token = await house.guest()
            async with on_line(house, token=token) as line:
                await line.do("sit", do="sit", seat=3, buy_in=100_00)
            async with on_line(house, token=token, since=1) as line:
                await line.until(lambda message: '"buy_in"' in str(message) or "100" in str(message.get("events", "")))
                await line.say(ping=1)
                await line.until("pong")
                assert not BOUGHT.search("".join(line.bytes))
                assert '["rack","seat/3",10000,"chips"]' in "".join(line.bytes)
            async with house.http(token) as client:
                text = (await client.get(f"/api/tables/{TABLE}/events", params={"limit": 1000})).text
                assert not BOUGHT.search(text)
                assert '["rack","seat/3",10000,"chips"]' in text
            async with house.http(await staff(house, "Sue", Duty.SURVEILLANCE)) as client:
                text = (await client.get(f"/api/tables/{TABLE}/events", params={"limit": 1000})).text
                assert BOUGHT.search(text)

    run(play)


def test_the_same_id_is_done_once_and_answered_twice() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house, token=await house.guest()) as line:
            await seated(house, line)
            first = await line.do("bet", do="wagers", seat=3, stakes={"banker": 100_00})
            again = await line.do("bet", do="wagers", seat=3, stakes={"banker": 100_00})
            assert again["accepted"] == first["accepted"] | {"again": True}
            assert house.live.house.desks[TABLE].state.accounts["felt/3/banker"] == 100_00

    run(play)


def test_a_wager_for_another_coup_is_refused_with_words() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house, token=await house.guest()) as line:
            await seated(house, line)
            late = (await line.do("late", do="wagers", coup=99, seat=3, stakes={"banker": 100_00}))["refused"]
            assert late["reason"] == "wrong-coup"
            assert late["words"].startswith("This was meant for another coup.")
            low = (await line.do("low", do="wager", seat=3, wager="banker", cents=1_00))["refused"]
            assert (low["reason"], "Minimum: $" in low["words"]) == ("below-minimum", True)
            panda = (await line.do("panda", do="wager", seat=3, wager="panda-8", cents=100_00))["refused"]
            assert (panda["reason"], panda["section"]) == ("not-offered", ".07A")

    run(play)


FORBIDDEN: list[tuple[str, dict[str, Any], str | None]] = [
    ("another's seat", {"do": "wagers", "seat": 5, "stakes": {"banker": 100_00}}, "not-your-seat"),
    ("a second seat", {"do": "sit", "seat": 4, "buy_in": 100_00}, "seat-taken"),
    ("a dealer's step", {"do": "perform", "step": "no-more-bets"}, "wrong-role"),
    ("a dealer's step by name", {"do": "perform", "step": "no-more-bets", "by": "dealer"}, "wrong-role"),
    ("a card", {"do": "deal", "place": "P1"}, None),
    ("a face", {"do": "turn", "faces": {"P1": "9s"}}, None),
    ("the house's beat", {"do": "proceed", "by": "system"}, "wrong-role"),
    ("the house's beat as a player", {"do": "proceed"}, None),
    ("chips into the rack", {"do": "fill", "cents": 100_00}, None),
    ("a correction", {"do": "adjust", "seat": 3, "cents": 100_00, "why": "I want it"}, None),
    (
        "a correction by the floor",
        {"do": "adjust", "seat": 3, "cents": 100_00, "why": "x", "by": "floor"},
        "wrong-role",
    ),
    (
        "a wager let stand",
        {"do": "let-stand", "seat": 3, "wager": "tie", "cents": 1_00, "why": "I want it"},
        "wrong-role",
    ),
    (
        "a wager let stand by the floor",
        {"do": "let-stand", "seat": 3, "wager": "tie", "cents": 1_00, "why": "x", "by": "floor"},
        "wrong-role",
    ),
    ("the keeper's commitment", {"do": "commit-shoe", "commitment": "00" * 32}, None),
    ("the seed", {"do": "reveal-seed", "seed": "00" * 32}, None),
    ("as somebody else", {"do": "leave", "seat": 5, "who": "bot-1"}, "not-your-seat"),
    ("too much", {"do": "wager", "seat": 3, "wager": "banker", "cents": 10**30}, None),
    ("nothing", {"do": "wager", "seat": 3, "wager": "banker", "cents": 0}, None),
    ("less than nothing", {"do": "wager", "seat": 3, "wager": "banker", "cents": -100_00}, None),
    ("half a cent", {"do": "wager", "seat": 3, "wager": "banker", "cents": 100.5}, "malformed"),
    ("no number", {"do": "wager", "seat": 3, "wager": "banker", "cents": "100"}, "malformed"),
    ("no such thing", {"do": "win", "seat": 3}, "malformed"),
    ("a place that is a path", {"do": "withdraw", "seat": 3, "wager": "../../seat/5"}, None),
    ("turned text", {"do": "withdraw", "seat": 3, "wager": "\u202eknab"}, "malformed"),
]


def test_forbidden_things_are_refused_and_change_nothing() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house, token=await house.guest()) as line:
            await seated(house, line)
            before = house.live.house.desks[TABLE].state
            for what, command, reason in FORBIDDEN:
                answer = await line.do(what, **command)
                assert "refused" in answer, what
                assert reason in (None, answer["refused"]["reason"]), (what, answer)
                assert "rack" not in answer["refused"].get("detail", {}), what
            assert house.live.house.desks[TABLE].state is before

    run(play)


def test_a_passer_by_looks_on_and_does_nothing() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house) as line:
            welcome = (await line.next())["welcome"]
            assert welcome["you"] == {"who": "", "role": "spectator", "seat": None}
            answer = await line.do("sit", do="sit", seat=3, buy_in=500_00)
            assert answer["refused"]["reason"] == "spectator"
            assert not any("expected" in message for message in line.said)

    run(play)


def test_a_dealer_deals_and_an_auditor_reads() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            dealer = await staff(house, "Dee", Duty.DEALER)
            async with on_line(house, token=dealer) as line:
                due = (await line.until("expected"))["expected"]
                assert {one["by"] for one in due} == {"dealer", "player"}  # and seats, which have no screens here
                first = next(one for one in due if one["do"] == "perform")
                assert "accepted" in await line.do("1", do="perform", step=first["what"])
            auditor = await staff(house, "Ada", Duty.AUDITOR)
            async with on_line(house, token=auditor) as line:
                assert (await line.next())["welcome"]["you"]["role"] == "auditor"
                answer = await line.do("2", do="perform", step=first["what"])
                assert answer["refused"]["reason"] == "spectator"
            async with house.http(auditor) as client:
                log = await client.get(f"/api/tables/{TABLE}/log")
                assert log.text.startswith('{"header":')
            async with house.http(dealer) as client:
                assert (await client.get(f"/api/tables/{TABLE}/log")).status_code == 403

    run(play)


@pytest.mark.parametrize("table, name", [("MD-11", "ma-midi-squeeze")])
def test_only_the_holder_of_a_hand_may_look_at_its_cards(table: str, name: str) -> None:
    async def play() -> None:
        pace = Pace(bets=400, beat=1, prepare=1, choice=20_000, round=0)
        async with floor(name, setup=Setup(pace=pace)) as house:
            desk = house.live.house.desks[table]
            tokens = [await house.guest(), await house.guest()]
            async with on_line(house, table, tokens[0]) as ann, on_line(house, table, tokens[1]) as ben:
                for seat, line in ((5, ben), (3, ann)):  # the cut is offered to the highest occupied seat first
                    assert "accepted" in await line.do("sit", do="sit", seat=seat, buy_in=5_000_00)

                def cutters() -> list[int | None]:
                    return [act.seat for act in due(desk.rules, desk.state) if act.step == "place-cut"]

                await until(lambda: bool(cutters()))
                (by,) = cutters()
                line = ben if by == 5 else ann
                assert "accepted" in await line.do("cut", do="perform", step="place-cut", seat=by, cards=150)
                await until(lambda: desk.state.phase == "betting")
                await ann.do("bet", do="wagers", seat=3, stakes={"player": 1_000_00})
                await ben.do("bet", do="wagers", seat=5, stakes={"banker": 1_000_00})
                await until(lambda: 3 in desk.state.holders.values())
                down = [place for place, face in desk.state.places.items() if face is None]
                await ann.say(peek=down)
                await ben.say(peek=[place for place in down if place.startswith("P")])
                hers, his = (await ann.until("peek"))["peek"], (await ben.until("peek"))["peek"]
                assert set(hers) == {place for place in down if place.startswith("P")}
                assert his == {}
                turned = await ann.do("turn", do="turn", faces=dict.fromkeys(hers, "Ks"))
                assert "accepted" in turned
                assert {place: desk.state.places[place] for place in hers} == hers

    run(play)


def test_names_are_told_beside_the_table_and_are_in_no_log() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            zoe = await house.live.people.register("Zoë Lee", "three old cards")
            token = (await house.live.people.login("Zoë Lee", "three old cards")).token  # type: ignore[union-attr]
            async with on_line(house, token=await house.guest()) as guest, on_line(house) as passer_by:
                async with on_line(house, token=token) as line:
                    await seated(house, line)
                assert (await guest.until("names"))["names"] == {"3": "Zoë Lee"}
                async with on_line(house, token=await house.guest()) as other:
                    assert (await other.next())["welcome"]["names"] == {"3": "Zoë Lee"}
                await forget(house.live.people, zoe.who)  # type: ignore[union-attr]
                await house.live.tidy()
                assert (await guest.until("names"))["names"] == {}
                await passer_by.say(ping=1)
                await passer_by.until("pong")
                assert "names" not in "".join(passer_by.bytes)
                assert "Zo" not in "".join(text for text in guest.bytes if "names" not in text)
            log = [record.body async for record in house.live.house.store.records()]
            assert "Zoë".encode() not in b"".join(log)

    run(play)
