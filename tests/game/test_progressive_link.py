"""A table and its meters in one log: a hit, its award and its payment are one append, or nothing is."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from punto import fair
from punto.core.cards import cards
from punto.core.posting import HOUSE, Posting
from punto.core.roles import Role
from punto.game.card_sources import StackedCards
from punto.game.game import Session, open_table, resume_table
from punto.game.headless import Headless
from punto.law.rulebook import Rulebook
from punto.progressive import Run, decide, terms_of
from punto.progressive.messages import (
    HitReversed,
    MeterHit,
    MustHitArmed,
    MustHitWon,
    Propose,
    RoundVoided,
    StakesContributed,
)
from punto.record.chain import LogError, Record
from punto.record.export import export
from punto.record.log_reader import load as load_log
from punto.record.memory import MemoryStore
from punto.record.store import Conflict, Write
from punto.table import Refusal
from punto.table.commands import Proceed, Reason, Sit
from punto.table.events import AwardPaid, CoupEnded, CoupSettled, StepPerformed
from punto.table.phases import Phase
from punto.table.transcript import read
from punto.verification.verify import verify
from tests.game.linked import (
    BANKER,
    BOTH,
    BURNED,
    METERS,
    MUST_HIT,
    NO_ROYAL,
    PLAYER,
    VAULT,
    Linked,
    meters_of,
    opening,
    partner,
)
from tests.game.sessions import VERSION, script
from tests.law.submitting import GONE
from tests.proofs import proves

PROGRESSIVE = [
    (BOTH, "star", "star", 50_000_00),
    (BANKER, "spade", "spade", 350_00),
    (PLAYER, "heart", "heart", 350_00),
]
MULTI_LEVEL = [
    ("Ks Ks 9h 9h", "exact-match", "major", 50_000_00),
    ("Ks Qs 9h 9h", "any-two", "major", 5_000_00),  # a tenth of it
    (BANKER, "banker-k9", "k9-banker", 350_00),
    (PLAYER, "player-k9", "k9-player", 350_00),
]


def of_kind(book: Rulebook) -> list[tuple[str, str, str, int]]:
    return PROGRESSIVE if "royal9.progressive.terms" in book else MULTI_LEVEL


@proves("royal9.progressive.paytable", ma_midi="12(i) Table 1", ma_mini="12(i) Table 1")
@proves("royal9.multilevel.paytables", ma_baccarat="13(i) Table 1", ma_midi_multilevel="12(i) Table 1")
def test_a_hit_its_award_and_its_payment_are_one_append(book: Rulebook) -> None:
    for coup, category, meter, cents in of_kind(book):
        there = Linked(opening(book.id), coup).settled(1, 3)
        (hit,), (paid,) = there.beside(MeterHit), there.awards
        assert (hit.seat, hit.category, hit.meter, hit.award) == (1, category, meter, cents)
        assert (paid.seat, paid.category, paid.meter, paid.run, paid.cents) == (1, category, meter, 1, cents)
        assert paid.postings == (Posting(HOUSE, "seat/1", cents, f"{meter} award"),)
        assert (
            paid.section
            == hit.section
            == book.section(
                "royal9.progressive.paytable"
                if "royal9.progressive.paytable" in book
                else "royal9.multilevel.paytables"
            )
        )
        *_, at_the_table, beside = there.store.records()
        assert (at_the_table.stream, beside.stream) == (there.session.stream, METERS)
        assert [type(event) for event in at_the_table.batch.events] == [StepPerformed, CoupSettled, AwardPaid]
        there.auto(until="clear-cards")
        there.verified()


@pytest.mark.parametrize("book", ["ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_what_the_table_gives_the_meters_have(book: str) -> None:
    there = Linked(opening(book), NO_ROYAL, NO_ROYAL).play_with(1, 3).play_with(3)
    ended = [event for event in there.events if isinstance(event, CoupEnded)]
    assert [event.postings for event in ended] == [
        (Posting(METERS, HOUSE, 10_00, "to the meters"),),
        (Posting(METERS, HOUSE, 5_00, "to the meters"),),
    ]
    assert [event.seats for event in there.beside(StakesContributed)] == [(1, 3), (3,)]
    assert there.meters.pots[f"table/{there.state.table}"] == -15_00 * 1_000_000
    assert sum(there.meters.pots.values()) == 0
    assert there.verified().streams.keys() == {METERS, there.session.stream}


def test_a_coup_without_the_wager_leaves_the_meters_alone() -> None:
    there = Linked(opening("ma-midi"), NO_ROYAL)
    version = there.meters.version
    there.must(do="wager", seat=1, wager="player", cents=there.rules.limits["player"].least)
    there.auto(until="clear-cards")
    assert there.meters.version == version


def test_a_meter_at_its_ceiling_is_paid_as_shown() -> None:
    ceiling = 350_00 + 30  # a stake gives the Spade 25 cents
    there = Linked(opening("ma-midi", {"wagers.royal-9.meters.spade.ceiling": ceiling}), NO_ROYAL, BANKER)
    there.play_with(1, 3).play_with(1)
    (paid,) = there.awards
    assert paid.cents == ceiling
    # 20 cents were above the ceiling, and helped the next start; then came the coup's own.
    assert there.meters.pots["meter/spade"] == (350_00 + 20 + 10) * 1_000_000
    assert there.meters.pots["overflow/spade"] == 15 * 1_000_000
    there.verified()


def test_the_log_alone_gives_every_state_back() -> None:
    there = Linked(opening("ma-midi", MUST_HIT), BOTH, NO_ROYAL).play_with(1, 3).play_with(3)
    session = there.resumed()
    assert msgspec.json.encode(session.state) == msgspec.json.encode(there.session.state)
    assert partner(session).state == partner(there.session).state == there.meters
    data = there.log()
    copy = load_log(data)
    assert export(copy, VERSION).encode() == data
    assert msgspec.json.encode(meters_of(copy)) == msgspec.json.encode(partner(there.session).state)


def test_the_automatic_dealers_beats_let_the_meters_answer() -> None:
    """Settlement, end of the round and end of the coup are three appends, each with the meters' own part."""
    there = Linked(opening("ma-mini", MUST_HIT), PLAYER).stake(1, 3)
    there.auto(phase=Phase.PAYING)
    brought = []
    while there.state.coup == 1:
        events = there.give(Proceed(id=f"b{there.state.version}", by=Role.SYSTEM, who="house", at=0))
        assert not isinstance(events, Refusal), events
        brought.append([type(event) for event in events if type(event) in (CoupSettled, AwardPaid, CoupEnded)])
    assert brought == [[CoupSettled, AwardPaid], [AwardPaid], [CoupEnded]]
    there.verified()


