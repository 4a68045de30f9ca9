"""How the cards are mixed: by hand, by a machine, by three dealers, or without end."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from punto.law.ceremony import complete, may
from punto.law.rulebook import Rulebook, documents, load
from punto.table import Reason
from punto.table.events import StepPerformed
from tests.law.submitting import CONTINUOUS, DEVICE, Changes, filed, findings, rules, said
from tests.proofs import proves
from tests.table.harness import Table, rules_under, shuffled

PRESHUFFLED = proves(
    "open.preshuffled", ma_baccarat="4(d)", ma_midi="4(d)", ma_midi_multilevel="4(d)", ma_mini="4(e)", md_mini=".04E"
)
BATCH = proves("open.batch-shuffler", ma_baccarat="4(e)", ma_midi="4(e)", ma_midi_multilevel="4(e)")
DEVICE_OPTION = proves("shuffle.device-option", ma_mini="5(a)", md_mini=".05A(1)")
RESHUFFLE = proves(
    "shuffle.reshuffle-option", ma_baccarat="5(a)(1)(i)-(ii)", ma_midi="5(a)(1)-(2)", ma_midi_multilevel="5(a)(1)-(2)"
)
THREE_DEALERS = proves("shuffle.three-dealers", ma_baccarat="5(a)(2)")
CONTINUOUS_SHOE = proves("shuffle.continuous", ma_mini="14")
MANUAL_SHOE = proves("curator.manual-shoe", ma_baccarat="7(a)")


def made_by(book: Rulebook, ceremony: str) -> list[tuple[str, str]]:
    """The steps of a ceremony that leaves no choice, and who makes each."""
    order = book.ceremonies[ceremony]
    done: list[str] = []
    while not complete(order, done):
        (step,) = may(order, done)
        done.append(step)
    return [(step, order.steps[step].by) for step in done]


def brought(book: Rulebook, key: str) -> list[tuple[str, str]]:
    """The steps that a provision brings, in the order it has them, and who makes each."""
    return [(step["do"], step["by"]) for step in book.provisions[key].terms["steps"]]


# ---------------------------------------------------------------- by hand or by machine


@DEVICE_OPTION
def test_mini_is_shuffled_by_hand_or_by_a_device(book: Rulebook) -> None:
    assert rules(book, {"shuffle.how": "manual"}).shuffling.how == "manual"
    assert rules(book, DEVICE).shuffling.how == "device"
    assert rules(book).shuffling.how == "manual"


@DEVICE_OPTION
def test_the_device_is_loaded_by_the_dealer_and_shuffles_by_itself(book: Rulebook) -> None:
    expected = [("load-device", "dealer"), ("device-shuffle", "system")]
    assert made_by(book, "device-first")[:2] == brought(book, "shuffle.device-option") == expected


@DEVICE_OPTION
@pytest.mark.parametrize("how", ["batch", "three-dealers", "by hand", ""])
def test_mini_is_shuffled_in_no_other_way(book: Rulebook, how: str) -> None:
    section = book.section("shuffle.when")
    assert findings(book, {"shuffle.how": how}) == [("not-a-choice", "$.shuffle.how", section)]
    assert "manual" in said(book, {"shuffle.how": how})


@BATCH
def test_a_batch_shuffle_machine_follows_its_submitted_procedure(book: Rulebook) -> None:
    named = {"shuffle.how": "batch", "shuffle.machine-procedure": "RS-44"}
    assert rules(book, named).shuffling.how == "batch"
    for unnamed in ("", "  "):
        changes = {"shuffle.how": "batch", "shuffle.machine-procedure": unnamed}
        assert findings(book, changes) == [("procedure-missing", "$.shuffle.machine-procedure", "4(e)")]


@BATCH
def test_the_machine_is_loaded_and_unloaded_by_the_dealer(book: Rulebook) -> None:
    expected = [("load-machine", "dealer"), ("machine-shuffle", "system"), ("unload-machine", "dealer")]
    assert made_by(book, "batch") == brought(book, "open.batch-shuffler") == expected


@BATCH
def test_a_batch_shuffle_machine_is_no_device_with_two_batches(book: Rulebook) -> None:
    assert findings(book, {"shuffle.how": "device"}) == [("not-a-choice", "$.shuffle.how", "5(a)")]
    assert "batch" in said(book, {"shuffle.how": "device"})


@THREE_DEALERS
def test_at_the_big_table_three_dealers_may_shuffle_one_after_the_other(book: Rulebook) -> None:
    alone, three = (rules(book, {"shuffle.how": how}).shuffling for how in ("manual", "three-dealers"))
    assert (alone.how, alone.dealers) == ("manual", 1)
    assert (three.how, three.dealers) == ("three-dealers", 3)
    steps = ("wash-again", "stack-again", "first-shuffle", "second-shuffle", "third-shuffle")
    expected = [(step, "dealer") for step in steps]
    assert made_by(book, "three-dealers") == brought(book, "shuffle.three-dealers") == expected


@proves("shuffle.three-dealers/each-alone")
@THREE_DEALERS
@pytest.mark.parametrize("first, second, third", [("ann", "ann", "cy"), ("ann", "bob", "ann"), ("ann", "bob", "bob")])
def test_the_three_dealers_are_three_people(book: Rulebook, first: str, second: str, third: str) -> None:
    """Each shuffles independently; wash and stack may be made by one of them."""
    table = Table(rules_under(book, shuffle__how="three-dealers"), shuffled(8), [1], ("three-dealers",))
    table.must(do="perform", step="wash-again", who="ann")
    table.must(do="perform", step="stack-again", who="ann")
    made: dict[str, str] = {}
    for step, who in zip(("first-shuffle", "second-shuffle", "third-shuffle"), (first, second, third), strict=True):
        if who in made.values():
            refusal = table.refused(do="perform", step=step, who=who)
            assert (refusal.reason, refusal.section) == (Reason.SAME_PERSON, "5(a)(2)")
            assert made[str(refusal.detail["made"])] == who
        made[step] = next(one for one in (who, "bob", "cy") if one not in made.values())
        table.must(do="perform", step=step, who=made[step])
    assert [event.who for event in table.all(StepPerformed)] == ["", "", *made.values()]
    assert table.state.made_by == {}  # the next stack is anyone's


@THREE_DEALERS
def test_the_automatic_dealer_shuffles_under_three_names(book: Rulebook) -> None:
    table = Table(rules_under(book, shuffle__how="three-dealers"), shuffled(8), [1])
    table.ready()
    signed = {event.step: event.who for event in table.all(StepPerformed) if event.who}
    names = [signed[step] for step in ("first-shuffle", "second-shuffle", "third-shuffle")]
    assert names == ["house", "house-2", "house-3"]


@pytest.mark.parametrize("name", [name for name in documents() if name != "ma-baccarat"])
def test_three_dealers_shuffle_at_the_big_table_only(name: str) -> None:
    section = load(name).section("shuffle.when")
    assert findings(name, {"shuffle.how": "three-dealers"}) == [("not-a-choice", "$.shuffle.how", section)]


# ---------------------------------------------------------------- pre-shuffled cards


@proves("open.inspect/one-way")
@proves("open.inspect", ma_baccarat="4(a)-(b)", ma_midi="4(a)-(b)", ma_midi_multilevel="4(a)-(b)")
@PRESHUFFLED
def test_pre_shuffled_cards_are_not_inspected_spread_or_washed(book: Rulebook) -> None:
    made = rules(book, {"shuffle.preshuffled": True, "shuffle.preshuffled-procedure": "RS-51"})
    skipped = {"open.inspect", "open.spread", "open.wash", *(["open.batches"] if "mini" in book.id else [])}
    assert made.shuffling.preshuffled
    assert made.waived == skipped
    assert not any(made.applies(key) for key in skipped)
    assert rules(book).waived == set()
    assert rules(book).applies("open.inspect")


@PRESHUFFLED
def test_massachusetts_wants_the_procedure_for_pre_shuffled_cards_submitted_except_at_mini(book: Rulebook) -> None:
    missing = [("procedure-missing", "$.shuffle.preshuffled-procedure", "4(d)")]
    expected = [] if book.id in ("ma-mini", "md-mini") else missing
    assert findings(book, {"shuffle.preshuffled": True}) == expected
    assert findings(book, {"shuffle.preshuffled": True, "shuffle.preshuffled-procedure": " "}) == expected


# ---------------------------------------------------------------- the further shuffle, and its notice

TEN = datetime(2026, 11, 2, 10, 0, tzinfo=timezone(timedelta(hours=-5)))


def notice(minutes: int, **more: object) -> Changes:
    """The further shuffle from ten o'clock, with notice so long before."""
    told = TEN - timedelta(minutes=minutes)
    return {
        "shuffle.reshuffle": True,
        "shuffle.reshuffle-notice": {"surveillance": told, "commission": told, "begins": TEN} | more,
    }


