"""Views: what a role may see is listed, field by field; nothing else goes out, and nothing goes to the wrong seat."""

import json
import re
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

import punto.coupon.messages
import punto.filings.messages
import punto.inventory.messages
import punto.people.administration.messages
import punto.people.responsible_play.messages
import punto.progressive.messages
import punto.table.events
import punto.wallet.messages
from punto.core.roles import Role
from punto.views.views import (
    ALL,
    HOUSE_VIEWER,
    LINES,
    VIEWERS,
    FieldRule,
    Line,
    MaskedEvent,
    Unlisted,
    Viewer,
    own,
    view,
)
from tests.game.sessions import AUTO, BET, CUT, LOGS, ONE_COUP, SIT, log_of
from tests.game.test_random_sessions import Crowd

MACHINES = (
    punto.table.events,
    punto.progressive.messages,
    punto.wallet.messages,
    punto.coupon.messages,
    punto.filings.messages,
    punto.inventory.messages,
    punto.people.administration.messages,
    punto.people.responsible_play.messages,
)
EVENTS = {str(kind.__struct_config__.tag): kind for machine in MACHINES for kind in typing.get_args(machine.AnyEvent)}
EVERYTHING = (Viewer.AUDITOR, Viewer.SYSTEM)
FACE = re.compile(r"\b(?:[2-9AKQJ]|10)[shdc]\b")


