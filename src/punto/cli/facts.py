"""A rulebook at a glance: the few facts by which people tell one kind of table from another."""

from __future__ import annotations

from punto.rulebook import Rulebook


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
