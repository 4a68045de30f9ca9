"""Review of seats and cards: number of decks and batches, backs and cover cards."""

from __future__ import annotations

from punto.law.rulebook import Rulebook
from punto.law.schema.cards import Decks, TwoBatches
from punto.rules.house_rules import ShoeRules, Stock
from punto.rules.review.finding import Code, Notes, listed
from punto.rules.submission import Submission

CAPACITY = 16  # decks this engine supports
USUAL_BACKS = ("red", "blue")


def seats(submission: Submission, notes: Notes) -> int:
    """Check the number of seats (ma-mini 2(a), ma-baccarat 2(a))."""
    book, law = notes.book, notes.book.law.table.seats
    if not law.least <= submission.seats <= law.most:
        words = f"{submission.seats} seats: {book.id} has numbered positions for {law.least} to {law.most} players"
        notes.find(Code.SEATS_OUTSIDE, "$.seats", law, words)
    return submission.seats


def batches(submission: Submission, book: Rulebook) -> int:
    """Return the number of batches: two with an automated shuffler (ma-mini 3(b), md-mini .03B)."""
    return law.batches if (law := _two_batches(submission, book)) is not None else 1


def _two_batches(submission: Submission, book: Rulebook) -> TwoBatches | None:
    return book.law.cards.two_batches if submission.shuffle.how == "device" else None


def shoe(submission: Submission, waived: frozenset[str], notes: Notes) -> ShoeRules:
    """Derive the rules of one shoe (ma-mini 3, 5(d)-(f), 9(e)); a continuous one has no cover card (reading 8)."""
    law, continuous = notes.book.law, submission.shuffle.how == "continuous"
    decks = max(1, submission.decks // batches(submission, notes.book))
    _enough(submission, decks, waived, notes)
    return ShoeRules(
        decks=decks,
        burn="burn" not in waived,
        cover_depth=0 if "cut.cover-card-14" in waived else law.cut.cover.cover_depth,
        coups_after_cover=0 if continuous else law.shoe.cover_card.coups_after,
        continuous=continuous,
    )


def _enough(submission: Submission, decks: int, waived: frozenset[str], notes: Notes) -> None:
    """Check that a shoe has the cards that opening, cut, cover card and burn ask for: else a table could not begin."""
    if any(finding.path == "$.decks" for finding in notes.findings):
        return  # reported once
    law, cards = notes.book.law, 52 * decks
    inspect, depth, cover, burn = law.open.inspect, law.cut.depth, law.cut.cover, law.burn.count
    if "open.inspect" not in waived and submission.decks < inspect.least_decks:
        words = f"{submission.decks} decks: {notes.book.id} opens a table with at least {inspect.least_decks}"
        notes.find(Code.DECKS_OUTSIDE, "$.decks", inspect, words)
    if submission.shuffle.how == "continuous":
        return
    needed = {
        "the cut from both ends": (depth, 2 * (52 * (depth.depth_decks or 0) + (depth.depth_cards or 0))),
        "a round before the cover card": (cover, cover.cover_depth + 6),
        "the burned cards and a round": (burn, max(burn.tens_count, burn.ace_counts, 9) + 7),
    }
    for what, (provision, least) in needed.items():
        if cards < least:
            words = f"{cards} cards in a shoe are too few for {what}, which takes {least}: use more decks"
            notes.find(Code.DECKS_OUTSIDE, "$.decks", provision, words)


def stock(submission: Submission, notes: Notes) -> Stock:
    """Check the cards brought to the table (section 3 of every document)."""
    batched = _two_batches(submission, notes.book)
    if batched is not None:
        _decks_in_batches(submission, batched, notes)
    else:
        _decks_of_one_set(submission, notes)
    backs = _backs(submission, batched or notes.book.law.cards.decks, notes)
    return Stock(
        decks=submission.decks,
        backs=backs,
        cover=_cover(submission, backs, notes),
        cover_cards=notes.book.law.cards.decks.cover_cards,
    )


# ---------------------------------------------------------------- decks


def _decks_in_batches(submission: Submission, law: TwoBatches, notes: Notes) -> None:
    decks, least, most, number = submission.decks, law.least, law.most, law.batches
    if not least <= decks <= most:
        words = f"{decks} decks: with an automated shuffler {notes.book.id} has {least} to {most} in {number} batches"
        notes.find(Code.DECKS_OUTSIDE, "$.decks", law, words)
    elif law.equal and decks % number:
        words = f"{decks} decks cannot form {number} equal batches: use {listed(range(least, most + 1, number))}"
        notes.find(Code.BATCHES_UNEQUAL, "$.decks", law, words)


def _decks_of_one_set(submission: Submission, notes: Notes) -> None:
    """Check the decks of one set. Midi has no maximum, but this engine and the discard holder do (reading 23)."""
    book, law, decks = notes.book, notes.book.law.cards.decks, submission.decks
    least, most, holds = law.least, law.most, book.law.layout.discards.decks
    if decks < least or (most is not None and decks > most):
        lawful = f"{least} to {most}" if most is not None else f"at least {least}"
        notes.find(Code.DECKS_OUTSIDE, "$.decks", law, f"{decks} decks: {book.id} is played with {lawful}")
    elif decks > CAPACITY:
        words = f"{decks} decks are lawful, but more than the {CAPACITY} this engine can count"
        notes.find(Code.BEYOND_CAPACITY, "$.decks", law, words)
    elif holds is not None and decks > holds:
        words = f"{decks} decks are lawful, but the discard holder is required to hold only {holds}: use a larger one"
        notes.warn(Code.HOLDER_TOO_SMALL, "$.decks", "layout.discards", words)


# ---------------------------------------------------------------- backs and cover cards


def _backs(submission: Submission, law: TwoBatches | Decks, notes: Notes) -> tuple[str, ...]:
    """Check the backs: one for one set, one per batch in different colors (ma-mini 3(a)-(b), ma-midi 3(a))."""
    number, asked = batches(submission, notes.book), law.backs or "identical"
    backs = USUAL_BACKS[:number] if submission.cards.backs is None else tuple(submission.cards.backs)
    if len(backs) != number or not all(map(_colour, backs)):
        words = f"the backs are {asked}: name {'a color for each batch' if number > 1 else 'one color'}"
        notes.find(Code.BACKS, "$.cards.backs", law, words)
    elif len(set(map(_colour, backs))) < number:
        words = f"the batches have {asked} backs: {backs[0]} for both is not distinguishable"
        notes.find(Code.BACKS, "$.cards.backs", law, words)
    return backs


def _cover(submission: Submission, backs: tuple[str, ...], notes: Notes) -> str:
    """Check that Midi's cover cards are visibly different from the backs (ma-midi 3(a))."""
    law, cover = notes.book.law.cards.decks, submission.cards.cover
    if not _colour(cover):
        notes.find(Code.COVER_CARDS, "$.cards.cover", law, "name the color of the cover cards")
    elif law.cover is not None and _colour(cover) in map(_colour, backs):
        words = f"the cover cards are {law.cover}, unlike the backs: {cover} is the backs' own"
        notes.find(Code.COVER_CARDS, "$.cards.cover", law, words)
    return cover


def _colour(text: str) -> str:
    return text.strip().casefold()
