"""The built-in rulebooks as pages: what each demands, section by section, in our words, with its terms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from punto.draw.felt import felt_svg
from punto.law.comparison import facts, written
from punto.law.rulebook import FOLDER, Provision, Rulebook, documents, load, text_of, topic_of, topics
from punto.rules.review import review
from punto.rules.submission import shipped
from tools.manual.markdown import cell, page, table

# The kind of table, for newcomers. Everything else on a page comes from the data.
KIND_OF_TABLE = {
    "ma-baccarat": """
The big table, with ten to fourteen seats. The shoe passes from player to player: its holder is the *curator*, and
deals each card when the dealer says so. If the licensee has filed it, the highest wager on a hand turns its cards. A
winner on the Banker's Hand is paid first and pays vigorish afterward. Every shoe has new cards.""",
    "ma-midi": """
A table with up to nine seats and one dealer, who deals from the shoe. Players turn the cards: the highest wager on a
hand squeezes it, including the third card, which is dealt face down. Squeezed cards are used for one shoe only.""",
    "ma-midi-multilevel": """
The same table as [Midi Baccarat](ma-midi.md), in an edition whose Royal 9 is of the *Multi-Level* kind: three
meters, and three combinations instead of one at every chair. Nearly everything else is the same.""",
    "ma-mini": """
The table with the most options: shuffled by hand, by a device with two alternating batches, or continuously; free
hands at the operator's choice; side wagers, one of them with meters. The highest wager on a hand turns it, as at
Midi, but cards may be used for a day.""",
    "md-mini": """
Maryland's mini table, where only the dealer touches the cards. The third-card rules are the same, printed as forty
cases. There are fewer wagers than in Massachusetts: the Dragon Bonus, and at EZ tables Dragon 7; no Panda 8, no House
Money, no Royal 9.""",
    "punto-open": """
Rules of our own for home tables, studies and drafts: one to fourteen seats, one to sixteen decks, five ways of paying
the Banker's Hand, and the side wagers of many places at common odds. They are the law of no place. Only the dealer
touches the cards.

The rulebook cites itself. Its sections are the paragraphs of its text, which is in the package beside it and below as
the requirements. Not in it: Royal 9 and other progressives, the squeeze, a curator, shuffling devices and continuous
shoes. A table that needs those starts from another rulebook
([Write a rulebook for your jurisdiction](../own-rulebook.md)).""",
}
FELTS = {
    "ma-baccarat": "ma-baccarat-salon",
    "ma-midi": "ma-midi-squeeze",
    "ma-midi-multilevel": "ma-midi-multilevel-royal",
    "ma-mini": "ma-mini-ez-royal",
    "md-mini": "md-mini-classic",
    "punto-open": "punto-open-carnival",
}
_CHAPTER = re.compile(r'^# -+ (?P<title>.+)$|^\["(?P<key>[a-z0-9.-]+)"\]$', re.M)
_ORDER = re.compile(r"^# (?P<words>.+)\n\[ceremony\.(?P<key>[a-z-]+)\]$", re.M)


class Chapter(NamedTuple):
    """A chapter of a document: its number, our word for it, and its provisions."""

    number: str
    title: str
    provisions: list[Provision]


def chapters(book: Rulebook) -> list[Chapter]:
    """Divide a rulebook into the chapters of its file, which are those of its document."""
    found: list[Chapter] = []
    for match in _CHAPTER.finditer(text_of(book.id)):
        if match["title"]:
            number, _, title = match["title"].partition(" ")
            found.append(Chapter(number, title, []))
        else:
            found[-1].provisions.append(book.provisions[match["key"]])
    return [chapter for chapter in found if chapter.provisions]


def rulebook_page(rulebook: str) -> str:
    """Return the page of one rulebook."""
    book = load(rulebook)
    others = ", ".join(f"[{load(other).title}]({other}.md)" for other in documents() if other != rulebook)
    compared = (
        f"[Differences](differences.md) compares it with {others}. [Readings](../readings.md) says how we interpret"
        " what the document leaves open."
    )
    remedies = f"[Irregularities](../troubles.md#{_anchor(book)}) lists the remedy at each point of a coup."
    return page(
        book.title,
        f"*{book.document}; {book.in_force}. Its id is `{book.id}`; {len(book.provisions)} provisions.*",
        KIND_OF_TABLE[rulebook],
        *((compared,) if rulebook in documents() else ()),
        f"![The felt of a table of {book.title}](../pictures/felt-{rulebook}.svg)",
        f"*The felt of [`{FELTS[rulebook]}`](../submissions.md), a built-in submission.*",
        "## At a glance",
        table(("", ""), [(f"**{name}**", value) for name, value in facts(book).items()]),
        "## Choices of the licensee",
        _choices(book),
        *((remedies,) if rulebook in documents() else ()),
        *(_chapter(chapter, _paragraphs(book)) for chapter in chapters(book)),
        "## Ceremonies",
        "Acts in a fixed order. A space means “then”, `|` “or”, `?` “optional”, `*` “any number of times”, `+`"
        " “at least once”.",
        *_ceremonies(book),
    )


