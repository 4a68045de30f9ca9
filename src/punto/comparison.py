"""Rulebooks side by side: at a glance by a few facts, and provision by provision under keys that all of them share.

What is compared is our data: sections, and the terms that are read there, with what a key is about in our own words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from punto.rulebook import Rulebook, Topic, topics

# ---------------------------------------------------------------- provision by provision


class Place(NamedTuple):
    """Where a document says something, and what: its terms as lines."""

    section: str
    terms: tuple[str, ...]


class Row(NamedTuple):
    """A provision in some documents: a place in each, or nothing where a document is silent."""

    topic: Topic
    places: tuple[Place | None, ...]
    same: bool  # all of them have it, on the same terms; its section may have another number


def rows(books: Sequence[Rulebook]) -> tuple[Row, ...]:
    """Lay some rulebooks side by side, in the order of the provisions; what none of them has is left out."""
    return tuple(_row(topic, books) for topic in topics().values() if any(topic.key in book for book in books))


def _row(topic: Topic, books: Sequence[Rulebook]) -> Row:
    said = [terms_of(book, topic.key) for book in books]
    return Row(topic, tuple(_place(book, topic.key) for book in books), all(one == said[0] for one in said))


def _place(book: Rulebook, key: str) -> Place | None:
    return Place(book.section(key), tuple(written(book.provisions[key].terms))) if key in book else None


def terms_of(book: Rulebook, key: str) -> Mapping[str, Any] | None:
    """Return the terms of a provision, or nothing where the document has none."""
    return dict(book.provisions[key].terms) if key in book else None


def written(terms: Mapping[str, Any]) -> Iterator[str]:
    """Write terms for people, a line each.

    >>> list(written({"pays": "40 to 1", "order": ["collect", "pay"], "ez": True}))
    ['pays: 40 to 1', 'order: collect, pay', 'ez: yes']
    """
    for name, value in terms.items():
        if isinstance(value, dict):
            yield f"{name}:"
            yield from (f"  {line}" for line in written(value))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{name}:"
            yield from (f"  {_entry(item)}" for item in value)
        else:
            yield f"{name}: {_plain(value)}"


def _entry(item: Mapping[str, Any]) -> str:
    """Write an entry of a list: a step and who makes it, or its terms in one line."""
    if item.keys() == {"do", "by"}:
        return f"{item['do']} (by the {item['by']})"
    return ", ".join(f"{name} {_plain(value)}" for name, value in item.items())


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "none"
    return str(value)


# ---------------------------------------------------------------- at a glance


def facts(book: Rulebook) -> dict[str, str]:
    """Return the key facts of a rulebook, in the order of the documents."""
    return {
        "seats": _seats(book),
        "decks": _decks(book),
        "new cards": _new_cards(book),
        "shuffle": _shuffle(book),
        "cut": _cut(book),
        "shoe held by": "a player, the curator" if "def.curator" in book else "the dealer",
        "hands turned by": _turned_by(book),
        "wagers": _listed(book, "main"),
        "if offered": _listed(book, "offered"),
        "at EZ tables": _listed(book, "ez"),
        "Royal 9": _royal_9(book),
        "free hands": "if the licensee likes" if "wager.free-hand" in book else "none",
        "winners": ", then ".join(book.words("result.pay-order", "order")),
    }


def _seats(book: Rulebook) -> str:
    key = next(key for key in book.provisions if key.startswith("table.seats."))
    least, most = book.whole(key, "least"), book.whole(key, "most")
    return f"{least} to {most}" if least > 1 else f"at most {most}"


def _decks(book: Rulebook) -> str:
    if "cards.at-least-six" in book:
        return f"at least {book.whole('cards.at-least-six', 'least')}"
    decks = _range(book, "cards.six-to-eight")
    return f"{decks}; with a shuffler {_range(book, 'cards.two-batches')}" if "cards.two-batches" in book else decks


def _range(book: Rulebook, key: str) -> str:
    return f"{book.whole(key, 'least')} to {book.whole(key, 'most')}"


def _new_cards(book: Rulebook) -> str:
    when = ["every shoe"] if "cards.change-every-shoe" in book else []
    when += [f"every {book.whole('cards.change-daily', 'hours')} hours"] if "cards.change-daily" in book else []
    return " and ".join(when)


def _shuffle(book: Rulebook) -> str:
    ways = {
        "shuffle.three-dealers": "by three dealers",
        "shuffle.device-option": "a device",
        "open.batch-shuffler": "a batch machine",
        "shuffle.continuous": "a continuous shoe",
    }
    return ", ".join(("by hand", *(words for key, words in ways.items() if key in book)))


def _cut(book: Rulebook) -> str:
    if "cut.depth-one-deck" in book:
        depth = f"{book.whole('cut.depth-one-deck', 'depth-decks')} deck"
    else:
        depth = f"{book.whole('cut.depth-ten-cards', 'depth-cards')} cards"
    return f"{depth} from either end, offered {book.word('cut.offer-order', 'direction')}"


def _turned_by(book: Rulebook) -> str:
    if "deal.squeeze-option" in book:
        return "the dealer, or the highest bettor if filed so"
    return "the highest bettor" if "deal.squeeze" in book else "the dealer; nobody touches the cards"


def _listed(book: Rulebook, term: str) -> str:
    return ", ".join(book.words("wager.permissible", term))


def _royal_9(book: Rulebook) -> str:
    if "royal9.multilevel.terms" in book:
        return "Multi-Level"
    if "royal9.progressive.terms" in book:
        return "Progressive, Must Hit if filed" if "royal9.must-hit" in book else "Progressive"
    return "none"