# ---------------------------------------------------------------- Must Hit


@proves("royal9.must-hit", ma_midi="12(j)", ma_mini="12(j)")
def test_the_dealers_end_of_the_round_pays_must_hit_to_somebody_who_wagered(book: Rulebook) -> None:
    there = Linked(opening(book.id, MUST_HIT), NO_ROYAL).stake(1, 3)
    there.auto(until="end-round")
    (won,), (paid,) = there.beside(MustHitWon), there.awards
    assert won.seat in (1, 3)
    assert (won.entrants, won.shown_at) == ((1, 3), ("seat", "dealer", "display"))
    assert (paid.seat, paid.category, paid.cents, paid.section) == (won.seat, "must-hit", won.award, "12(j)")
    assert [event.run for event in there.beside(MustHitArmed)] == [1, 2]
    *_, at_the_table, beside = there.store.records()
    assert [type(event) for event in at_the_table.batch.events] == [StepPerformed, AwardPaid]
    assert beside.stream == METERS
    assert there.refused(do="leave", seat=won.seat).reason is Reason.WAGERS_STAND
    there.auto(until="clear-cards")
    assert "fairness" in there.verified().made


def test_no_secret_is_in_the_log_before_its_hit() -> None:
    there = Linked(opening("ma-mini", MUST_HIT), NO_ROYAL).play_with(1)
    (won,) = there.beside(MustHitWon)
    assert won.seed == VAULT.seed(Run("royal-9/must-hit", 1)).hex()
    assert VAULT.seed(Run("royal-9/must-hit", 2)).hex() not in there.log().decode()


def test_a_vault_that_lost_its_seed_ends_no_round_and_nothing_is_written() -> None:
    there = Linked(opening("ma-mini", MUST_HIT), NO_ROYAL).stake(1)
    there.auto(until="pay-seat")
    partner(there.session).vault = type(VAULT)("another word")
    before = there.log()
    refusal = there.refused(do="perform", step="end-round")
    assert (refusal.reason, refusal.section) == (Reason.METERS_REFUSE, "12(j)")
    assert refusal.detail == {"because": "secret-wrong", "run": 1}
    assert there.log() == before


class Dishonest:
    """Lots that let the meter run on to its ceiling, and then favour the first seat."""

    MustHit, commit_trigger = fair.MustHit, staticmethod(fair.commit_trigger)

    def trigger(self, seed: bytes, run: fair.MustHit) -> int:
        return run.ceiling

    def winner(self, seed: bytes, run: fair.MustHit, coup: str, entrants: Iterable[str]) -> str:
        return sorted(entrants)[0]


