"""The cut: who is offered it, and how deep it may go (ma-mini 5(b)-(e))."""

from __future__ import annotations

from punto.school.choosing import Asking, held
from punto.school.houses import houses
from punto.school.kinds.moments import which_seat
from punto.school.question import Form, Question, Shown
from punto.table import TableState
from punto.table.cutting import cover_depth, cut_depth, cut_range

OFFER = {"offer-cut": "Who is offered the cut now?"}
YES, NO = "yes", "no"


def make(asking: Asking) -> Question:
    """Ask who is next, or whether a card stands where it was put."""
    return which_seat(asking, OFFER) if asking.chance.random() < 0.5 else _depth(asking)


def _depth(asking: Asking) -> Question:
    book, chance = asking.book, asking.chance
    rules = chance.choice([rules for rules in houses(book) if not rules.shoe.continuous])
    cards, (least, most) = rules.shoe.decks * 52, cut_range(rules)
    if chance.random() < 0.3:
        fewest = book.law.cut.cover.cover_depth
        depth = fewest + chance.choice((-6, -2, -1, 0, 0, 1, 10, 30))
        refused = cover_depth(rules, TableState(), depth)
        what, key = f"The dealer inserts the cover card with {depth} cards behind it.", "cut.cover-card-14"
        why = f"At least {fewest} cards lie behind the cover card."
    else:
        depth = chance.choice((least, most)) + chance.choice((-20, -5, -1, 0, 0, 1, 5, 20))
        refused = cut_depth(rules, TableState(), depth)
        what = f"The cutting card stands {depth} cards from the top, {cards - depth} from the bottom."
        (key,) = held(book, "cut.depth-one-deck", "cut.depth-ten-cards")
        why = f"A cut goes from {least} to {most} cards deep in a stack of {cards}."
    return Question(
        prompt=f"{what} May it stand?",
        shown=(Shown("stack", text=f"{rules.shoe.decks} decks, {cards} cards, at {rules.table}"),),
        form=Form.CHOICE,
        choices=(YES, NO),
        answer=NO if refused else YES,
        why=why,
        provisions=(key,),
    )
