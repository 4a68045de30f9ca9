"""Posts: dealers and floorperson sign on, relieve each other and sign off, and act as their posts permit."""

from typing import Any

import pytest

from punto.core.roles import Role
from punto.law.rulebook import Rulebook
from punto.table import Reason, due
from punto.table.commands import SignOn
from punto.table.decide import opened
from punto.table.drive import posted
from punto.table.events import StepPerformed
from punto.table.phases import Phase
from punto.table.staff_events import Relieved, SignedOff, SignedOn
from tests.proofs import proves
from tests.table.harness import BANKER_STOOD, Table, at, new, reworded, rules_under, shuffled

VERIFIED = proves(
    "open.inspect", ma_baccarat="4(a)-(b)", ma_midi="4(a)-(b)", ma_midi_multilevel="4(a)-(b)", ma_mini="4(a)",
    md_mini=".04A",
)  # fmt: skip
FLOOR: dict[str, Any] = {"do": "assign-floor", "by": "floor", "who": "fay"}


def signed(book: str = "ma-mini", **changes: Any) -> Table:
    """A table in betting with Dora as its dealer and Fay as its floorperson."""
    table = Table(rules_under(book, staff__posts=True, **changes), BANKER_STOOD, agenda=())
    table.must(do="sit", seat=1, buy_in=1000_00)
    table.must(do="sign-on", by="dealer", who="dora", post="dealer")
    table.must(**FLOOR)
    return table


def refused(table: Table, reason: Reason, **command: Any) -> dict[str, str | int]:
    refusal = table.refused(**command)
    assert refusal.reason is reason, refusal
    return refusal.detail


def test_a_table_without_posts_and_an_automatic_one_know_nothing_of_them() -> None:
    plain, asked = rules_under("ma-mini"), rules_under("ma-mini", staff__posts=True)
    openings = opened(plain, 0), opened(asked, 0), opened(asked, 0, virtual=True)
    assert [event.posts for event in openings] == [False, True, False]
    table = at("ma-mini")
    for command in ({"do": "sign-on", "by": "dealer", "post": "dealer"}, dict(FLOOR), {"do": "sign-off"}):
        assert refused(table, Reason.NOT_ALLOWED_HERE, **command) == {"posts": "no one signs on at this table"}
    assert refused(table, Reason.NOT_ALLOWED_HERE, do="relieve", by="dealer", whom="x")


def test_play_waits_for_vacant_posts_and_for_nothing_else() -> None:
    table = Table(rules_under("ma-mini", staff__posts=True), shuffled(8), [1])
    assert table.due() == ["sign-on", "assign-floor"]
    refusal = table.refused(do="perform", step="inspect")
    assert (refusal.reason, refusal.detail) == (Reason.POST_VACANT, {"posts": "dealer, floor"})
    table.must(do="sign-on", by="dealer", who="dora", post="dealer")
    assert table.due() == ["assign-floor"]
    table.must(**FLOOR)
    assert "perform inspect" in table.due()
    assert table.state.posts == {"dora": ("dealer", 0), "fay": ("floor", 0)}


def test_one_post_for_a_person_and_none_for_a_player() -> None:
    table = signed()
    table.must(do="sit", seat=2, by="player", who="eve", buy_in=1000_00)
    assert refused(table, Reason.WRONG_POST, do="sign-on", by="dealer", who="fay", post="dealer") == {"post": "floor"}
    held = refused(table, Reason.WRONG_POST, do="sign-on", by="dealer", who="dan", post="dealer")
    assert held == {"post": "dealer", "held-by": "dora"}
    assert refused(table, Reason.WRONG_POST, **{**FLOOR, "whom": "dora"}) == {"post": "dealer"}
    assert refused(table, Reason.WRONG_POST, do="relieve", by="dealer", who="eve", whom="dora") == {"plays": "eve"}
    assert refused(table, Reason.WRONG_POST, do="relieve", by="dealer", who="dan", whom="gus") == {"no-post": "gus"}
    assert refused(table, Reason.WRONG_ROLE, do="relieve", by="floor", who="dan", whom="dora") == {"by": "dealer"}
    assert refused(table, Reason.WRONG_ROLE, do="relieve", by="dealer", who="dan", whom="fay") == {"by": "floor"}
    assert refused(table, Reason.BAD_NAME, **{**FLOOR, "who": " "}) == {}
    posts = refused(table, Reason.NOT_ALLOWED_HERE, do="sign-on", by="dealer", who="dan", post="wagers")
    assert posts == {"posts": "dealer"}
    sat = refused(table, Reason.WRONG_POST, do="sit", seat=3, by="player", who="dora", buy_in=1000_00)
    assert sat == {"post": "dealer"}
    fill = refused(table, Reason.WRONG_POST, do="fill", by="floor", who="dora", cents=100_00)
    assert fill == {"post": "dealer"}  # no one deals and supervises


def test_a_dealer_without_a_post_does_nothing() -> None:
    table = signed().bet((1, "player", 100))
    for who in ("dan", "fay"):
        refusal = table.refused(do="perform", step="no-more-bets", by="dealer", who=who)
        assert (refusal.reason, refusal.detail) == (Reason.WRONG_POST, {"by": "dora"})
    table.must(do="perform", step="no-more-bets", by="dealer", who="dora")


