"""A table opens: decks are looked over, laid out for the first player, washed and stacked."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punto.law.ceremony import complete, may
from punto.law.rulebook import Rulebook, documents, load, parse, text_of
from punto.table import Reason
from punto.table.events import StepPerformed
from punto.table.instructions import instruction
from punto.table.phases import Phase
from tests.proofs import proves
from tests.table.harness import DEVICE, Table, brought, new, rules_under, shuffled

INSPECT = proves(
    "open.inspect",
    ma_baccarat="4(a)-(b)",
    ma_midi="4(a)-(b)",
    ma_midi_multilevel="4(a)-(b)",
    ma_mini="4(a)",
    md_mini=".04A",
)
SPREAD = proves(
    "open.spread", ma_baccarat="4(b)", ma_midi="4(b)", ma_midi_multilevel="4(b)", ma_mini="4(b)", md_mini=".04B"
)
WASH = proves(
    "open.wash", ma_baccarat="4(c)", ma_midi="4(c)", ma_midi_multilevel="4(c)", ma_mini="4(c)", md_mini=".04C"
)
BATCHES = proves("open.batches", ma_mini="4(d)", md_mini=".04D")


# ---------------------------------------------------------------- inspection


@proves("open.inspect/inspected", "open.inspect/verified")
@INSPECT
def test_the_dealer_inspects_the_decks_and_the_floor_verifies_it(book: Rulebook) -> None:
    table = new(book, decks=6)
    section = book.section("open.inspect")
    assert table.due() == ["perform inspect"]
    table.not_now("verify", section, by="floor")
    for by in ("floor", "player"):
        refusal = table.refused(do="perform", step="inspect", by=by)
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "dealer"})
    table.perform("inspect")
    refusal = table.refused(do="perform", step="verify", by="dealer")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "floor"})
    table.perform("verify")
    made = [(event.step, event.by, event.section) for event in table.all(StepPerformed)]
    assert made == [("inspect", "dealer", section), ("verify", "floor", section)]
    assert brought(book, "open.inspect") == [("inspect", "dealer"), ("verify", "floor")]


@proves("open.inspect/verified")
@INSPECT
def test_who_inspects_does_not_verify(book: Rulebook) -> None:
    """Whatever their duties: a person who is dealer and floorperson is one person (reading 31)."""
    section = book.section("open.inspect")
    for changes in ({}, DEVICE) if "mini" in book.id else ({},):
        table = new(book, **changes)
        table.must(do="perform", step="inspect", who="dee")
        refusal = table.refused(do="perform", step="verify", by="floor", who="dee")
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.SAME_PERSON, section, {"made": "inspect"})
        table.must(do="perform", step="verify", by="floor", who="flo")
        assert [event.who for event in table.all(StepPerformed)] == ["dee", "flo"]
        automatic = new(book, **changes)
        automatic.auto(until="verify")
        assert [event.who for event in automatic.all(StepPerformed)] == ["house", "house-2"]


def test_a_rulebook_that_does_not_ask_for_two_people_is_content_with_one() -> None:
    """Logs of the first rulebooks hold such openings, and verify; their events name nobody."""
    text = "\n".join(line for line in text_of("md-mini").splitlines() if not line.startswith("distinct = "))
    table = Table(replace(rules_under("md-mini"), rulebook=parse(text)), shuffled(8), [1])
    table.must(do="perform", step="inspect", who="dee")
    table.must(do="perform", step="verify", by="floor", who="dee")
    assert [event.who for event in table.all(StepPerformed)] == ["", ""]


@INSPECT
def test_six_decks_or_more_are_received(book: Rulebook) -> None:
    rules = rules_under(book, decks=6)
    assert instruction(rules, "inspect") == "look over 6 decks for defects, at least 6"
    five = Table(replace(rules, stock=replace(rules.stock, decks=5)), shuffled(6), [1])
    refusal = five.refused(do="perform", step="inspect")
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, book.section("open.inspect"))
    assert refusal.detail == {"least-decks": 6}


# ---------------------------------------------------------------- spread


@SPREAD
def test_the_cards_are_laid_out_by_deck_suit_and_sequence(book: Rulebook) -> None:
    shape = "fans" if book.id in ("ma-mini", "md-mini") else "columns"
    words = f"lay the cards face up in {shape}, by deck, suit and sequence"
    assert instruction(rules_under(book), "spread") == words
    table = new(book).perform("inspect", "verify")
    assert table.due() == ["perform spread"]
    table.perform("spread", "show")
    assert brought(book, "open.spread") == [("spread", "dealer"), ("show", "dealer")]
    assert table.made("opening")[2:] == ["spread", "show"]


@SPREAD
def test_they_lie_there_until_the_first_player_has_seen_them(book: Rulebook) -> None:
    table = new(book, players=()).perform("inspect", "verify", "spread")
    section = book.section("open.spread")
    assert table.due() == []
    table.not_now("show", section)
    table.not_now("turn-down", book.section("open.wash"))
    table.must(do="sit", seat=2, buy_in=100_000)
    assert table.due() == ["perform show"]
    table.perform("show")
    assert table.last(StepPerformed).section == section


# ---------------------------------------------------------------- wash


@proves("open.wash/shown-first")
@WASH
def test_then_they_are_turned_face_down_washed_and_stacked(book: Rulebook) -> None:
    table = new(book).perform("inspect", "verify", "spread")
    section = book.section("open.wash")
    for early in ("turn-down", "wash", "stack"):
        table.not_now(early, section)
    table.perform("show", "turn-down")
    table.not_now("stack", section)
    table.perform("wash", "stack")
    assert brought(book, "open.wash") == [("turn-down", "dealer"), ("wash", "dealer"), ("stack", "dealer")]
    assert [(event.step, event.section) for event in table.all(StepPerformed)[-3:]] == [
        ("turn-down", section),
        ("wash", section),
        ("stack", section),
    ]
    assert instruction(rules_under(book), "turn-down") == "turn the cards face down"
    assert "opening" not in table.state.agenda


# ---------------------------------------------------------------- two batches


@BATCHES
def test_two_batches_are_laid_out_seen_turned_and_stacked_apart(book: Rulebook) -> None:
    table = new(book, players=(), **DEVICE)
    section = book.section("open.batches")
    assert table.state.agenda[0] == "opening-batches"
    table.perform("inspect", "verify", "spread-batches")
    table.not_now("show-batches", section)
    table.must(do="sit", seat=1, buy_in=100_000)
    table.not_now("stack-batches", section)
    table.perform("show-batches", "turn-down-batches", "stack-batches")
    steps = ["spread-batches", "show-batches", "turn-down-batches", "stack-batches"]
    assert brought(book, "open.batches") == [(step, "dealer") for step in steps]
    assert [(event.step, event.section) for event in table.all(StepPerformed)[2:]] == [
        (step, section) for step in steps
    ]
    assert instruction(table.rules, "spread-batches") == "lay out 2 batches apart from each other"
    assert "wash" not in table.made()


# ---------------------------------------------------------------- pre-shuffled cards


@pytest.mark.parametrize("name", documents())
def test_pre_shuffled_cards_go_straight_to_the_cut(name: str) -> None:
    """Reading 29: no inspection, no spread, no wash, no shuffle, no lacing."""
    table = new(name, shuffle__preshuffled=True, shuffle__preshuffled_procedure="RS-51")
    assert table.state.agenda[0] == "cut"
    table.ready()
    assert set(table.made()).isdisjoint({"inspect", "spread", "wash", "shuffle", "riffle", "lace"})


# ---------------------------------------------------------------- every ceremony, in all its ways


@pytest.mark.parametrize("name", documents())
@settings(max_examples=10)
@given(data=st.data())
def test_every_ceremony_can_be_walked_to_its_end_whatever_is_chosen(name: str, data: st.DataObject) -> None:
    for ceremony in load(name).ceremonies.values():
        done: list[str] = []
        for _ in range(60):
            ways = sorted(may(ceremony, done))
            if not ways:
                break
            freely = len(done) < 12
            done.append(data.draw(st.sampled_from(ways)) if freely else min(ways, key=done.count))
        assert complete(ceremony, done), (ceremony.key, done)
        assert set(ceremony.must) <= set(done)


@pytest.mark.parametrize("name", documents())
@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_is_chosen_the_table_opens_and_any_other_step_is_refused_with_its_section(
    name: str, data: st.DataObject
) -> None:
    table = new(name, players=(1, 2))
    steps = {key: step for one in table.rules.rulebook.ceremonies.values() for key, step in one.steps.items()}
    while table.state.phase is not Phase.BETTING:
        acts = [act for act in table.expected() if act.must]
        may_be_made = {act.step for act in table.expected()}
        other = data.draw(st.sampled_from(sorted(set(steps) - may_be_made)))
        table.not_now(other, steps[other].cite.section, by=steps[other].by)
        freely = len(table.events) < 40
        act = data.draw(st.sampled_from(acts)) if freely else min(acts, key=lambda act: table.made().count(act.step))
        if act.step in ("place-cut", "dealer-cut"):
            table.perform(act.step, cards=52 * 3)
        else:
            table._do(act)
    assert table.state.agenda == ()
