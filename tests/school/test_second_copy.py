"""The school's answers against the second copy of the rules, which knows nothing of the engine."""

import re
from fractions import Fraction

import pytest

from punto.audit import load as audit
from punto.audit import rules as second
from punto.core.cards import Card, cards
from punto.core.money import pieces
from punto.law.rulebook import documents, load
from punto.school import Question, ask
from punto.school.practice import houses

SEEDS = range(60)  # questions of every kind by the thousand are in the soak


def hands(question: Question) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    laid = {one.label: cards(" ".join(one.cards)) for one in question.shown if one.cards}
    return laid["Player's Hand"], laid["Banker's Hand"]


def as_read(question: Question, rulebook: str) -> second.Cards:
    return second.cards_of(audit(rulebook), *hands(question))


def test_third_cards() -> None:
    for seed in range(160):
        question = ask("third-card", "md-mini", seed)
        read, document = as_read(question, "md-mini"), audit("md-mini")
        if "Player's Hand draw" in question.prompt:
            draws = document.player_takes(read.player_two, read.banker_two)
        else:
            draws = document.banker_takes(read.player_two, read.banker_two, read.player_third)
        assert question.answer == ("draws" if draws else "stands"), question


WAGERS = {"Player": "player", "Banker": "banker", "Tie": "tie", "Dragon 7": "dragon-7", "Panda 8": "panda-8"}
SIDES = {"House Money": "house-money", "Dragon Bonus Player": "dragon-bonus-player"}
TITLES = WAGERS | SIDES | {"Dragon Bonus Banker": "dragon-bonus-banker"}


@pytest.mark.parametrize("rulebook", documents())
def test_payouts(rulebook: str) -> None:
    for seed in SEEDS:
        question = ask("payout", rulebook, seed)
        (stake,) = (one.text for one in question.shown if one.label == "stake")
        title, _, rest = stake.partition(": ")
        cents = int(rest.split()[0].replace("$", "").replace(",", "")) * 100
        ez = rest.endswith("without vigorish")
        tie = Fraction(rest.partition("pays ")[2].partition(" ")[0] or 8)
        bonus = dict.fromkeys(TITLES.values(), rest.partition("paytable ")[2])
        terms = second.Terms(audit(rulebook), tie=tie, paytables=bonus)
        became = second.outcome(terms, "ez-banker" if ez else TITLES[title], as_read(question, rulebook))
        assert became is not None
        paid = int(cents * became.odds) if became.verdict == "win" else 0
        assert question.answer == (pieces(paid) if "chips" in question.prompt else paid), question


@pytest.mark.parametrize("rulebook", documents())
def test_vigorish(rulebook: str) -> None:
    for seed in SEEDS:
        question = ask("vigorish", rulebook, seed)
        wins, filed = (one.text for one in question.shown)
        stakes = [int(stake.replace("$", "").replace(",", "")) for stake in wins.split(", ")]
        thousandths = sum(stakes) * 100 * 1000 // 20
        rounding = "quarter" if "up to the next" in filed else "exact"
        assert question.answer == second.collected(second.Terms(audit(rulebook), rounding=rounding), thousandths), (
            question
        )


@pytest.mark.parametrize("rulebook", [book for book in documents() if "def.royal-9" in load(book)])
def test_royal_9(rulebook: str) -> None:
    (royal,) = {rules.royal9.kind: rules.royal9 for rules in houses(load(rulebook)) if rules.royal9}.values()
    terms = second.Terms(audit(rulebook), combinations=royal.combinations)
    compared = 0
    for seed in SEEDS:
        question = ask("combinations", rulebook, seed)
        if question.form == "money":
            seat = int(question.prompt.rstrip("?").split()[-1])
            assert question.answer == second.royal(terms, seat, *hands(question)).cents, question
            compared += 1
    assert compared > 5


# ---------------------------------------------------------------- who comes next, from nothing but what is shown


def lines(question: Question) -> dict[str, str]:
    return {one.label: one.text for one in question.shown}


def numbers(text: str) -> list[int]:
    return [int(word) for word in re.findall(r"\d+", text)]


def felt(question: Question) -> dict[int, dict[str, int]]:
    """The stakes by seat and wager."""
    found: dict[int, dict[str, int]] = {}
    for part in lines(question).get("on the felt", "").split("; "):
        seat, _, stakes = part.partition(": ")
        amounts = re.findall(r"([A-Z][A-Za-z0-9 ]*?) \$([\d,]+)", stakes)
        found[int(seat.removeprefix("seat "))] = {name: int(cents.replace(",", "")) for name, cents in amounts}
    return found