def test_relief_between_two_cards_takes_over_what_is_due() -> None:
    table = signed().bet((1, "player", 100))
    table.must(do="perform", step="no-more-bets", who="dora")
    table.auto(until="P1")
    (relieved,) = table.must(do="relieve", by="dealer", who="eve", whom="dora")
    assert relieved == Relieved(who="eve", whom="dora", post="dealer", at=0)
    assert refused(table, Reason.WRONG_POST, do="deal", place="B1", by="dealer", who="dora") == {"by": "eve"}
    table.must(do="deal", place="B1", by="dealer", who="eve")
    table.shoe.dealt("B1")
    table.play()
    table.must(do="sign-off", by="dealer", who="eve")
    table.must(do="sign-on", by="dealer", who="dora", post="dealer")
    assert table.due() == []


def test_who_signs_off_during_a_coup_completes_it_and_none_begins() -> None:
    table = signed().bet((1, "player", 100))
    table.must(do="perform", step="no-more-bets", who="dora")
    (off,) = table.must(do="sign-off", by="dealer", who="dora")
    assert off == SignedOff(who="dora", post="dealer", at=0, completes=True)
    assert refused(table, Reason.WRONG_POST, do="sign-off", by="dealer", who="dora")["leaves"]
    assert refused(table, Reason.WRONG_POST, do="sign-on", by="dealer", who="dora", post="dealer")
    table.play()
    assert (list(table.state.posts), table.state.leaving) == (["fay"], ())
    table.bet((1, "player", 100))
    assert table.due() == ["sign-on"]
    refusal = table.refused(do="perform", step="no-more-bets", who="dora")
    assert (refusal.reason, refusal.detail) == (Reason.POST_VACANT, {"posts": "dealer"})


def test_the_one_who_leaves_may_still_be_relieved() -> None:
    table = signed().bet((1, "player", 100))
    table.must(do="perform", step="no-more-bets", who="dora")
    table.must(do="sign-off", by="dealer", who="dora")
    table.must(do="relieve", by="dealer", who="eve", whom="dora")
    table.must(**{**FLOOR, "who": "gail"})
    table.play()
    assert {who: post for who, (post, _) in table.state.posts.items()} == {"eve": "dealer", "gail": "floor"}
    assert table.last(SignedOn).replaces == "fay"


@proves("open.inspect/verified")
@VERIFIED
def test_the_floorperson_assigned_to_the_table_verifies_the_inspection(book: Rulebook) -> None:
    table = new(book, staff__posts=True)
    table.auto(until="inspect")
    (assigned,) = (who for who, (post, _) in table.state.posts.items() if post == "floor")
    refusal = table.refused(do="perform", step="verify", by="floor", who="gail")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_POST, book.section("open.inspect"))
    assert refusal.detail == {"by": assigned}
    table.must(do="perform", step="verify", by="floor", who=assigned)


@proves("deal.squeeze-relinquish", ma_baccarat="9(f)", ma_midi="8(d)", ma_midi_multilevel="8(d)", ma_mini="8(d)")
def test_the_squeeze_is_revoked_by_the_floorperson_of_the_table(book: Rulebook) -> None:
    now = rules_under(book, staff__posts=True, deal__hands_turned_by="squeeze")
    changed = reworded(now, (', post = "assigned" }', " }"))
    order: dict[str, Any] = {"do": "perform", "step": "order-give-up", "by": "floor", "who": "gail", "why": "delay"}
    for rules, allowed in ((now, False), (changed, True)):
        table = Table(rules, BANKER_STOOD, agenda=())
        table.must(do="sit", seat=1, buy_in=1000_00)
        table.auto(phase=Phase.BETTING)
        table.bet((1, "player", 100)).auto(until="give-player")
        if allowed:
            table.must(**order)
        else:
            assert refused(table, Reason.WRONG_POST, **order)


def test_the_big_table_has_three_dealers_where_three_shuffle() -> None:
    rules = rules_under("ma-baccarat", staff__posts=True, shuffle__how="three-dealers")
    table = Table(rules, shuffled(8), [1])
    table.until(Phase.BETTING)
    held = sorted(post for post, _ in table.state.posts.values())
    assert held == ["caller", "floor", "wagers", "wagers"]
    makers = {event.step: event.who for event in table.all(StepPerformed) if event.step.endswith("-shuffle")}
    assert len({*makers.values()}) == 3
    staff = refused(table, Reason.NOT_ALLOWED_HERE, do="staff", by="floor", calling=["a"], wagers=["b"])
    assert staff == {"posts": "dealers sign on"}


def test_the_house_acts_under_the_names_at_the_posts() -> None:
    table = signed()
    table.bet((1, "player", 100)).play()
    rules, state = table.rules, table.state
    sign = SignOn(id="1", by=Role.DEALER, who="house", at=0, post="dealer")
    assert posted(rules, state, sign).who == "house"
    assert not [act for act in due(rules, state) if act.do in ("sign-on", "assign-floor")]


@pytest.mark.parametrize("order, waits", [(("dora", "fay"), "dealer"), (("fay", "dora"), "floor")])
def test_every_vacancy_stops_the_next_coup(order: tuple[str, str], waits: str) -> None:
    table = signed().bet((1, "player", 100))
    by = "dealer" if order[0] == "dora" else "floor"
    (off,) = table.must(do="sign-off", by=by, who=order[0])
    assert off == SignedOff(who=order[0], post=waits, at=0)
    assert refused(table, Reason.POST_VACANT, do="perform", step="no-more-bets", who="dora") == {"posts": waits}
