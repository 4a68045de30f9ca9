"""The floor: tables opened from submissions, suspended and resumed, closed and reopened; review of what is filed.

``punto.floor.table_registry`` keeps them running, and ``punto.floor.machines`` has their meters and wallets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from punto.core.roles import Role
from punto.filings import digest_of
from punto.floor.ownership import Ownership
from punto.floor.setup import Clock, Limits, Setup, unfit
from punto.floor.storage import FLOOR, Switches
from punto.floor.table_actor import TableActor
from punto.floor.table_registry import TableRegistry
from punto.game.game import Game, Prepared
from punto.game.linked_machines import BOOK
from punto.game.virtual_shoe import Beacon
from punto.library import BUILT_IN, Library, Rulebooks
from punto.record.chain import Record
from punto.record.durable import Durable
from punto.record.opening import Open, Unlawful, opening, rules_of, running
from punto.record.store import Conflict
from punto.rules.review import review, review_pit
from punto.rules.submission import Submission, read
from punto.table import Outcome, Refusal, TableState, after
from punto.table.commands import Reason
from punto.table.phases import Phase
from punto.table.state import stakes
from punto.wallet import Terms

# ---------------------------------------------------------------- filing


def read_filing(text: str, others: Iterable[Submission], books: Rulebooks = BUILT_IN) -> Submission:
    """Parse a submission. Raises ``ValueError`` if it is malformed, ``Unlawful`` if it differs from its pit."""
    found = read(text)
    if found.submission is None:
        raise ValueError("; ".join(f"{fault.path}: {fault.message}" for fault in found.faults))
    tables = [*others, found.submission]
    differs = review_pit(tables, books).get(len(tables) - 1)
    if differs:
        raise Unlawful(tuple(differs))
    return found.submission


def meters_of(text: str, books: Rulebooks = BUILT_IN) -> str:
    """Return the installation of a table that shares its meters with no other; "" if it has none."""
    rules = review(text, books).rules
    return f"{rules.metered.key} {rules.table}" if rules is not None and rules.metered is not None else ""


def first_record(
    text: str,
    submission: Submission,
    books: Rulebooks = BUILT_IN,
    *,
    rack: int,
    progressive: str,
    virtual: bool,
    who: str,
    at: int,
    alone: int | None = None,
    filing: int = 0,
    filings: str = "",
) -> tuple[Game, Prepared]:
    """Return a table that is not open yet, and its first record under the rulebook in force. Raises ``Unlawful``."""
    command = Open(
        id="open",
        by=Role.FLOOR,
        who=who,
        at=at,
        submission=text,
        rulebook=books.text(submission.rulebook),
        rack=rack,
        punto=running(),
        progressive=progressive,
        virtual=virtual,
        coupon_book=BOOK if submission.deal.match_play else "",
        alone=alone,
        alone_sum=alone is not None,
        filing=filing,
        filings=filings,
    )
    game = Game(rules_of(command), TableState(), at)
    events = opening(game.rules, command)
    return game, game.prepared(command, Outcome(events, after(game.state, events)))


# ---------------------------------------------------------------- the floor

RACK = 1_000_000_00


class NotFiled(ValueError):
    """Error for a table that cannot open because the register of filings refuses it."""

    def __init__(self, refusal: Refusal) -> None:
        detail = ", ".join(f"{name} {value}" for name, value in refusal.detail.items() if name != "because")
        section = f" ({refusal.section})" if refusal.section else ""
        super().__init__(f"the register of filings refuses: {refusal.detail['because']}{section}; {detail}")
        self.refusal = refusal


class Floor(TableRegistry):
    """A floor of live tables."""

    @classmethod
    async def open(
        cls,
        store: Durable,
        clock: Clock | None = None,
        wallets: Terms | None = None,
        owners: Ownership | None = None,
        address: str = "",
        library: Library | None = None,
        beacon: Beacon | None = None,
    ) -> Floor:
        """Open the floor of a store: every table as its log left it, except those owned by another process."""
        house = cls(store, clock or Clock(), await Switches.read(store), wallets, owners, address, library, beacon)
        await house._take_up()
        house.owners.when_lost(house._lost)
        if house.owners.shared:
            house._looking = asyncio.get_running_loop().create_task(house._look())
        return house

    # ---------------------------------------------------------------- tables

    async def open_table(
        self,
        submission: str,
        setup: Setup | None = None,
        *,
        rack: int = RACK,
        progressive: str = "",
        virtual: bool = True,
        who: str = "house",
        alone: int | None = None,
        filing: int = 0,
        filings: str = "",
    ) -> TableActor:
        """Open a table under a submission. Raises ``Unlawful`` with every finding, including those of its pit.

        ``filing`` is the approved filing of the submission; without it, the register is searched for its text. If
        ``filings`` are "required", a table without one does not open; if they are "noted", its log says that it is
        unfiled. Raises ``NotFiled`` if the register refuses.
        ``alone`` is what one floorperson may move at it in a shoe without a second, in cents; None: no limit.
        """
        setup = setup or Setup(driver="automatic" if virtual else "desk")
        books = self.rulebooks()
        filed = read_filing(submission, self._filed.values(), books)
        if setup.driver == "automatic" and not virtual:
            raise ValueError(f"{filed.table}: a physical shoe needs a human dealer")
        at = self.clock.now()
        filing = filing or await self._filing_of(submission, filed.table, filings, at)
        game, prepared = first_record(
            submission,
            filed,
            books,
            rack=rack,
            progressive=progressive,
            virtual=virtual,
            who=who,
            at=at,
            alone=alone,
            filing=filing,
            filings=filings,
        )
        self.machines.check(game.rules, progressive)
        async with self._one:
            if not await self.owners.own(filed.table):
                raise ValueError(f"table {filed.table} is open already, in another process")
            if await self.store.last(game.stream) is not None:  # it may be closed, and stays so
                await self.owners.disown(filed.table)
                raise ValueError(f"table {filed.table} was opened before")
            try:
                await self._filed_for(game, prepared)
            except NotFiled:
                await self.owners.disown(filed.table)
                raise
            await self.shelves.open(filed.table, setup)
            records = await self._opened(game, prepared)
            game.take(prepared)
            return await self._keep(game, records[0].body, setup)

    async def _filing_of(self, submission: str, table: str, filings: str, at: int) -> int:
        """Return the approved filing of a text; 0 if a table may open without. Raises ``NotFiled`` if it may not."""
        if not filings:
            return 0
        found = (await self.machines.filings()).approval_of(digest_of(submission), table, at)
        if not found and filings == "required":
            raise NotFiled(Refusal(Reason.FILINGS_REFUSE, detail={"because": "not-approved", "filings": "required"}))
        return found

    async def _filed_for(self, game: Game, prepared: Prepared) -> None:
        """Raise ``NotFiled`` if the register of filings refuses to open a table."""
        register = self.machines.register
        await self.machines.filings()
        async with self.beside.held([register.place]):
            refusal = register.join(game.rules, prepared.command)
        if isinstance(refusal, Refusal):
            raise NotFiled(refusal)

    async def _opened(self, game: Game, prepared: Prepared) -> tuple[Record, ...]:
        """Append the first record of a table, with the register's. Raises ``NotFiled``, and stores nothing."""
        register = self.machines.register
        async with self.beside.held([register.place]):
            more = register.join(game.rules, prepared.command)
            if isinstance(more, Refusal):
                raise NotFiled(more)
            try:
                records = await self.store.append((*prepared.writes, *more))
            except Conflict:
                raise ValueError(f"table {game.rules.table} was opened before") from None
            self.beside.put(records[1:])
        return records

    async def close_table(self, name: str) -> None:
        """Close a table once it is at rest; its log stays, and ``reopen_table`` resumes it."""
        await self.come_to_rest(name)
        await self.shelves.close(name)
        await self._let_go(name)
        self.closing.discard(name)
        await self.owners.disown(name)

    async def come_to_rest(self, name: str) -> None:
        """Let a table that is to be closed begin no new round, and wait until it is at rest."""
        desk = self._desks[name]
        self.closing.add(name)
        await self.disable(f"table/{name}")
        rests = asyncio.Event()
        stop = desk.watch(lambda published: rests.set() if at_rest(published.state) else None)
        while not at_rest(desk.state):
            rests.clear()
            await rests.wait()
        stop()

    async def reopen_table(self, name: str, setup: Setup | None = None) -> TableActor:
        """Reopen a closed table, with its previous setup unless another is given."""
        async with self._one:
            setup = setup or await self.shelves.setup(name)
            if setup is None or name in self._desks:
                raise ValueError(f"table {name} is not closed")
            if not await self.owners.own(name):
                raise ValueError(f"table {name} is owned by another process")
            await self.shelves.open(name, setup)
            await self.disable(f"table/{name}", off=False)
            return await self._resume(name, setup)

    # ---------------------------------------------------------------- suspensions

    async def disable(self, what: str = FLOOR, off: bool = True) -> None:
        """Suspend or resume ``floor``, ``table/NAME`` or ``player/WHO``; rounds in progress are completed."""
        await self.switches.set(what, off)
        self._switched()

    def post(self, name: str, limits: Limits) -> None:
        """Post limits at a table, within those filed. Raises ``ValueError`` otherwise."""
        desk = self._desks.get(name)
        wrong = unfit(desk.rules, limits) if desk else ""
        if wrong:
            raise ValueError(wrong)
        self._posted[name] = limits
        if desk:
            desk.posted = limits
            desk.wake()


def at_rest(state: TableState) -> bool:
    """Return whether a table has no round in progress and no wager; a shuffle may be in progress."""
    between = state.phase in (Phase.PREPARING, Phase.IDLE) or (state.phase is Phase.BETTING and not state.done)
    return between and not stakes(state)
