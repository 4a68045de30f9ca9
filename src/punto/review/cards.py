"""Reviewing seats and cards: how many decks, in how many batches, and what they look like."""

from __future__ import annotations

from punto.houserules import ShoeRules, Stock
from punto.review.finding import Code, Notes, listed
from punto.rulebook import Rulebook
from punto.submission import Submission

CAPACITY = 16  # decks our engine can count
BATCHES = "cards.two-batches"
USUAL_BACKS = ("red", "blue")


def seats(submission: Submission, notes: Notes) -> int:
    """Check the number of seats (ma-mini 2(a), ma-baccarat 2(a))."""
    book, key = notes.book, seats_key(notes.book)
    least, most = book.whole(key, "least"), book.whole(key, "most")
    if not least <= submission.seats <= most:
        words = f"{submission.seats} seats: {book.id} has numbered positions for {least} to {most} players"
        notes.find(Code.SEATS_OUTSIDE, "$.seats", key, words)
    return submission.seats


def seats_key(book: Rulebook) -> str:
    """Return the provision on seats that a document has."""
    return "table.seats.10-14" if "table.seats.10-14" in book else "table.seats.max-9"


def batches(submission: Submission, book: Rulebook) -> int:
    """Return how many batches share the decks: two with an automated shuffler (ma-mini 3(b), md-mini .03B)."""
    return book.whole(BATCHES, "batches") if submission.shuffle.how == "device" and BATCHES in book else 1


def shoe(submission: Submission, waived: frozenset[str], notes: Notes) -> ShoeRules:
    """Derive the rules of one shoe (ma-mini 3, 5(d)-(f), 9(e)); a continuous one has no cover card (reading 8)."""
    book = notes.book
    continuous = submission.shuffle.how == "continuous"
    return ShoeRules(
        decks=max(1, submission.decks // batches(submission, book)),
        burn="burn" in book and "burn" not in waived,
        cover_depth=0 if "cut.cover-card-14" in waived else book.whole("cut.cover-card-14", "cover-depth"),
        coups_after_cover=0 if continuous else book.whole("cover-card", "coups-after"),
        continuous=continuous,
    )


def stock(submission: Submission, notes: Notes) -> Stock:
    """Check the cards that are brought to the table (section 3 of every document)."""
    (_decks_in_batches if batches(submission, notes.book) > 1 else _decks_of_one_set)(submission, notes)
    backs = _backs(submission, notes)
    return Stock(
        decks=submission.decks,
        backs=backs,
        cover=_cover(submission, backs, notes),
        cover_cards=notes.book.whole(_one_set(notes.book), "cover-cards"),
    )


def _one_set(book: Rulebook) -> str:
    """Return the provision on the decks of one set that a document has."""
    return "cards.at-least-six" if "cards.at-least-six" in book else "cards.six-to-eight"


# ---------------------------------------------------------------- how many


def _decks_in_batches(submission: Submission, notes: Notes) -> None:
    book, decks, number = notes.book, submission.decks, batches(submission, notes.book)
    least, most = book.whole(BATCHES, "least"), book.whole(BATCHES, "most")
    if not least <= decks <= most:
        words = f"{decks} decks: with an automated shuffler {book.id} has {least} to {most} in {number} batches"
        notes.find(Code.DECKS_OUTSIDE, "$.decks", BATCHES, words)
    elif book.flag(BATCHES, "equal") and decks % number:
        words = f"{decks} decks make no {number} equal batches: {listed(range(least, most + 1, number))} would"
        notes.find(Code.BATCHES_UNEQUAL, "$.decks", BATCHES, words)


def _decks_of_one_set(submission: Submission, notes: Notes) -> None:
    """Midi has no maximum; but our engine has, and so has the holder for the discards (reading 23)."""
    book, key, decks = notes.book, _one_set(notes.book), submission.decks
    least, most = book.whole(key, "least"), book.provisions[key].terms.get("most")
    holds = book.provisions["layout.discards"].terms.get("decks", decks)
    if decks < least or (most is not None and decks > most):
        lawful = f"{least} to {most}" if most is not None else f"at least {least}"
        notes.find(Code.DECKS_OUTSIDE, "$.decks", key, f"{decks} decks: {book.id} is played with {lawful}")
    elif decks > CAPACITY:
        words = f"{decks} decks are lawful, but more than the {CAPACITY} this engine can count"
        notes.find(Code.BEYOND_CAPACITY, "$.decks", key, words)
    elif decks > holds:
        words = f"{decks} decks are lawful, but the discard holder is asked to take {holds}: have a larger one"
        notes.warn(Code.HOLDER_TOO_SMALL, "$.decks", "layout.discards", words)


# ---------------------------------------------------------------- what they look like


def _backs(submission: Submission, notes: Notes) -> tuple[str, ...]:
    """One set has one back; batches have one each, of different colours (ma-mini 3(a)-(b), ma-midi 3(a))."""
    book, number = notes.book, batches(submission, notes.book)
    key = BATCHES if number > 1 else _one_set(book)
    backs = USUAL_BACKS[:number] if submission.cards.backs is None else tuple(submission.cards.backs)
    asked = book.provisions[key].terms.get("backs", "identical")
    if len(backs) != number or not all(map(_colour, backs)):
        words = f"the backs are {asked}: name {'a colour for each batch' if number > 1 else 'one colour'}"
        notes.find(Code.BACKS, "$.cards.backs", key, words)
    elif asked == "different" and len(set(map(_colour, backs))) < number:
        words = f"the batches have {asked} backs: {backs[0]} for both would not be told apart"
        notes.find(Code.BACKS, "$.cards.backs", key, words)
    return backs


def _cover(submission: Submission, backs: tuple[str, ...], notes: Notes) -> str:
    """Midi's cover cards are told from the backs at a glance (ma-midi 3(a))."""
    book, key, cover = notes.book, _one_set(notes.book), submission.cards.cover
    asked = book.provisions[key].terms.get("cover")
    if not _colour(cover):
        notes.find(Code.COVER_CARDS, "$.cards.cover", key, "name the colour of the cover cards")
    elif asked is not None and _colour(cover) in map(_colour, backs):
        words = f"the cover cards are {asked}, unlike the backs: {cover} is the backs' own"
        notes.find(Code.COVER_CARDS, "$.cards.cover", key, words)
    return cover


def _colour(text: str) -> str:
    return text.strip().casefold()