def test_a_house_that_lets_must_hit_run_on_is_found_out_when_the_seed_is_shown() -> None:
    """Until then nobody can know; from then on every round of that run is decided again."""
    slow = {"wagers.royal-9.must-hit": {"seed": 500_00, "rate": "2.00%", "ceiling": 500_70}}
    there = Linked(opening("ma-mini", slow), *[NO_ROYAL] * 4)
    true = fair.trigger(VAULT.seed(Run("royal-9/must-hit", 1)), fair.MustHit("royal-9/must-hit", 1, 500_00, 500_70))
    assert true <= 500_60
    meters = partner(there.session)
    assert meters.terms.must_hit is not None
    meters.terms = replace(meters.terms, must_hit=replace(meters.terms.must_hit, lots=Dishonest()))
    for _ in range(3):
        there.play_with(1, 3)
    there.verified()
    there.play_with(1, 3)
    assert there.beside(MustHitWon)
    report = verify(there.log())
    assert "fairness" in report.made
    assert str(report.faults["settlement"]).endswith("cents by its meter, is not paid")
    assert "the command brings 3 events, not 1" in str(report.faults["replay"])


# ---------------------------------------------------------------- taking back


def test_a_corrected_card_takes_the_award_back() -> None:
    there = Linked(opening("ma-midi"), PLAYER)
    before = {pot: micro for pot, micro in there.meters.pots.items() if micro}
    there.settled(1, 3)
    chips = there.chips(1)
    there.must(do="correct", by="floor", place="P2", card="8h", why="the eight was keyed as a nine")
    (back,) = there.beside(HitReversed)
    assert (back.seat, back.meter, back.award, back.why) == (1, "heart", 350_00, "the eight was keyed as a nine")
    assert {pot: micro for pot, micro in there.meters.pots.items() if micro} == before
    assert there.chips(1) < chips - 350_00
    there.auto(until="clear-cards")
    assert len(there.awards) == 1
    there.verified()


def test_a_correction_may_bring_another_award() -> None:
    there = Linked(opening("ma-midi"), "Ks 4d 8h 4c").settled(1)
    assert there.awards == []
    there.must(do="correct", by="floor", place="P2", card="9h", why="it was the nine")
    there.auto(until="clear-cards")
    assert [paid.meter for paid in there.awards] == ["heart"]
    there.verified()


def test_a_meter_that_was_won_since_is_not_taken_back() -> None:
    """Two tables feed the Heart; both win it. The first can no longer give it back, and says so."""
    one = Linked(opening("ma-midi"), PLAYER)
    two = Linked(opening("ma-midi", {"table": "T-2"}), PLAYER, store=one.store)
    one.settled(1)
    two.settled(1)
    assert [hit.table for hit in one.beside(MeterHit)] == [one.state.table, "T-2"]
    before = one.log()
    refusal = one.refused(do="correct", by="floor", place="P2", card="8h", why="keyed wrongly")
    assert (refusal.reason, refusal.detail) == (Reason.METERS_REFUSE, {"because": "hit-since", "meter": "heart"})
    assert one.log() == before
    for each in (one, two):
        each.auto(until="clear-cards")
    one.verified()


def test_a_void_round_is_void_for_the_meters_too() -> None:
    there = Linked(opening("ma-midi", {"deal.disclosed-mid-coup": "void"}), NO_ROYAL).stake(1, 3)
    pots = there.meters.pots
    there.auto(until="B1")
    there.shoe.dealt("P2")
    there.must(do="deal", place="P2")
    there.must(do="turn", faces={"seen": "4c"})
    there.auto(until="void-and-simulate")
    (void,) = there.beside(RoundVoided)
    assert (void.seats, there.meters.pots) == ((1, 3), pots)
    assert METERS not in there.state.accounts
    there.verified()


# ---------------------------------------------------------------- several tables


def test_two_tables_feed_one_installation() -> None:
    one = Linked(opening("ma-midi"), NO_ROYAL, BOTH)
    two = Linked(opening("ma-midi", {"table": "T-2"}), BOTH, store=one.store)
    one.play_with(1, 3)
    two.play_with(1)
    one.play_with(1)
    assert [hit.award for hit in one.beside(MeterHit)] == [50_000_00 + 90, 50_000_00 + 45]
    assert one.verified().streams.keys() == {METERS, one.session.stream, two.session.stream}


def test_a_table_with_other_meters_is_not_linked_and_not_opened() -> None:
    one = Linked(opening("ma-midi"), players=())
    before = one.log()
    other = opening("ma-midi", {"table": "T-2", "wagers.royal-9.meters.star.seed": 40_000_00})
    with pytest.raises(LogError, match="progressive/royal-9 cannot take table T-2: terms-differ"):
        open_table(one.store, other, VAULT)
    assert one.log() == before


