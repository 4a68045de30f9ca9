"""Questions about the cards: burn, counts, third cards, cut, curator, squeeze."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from punto.core.cards import DECK, Card, count
from punto.core.coup import Coup, play
from punto.core.tableau import NONE, banker_draws, natural, player_draws
from punto.school.kinds.procedure import act_of, find, which_seat
from punto.school.practice import Moment, by_step, houses, provisions_of
from punto.school.question import DRAWS, STANDS, Asking, Exhibit, Form, Question, among, held
from punto.school.scenes import scene, told
from punto.table import TableState, due
from punto.table.handling import cover_depth, cut_depth, cut_range, highest_wagers, must_pass
from punto.table.phases import Phase
from punto.table.settlement import call

# Burn and cover card: how many cards are burned, and what is announced when (ma-mini 5(f), 9(e)).

CALLS = ("announce-last-hand", "no-more-bets", "gather-cards", "remove-decks")


def make_burn(asking: Asking) -> Question:
    """Ask for the number of cards, or for what follows from the cover card."""
    return _burn(asking) if asking.chance.random() < 0.5 else _cover(asking)


def _burn(asking: Asking) -> Question:
    rules = asking.chance.choice([rules for rules in houses(asking.book) if rules.shoe.burn])
    card = asking.chance.choice(DECK)
    number = rules.burn_count(card)
    return Question(
        prompt="How many cards are burned after this one?",
        shown=(Exhibit("first card of the shoe", (str(card),)),),
        form=Form.NUMBER,
        answer=number,
        why=f"The {card.symbol} asks for {number} more.",
        provisions=("burn",),
    )


def _cover(asking: Asking) -> Question:
    """Ask what comes between two coups: the call of the last hand, the close of betting, or the end of the shoe."""
    moment, step = find(asking, CALLS, _between)
    act, open_now = act_of(moment, step), set(map(told, due(*moment)))
    others = (one for step in CALLS for other in by_step(asking.book).get(step, ())[:1] for one in other.musts)
    return Question(
        prompt="What must happen next (wagers aside)?",
        shown=scene(*moment, stakes_too=False),
        form=Form.CHOICE,
        choices=among(
            asking.chance, told(act), {"The dealer deals the Player's first card", *map(told, others)} - open_now
        ),
        answer=told(act),
        why=f"{told(act)}. Hands after the one in which the cover card came: {moment.rules.shoe.coups_after_cover}.",
        provisions=tuple(dict.fromkeys((*provisions_of(moment.rules, act), "cover-card"))),
    )


def _between(moment: Moment) -> bool:
    state = moment.state
    return state.phase is not Phase.BETTING or (not state.done and state.cover in ("seen", "last"))


# Point counts, and the announcement of the result (ma-mini 6, 9(a)-(b), 11(a)).


def make_count(asking: Asking) -> Question:
    """Ask for a count, or for the announcement of a result."""
    return _call(asking) if asking.chance.random() < 0.5 else _count(asking)


def _count(asking: Asking) -> Question:
    hand = tuple(asking.chance.sample(DECK, asking.chance.choice((2, 2, 3))))
    values = " + ".join(str(card.value) for card in hand)
    whose = asking.chance.choice(("Player's", "Banker's"))
    return Question(
        prompt=f"What does the {whose} Hand count?",
        shown=(Exhibit(f"{whose} Hand", tuple(map(str, hand))),),
        form=Form.NUMBER,
        answer=count(hand),
        why=f"{values} = {sum(card.value for card in hand)}, of which the last digit counts.",
        provisions=("points.count", "points.values", "third.announce"),
    )


def coups(asking: Asking) -> Iterator[Coup]:
    """Deal coups from a seed, each from a full deck."""
    while True:
        yield play(asking.chance.sample(DECK, 6))


def _call(asking: Asking) -> Question:
    rules = asking.chance.choice(houses(asking.book))
    coup = next(coups(asking))
    right = call(rules, coup.coup_class)
    others = (call(rules, other.coup_class) for other, _ in zip(coups(asking), range(12), strict=False))
    return Question(
        prompt=f"What does the dealer announce at {rules.table}{', an EZ table' if rules.ez else ''}?",
        shown=hands(coup),
        form=Form.CHOICE,
        choices=among(asking.chance, right, others),
        answer=right,
        why=f"Player {coup.points[0]}, Banker {coup.points[1]}.",
        provisions=("result.announce", "points.count"),
    )


def hands(coup: Coup) -> tuple[Exhibit, Exhibit]:
    """Return the exhibits of both hands of a coup."""
    return Exhibit("Player's Hand", tuple(map(str, coup.player))), Exhibit(
        "Banker's Hand", tuple(map(str, coup.banker))
    )


# Third-card calls: which hand draws (ma-mini 10).


def make_third_card(asking: Asking) -> Question:
    """Ask for the Player's call or the Banker's; all counts are equally likely, so that none is rare."""
    chance = asking.chance
    player, banker = _hand(chance), _hand(chance)
    two = count(player), count(banker)
    draws = player_draws(*two)
    if chance.random() < 0.3:
        prompt = "Does the Player's Hand draw?"
        shown = Exhibit("Player's Hand", written(player)), Exhibit("Banker's Hand", written(banker))
        return _question(prompt, shown, draws, two, NONE, "third.natural" if _natural(two) else "third.player")
    third = (chance.choice(DECK),) if draws else ()
    drawn = third[0].value if third else NONE
    stayed = "" if third else " The Player's Hand took no third card."
    shown = Exhibit("Player's Hand", written((*player, *third))), Exhibit("Banker's Hand", written(banker))
    key = "third.natural" if _natural(two) else "third.banker-table" if third else "third.banker-alone"
    right = banker_draws(*two, drawn)
    return _question(f"Does the Banker's Hand draw?{stayed}", shown, right, two, drawn, key)


def written(hand: tuple[Card, ...]) -> tuple[str, ...]:
    """Format the cards of a hand."""
    return tuple(map(str, hand))


def _hand(chance: Random) -> tuple[Card, Card]:
    """Choose a count (naturals less often than others), then two cards with that count."""
    wanted = chance.choice((0, 1, 2, 3, 4, 5, 6, 7) * 3 + (8, 9))
    first = chance.choice(DECK)
    return first, chance.choice([card for card in DECK if card != first and count((first, card)) == wanted])


def _natural(two: tuple[int, int]) -> bool:
    return natural(two[0]) or natural(two[1])


def _question(
    prompt: str, shown: tuple[Exhibit, ...], draws: bool, two: tuple[int, int], drawn: int, key: str
) -> Question:
    third = "" if drawn == NONE else f", and the Player's third card counts {drawn}"
    why = f"Player {two[0]}, Banker {two[1]} on two cards{third}: it {DRAWS if draws else STANDS}."
    if key == "third.natural":
        why = f"Player {two[0]}, Banker {two[1]}: a natural, nobody draws."
    answer = DRAWS if draws else STANDS
    return Question(prompt=prompt, shown=shown, form=Form.CALL, answer=answer, why=why, provisions=(key,))


# The cut: who is offered it, and how deep it may go (ma-mini 5(b)-(e)).

OFFER = {"offer-cut": "Who is offered the cut now?"}
YES, NO = "yes", "no"


def make_cut(asking: Asking) -> Question:
    """Ask who is next, or whether the depth of a cut is permitted."""
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
        shown=(Exhibit("stack", text=f"{rules.shoe.decks} decks, {cards} cards, at {rules.table}"),),
        form=Form.CHOICE,
        choices=(YES, NO),
        answer=NO if refused else YES,
        why=why,
        provisions=(key,),
    )


# The curator: who is offered the shoe, and when it passes (ma-baccarat 7, 14).

CURATOR_OFFER = {
    "offer-shoe": "A new shoe: to whom is it offered now?",
    "offer-next": "The shoe passes: to whom is it offered now?",
}
PASSES, STAYS = "the shoe passes on", "the curator may keep it"


def make_curator(asking: Asking) -> Question:
    """Ask who is offered the shoe, or whether it passes after this coup."""
    return which_seat(asking, CURATOR_OFFER) if asking.chance.random() < 0.6 else _after(asking)


def _after(asking: Asking) -> Question:
    moment, _ = find(asking, ("announce-result",), lambda moment: bool(moment.state.curator))
    passes = must_pass(*moment)
    return Question(
        prompt="What becomes of the shoe after this coup?",
        shown=scene(*moment, stakes_too=False),
        form=Form.CHOICE,
        choices=(PASSES, STAYS),
        answer=PASSES if passes else STAYS,
        why="The Banker's Hand has lost." if passes else "The Banker's Hand has not lost.",
        provisions=("curator.passes",),
    )


# The squeeze: who turns a hand (ma-mini 8(c)-(d)).

GIVE = {
    "give-player": "To whom does the dealer give the Player's Hand now?",
    "give-banker": "To whom does the dealer give the Banker's Hand now?",
}
SIDES = {"give-player": "P", "give-banker": "B"}


def make_squeeze(asking: Asking) -> Question:
    """Ask who receives the hand; usually with equal wagers on it, or after a player gave it up."""
    hard = asking.chance.random() < 0.6
    return which_seat(asking, GIVE, lambda moment: not hard or _doubtful(moment))


def _doubtful(moment: Moment) -> bool:
    sides = [SIDES[act.step] for act in moment.musts if act.step in SIDES]
    return any(len(highest_wagers(*moment, side)) > 1 or moment.state.given_up.get(side) for side in sides)