@RESHUFFLE
def test_the_cards_may_be_shuffled_again_after_lacing(book: Rulebook) -> None:
    assert rules(book, notice(30)).shuffling.reshuffle
    assert not rules(book, {"shuffle.reshuffle": False}).shuffling.reshuffle
    laced = ["shuffle", "lace"] if book.id == "ma-baccarat" else ["riffle", "riffle", "turn", "strip", "lace"]
    assert may(book.ceremonies["reshuffle"], laced) == {"reshuffle"}
    assert book.ceremonies["reshuffle"].steps["reshuffle"].by == "dealer"


@proves("shuffle.reshuffle-option/minutes")
@RESHUFFLE
def test_surveillance_and_commission_have_thirty_minutes_notice(book: Rulebook) -> None:
    path, section = "$.shuffle.reshuffle-notice", book.section("shuffle.reshuffle-option")
    assert findings(book, notice(29)) == [
        ("notice-too-short", f"{path}.surveillance", section),
        ("notice-too-short", f"{path}.commission", section),
    ]
    late = notice(45, commission=TEN - timedelta(minutes=5))
    assert findings(book, late) == [("notice-too-short", f"{path}.commission", section)]
    assert "30 minutes" in said(book, late)


@RESHUFFLE
def test_a_notice_in_another_zone_is_as_good(book: Rulebook) -> None:
    told = (TEN - timedelta(minutes=30)).astimezone(UTC)
    assert findings(book, notice(30, surveillance=told)) == []
    assert findings(book, notice(30, surveillance=told + timedelta(minutes=1))) != []


