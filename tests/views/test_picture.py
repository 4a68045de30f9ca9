"""The picture of a table: no face before its time, no chips but one's own, and the same as a role's events say."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from punto.game.game import Session
from punto.rules.house_rules import HouseRules
from punto.table import TableState, evolve
from punto.table.events import AnyEvent, CardCorrected, CardTurned, ShoeEnded
from punto.views.picture import Picture, picture, seat_of
from punto.views.results import Outcomes, Score, letters
from punto.views.views import HOUSE_VIEWER, TABLE, Viewer, view
from tests.game.test_random_sessions import Crowd

FACE = re.compile(r"\b(?:[2-9AKQJ]|10)[shdc]\b")
VIEWERS = [viewer for viewer in Viewer if viewer is not Viewer.OWNER]
TABLES = ("ma-midi-squeeze", "ma-baccarat-salon", "ma-mini-ez-royal", "md-mini-classic")


class Moment(NamedTuple):
    """An event, and the table after it."""

    rules: HouseRules
    event: AnyEvent
    state: TableState
    outcomes: Outcomes


@cache
def session_of(submission: str) -> Session:
    crowd = Crowd(submission, TABLES.index(submission))
    for _ in range(400):
        crowd.act()
    return crowd.session


def moments(submission: str) -> Iterator[Moment]:
    session, state = session_of(submission), TableState()
    score = Score()
    for record in session.store.read(session.stream):
        for event in record.batch.events:
            score, state = score.after([event]), evolve(state, event)
            yield Moment(session.rules, event, state, score.outcomes)


def pictures(moment: Moment) -> Iterator[tuple[Viewer, int | None, Picture]]:
    for viewer in VIEWERS:
        for seat in (None, *moment.state.seated) if viewer is Viewer.PLAYER else (None,):
            yield viewer, seat, picture(moment.rules, moment.state, moment.outcomes, {}, viewer, seat)


@pytest.mark.parametrize("submission", TABLES)
def test_no_picture_shows_a_face_that_is_not_turned(submission: str) -> None:
    turned: set[str] = set()
    faces = 0
    for moment in moments(submission):
        if isinstance(moment.event, CardTurned | CardCorrected):
            turned.add(moment.event.card)
        elif isinstance(moment.event, ShoeEnded):
            turned = set()
        for _, _, seen in pictures(moment):
            named = set(FACE.findall(msgspec.json.encode(seen).decode()))
            assert named <= turned
            faces += len(named)
    assert faces > 100


@pytest.mark.parametrize("submission", TABLES)
def test_chips_and_names_go_to_whom_they_concern(submission: str) -> None:
    own = 0
    for moment in moments(submission):
        for viewer, seat, seen in pictures(moment):
            assert (seen.rack is None) == (viewer not in HOUSE_VIEWER.to)
            for place in seen.seats:
                assert (place.chips is not None) == (place.taken and (viewer in HOUSE_VIEWER.to or place.seat == seat))
                assert place.you == (place.seat == seat)
                assert place.who == (moment.state.seated.get(place.seat, "") if viewer in TABLE.to else "")
                own += place.you
    assert own > 100


class Told:
    """What somebody makes of the events of a view, who has never seen a picture."""

    def __init__(self) -> None:
        self.places: dict[str, str | None] = {}
        self.taken: dict[int, str] = {}
        self.chips = 0
        self.shoe, self.coup, self.outcomes = 1, 1, ""

    def take(self, event: dict[str, Any], seat: int | None) -> None:
        match event["event"].partition("/")[0]:
            case "card-dealt" if event["place"][0] in "PB" and not event.get("carried"):
                self.places[event["place"]] = None
            case "card-turned" if event["place"] in self.places:
                self.places[event["place"]] = event["card"]
            case "player-seated":
                self.taken[event["seat"]] = event.get("who", "")
            case "player-left":
                del self.taken[event["seat"]]
            case "coup-settled":
                self.outcomes += {"banker": "B", "player": "P", "tie": "T"}[event["winner"]]
            case "coup-ended":
                self.places, self.coup = {}, self.coup + 1
            case "shoe-ended":
                self.shoe, self.outcomes = self.shoe + 1, ""
        for debit, credit, cents, *_ in event.get("postings", []):
            self.chips += cents * ((credit == f"seat/{seat}") - (debit == f"seat/{seat}"))


@pytest.mark.parametrize("viewer, seat", [(Viewer.SPECTATOR, None), (Viewer.PLAYER, 3), (Viewer.DEALER, None)])
def test_a_picture_says_what_the_events_of_that_role_say(viewer: Viewer, seat: int | None) -> None:
    told, compared = Told(), 0
    for moment in moments("ma-mini-ez-royal"):
        shown = view(msgspec.json.encode(moment.event), viewer, seat)
        told.take(json.loads(shown or b'{"event":""}'), seat)
        if moment.state.trouble or moment.state.opening or moment.state.carried:
            break  # cards that go astray are told by steps, which this listener does not know
        seen = picture(moment.rules, moment.state, moment.outcomes, {}, viewer, seat)
        assert seen.places == told.places
        assert {place.seat: place.who for place in seen.seats if place.taken} == told.taken
        assert (seen.shoe, seen.coup, letters(seen.outcomes)) == (told.shoe, told.coup, told.outcomes)
        if seat in told.taken:
            assert next(place.chips for place in seen.seats if place.seat == seat) == told.chips
            compared += 1
    assert seat is None or compared > 20


def test_a_seat_is_found_by_who_sits_there() -> None:
    state = TableState(seated={3: "ann"})
    assert (seat_of(state, "ann"), seat_of(state, "ben"), seat_of(state, "")) == (3, None, None)