def test_a_table_is_not_played_without_the_meters_it_feeds() -> None:
    there = Linked(opening("ma-midi"))
    session = Session.resume(there.store, there.session.stream)
    with pytest.raises(LogError, match="open it with its meters"):
        session.do(_sit())


def _sit() -> Sit:
    return Sit(id="s", by=Role.PLAYER, who="eve", at=0, seat=5, buy_in=100_00)


def test_only_a_table_with_royal_9_feeds_a_progressive() -> None:
    with pytest.raises(ValueError, match="none of its wagers feeds meters"):
        Linked(opening("ma-midi", {"wagers.royal-9": GONE}), players=())


# ---------------------------------------------------------------- conflicts and crashes


class Racing(MemoryStore):
    """Somebody else writes to the meters in the last moment, once."""

    def __init__(self) -> None:
        super().__init__()
        self.armed = False

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        asked = tuple(writes)
        if self.armed and len(asked) > 1:
            self.armed = False
            other = Propose(
                id="p", by=Role.FLOOR, who="ann", at=0, debit="house", credit="meter/star", micro=1, why="a try"
            )
            state = meters_of(self)
            events = decide(terms_of(self.rules), state, other)
            assert isinstance(events, tuple)
            super().append([Write(METERS, state.version, other, events)])
        return super().append(asked)

    rules: Any = None


def test_whoever_comes_second_writes_nothing_and_may_try_again() -> None:
    store = Racing()
    there = Linked(opening("ma-midi"), BOTH, store=store).stake(1)
    there.auto(phase=there.state.phase.PAYING)
    store.rules, store.armed = there.rules, True
    version, state = there.store.last(there.session.stream), there.session.state
    with pytest.raises(Conflict, match="progressive/royal-9 is at version 3, not 2"):
        there.must(do="perform", step="announce-result")
    assert there.store.last(there.session.stream) == version
    assert there.session.state is state
    assert there.beside(MeterHit) == []
    there.must(do="perform", step="announce-result")
    assert [paid.cents for paid in there.awards] == [50_000_00]
    there.auto(until="clear-cards")
    there.verified()


class Crashing(MemoryStore):
    """The power goes when so many appends have been made."""

    def __init__(self, after: int = -1) -> None:
        super().__init__()
        self.left = after

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        self.left -= 1
        if self.left == 0:
            raise OSError("no space left")
        return super().append(writes)


NIGHT = read(
    script(
        {"open": {"submission": "ma-mini"}},
        {"do": "sit", "by": "player", "who": "ann", "seat": 1, "buy-in": 500000},
        {"do": "sit", "by": "player", "who": "ben", "seat": 3, "buy-in": 500000},
        {"auto": "dealer"},
        {"do": "perform", "by": "player", "who": "ben", "step": "place-cut", "cards": 200},
        {"auto": "dealer"},
        *(
            {"do": "wager", "by": "player", "who": who, "seat": seat, "wager": wager, "cents": cents}
            for who, seat in (("ann", 1), ("ben", 3))
            for wager, cents in (("player", 5_00), ("royal-9", 5_00))
        ),
        {"auto": "dealer"},
        {"do": "turn", "by": "player", "who": "ann", "faces": ["P1", "P2"]},
        {"auto": "dealer"},
    )
)


def night(store: MemoryStore) -> bytes:
    """Play a night at a table whose store fails now and then: every time it is taken up where its log ends."""
    table = opening("ma-mini", MUST_HIT)
    keeper = StackedCards(cards(f"{BURNED} {PLAYER}"))
    session, _ = open_table(store, table, VAULT)
    for line in NIGHT.lines:
        for _ in range(2):
            try:
                list(Headless(session, keeper).play(line))
                break
            except OSError:
                assert verify(export(store, VERSION).encode()).whole
                session = resume_table(store, session.stream, VAULT)
    return export(store, VERSION).encode()


def test_a_crash_leaves_nothing_half_written() -> None:
    """Whatever append fails, the table goes on from its log, and in the end it is the log of a night without one."""
    calm = Crashing()
    whole = night(calm)
    assert [paid.category for paid in _awards(whole)] == ["heart", "must-hit"]
    appends = -1 - calm.left
    for number in range(appends - 4, appends + 1):
        assert night(Crashing(number)) == whole


def _awards(data: bytes) -> list[AwardPaid]:
    records = load_log(data).records()
    return [event for record in records for event in record.batch.events if isinstance(event, AwardPaid)]


def test_a_crash_between_opening_and_linking_is_made_good() -> None:
    for number in (2, 3):
        store = Crashing(number)
        with pytest.raises(OSError, match="no space"):
            Linked(opening("ma-midi", MUST_HIT), store=store, players=())
        (stream,) = (record.stream for record in store.records() if record.stream.startswith("table/"))
        session = resume_table(store, stream, VAULT)
        assert session.state.table in partner(session).state.rounds