@RESHUFFLE
def test_the_further_shuffle_needs_its_notice(book: Rulebook) -> None:
    path, section = "$.shuffle.reshuffle-notice", book.section("shuffle.reshuffle-option")
    assert findings(book, {"shuffle.reshuffle": True}) == [("notice-missing", path, section)]
    assert "surveillance and commission" in said(book, {"shuffle.reshuffle": True})
    only_one = {"shuffle.reshuffle": True, "shuffle.reshuffle-notice": {"surveillance": TEN, "begins": TEN}}
    assert findings(book, only_one) == [
        ("notice-too-short", f"{path}.surveillance", section),
        ("notice-missing", f"{path}.commission", section),
    ]


@proves("shuffle.reshuffle-option/ends")
@RESHUFFLE
def test_stopping_the_further_shuffle_needs_the_same_notice(book: Rulebook) -> None:
    stopped = {**notice(10), "shuffle.reshuffle": False}
    assert {code for code, _, _ in findings(book, stopped)} == {"notice-too-short"}
    assert findings(book, {**notice(30), "shuffle.reshuffle": False}) == []


@RESHUFFLE
def test_times_with_and_without_an_offset_cannot_be_compared(book: Rulebook) -> None:
    path, section = "$.shuffle.reshuffle-notice", book.section("shuffle.reshuffle-option")
    told = TEN.replace(tzinfo=None) - timedelta(hours=2)
    shuffled = notice(60, surveillance=told)
    assert findings(book, shuffled) == [("notice-unclear", f"{path}.surveillance", section)]
    naive = {"surveillance": told, "commission": told, "begins": TEN.replace(tzinfo=None)}
    assert findings(book, {"shuffle.reshuffle": True, "shuffle.reshuffle-notice": naive}) == []


@RESHUFFLE
def test_only_a_shuffle_by_hand_has_lacing_to_shuffle_after(book: Rulebook) -> None:
    machine = {**notice(60), "shuffle.how": "batch", "shuffle.machine-procedure": "RS-44"}
    section = book.section("shuffle.reshuffle-option")
    assert findings(book, machine) == [("not-a-choice", "$.shuffle.reshuffle", section)]


