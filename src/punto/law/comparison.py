"""Comparison of rulebooks: a summary by a few facts, and provision by provision under shared keys.

The data compared is ours: sections and terms, with the subject of each key in our own words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from punto.law.rulebook import Rulebook, Topic, topics_of
from punto.law.schema import Law
from punto.wagers.language import EZ, WagerLaw

# ---------------------------------------------------------------- provision by provision


class Place(NamedTuple):
    """A document's provision: its section, and its terms as lines."""

    section: str
    terms: tuple[str, ...]


class Row(NamedTuple):
    """A provision in some documents: its place in each, or None."""

    topic: Topic
    places: tuple[Place | None, ...]
    same: bool  # all of them have it, with the same terms; section numbers may differ
    demand: str  # in our words, with the values of these documents


def rows(books: Sequence[Rulebook]) -> tuple[Row, ...]:
    """Compare some rulebooks, in the order of the provisions; provisions that none of them has are left out."""
    return tuple(_row(topic, books) for topic in topics_of(*books))


def _row(topic: Topic, books: Sequence[Rulebook]) -> Row:
    said = [terms_of(book, topic.key) for book in books]
    demand = topic.said(*(book.provisions[topic.key] for book in books if topic.key in book))
    return Row(topic, tuple(_place(book, topic.key) for book in books), all(one == said[0] for one in said), demand)


def _place(book: Rulebook, key: str) -> Place | None:
    return Place(book.section(key), tuple(written(book.provisions[key].terms))) if key in book else None


def terms_of(book: Rulebook, key: str) -> Mapping[str, Any] | None:
    """Return the terms of a provision, or None."""
    return dict(book.provisions[key].terms) if key in book else None


def written(terms: Mapping[str, Any]) -> Iterator[str]:
    """Format terms for readers, one line each.

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
    """Format an entry of a list: a step and its role, or its terms in one line."""
    if item.keys() == {"do", "by"}:
        return f"{item['do']} (by the {item['by']})"
    return ", ".join(f"{name} {_plain(value)}" for name, value in item.items())


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "none"
    if isinstance(value, Mapping):
        return f"({', '.join(f'{name} {_plain(one)}' for name, one in value.items())})"
    return str(value)


# ---------------------------------------------------------------- summary


def facts(book: Rulebook) -> dict[str, str]:
    """Return the key facts of a rulebook, in the order of the documents."""
    law = book.law
    return {
        "seats": _seats(law),
        "decks": _decks(law),
        "new cards": _new_cards(law),
        "shuffle": _shuffle(law),
        "cut": _cut(law),
        "shoe held by": "a player, the curator" if law.def_.curator is not None else "the dealer",
        "hands turned by": _turned_by(law),
        "wagers": ", ".join(dict.fromkeys(one.hand or one.key for one in book.wagers if one.required and _main(one))),
        "if offered": ", ".join(key for one in book.wagers if _optional(one) for key in one.keys),
        "at EZ tables": ", ".join(one.key for one in book.wagers if one.variant == EZ and not one.hand) or "none",
        "Royal 9": _royal_9(law),
        "free hands": "if the licensee likes" if law.wager.free_hand is not None else "none",
        "winners": ", then ".join(law.result.pay_order.order),
    }


def _main(one: WagerLaw) -> bool:
    return bool(one.hand) or not one.variant


def _optional(one: WagerLaw) -> bool:
    return not one.required and one.posted is None  # Royal 9 has its own line


def _seats(law: Law) -> str:
    least, most = law.table.seats.least, law.table.seats.most
    return f"{least} to {most}" if least > 1 else f"at most {most}"


def _decks(law: Law) -> str:
    one_set, batches = law.cards.decks, law.cards.two_batches
    if one_set.most is None:
        return f"at least {one_set.least}"
    decks = f"{one_set.least} to {one_set.most}"
    return decks if batches is None else f"{decks}; with a shuffler {batches.least} to {batches.most}"


def _new_cards(law: Law) -> str:
    when = ["every shoe"] if law.cards.change_every_shoe is not None else []
    when += [f"every {law.cards.change_daily.hours} hours"] if law.cards.change_daily is not None else []
    return " and ".join(when)


def _shuffle(law: Law) -> str:
    ways = {
        "by three dealers": law.shuffle.three_dealers,
        "a device": law.shuffle.device_option,
        "a batch machine": law.open.batch_shuffler,
        "a continuous shoe": law.shuffle.continuous,
    }
    return ", ".join(("by hand", *(words for words, provision in ways.items() if provision is not None)))


def _cut(law: Law) -> str:
    depth = law.cut.depth
    deep = f"{depth.depth_cards} cards" if depth.depth_decks is None else f"{depth.depth_decks} deck"
    return f"{deep} from either end, offered {law.cut.offer_order.direction}"


def _turned_by(law: Law) -> str:
    if law.deal.squeeze_option is not None:
        return "the dealer, or the highest bettor if filed so"
    return "the highest bettor" if law.deal.squeeze is not None else "the dealer; players do not touch the cards"


def _royal_9(law: Law) -> str:
    if law.royal9.multilevel is not None:
        return "Multi-Level"
    if law.royal9.progressive is not None:
        return "Progressive" if law.royal9.must_hit is None else "Progressive, Must Hit if filed"
    return "none"
