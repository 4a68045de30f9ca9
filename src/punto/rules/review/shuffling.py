"""Review of shuffle and cut, and the provisions that a choice waives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from punto.law.rulebook import Rulebook, RulebookError
from punto.law.schema import Law
from punto.law.schema.cards import PitWide, ReshuffleOption
from punto.library import BUILT_IN, Rulebooks
from punto.rules.house_rules import Shuffling
from punto.rules.review.cards import batches
from punto.rules.review.choices import burned_cards, cut_by, recut_by
from punto.rules.review.finding import Code, Finding, Notes, listed
from punto.rules.submission import Submission

How = Literal["manual", "device", "batch", "three-dealers", "continuous"]
NOTICE = "$.shuffle.reshuffle-notice"


def waived(submission: Submission, book: Rulebook) -> frozenset[str]:
    """Return the provisions waived by pre-shuffled cards (ma-mini 4(e)) and a continuous shoe (ma-mini 14)."""
    aside: set[str] = set()
    continuous = book.law.shuffle.continuous
    if submission.shuffle.preshuffled:
        aside.update(book.law.open.preshuffled.skips)
    if submission.shuffle.how == "continuous" and continuous is not None:
        replaced = continuous.replaces
        aside.update(key for key in book.provisions if book.section(key).partition("(")[0] == replaced)
    return frozenset(aside)


def shuffling(submission: Submission, notes: Notes) -> Shuffling:
    """Check how the cards are shuffled and cut (section 5 of every document)."""
    book, how = notes.book, _how(submission, notes)
    three_dealers = book.law.shuffle.three_dealers if how == "three-dealers" else None
    _preshuffled(submission, notes)
    _reshuffle(submission, notes)
    return Shuffling(
        how=how,
        batches=batches(submission, book),
        preshuffled=submission.shuffle.preshuffled,
        reshuffle=submission.shuffle.reshuffle,
        cut_by=cut_by(submission, notes),
        recut_by=recut_by(submission, notes),
        burn_shown=burned_cards(submission, notes) == "face-up",
        dealers=three_dealers.dealers if three_dealers is not None else 1,
        inspect_batch=_inspect_batch(submission, book),
        reshuffle_from=_changes_at(submission, book),
    )


def _how(submission: Submission, notes: Notes) -> How:
    law, filed = notes.book.law, submission.shuffle
    batch, continuous = law.open.batch_shuffler, law.shuffle.continuous
    how = next((way for way in ways(law) if way == filed.how), None)
    if how is None:
        _not_a_way(filed.how, notes)
        return "manual"
    if how == "batch" and batch is not None and batch.procedure and not filed.machine_procedure.strip():
        words = "a batch shuffle machine needs its submitted procedure: name it"
        notes.find(Code.PROCEDURE_MISSING, "$.shuffle.machine-procedure", batch, words)
    if how == "continuous" and continuous is not None and continuous.approval and not filed.continuous_approval.strip():
        words = "a continuous shuffling shoe and its procedures need approval: name it"
        notes.find(Code.APPROVAL_MISSING, "$.shuffle.continuous-approval", continuous, words)
    return how


def ways(law: Law) -> list[How]:
    """Return every method of shuffling that a document has; by hand if it offers no other."""
    shuffle, batch = law.shuffle, law.open.batch_shuffler
    found: list[How] = list(shuffle.device_option.choices) if shuffle.device_option is not None else []
    found += shuffle.three_dealers.choices if shuffle.three_dealers is not None else ()
    found = found or ["manual"]
    found += ["batch"] if batch is not None and batch.allowed else []
    found += ["continuous"] if shuffle.continuous is not None and shuffle.continuous.allowed else []
    return found


def _not_a_way(how: str, notes: Notes) -> None:
    book, law = notes.book, notes.book.law
    if how == "continuous" and law.curator is not None:
        words = f"{book.id} is dealt from a manual shoe, not from one that shuffles"
        notes.find(Code.NOT_A_CHOICE, "$.shuffle.how", law.curator.manual_shoe, words)
        return
    words = f"{book.id} has {listed(ways(law))} here, not {how!r}"
    notes.find(Code.NOT_A_CHOICE, "$.shuffle.how", law.shuffle.when, words)


def _preshuffled(submission: Submission, notes: Notes) -> None:
    """Check pre-shuffled cards (ma-mini 4(e); ma-baccarat 4(d) requires the submitted procedure)."""
    law, filed = notes.book.law.open.preshuffled, submission.shuffle
    if not filed.preshuffled:
        return
    if not law.allowed:
        notes.find(Code.NOT_A_CHOICE, "$.shuffle.preshuffled", law, f"{notes.book.id} has no pre-shuffled cards")
    elif law.procedure and not filed.preshuffled_procedure.strip():
        words = "pre-shuffled cards need the licensee's submitted procedure: name it"
        notes.find(Code.PROCEDURE_MISSING, "$.shuffle.preshuffled-procedure", law, words)


def _inspect_batch(submission: Submission, book: Rulebook) -> bool:
    """Return whether the device's batch is inspected after an idle time.

    Mini requires both grounds for an exemption, Maryland one. Reading 25, on ma-mini 5(g)(2)(i)-(ii) and md-mini
    .05H(4).
    """
    law, filed = book.law.idle.batch, submission.shuffle
    if filed.how != "device" or law is None:
        return False
    grounds = {"stored-securely": filed.stores_securely, "procedure": bool(filed.storage_procedure.strip())}
    held = [grounds[ground] for ground in law.if_]
    match law.needs:
        case "all":
            return not all(held)
        case "any":
            return not any(held)


# ---------------------------------------------------------------- the further shuffle


def _reshuffle(submission: Submission, notes: Notes) -> None:
    """Check the further shuffle, which follows lacing in a shuffle by hand (ma-midi 5(a)(1)-(2))."""
    law, filed = notes.book.law.shuffle, submission.shuffle
    option = law.reshuffle_option
    choices = option.choices if option is not None else ("off",)
    if ("on" if filed.reshuffle else "off") not in choices:
        words = f"{notes.book.id} has the further shuffle after lacing {listed(choices)}"
        notes.find(Code.NOT_A_CHOICE, "$.shuffle.reshuffle", option or law.when, words)
    elif option is not None and filed.reshuffle and filed.how != "manual":
        words = f"the further shuffle follows the lacing of a shuffle by hand, but this table has {filed.how!r}"
        notes.find(Code.NOT_A_CHOICE, "$.shuffle.reshuffle", option, words)
    elif option is not None:
        _notice(submission, option, notes)


def _changes_at(submission: Submission, book: Rulebook) -> int | None:
    """Return when a change takes effect after its notice, in milliseconds; a time without an offset is UTC.

    Rulebooks of earlier logs do not hold the table to it.
    """
    option, notice = book.law.shuffle.reshuffle_option, submission.shuffle.reshuffle_notice
    if notice is None or option is None or option.held_to is None:
        return None
    begins = notice.begins if notice.begins.tzinfo else notice.begins.replace(tzinfo=UTC)
    return (begins - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def law_of(filed: Submission, books: Rulebooks) -> Law | None:
    """Return the law of a submission; None if its rulebook cannot be used, which its own review reports."""
    try:
        return books.load(filed.rulebook).law
    except RulebookError:
        return None


def review_change(filed: Submission, in_force: Submission, books: Rulebooks = BUILT_IN) -> tuple[Finding, ...]:
    """Return what a submission changes without notice from the one in force before it (ma-midi 5(a)(2)).

    Starting the further shuffle without notice is a finding by itself. Stopping it is visible only by comparison with
    the replaced submission.
    """
    law = law_of(filed, books)
    option = law.shuffle.reshuffle_option if law is not None else None
    if option is None:
        return ()
    ends = in_force.shuffle.reshuffle and not filed.shuffle.reshuffle
    if not ends or filed.shuffle.reshuffle_notice is not None:
        return ()
    told = listed(option.notify, "and")
    words = f"stopping the further shuffle needs written notice to {told}: give its times"
    return (Finding(Code.NOTICE_MISSING, NOTICE, option.section, words),)


def _notice(submission: Submission, option: ReshuffleOption, notes: Notes) -> None:
    """Check the written notice of starting or stopping the further shuffle (ma-midi 5(a)(2))."""
    told, minutes = option.notify, option.notice_minutes
    notice = submission.shuffle.reshuffle_notice
    if notice is None:
        if submission.shuffle.reshuffle:
            words = f"starting the further shuffle needs written notice to {listed(told, 'and')}: give its times"
            notes.find(Code.NOTICE_MISSING, NOTICE, option, words)
        return
    for whom in told:
        given: datetime | None = getattr(notice, whom, None)
        if given is None:
            words = f"notice goes to {listed(told, 'and')}: state when {whom} received it"
            notes.find(Code.NOTICE_MISSING, f"{NOTICE}.{whom}", option, words)
        elif (given.tzinfo is None) != (notice.begins.tzinfo is None):
            words = "one time has an offset from UTC and the other has none: use the same form for both"
            notes.find(Code.NOTICE_UNCLEAR, f"{NOTICE}.{whom}", option, words)
        elif notice.begins - given < timedelta(minutes=minutes):
            words = f"{whom} received the notice less than {minutes} minutes before the change"
            notes.find(Code.NOTICE_TOO_SHORT, f"{NOTICE}.{whom}", option, words)


# ---------------------------------------------------------------- pit

# Review of several tables as one pit.
#
# A shuffling or lacing option applies to all tables of a pit (ma-baccarat 5(b), ma-midi 5(b)), and starts or ends at
# all of them at one time (reading 27). Tables belong to one pit if they name the same, or none. They are compared
# across documents: over all tables whose document has this rule and the options in question.

Table = tuple[Submission, Law]
# Fields that choose what a document calls an option.
OPTIONS: Mapping[Literal["shuffle", "reshuffle"], tuple[str, Callable[[Submission], str]]] = {
    "shuffle": ("$.shuffle.how", lambda filed: filed.shuffle.how),
    "reshuffle": ("$.shuffle.reshuffle", lambda filed: "the further shuffle" if filed.shuffle.reshuffle else "none"),
}


def review_pit(submissions: Sequence[Submission], books: Rulebooks = BUILT_IN) -> dict[int, list[Finding]]:
    """Return the findings of tables that differ from another of their pit or share its name, by position."""
    found: defaultdict[int, list[Finding]] = defaultdict(list)
    names: dict[str, int] = {}
    pits: defaultdict[str, list[Table]] = defaultdict(list)
    for number, filed in enumerate(submissions):
        if names.setdefault(filed.table.casefold(), number) != number:
            words = f"another submission is also for table {filed.table}: a table has one"
            found[number].append(Finding(Code.TABLE_REPEATED, "$.table", "", words))
        law = law_of(filed, books)
        if law is not None and law.shuffle.pit_wide is not None:
            pit = pits[filed.pit.casefold()]
            found[number].extend(_differences(filed, law, law.shuffle.pit_wide, pit))
            pit.append((filed, law))
    return {number: findings for number, findings in found.items() if findings}


def _differences(filed: Submission, own_law: Law, law: PitWide, pit: Sequence[Table]) -> Iterator[Finding]:
    """Compare a table with the first of its pit, by each option that the two share; its own document comes first."""
    whole = f"{law.scope} {filed.pit}".strip()
    for option in law.options:
        path, chosen = OPTIONS[option]
        shared = [other for other, its_law in pit if _shared(option, filed, other, (own_law, its_law))]
        own = [other for other in shared if other.rulebook == filed.rulebook]
        firsts = (*own[:1], *shared[:1])
        first = next((other for other in firsts if chosen(other) != chosen(filed)), next(iter(firsts), filed))
        if chosen(filed) != chosen(first):
            words = f"table {filed.table} has {chosen(filed)} and table {first.table} has {chosen(first)}"
            yield Finding(Code.PIT_DIFFERS, path, law.section, f"{words}: one option holds in the whole {whole}")
        if option == "reshuffle" and _begins(filed, first) != _begins(first, filed):
            words = f"the further shuffle changes at a different time than at table {first.table} of the same {whole}"
            yield Finding(Code.PIT_DIFFERS, "$.shuffle.reshuffle-notice.begins", law.section, words)


def _shared(option: str, one: Submission, other: Submission, laws: tuple[Law, Law]) -> bool:
    """Return whether the documents of two tables both have an option, and each the other table's choice."""
    if any(law.shuffle.pit_wide is None or option not in law.shuffle.pit_wide.options for law in laws):
        return False
    return option != "shuffle" or all({one.shuffle.how, other.shuffle.how} <= {*ways(law)} for law in laws)


def _begins(filed: Submission, other: Submission) -> object:
    """Return when a table's change takes effect, if the other has a change to compare with."""
    notice = filed.shuffle.reshuffle_notice
    return notice.begins if notice and other.shuffle.reshuffle_notice else None