@pytest.mark.parametrize("name, section", [("ma-mini", "5(a)"), ("md-mini", ".05A")])
def test_mini_has_no_further_shuffle(name: str, section: str) -> None:
    assert findings(name, {"shuffle.reshuffle": True}) == [("not-a-choice", "$.shuffle.reshuffle", section)]


# ---------------------------------------------------------------- the continuous shoe


@CONTINUOUS_SHOE
def test_a_continuous_shoe_replaces_shuffle_cut_cover_card_and_burn(book: Rulebook) -> None:
    made = rules(book, CONTINUOUS)
    assert (made.shuffling.how, made.shoe.continuous) == ("continuous", True)
    assert (made.shoe.burn, made.shoe.cover_depth, made.shoe.coups_after_cover) == (False, 0, 0)
    assert {key for key in book.provisions if not made.applies(key)} == {
        key for key in book.provisions if book.section(key).startswith("5(")
    }
    by_hand = rules(book).shoe
    assert (by_hand.continuous, by_hand.burn, by_hand.cover_depth, by_hand.coups_after_cover) == (False, True, 14, 1)


@CONTINUOUS_SHOE
def test_a_continuous_shoe_needs_approval(book: Rulebook) -> None:
    changes = {"shuffle.how": "continuous"}
    assert findings(book, changes) == [("approval-missing", "$.shuffle.continuous-approval", "14")]
    assert findings(book, {**changes, "shuffle.continuous-approval": " "}) == findings(book, changes)


@CONTINUOUS_SHOE
def test_a_continuous_shoe_is_filled_by_the_dealer_with_six_to_eight_decks(book: Rulebook) -> None:
    assert made_by(book, "continuous") == [("fill-shoe", "dealer")]
    assert [rules(book, {**CONTINUOUS, "decks": decks}).shoe.decks for decks in (6, 7, 8)] == [6, 7, 8]
    assert findings(book, {**CONTINUOUS, "decks": 16}) == [("decks-outside", "$.decks", "3(a)")]


@CONTINUOUS_SHOE
def test_with_a_continuous_shoe_nobody_cuts_and_nothing_is_burned(book: Rulebook) -> None:
    in_vain = {"cut.by": "dealer", "cut.recut-by": "next", "deal.burned-cards": "face-up"}
    reviewed = filed(book, {**CONTINUOUS, **in_vain})
    assert [(warning.code, warning.path) for warning in reviewed.warnings] == [
        ("no-effect", "$.cut.by"),
        ("no-effect", "$.cut.recut-by"),
        ("no-effect", "$.deal.burned-cards"),
    ]


@MANUAL_SHOE
def test_the_big_table_is_dealt_from_a_manual_shoe(book: Rulebook) -> None:
    assert findings(book, CONTINUOUS) == [("not-a-choice", "$.shuffle.how", "7(a)")]
    assert "a manual shoe" in said(book, CONTINUOUS)
    assert not rules(book).shoe.continuous


@pytest.mark.parametrize("name, section", [("ma-midi", "5(a)"), ("ma-midi-multilevel", "5(a)"), ("md-mini", ".05A")])
def test_only_mini_in_massachusetts_has_a_continuous_shoe(name: str, section: str) -> None:
    assert findings(name, CONTINUOUS) == [("not-a-choice", "$.shuffle.how", section)]


# ---------------------------------------------------------------- a batch that lay in the device


@pytest.mark.parametrize(
    "name, stored, procedure, inspected",
    [
        ("ma-mini", False, "", True),
        ("ma-mini", True, "", True),
        ("ma-mini", False, "RS-60", True),
        ("ma-mini", True, "RS-60", False),
        ("md-mini", False, " ", True),
        ("md-mini", True, "", False),
        ("md-mini", False, "RS-60", False),
    ],
)
def test_after_an_idle_time_mini_asks_for_both_grounds_not_to_inspect_and_maryland_for_one(
    name: str, stored: bool, procedure: str, inspected: bool
) -> None:
    grounds = {"shuffle.stores-securely": stored, "shuffle.storage-procedure": procedure}
    assert rules(load(name), {**DEVICE, **grounds}).shuffling.inspect_batch is inspected
    assert not rules(load(name)).shuffling.inspect_batch
