"""What is to be done before a shoe can be played: ceremonies, one after another (sections 4 and 5 of the documents)."""

from __future__ import annotations

from collections.abc import Iterator

from punto.houserules import HouseRules


def first_shoe(rules: HouseRules) -> tuple[str, ...]:
    """Return the ceremonies of a table that opens."""
    return tuple(_new_cards(rules, first=True))


def next_shoe(rules: HouseRules) -> tuple[str, ...]:
    """Return the ceremonies between two shoes: new cards, the other batch, or a reshuffle."""
    book, how = rules.rulebook, rules.shuffling.how
    if how == "continuous":
        return ()
    if rules.shuffling.batches > 1:
        return ("device", *_into_the_shoe(rules))
    if book.word("cover-card", "then") == "new-cards":
        return ("closing", *_new_cards(rules, first=False))
    return ("closing", _shuffle(rules, unused=True), *_into_the_shoe(rules))


def _new_cards(rules: HouseRules, first: bool) -> Iterator[str]:
    shuffling = rules.shuffling
    if not shuffling.preshuffled:
        yield "opening-batches" if shuffling.batches > 1 else "opening"
        yield _shuffle(rules, unused=False)
    yield from _into_the_shoe(rules)


def _shuffle(rules: HouseRules, unused: bool) -> str:
    """Name the shuffle: by its way, by the further shuffle, and by whether unused cards are to be plugged in."""
    shuffling = rules.shuffling
    names = {"device": "device-first", "batch": "batch", "three-dealers": "three-dealers", "continuous": "continuous"}
    if shuffling.how in names:
        return names[shuffling.how]
    name = "reshuffle" if shuffling.reshuffle else "shuffle"
    with_plug = f"{name}-unused"
    return with_plug if unused and with_plug in rules.rulebook.ceremonies else name


def _into_the_shoe(rules: HouseRules) -> Iterator[str]:
    if rules.shuffling.how == "continuous":
        return
    yield "cut"
    if rules.shoe.burn:
        yield "burn-face-up" if rules.shuffling.burn_shown else "burn-face-down"
    if rules.curator:
        yield "curator"
