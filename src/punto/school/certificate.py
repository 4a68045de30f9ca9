"""The certificate of an exam that was passed: one page, set like every report, as HTML or PDF."""

from __future__ import annotations

from datetime import UTC, datetime

from punto.library import BUILT_IN, Rulebooks
from punto.report.blocks import Facts, Grid, Report, Signatures, Text
from punto.school.exam import by_kind
from punto.school.kinds import KINDS
from punto.school.progress import Sitting


def certificate(sitting: Sitting, name: str, books: Rulebooks = BUILT_IN) -> Report:
    """Return the certificate; whoever wants to check it sits the same paper again, by its seed."""
    book, asked = books.load(sitting.rulebook), len(sitting.marks)
    day = datetime.fromtimestamp(sitting.at / 1000, tz=UTC).strftime("%-d %B %Y")
    rows = tuple((KINDS[kind].title, str(of), str(right)) for kind, (right, of) in by_kind(sitting).items())
    facts = (
        ("Name", name),
        ("Score", f"{sitting.right} of {asked}, {100 * sitting.right // asked} percent"),
        ("Date", day),
        ("Time taken", f"{sitting.seconds // 60} min {sitting.seconds % 60} s"),
        ("Document", f"{book.document}, {book.in_force}"),
        ("Paper", f"{asked} questions, seed {sitting.seed}"),
        ("Rulebook", book.digest),
    )
    return Report(
        title="Certificate",
        subtitle=f"Dealer school: {book.title}",
        running=f"Punto dealer school, {book.title}",
        head=(
            Text(f"{name} has passed an examination of the dealer school in the subjects below, under {book.title}."),
            Facts(facts, codes=frozenset({"Rulebook"})),
            Grid(("subject", "questions", "right"), rows, numbers=2),
            Signatures(("Examiner", "Student")),
        ),
        sections=(),
    )