@pytest.mark.parametrize("rulebook", ["ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_the_squeeze_is_the_highest_wagers_and_among_equals_the_lowest_seats(rulebook: str) -> None:
    compared = 0
    for seed in SEEDS:
        question = ask("squeeze", rulebook, seed)
        hand = "Player" if "Player's" in question.prompt else "Banker"
        if f"{hand}'s Hand was given up" in lines(question)["now"]:
            continue
        stakes = {seat: own.get(hand, 0) for seat, own in felt(question).items()}
        assert question.answer == min(seat for seat in stakes if stakes[seat] == max(stakes.values())), question
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("rulebook", documents())
def test_winners_are_paid_from_the_highest_seat_down(rulebook: str) -> None:
    asked = [ask("payment", rulebook, seed) for seed in SEEDS]
    orders = [question.answer for question in asked if "winners" in question.prompt]
    assert len(orders) > 20
    for order in orders:
        assert isinstance(order, tuple)
        seats = [numbers(one)[0] for one in order]
        assert seats == sorted(seats, reverse=True)


def practiced(wager: str) -> list[str]:
    """The rulebooks with a practice table that offers a wager."""
    return [book for book in documents() if any(wager in rules.limits for rules in houses(load(book)))]


@pytest.mark.parametrize("rulebook", practiced("house-money"))
def test_house_money_is_settled_from_seat_1_on(rulebook: str) -> None:
    asked = [ask("ride", rulebook, seed) for seed in range(150)]
    first = [question for question in asked if question.prompt.startswith("Whose")]
    assert len(first) > 20
    for question in first:
        assert question.answer == min(seat for seat, own in felt(question).items() if "House Money" in own)


def test_the_cut_goes_clockwise_from_the_highest_seat_where_nobody_has_held_the_shoe() -> None:
    asked = [ask("cut", "ma-mini", seed) for seed in SEEDS]
    offers = [
        question for question in asked if question.form == "number" and "the cut is next" in lines(question)["now"]
    ]
    assert len(offers) > 20
    for question in offers:
        seated = numbers(lines(question)["table"].partition("seated: ")[2])
        found = re.search(r"asked so far: seat ([\d, ]+)", lines(question)["now"])
        gone = numbers(found[1]) if found else []
        assert question.answer == max(set(seated) - set(gone)), question


def test_a_burn_is_the_first_cards_face() -> None:
    for seed in SEEDS:
        question = ask("burn", "md-mini", seed)
        if question.form == "number":
            (card,) = cards(question.shown[0].cards[0])
            assert question.answer == min(card.rank, 10)


# ---------------------------------------------------------------- irregularities, from nothing but what is shown


def remedy(question: Question, rulebook: str) -> str:
    """What the documents' sections on irregularities ask for, stated once more and flatly."""
    shown = lines(question)
    trouble, filed, now = shown.get("trouble"), shown.get("filed", ""), shown["now"]
    if trouble is None:
        return "declares the round void"
    seen, dealt = "its face was seen" in trouble, "Player's Hand" in shown
    # Nothing follows the last hand; a simulated round is no hand.
    nowhere = "“last hand” was called" in now and dealt and "a simulated round" not in now
    if "third card" in trouble and "showed its face" not in trouble:
        player, banker = (one.cards for one in question.shown if one.label.endswith(" Hand"))
        document = audit(rulebook)
        own, other = (document.count(cards(" ".join(hand[:2]))) for hand in (player, banker))
        if document.banker_takes(own, other, None) and len(banker) == 2:
            return "gives the card to the Banker's Hand"
        if seen:
            return "discards the card" if nowhere or "discard" in filed else "keeps the card for a simulated round"
    elif seen:
        if "void the coup" in filed and dealt and "announce result" not in now:
            return "voids the round for a simulated one"
        return "discards the card" if nowhere else "keeps the card for a simulated round"
    return "discards the card" if nowhere else "keeps the card for the next hand"


@pytest.mark.parametrize("rulebook", documents())
def test_irregularities_are_remedied_as_the_sections_say(rulebook: str) -> None:
    found: set[str] = set()
    for seed in range(120):
        question = ask("trouble", rulebook, seed)
        assert question.answer == f"The dealer {remedy(question, rulebook)}", (str(question), question.id)
        found.add(str(question.answer))
    assert len(found) >= 5
