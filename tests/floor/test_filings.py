"""The register of filings on a live floor: what opens, what a notice changes in a whole pit, and what is amended."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from punto.core.roles import Duty
from punto.filings import Refusal, Standing
from punto.filings import messages as f
from punto.filings.state import MINUTE
from punto.floor import Clock, Floor, Pace, Setup
from punto.floor.floor import NotFiled
from punto.game.filings_link import needs_of
from punto.record.durable import Durable
from punto.record.memory import MemoryDurable, MemoryStore
from punto.rules.content import content_digest
from punto.rules.review import review
from punto.rules.submission import read
from punto.table.event import OptionInForce, RulesAmended
from punto.table.events import ShoeEnded, StepPerformed
from tests.filings.register import HALF_AN_HOUR, NOTICE, WRITTEN
from tests.floor.floors import coups, proved, submission
from tests.floor.virtual import evening
from tests.proofs import proves

BEGAN = 1_800_000_000_000
QUICK = Setup(players=2, pace=Pace(bets=1000, beat=1, prepare=1, choice=100, round=0))
SLOW = Setup(players=1, pace=Pace(bets=150_000, beat=1, prepare=1, choice=100, round=0))
PLAIN = "ma-midi-multilevel-royal"  # without the further shuffle


class Pit:
    """A floor with a register, in virtual time."""

    def __init__(self, house: Floor) -> None:
        self.house, self.number = house, 0

    async def does(self, kind: type[Any], by: Duty = Duty.FLOOR, who: str = "pam", /, **fields: Any) -> Any:
        self.number += 1
        at = self.house.clock.now()
        return await self.house.machines.filings_do(kind(id=f"f-{self.number}", by=by, who=who, at=at, **fields))

    async def approved(self, kind: str, text: str, **fields: Any) -> int:
        (made,) = await self.does(f.Draft, kind=kind, text=text, **{"title": kind, **fields})
        await self.does(f.File, number=made.number, authority="Commission")
        decision = {"decision": "approved", "reference": f"C-{made.number}", "dated": "2026-11-02"}
        await self.does(f.RecordDecision, number=made.number, **decision)
        number: int = made.number
        return number

    async def filed(self, text: str) -> int:
        """File a submission with all that it refers to, and record their approvals."""
        rules, submitted = review(text).rules, read(text).submission
        assert rules is not None
        assert submitted is not None
        for need in needs_of(rules, submitted):
            more = {"content": need.digest} if need.digest else {"title": need.title}
            await self.approved(need.kind, text, **more)
        return await self.approved("rules", text)

    async def notice(self, **fields: Any) -> int:
        (made,) = await self.does(f.GiveNotice, **{**NOTICE, **WRITTEN, **fields})
        await self.does(f.Acknowledge, Duty.SURVEILLANCE, "vic", number=made.number)
        await self.does(f.RecordDelivery, number=made.number, to="commission", how="by hand")
        number: int = made.number
        return number

    async def after(self, milliseconds: int) -> None:
        await self.house.clock.sleep_until(self.house.clock.now() + milliseconds)


async def floor(store: Durable) -> Pit:
    return Pit(await Floor.open(store, Clock(BEGAN)))


async def until(true: Any, house: Floor, hours: int = 12) -> None:
    end = house.clock.now() + hours * 60 * MINUTE
    while not true():
        assert house.clock.now() < end
        await house.clock.sleep_until(house.clock.now() + 5_000)
        assert all(not desk.failed for desk in house.desks.values())


def events(store: Any, table: str) -> list[Any]:
    whole = MemoryStore(list(evening(_records(store))))
    return [event for record in whole.read(f"table/{table}") for event in record.batch.events]


async def _records(store: Any) -> list[Any]:
    return [record async for record in store.records()]


# ---------------------------------------------------------------- opening

APPROVED = {
    "ma_baccarat": "2(b)",
    "ma_midi": "2(b)",
    "ma_midi_multilevel": "2(b)",
    "ma_mini": "2(b)",
    "md_mini": ".02B",
}
BOOKS = {
    "ma-baccarat": "ma-baccarat-salon",
    "ma-midi": "ma-midi-squeeze",
    "ma-midi-multilevel": PLAIN,
    "ma-mini": "ma-mini-classic",
    "md-mini": "md-mini-classic",
}


@proves("layout.approval/submitted", "layout.approval/approved")
@proves("layout.approval", **APPROVED)
def test_a_table_opens_only_on_the_very_layout_that_was_approved(book: Any) -> None:
    async def work() -> None:
        pit = await floor(store := MemoryDurable())
        text = submission(BOOKS[book.id], "T1")
        number = await pit.approved("rules", text)
        with pytest.raises(NotFiled) as none:
            await pit.house.open_table(text, QUICK, filing=number, filings="required")
        assert none.value.refusal.detail["because"] == "not-approved"
        assert none.value.refusal.section == book.section("layout.approval")
        other = review(text.replace('operator = "', 'operator = "New ')).rules
        assert other is not None
        (drafted,) = await pit.does(f.Draft, kind="layout", title="L", text=text, content=content_digest(other))
        with pytest.raises(NotFiled) as submitted:
            await pit.house.open_table(text, QUICK, filing=number, filings="required")
        assert submitted.value.refusal.detail["because"] == "not-approved", "a draft is not submitted yet"
        await pit.does(f.File, number=drafted.number, authority="Commission")
        decision = {"decision": "approved", "reference": "L-1", "dated": "2026-11-02"}
        await pit.does(f.RecordDecision, number=drafted.number, **decision)
        with pytest.raises(NotFiled) as differs:
            await pit.house.open_table(text, QUICK, filing=number, filings="required")
        assert differs.value.refusal.detail["because"] == "digest-differs"
        assert "T1" not in pit.house.desks
        filing = await pit.filed(text)
        desk = await pit.house.open_table(text, QUICK, filing=filing, filings="required")
        assert desk.state.filing == filing
        state = await pit.house.machines.filings()
        assert state.standing(filing, BEGAN) is Standing.IN_FORCE
        await pit.house.stop()
        assert (await proved(store)).whole

    evening(work())


def test_what_a_submission_names_must_be_approved_too_and_an_unfiled_table_says_so() -> None:
    async def work() -> None:
        pit = await floor(store := MemoryDurable())
        text = submission("ma-midi-ez", "T1")  # with a batch shuffle machine
        rules = review(text).rules
        assert rules is not None
        number = await pit.approved("rules", text)
        await pit.approved("layout", text, content=content_digest(rules))
        with pytest.raises(NotFiled, match="procedure") as missing:
            await pit.house.open_table(text, QUICK, filing=number, filings="required")
        assert missing.value.refusal.section == "4(e)"
        with pytest.raises(NotFiled, match="required"):
            await pit.house.open_table(submission("ma-midi-ez", "T2"), QUICK, filings="required")
        other = submission("ma-midi-ez", "T3")
        noted = await pit.house.open_table(other, QUICK, filings="noted")
        assert (noted.state.filing, noted.state.filings) == (0, "noted")
        await pit.house.stop()
        assert (await proved(store)).whole

    evening(work())


PROCEDURES = {
    "open.preshuffled": ('how = "manual"', "preshuffled = true", 'preshuffled-procedure = "P-1"'),
    "open.batch-shuffler": ('how = "batch"', 'machine-procedure = "P-1"'),
}


def shuffled_by(text: str, provision: str) -> str:
    """A submission whose cards are shuffled as a provision says."""
    kept, inside = [], False
    for line in text.splitlines():
        inside = line.startswith("[shuffle") if line.startswith("[") else inside
        if not inside:
            kept.append(line)
    return "\n".join([*kept, "[shuffle]", *PROCEDURES[provision]]) + "\n"


@proves("open.preshuffled/procedure")
@proves("open.preshuffled", ma_baccarat="4(d)", ma_midi="4(d)", ma_midi_multilevel="4(d)", ma_mini="4(e)")
def test_pre_shuffled_cards_need_an_approved_procedure(book: Any) -> None:
    asks_for(book, "open.preshuffled", shuffled_by(submission(BOOKS[book.id], "T1"), "open.preshuffled"))


@proves("open.batch-shuffler/procedure")
@proves("open.batch-shuffler", ma_baccarat="4(e)", ma_midi="4(e)", ma_midi_multilevel="4(e)")
def test_a_batch_machine_needs_an_approved_procedure(book: Any) -> None:
    asks_for(book, "open.batch-shuffler", shuffled_by(submission(BOOKS[book.id], "T1"), "open.batch-shuffler"))


@proves("idle-table.shuffler-batch/procedure")
@proves("idle-table.shuffler-batch", ma_mini="5(g)(2)(i)-(ii)", md_mini=".05H(4)")
def test_cards_that_wait_in_the_shuffler_need_an_approved_procedure(book: Any) -> None:
    text = submission({"ma-mini": "ma-mini-ez-royal"}.get(book.id, BOOKS[book.id]), "T1")
    lines = [line for line in text.splitlines() if not line.startswith(("storage-procedure", "tip-box"))]
    secure = lines.index("stores-securely = true")
    asks_for(
        book, "idle-table.shuffler-batch", "\n".join([*lines[:secure], 'storage-procedure = "P-1"', *lines[secure:]])
    )


@proves("shuffle.continuous/device-approved", "shuffle.continuous/procedures-approved")
@proves("shuffle.continuous", ma_mini="14")
def test_a_continuous_shoe_needs_approved_equipment_and_procedures(book: Any) -> None:
    text = submission("ma-mini-continuous", "T1").replace("MGC equipment 2026-031", "P-1")
    asks_for(book, "shuffle.continuous", text, "equipment", "procedure")


def asks_for(book: Any, provision: str, text: str, *kinds: str) -> None:
    """A table opens only when everything that its submission names there is approved, each with its section."""

    async def work() -> None:
        pit = await floor(store := MemoryDurable())
        found = review(text)
        assert found.rules is not None, found.findings
        await pit.approved("rules", text)
        await pit.approved("layout", text, content=content_digest(found.rules))
        for kind in kinds or ("procedure",):
            await pit.approved(kind, "another one", title="P-2")
            with pytest.raises(NotFiled) as refused:
                await pit.house.open_table(text, QUICK, filings="required")
            detail = refused.value.refusal.detail
            assert (detail["because"], detail["kind"], detail["title"]) == ("not-approved", kind, "P-1")
            assert refused.value.refusal.section == book.section(provision)
            await pit.approved(kind, "the procedure", title="P-1")
        desk = await pit.house.open_table(text, QUICK, filings="required")
        assert desk.state.filing == 1
        await pit.house.stop()
        assert (await proved(store)).whole

    evening(work())


@proves("layout.drop-and-tip-box/approved", "layout.drop-and-tip-box/elsewhere")
@proves("layout.drop-and-tip-box", md_mini=".02E-F")
def test_the_boxes_stand_where_the_approved_layout_has_them(book: Any) -> None:
    lines = submission("md-mini-classic", "T1").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("tip-box"))
    moved = text.replace("[layout]", '[layout]\ntip-box = "elsewhere"\ntip-box-approval = "P-1"')
    one, other = review(text).rules, review(moved).rules
    assert one is not None
    assert other is not None, review(moved).findings
    assert content_digest(one) != content_digest(other), "an approval is for boxes at their places"
    asks_for(book, "layout.drop-and-tip-box", moved, "equipment")


def test_one_changed_cell_of_a_paytable_is_another_layout_and_another_table_or_felt_is_not() -> None:
    text = submission("ma-midi-squeeze", "T1")
    one = review(text).rules
    assert one is not None
    for line, same in (
        ('pays = "8 to 1"\n', False),
        ('table = "T1"', True),
        ("minimum = 100_00", True),
        ("seats = 7", False),
        ('discards = "rack"', False),
    ):
        other = {
            'pays = "8 to 1"\n': 'pays = "9 to 1"\n',
            'table = "T1"': 'table = "T2"',
            "minimum = 100_00": "minimum = 200_00",
            "seats = 7": "seats = 6",
            'discards = "rack"': 'discards = "bucket"',
        }[line]
        changed = text.replace(line, other)
        if line == "seats = 7":
            changed = changed.replace(', "d9s"]', "]")
        rules = review(changed).rules
        assert rules is not None, line
        assert (content_digest(rules) == content_digest(one)) is same, line
    drawn_otherwise = review(text.replace('discards = "rack"', 'discards = "rack"\nfelt = "wine"')).rules
    assert drawn_otherwise is not None
    assert content_digest(drawn_otherwise) == content_digest(one), "the color of the cloth is its drawing"


# ---------------------------------------------------------------- a notice in the whole pit


@proves("shuffle.reshuffle-option/begins", "shuffle.reshuffle-option/minutes", "shuffle.reshuffle-option/written")
@proves(
    "shuffle.reshuffle-option", ma_baccarat="5(a)(1)(i)-(ii)", ma_midi="5(a)(1)-(2)", ma_midi_multilevel="5(a)(1)-(2)"
)
def test_a_notice_changes_every_table_of_its_pit_at_its_next_shuffle(book: Any) -> None:
    store = MemoryDurable()

    async def work() -> None:
        pit = await floor(store)
        name = {"ma-baccarat": "ma-baccarat-royal", "ma-midi": "ma-midi-squeeze"}.get(book.id, PLAIN)
        plain = "\n".join(_without_reshuffle(submission(name).splitlines()))
        for table, where in (("T1", "High limit"), ("T2", "High limit"), ("T3", "Elsewhere")):
            lines = [_set(line, table, where) for line in plain.splitlines()]
            await pit.house.open_table("\n".join(lines), SLOW)
        await until(lambda: all(desk.state.coup > 2 for desk in pit.house.desks.values()), pit.house)
        desks = pit.house.desks
        number = await pit.notice()
        state = await pit.house.machines.filings()
        assert (state.notices[number].text, state.notices[number].who) == (WRITTEN["text"], "pam")
        await pit.after(HALF_AN_HOUR - 1000)
        assert [desk.state.options for desk in desks.values()] == [{}, {}, {}], "29:59"
        await pit.after(200_000)
        assert [desk.state.options for desk in desks.values()] == [{"reshuffle": True}, {"reshuffle": True}, {}]
        cancelled = await pit.does(f.CancelNotice, number=number, why="too late")
        assert isinstance(cancelled, Refusal)
        shoe = desks["T1"].state.shoe
        await until(lambda: desks["T1"].state.shoe > shoe and not desks["T1"].state.agenda, pit.house)
        await pit.house.stop()
        assert (await proved(store)).whole

    evening(work())
    said = events(store, "T1")
    when = next(index for index, one in enumerate(said) if isinstance(one, OptionInForce))
    steps = [[one.step for one in part if isinstance(one, StepPerformed)] for part in (said[:when], said[when:])]
    assert ("reshuffle" in steps[0], "reshuffle" in steps[1]) == (False, True)
    assert said[when].section == book.section("shuffle.reshuffle-option")


def _set(line: str, table: str, pit: str) -> str:
    if line.startswith("table ="):
        return f'table = "{table}"'
    return f'pit = "{pit}"' if line.startswith("pit =") else line


def _without_reshuffle(lines: list[str]) -> list[str]:
    gone = ("reshuffle", "[shuffle.reshuffle-notice]", "surveillance =", "commission =", "begins =")
    return [line for line in lines if not line.startswith(gone)]


# ---------------------------------------------------------------- amendment


def test_an_amendment_is_in_force_from_the_next_shoe_and_survives_a_restart() -> None:
    store = MemoryDurable()
    text = submission("ma-midi-multilevel-ez", "T1")
    newer = text.replace('pays = "9 to 1"', 'pays = "8 to 1"')

    async def work() -> None:
        pit = await floor(store)
        old, new = await pit.filed(text), await pit.filed(newer)
        desk = await pit.house.open_table(text, QUICK, filing=old, filings="required")
        await coups(pit.house, "T1", 2)
        pays = [str(wager.results[0].pays) for wager in desk.rules.wagers if wager.key == "tie"]
        await pit.does(f.Amend, number=new, table="T1")
        await coups(pit.house, "T1", 4)
        assert (pays, desk.state.filing) == (["9"], old), "the shoe in play ends under its own rules"
        await until(lambda: desk.state.filing == new, pit.house)
        assert [str(wager.results[0].pays) for wager in desk.rules.wagers if wager.key == "tie"] == ["8"]
        await coups(pit.house, "T1", desk.state.coup)
        state = await pit.house.machines.filings()
        assert [state.standing(one, pit.house.clock.now()) for one in (old, new)] == ["superseded", "in-force"]
        await pit.house.stop()
        again = await floor(store)
        assert again.house.desks["T1"].rules.digest == desk.rules.digest
        await coups(again.house, "T1", desk.state.coup + 1)
        await again.house.stop()
        report = await proved(store)
        assert report.whole, report.faults

    evening(work())
    said = events(store, "T1")
    when = next(index for index, one in enumerate(said) if isinstance(one, RulesAmended))
    assert isinstance([one for one in said[:when] if isinstance(one, ShoeEnded | StepPerformed)][-1], ShoeEnded)


@pytest.mark.parametrize(
    "change, because",
    [
        (("seats = 8", "seats = 7"), "seat-taken"),
        (('table = "T1"', 'table = "T2"'), "another-table"),
    ],
)
def test_what_an_open_table_cannot_take_waits(change: tuple[str, str], because: str) -> None:
    from punto.record.amending import unfit

    text = submission("ma-midi-multilevel-ez", "T1")
    before, after = review(text).rules, review(text.replace(*change)).rules
    assert before is not None
    assert after is not None
    seated = replace(_state(), seated={8: "ann"})
    refusal = unfit(before, after, seated)
    assert refusal is not None
    assert refusal.detail["because"] == because


def test_markers_on_the_layout_and_other_meters_refuse_an_amendment() -> None:
    from punto.record.amending import unfit

    text = submission("ma-midi-squeeze", "T1")
    before, after = review(text).rules, review(text.replace('rate = "2.00%"', 'rate = "1.00%"')).rules
    assert before is not None
    assert after is not None
    owing = unfit(before, before, replace(_state(), owed={3: 125_000}))
    assert owing is not None
    assert (owing.section, owing.detail) == ("12(d)(2)(i)-(iii)", {"because": "markers", "seat": 3})
    fed = unfit(before, after, replace(_state(), progressive="royal-9 T1"))
    assert fed is not None
    assert fed.detail == {"because": "other-meters"}
    assert unfit(before, after, _state()) is None, "a table that feeds no meters"


def _state() -> Any:
    from punto.table import TableState

    return TableState(table="T1")


# ---------------------------------------------------------------- several processes, and lies


def test_a_register_of_another_process_is_read_before_a_table_opens() -> None:
    async def work() -> None:
        store = MemoryDurable()
        pit, other = await floor(store), await floor(store)
        text = submission("md-mini-classic", "T1")
        number = await other.filed(text)
        desk = await pit.house.open_table(text, QUICK, filing=number, filings="required")
        assert desk.state.filing == number
        await asyncio.gather(pit.house.stop(), other.house.stop())
        assert (await proved(store)).whole

    evening(work())