def felt(rulebook: str) -> str:
    """Draw the felt for the page of a rulebook."""
    rules = review(shipped(FELTS[rulebook])).rules
    if rules is None:
        raise LookupError(f"{FELTS[rulebook]} is not lawful")
    return felt_svg(rules)


def _choices(book: Rulebook) -> str:
    """Return a list of the choices that a document leaves to the licensee, if it names them."""
    rows = [
        (f"§ {one.section}", topic_of(one.key).said(one), " or ".join(f"`{choice}`" for choice in one.terms["choices"]))
        for one in book.provisions.values()
        if len(one.terms.get("choices", ())) > 1
    ]
    return table(("section", "", "choices"), rows)


def _anchor(book: Rulebook) -> str:
    """Return the anchor of this rulebook on the page of irregularities, as the theme derives it from the heading."""
    words = re.sub(r"[^\w\s-]", "", f"{book.title} {book.id}".lower())
    return re.sub(r"[\s-]+", "-", words).strip("-")


def _paragraphs(book: Rulebook) -> Mapping[str, str]:
    """Return the text of a rulebook that cites itself, by section; nothing for one that cites a document."""
    text = FOLDER / f"{book.id}.md"
    found = re.findall(r"^(\d+\.\d+) (.+)$", text.read_text(encoding="utf-8"), re.M) if text.is_file() else ()
    return dict(found)


def _chapter(chapter: Chapter, told: Mapping[str, str]) -> str:
    rows = [
        (
            f"§ {one.section}",
            told.get(one.section) or topic_of(one.key).said(one),
            "; ".join(_terms(one)),
            f"`{one.key}`",
        )
        for one in chapter.provisions
    ]
    title = f"## {chapter.number} {chapter.title[0].upper()}{chapter.title[1:]}"
    return f"{title}\n\n{table(('section', 'requirement', 'terms', 'provision'), rows)}"


def _terms(one: Provision) -> Iterator[str]:
    """Return the terms of a provision as lines; indented ones belong to the name before them."""
    line = ""
    for each in written(one.terms):
        if each.startswith(" ") and line:
            line += ("" if line.endswith(":") else ",") + " " + each.strip()
        else:
            if line:
                yield line
            line = each
    if line:
        yield line


def _ceremonies(book: Rulebook) -> Iterator[str]:
    words = {match["key"]: match["words"] for match in _ORDER.finditer(text_of(book.id))}
    for key, ceremony in book.ceremonies.items():
        must = f" Required steps: {', '.join(ceremony.must)}." if ceremony.must else ""
        by = ", ".join(f"{step.key} (the {step.by}, § {step.cite.section})" for step in ceremony.steps.values())
        told = f"{words[key]}{must}\n\n" if key in words else f"{must.strip()}\n\n" if must else ""
        order = f"```text\n{' '.join(ceremony.order.split())}\n```"
        yield f"### {key.replace('-', ' ').capitalize()}\n\n{told}{order}\n\nSteps: {by}."


# ---------------------------------------------------------------- comparison


def differences_page() -> str:
    """Write the five side by side."""
    books = [load(rulebook) for rulebook in documents()]
    glance = {book.id: facts(book) for book in books}
    head = ("", *(f"[{book.id}]({book.id}.md)" for book in books))
    keys = [key for key in topics() if any(key in book for book in books)]
    same = [key for key in keys if _alike(key, books)]
    differ = [key for key in keys if key not in same]
    shared = sum(all(key in book for book in books) for key in keys)
    return page(
        "Differences",
        "The five documents compared, as their rulebooks state them."
        " [`punto rules diff`](../rulebooks.md#compare-two-rulebooks) compares any two in more detail.",
        "## At a glance",
        table(head, [(f"**{name}**", *(glance[book.id][name] for book in books)) for name in glance[documents()[0]]]),
        "## Different provisions",
        f"Of {len(keys)} provisions {shared} are in all five documents, and {len(same)} of these are the same"
        " everywhere. The table lists the others, with their sections and the terms that differ; a dash means that the"
        " document has no such provision.",
        table(
            ("provision", *documents()), [(f"`{key}`", *(_side(key, book, books) for book in books)) for key in differ]
        ),
        "## Equal provisions",
        table(("provision", "requirement", *documents()), [_row(key, books) for key in same]),
    )


def _alike(key: str, books: list[Rulebook]) -> bool:
    return all(key in book and book.provisions[key].terms == books[0].provisions[key].terms for book in books)


def _row(key: str, books: list[Rulebook]) -> tuple[str, ...]:
    return (
        f"`{key}`",
        topics()[key].said(*(book.provisions[key] for book in books if key in book)),
        *(f"§ {book.section(key)}" for book in books),
    )


def _side(key: str, book: Rulebook, books: list[Rulebook]) -> str:
    if key not in book:
        return "—"
    others = [other.provisions[key].terms for other in books if key in other]
    own = book.provisions[key].terms
    differ = {name: value for name, value in own.items() if any(other.get(name) != value for other in others)}
    lines = _terms(Provision(key, book.section(key), differ))
    return "<br>".join((f"§ {book.section(key)}", *map(cell, lines)))