def fields(kind: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


# ---------------------------------------------------------------- every field has its word


def test_tags_are_unique_across_machines() -> None:
    assert len(EVENTS) == sum(len(typing.get_args(machine.AnyEvent)) for machine in MACHINES)


@pytest.mark.parametrize("tag", EVENTS)
def test_every_event_has_a_line_and_every_field_a_word(tag: str) -> None:
    assert tag in LINES, str(Unlisted(tag))
    missing = fields(EVENTS[tag]) - set(LINES[tag])
    assert not missing, f"no word in LINES of punto.views.views says who may see {sorted(missing)} of {tag!r}"
    assert set(LINES[tag]) - fields(EVENTS[tag]) == set(), "a word for a field that is not there"


def test_no_line_is_left_of_an_event_that_is_gone() -> None:
    assert set(LINES) == set(EVENTS)


def structs_in(kind: Any) -> Iterator[type[msgspec.Struct]]:
    for part in (kind, *typing.get_args(kind)):
        if isinstance(part, type) and issubclass(part, msgspec.Struct) and not part.__struct_config__.array_like:
            yield part


@pytest.mark.parametrize("tag", EVENTS)
def test_every_part_of_a_list_of_things_has_its_word(tag: str) -> None:
    for field in msgspec.structs.fields(EVENTS[tag]):
        for part in structs_in(field.type):
            shown = LINES[tag][field.encode_name]
            assert shown.parts is not None, f"{tag} {field.encode_name} is a list of things: use _parts"
            assert set(shown.parts) == fields(part)


def test_an_event_without_a_line_is_refused_and_says_what_to_do() -> None:
    with pytest.raises(
        Unlisted, match=r"no visibility rule for 'brand-new/1': add one to LINES in punto\.views\.views"
    ):
        view(b'{"event":"brand-new/1"}', Viewer.AUDITOR)


def test_a_field_without_a_word_is_shown_to_nobody() -> None:
    stored = b'{"event":"coup-voided/1","coup":4,"secret":"4h"}'
    for viewer in Viewer:
        assert b"secret" not in (view(stored, viewer) or b"")


def test_every_role_is_a_viewer() -> None:
    assert set(VIEWERS) == set(Role)
    assert VIEWERS[Role.CURATOR] is Viewer.PLAYER


# ---------------------------------------------------------------- the stored bytes, masked

BOUGHT = (
    b'{"event":"chips-bought/1","postings":[["house","drop",9,"cash"],["rack","seat/4",9,"chips"]],"seat":4,"cents":9}'
)


def test_who_sees_everything_gets_the_stored_bytes_themselves() -> None:
    seen = MaskedEvent(BOUGHT)
    for viewer in (Viewer.DEALER, Viewer.FLOOR, Viewer.SURVEILLANCE, *EVERYTHING):
        assert seen.to(viewer) is BOUGHT


def test_chips_are_seen_by_their_seat_and_the_house() -> None:
    seen = MaskedEvent(BOUGHT)
    others = b'{"event":"chips-bought/1","seat":4}'
    assert seen.to(Viewer.SPECTATOR) == seen.to(Viewer.PLAYER) == seen.to(Viewer.PLAYER, 3) == others
    assert seen.to(Viewer.PLAYER, 4) == (
        b'{"event":"chips-bought/1","postings":[["rack","seat/4",9,"chips"]],"seat":4,"cents":9}'
    )
    assert seen.seats == {4}


def test_a_seat_counts_for_players_only() -> None:
    assert MaskedEvent(BOUGHT).to(Viewer.SPECTATOR, 4) == b'{"event":"chips-bought/1","seat":4}'


def test_a_view_is_made_once_for_all_who_share_it() -> None:
    seen = MaskedEvent(BOUGHT)
    assert seen.to(Viewer.PLAYER, 1) is seen.to(Viewer.PLAYER, 2)
    assert seen.to(Viewer.PLAYER, 4) is seen.to(Viewer.PLAYER, 4)


def test_a_pseudonym_is_for_those_at_the_table() -> None:
    sat = b'{"event":"player-seated/1","seat":4,"who":"ann"}'
    assert view(sat, Viewer.PLAYER, 2) == sat
    assert view(sat, Viewer.SPECTATOR) == b'{"event":"player-seated/1","seat":4}'


def test_what_the_floor_writes_stays_in_the_house_but_for_whom_it_concerns() -> None:
    put_right = b'{"event":"payment-corrected/1","seat":4,"cents":500,"why":"paid short"}'
    assert b"why" not in (view(put_right, Viewer.PLAYER, 3) or b"")
    assert view(put_right, Viewer.PLAYER, 4) == view(put_right, Viewer.DEALER) == put_right
    order = b'{"event":"step-performed/1","ceremony":"c","step":"s","by":"floor","why":"a torn card"}'
    assert b"torn" not in (view(order, Viewer.PLAYER, 4) or b"")


def test_a_wallet_is_its_owners() -> None:
    begun = b'{"event":"transfer-begun/1","at":1,"transfer":"t","kind":"deposit","cents":5,"place":"cage"}'
    limit = b'{"event":"limit-set/1","at":1,"limit":"loss","cents":5,"begins":2}'
    for viewer in (Viewer.PLAYER, Viewer.SPECTATOR, Viewer.DEALER, Viewer.FLOOR):
        assert view(begun, viewer, 4) is view(limit, viewer, 4) is None
    for stored in (begun, limit):
        assert view(stored, Viewer.OWNER) is stored
    assert view(begun, Viewer.SURVEILLANCE) is begun
    assert view(limit, Viewer.SURVEILLANCE) is None
    assert view(BOUGHT, Viewer.OWNER) is None


def test_a_meters_books_are_not_on_its_display() -> None:
    hit = (
        b'{"event":"stakes-contributed/1","moves":[["in","star",5,"contribution"]],'
        b'"table":"t","shoe":1,"coup":2,"seats":[3]}'
    )
    assert view(hit, Viewer.PLAYER) == b'{"event":"stakes-contributed/1","table":"t","shoe":1,"coup":2,"seats":[3]}'
    asked = b'{"event":"adjustment-declined/1","proposal":"p","who":"f","at":1}'
    assert view(asked, Viewer.DEALER) is None
    assert view(asked, Viewer.FLOOR) is asked


def test_parts_of_a_list_are_masked_one_by_one() -> None:
    lines: dict[str, Line] = {"hand/1": {"lines": FieldRule(ALL.to, parts={"seat": ALL, "name": HOUSE_VIEWER})}}
    stored = b'{"event":"hand/1","lines":[{"seat":1,"name":"a"},{"seat":2}]}'
    assert MaskedEvent(stored, lines).to(Viewer.DEALER) is stored
    assert MaskedEvent(stored, lines).to(Viewer.PLAYER) == b'{"event":"hand/1","lines":[{"seat":1},{"seat":2}]}'


def test_a_face_shown_to_one_seat_goes_to_that_seat_alone() -> None:
    """No event carries such a face today; one that will needs this word, and no more."""
    nobody = FieldRule(frozenset())
    lines: dict[str, Line] = {"card-squeezed/1": {"seat": ALL, "place": ALL, "card": own(nobody)}}
    stored = b'{"event":"card-squeezed/1","seat":5,"place":"P1","card":"4h"}'
    seen = MaskedEvent(stored, lines)
    assert seen.to(Viewer.PLAYER, 5) is stored
    for viewer in Viewer:
        assert b"4h" not in (seen.to(viewer) or b"")
    assert all(b"4h" not in (seen.to(Viewer.PLAYER, seat) or b"") for seat in (1, 2, 3, 4, 6, 7))


# ---------------------------------------------------------------- real sessions


@cache
def sessions() -> tuple[tuple[bytes, ...], ...]:
    """The stored events of some tables: golden logs, a session by hand, and people who do what they like."""
    found = [tuple(events_of(path.read_bytes())) for path in LOGS]
    found.append(tuple(events_of(log_of(*ONE_COUP, {"do": "leave", "by": "player", "who": "ann", "seat": 3}))))
    tie = {**BET, "wager": "tie", "cents": 1000}
    opened = {"open": {"submission": "md-mini-payout", "seed": 7}}
    found.append(tuple(events_of(log_of(opened, {**SIT, "buy-in": 900000}, AUTO, CUT, AUTO, *[BET, tie, AUTO] * 6))))
    for seed, submission in enumerate(("ma-midi-squeeze", "ma-baccarat-salon", "ma-mini-ez-royal", "md-mini-classic")):
        crowd = Crowd(submission, seed)
        for _ in range(400):
            crowd.act()
        bodies = [record.body for record in crowd.session.store.records()]
        found.append(tuple(bytes(event) for body in bodies for event in raw_events(body)))
    return tuple(found)


def events_of(log: bytes) -> Iterator[bytes]:
    for line in log.split(b"\n")[1:-2]:
        yield from (bytes(event) for event in raw_events(line[84:-1]))


def raw_events(body: bytes) -> list[msgspec.Raw]:
    record = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    return msgspec.json.decode(record["events"], type=list[msgspec.Raw])


def views_of(stored: bytes) -> Iterator[tuple[Viewer, int | None, dict[str, Any]]]:
    seen = MaskedEvent(stored)
    for viewer in Viewer:
        for seat in (None, *range(1, 15)) if viewer is Viewer.PLAYER else (None,):
            shown = seen.to(viewer, seat)
            if shown is not None:
                yield viewer, seat, json.loads(shown)


def strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from strings(each)
        case list():
            for each in value:
                yield from strings(each)


def test_no_view_names_a_face_that_is_not_yet_turned() -> None:
    faces = 0
    for session in sessions():
        turned: set[str] = set()
        for stored in session:
            event = json.loads(stored)
            if event["event"] in ("card-turned/1", "card-corrected/1"):
                turned.add(event["card"])
            for _, _, shown in views_of(stored):
                named = {face for text in strings(shown) for face in FACE.findall(text)}
                assert named <= turned, shown
                faces += len(named)
            if event["event"] == "shoe-ended/1":
                turned = set()
    assert faces > 1000


def test_a_view_says_nothing_that_is_not_stored() -> None:
    for session in sessions():
        for stored in session:
            event = json.loads(stored)
            for viewer, seat, shown in views_of(stored):
                for name, value in shown.items():
                    if name == "postings" and viewer is Viewer.PLAYER:
                        assert [posting for posting in event[name] if posting in value] == value
                        assert all(
                            f"seat/{seat}" in posting or f"felt/{seat}/" in " ".join(map(str, posting))
                            for posting in value
                        )
                    else:
                        assert value == event[name]
                assert viewer not in EVERYTHING or shown == event


def test_what_lies_before_a_seat_goes_to_that_seat_and_the_house() -> None:
    """Nobody else at the table is told an account, an amount bought, or an amount taken away."""
    told = 0
    for session in sessions():
        for stored in session:
            event = json.loads(stored)
            for viewer, seat, shown in views_of(stored):
                if viewer is Viewer.SPECTATOR or (viewer is Viewer.PLAYER and seat not in MaskedEvent(stored).seats):
                    assert "postings" not in shown
                    assert event["event"] != "chips-bought/1" or "cents" not in shown
                elif viewer is Viewer.PLAYER:
                    told += 1
                    accounts = {account for posting in shown.get("postings", []) for account in posting[:2]}
                    chips = {account for account in accounts if account.startswith(("seat/", "felt/"))}
                    assert chips
                    assert all(account.split("/")[1] == str(seat) for account in chips)
    assert told > 200


def test_a_seat_can_keep_its_balance_from_its_own_view() -> None:
    """What a page needs: a seat's chips add up from what that seat alone is shown."""
    for session in sessions():
        truth: dict[str, int] = {}
        shown: dict[str, int] = {}
        for stored in session:
            for debit, credit, cents, *_ in json.loads(stored).get("postings", []):
                for account, change in ((debit, -cents), (credit, cents)):
                    truth[account] = truth.get(account, 0) + change
            for seat in MaskedEvent(stored).seats:
                own_view = json.loads(MaskedEvent(stored).to(Viewer.PLAYER, seat) or b"{}")
                for debit, credit, cents, *_ in own_view.get("postings", []):
                    for account, change in ((debit, -cents), (credit, cents)):
                        if account == f"seat/{seat}":
                            shown[account] = shown.get(account, 0) + change
        assert shown == {account: cents for account, cents in truth.items() if account.startswith("seat/")}
