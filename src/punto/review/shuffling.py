"""Reviewing how the cards are mixed and cut, and which provisions a choice sets aside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal, cast

from punto.houserules import Shuffling
from punto.review.cards import batches
from punto.review.choices import choose
from punto.review.finding import Code, Finding, Notes, listed
from punto.rulebook import IDS, Rulebook, RulebookError, load
from punto.submission import Submission

How = Literal["manual", "device", "batch", "three-dealers", "continuous"]
RESHUFFLE, CONTINUOUS, BATCH = "shuffle.reshuffle-option", "shuffle.continuous", "open.batch-shuffler"
NOTICE = "$.shuffle.reshuffle-notice"


def waived(submission: Submission, book: Rulebook) -> frozenset[str]:
    """Return the provisions set aside by pre-shuffled cards (ma-mini 4(e)) and a continuous shoe (ma-mini 14)."""
    aside: set[str] = set()
    if submission.shuffle.preshuffled:
        aside.update(book.words("open.preshuffled", "skips"))
    if submission.shuffle.how == "continuous" and CONTINUOUS in book:
        replaced = book.word(CONTINUOUS, "replaces")
        aside.update(key for key in book.provisions if book.section(key).partition("(")[0] == replaced)
    return frozenset(aside)


def shuffling(submission: Submission, notes: Notes) -> Shuffling:
    """Check how the cards are mixed and cut (section 5 of every document)."""
    book, how = notes.book, _how(submission, notes)
    _preshuffled(submission, notes)
    _reshuffle(submission, notes)
    return Shuffling(
        how=how,
        batches=batches(submission, book),
        preshuffled=submission.shuffle.preshuffled,
        reshuffle=submission.shuffle.reshuffle,
        cut_by=cast(Literal["players", "dealer"], choose("cut.by", submission, notes)),
        recut_by=cast(Literal["last", "next"], choose("cut.recut-by", submission, notes)),
        burn_shown=choose("deal.burned-cards", submission, notes) == "face-up",
        dealers=book.whole("shuffle.three-dealers", "dealers") if how == "three-dealers" else 1,
        inspect_batch=_inspect_batch(submission, book),
        reshuffle_from=_changes_at(submission, book),
    )


def _how(submission: Submission, notes: Notes) -> How:
    book, filed = notes.book, submission.shuffle
    if filed.how not in ways(book):
        _not_a_way(filed.how, notes)
        return "manual"
    if filed.how == "batch" and book.flag(BATCH, "procedure") and not filed.machine_procedure.strip():
        words = "a batch shuffle machine needs its submitted procedure: name it"
        notes.find(Code.PROCEDURE_MISSING, "$.shuffle.machine-procedure", BATCH, words)
    if filed.how == "continuous" and book.flag(CONTINUOUS, "approval") and not filed.continuous_approval.strip():
        words = "a continuous shuffling shoe and its procedures need approval: name it"
        notes.find(Code.APPROVAL_MISSING, "$.shuffle.continuous-approval", CONTINUOUS, words)
    return cast(How, filed.how)


def ways(book: Rulebook) -> list[str]:
    """Return every way of mixing the cards that a document has; by hand where it offers no other."""
    options = [key for key in ("shuffle.device-option", "shuffle.three-dealers") if key in book]
    ways = [way for key in options for way in book.words(key, "choices")] or ["manual"]
    machines = {"batch": BATCH, "continuous": CONTINUOUS}
    return ways + [way for way, key in machines.items() if key in book and book.flag(key, "allowed")]


def _not_a_way(how: str, notes: Notes) -> None:
    book, key = notes.book, "curator.manual-shoe"
    if how == "continuous" and key in book:
        words = f"{book.id} is dealt from a {book.word(key, 'shoe')} shoe, not from one that shuffles"
        notes.find(Code.NOT_A_CHOICE, "$.shuffle.how", key, words)
        return
    words = f"{book.id} has {listed(ways(book))} here, not {how!r}"
    notes.find(Code.NOT_A_CHOICE, "$.shuffle.how", "shuffle.when", words)


def _preshuffled(submission: Submission, notes: Notes) -> None:
    """Cards inspected and shuffled beforehand (ma-mini 4(e); ma-baccarat 4(d) wants the submitted procedure)."""
    book, key, filed = notes.book, "open.preshuffled", submission.shuffle
    if not filed.preshuffled:
        return
    if not book.flag(key, "allowed"):
        notes.find(Code.NOT_A_CHOICE, "$.shuffle.preshuffled", key, f"{book.id} has no pre-shuffled cards")
    elif book.flag(key, "procedure") and not filed.preshuffled_procedure.strip():
        words = "pre-shuffled cards need the licensee's submitted procedure: name it"
        notes.find(Code.PROCEDURE_MISSING, "$.shuffle.preshuffled-procedure", key, words)


def _inspect_batch(submission: Submission, book: Rulebook) -> bool:
    """Whether the device's batch is inspected after an idle time: Mini asks for both grounds not to, Maryland for one.

    Reading 25, on ma-mini 5(g)(2)(i)-(ii) and md-mini .05H(4).
    """
    key, filed = "idle-table.shuffler-batch", submission.shuffle
    if filed.how != "device" or key not in book:
        return False
    grounds = {"stored-securely": filed.stores_securely, "procedure": bool(filed.storage_procedure.strip())}
    held = [grounds[name] for name in book.words(key, "if")]
    return not {"all": all, "any": any}[book.word(key, "needs")](held)


# ---------------------------------------------------------------- the further shuffle


def _reshuffle(submission: Submission, notes: Notes) -> None:
    """The further shuffle comes after lacing, which only a shuffle by hand has (ma-midi 5(a)(1)-(2))."""
    book, filed = notes.book, submission.shuffle
    choices = book.words(RESHUFFLE, "choices") if RESHUFFLE in book else ("off",)
    if ("on" if filed.reshuffle else "off") not in choices:
        words = f"{book.id} has the further shuffle after lacing {listed(choices)}"
        notes.find(Code.NOT_A_CHOICE, "$.shuffle.reshuffle", RESHUFFLE if RESHUFFLE in book else "shuffle.when", words)
    elif filed.reshuffle and filed.how != "manual":
        words = f"the further shuffle follows the lacing of a shuffle by hand, and this table has {filed.how!r}"
        notes.find(Code.NOT_A_CHOICE, "$.shuffle.reshuffle", RESHUFFLE, words)
    elif RESHUFFLE in book:
        _notice(submission, notes)


def _changes_at(submission: Submission, book: Rulebook) -> int | None:
    """Return when the notice of a change has run, in milliseconds; a time without an offset is taken as UTC.

    Rulebooks of earlier logs do not hold the table to it.
    """
    notice = submission.shuffle.reshuffle_notice
    if notice is None or RESHUFFLE not in book or "held-to" not in book.provisions[RESHUFFLE].terms:
        return None
    if book.word(RESHUFFLE, "held-to") != "notice":
        raise RulebookError(f"{book.id}: {RESHUFFLE}.held-to says {book.word(RESHUFFLE, 'held-to')!r}, not 'notice'")
    begins = notice.begins if notice.begins.tzinfo else notice.begins.replace(tzinfo=UTC)
    return (begins - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def review_change(filed: Submission, in_force: Submission) -> tuple[Finding, ...]:
    """Return what a submission changes without notice of what was in force before it (ma-midi 5(a)(2)).

    Starting the further shuffle without notice is a finding by itself. Stopping it shows only beside the submission
    that is replaced.
    """
    if filed.rulebook not in IDS or RESHUFFLE not in load(filed.rulebook):
        return ()
    ends = in_force.shuffle.reshuffle and not filed.shuffle.reshuffle
    if not ends or filed.shuffle.reshuffle_notice is not None:
        return ()
    book = load(filed.rulebook)
    told = listed(book.words(RESHUFFLE, "notify"), "and")
    words = f"stopping the further shuffle needs written notice to {told}: give its times"
    return (Finding(Code.NOTICE_MISSING, NOTICE, book.section(RESHUFFLE), words),)


def _notice(submission: Submission, notes: Notes) -> None:
    """Starting or stopping the further shuffle is told in writing beforehand (ma-midi 5(a)(2))."""
    told, minutes = notes.book.words(RESHUFFLE, "notify"), notes.book.whole(RESHUFFLE, "notice-minutes")
    notice = submission.shuffle.reshuffle_notice
    if notice is None:
        if submission.shuffle.reshuffle:
            words = f"starting the further shuffle needs written notice to {listed(told, 'and')}: give its times"
            notes.find(Code.NOTICE_MISSING, NOTICE, RESHUFFLE, words)
        return
    for whom in told:
        given: datetime | None = getattr(notice, whom, None)
        if given is None:
            words = f"notice goes to {listed(told, 'and')}: say when {whom} had it"
            notes.find(Code.NOTICE_MISSING, f"{NOTICE}.{whom}", RESHUFFLE, words)
        elif (given.tzinfo is None) != (notice.begins.tzinfo is None):
            words = "one time has an offset from UTC and the other has none: write both alike"
            notes.find(Code.NOTICE_UNCLEAR, f"{NOTICE}.{whom}", RESHUFFLE, words)
        elif notice.begins - given < timedelta(minutes=minutes):
            words = f"{whom} had the notice less than {minutes} minutes before the change"
            notes.find(Code.NOTICE_TOO_SHORT, f"{NOTICE}.{whom}", RESHUFFLE, words)
