"""Wagers by key: those of a rulebook, and those that users add.

    from punto.wagers import register, Wager

    @register("player-seven", "Player 7")
    def player_seven(coup):
        return 10 if coup.player == 7 and coup.winner == "player" else -1

Odds, simulator and felt accept a registered wager like any other. ``punto.rules.review`` decides whether a document
permits it at a table.

Odds distinguish only what a wager declares that it reads: pairs are merged for ``pairs=False``, third cards for a wager
that is settled before them, the order of a hand's cards and the cards outside ``tells`` for one on the opening. A wager
that reads more would get wrong odds, so ``tried`` compares its results on cards that differ only in undeclared ways,
and refuses it. ``sheet`` does the same with a wager that was built by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction

from punto.core.cards import DECK, Card
from punto.core.coup import CoupClass, Opening, classes
from punto.core.tableau import NONE
from punto.wagers.facts import Hand
from punto.wagers.language import ClassTable
from punto.wagers.wager import LOSE, PUSH, Moment, OnClass, OnOpening, Result, Verdict, Wager, WagerError, in_order

Pays = int | Fraction | Result | None  # to one; -1 loses, 0 or None pushes; or a Result with its own name
OnCoup = Callable[[CoupClass], Pays]
OnFour = Callable[[Opening, int], Pays]

KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # like those of the rulebooks
_REGISTERED: dict[str, Wager] = {}


def register(
    key: str,
    title: str = "",
    *,
    hand: Hand | None = None,
    settles: Moment = "after-result",
    pairs: bool = True,
) -> Callable[[OnCoup], OnCoup]:
    """Register a function from a coup's class to its payout as a wager. Raises WagerError, see ``tried``."""
    _free(key)

    def decorate(function: OnCoup) -> OnCoup:
        paid = {coup: _checked(key, function(coup)) for coup in classes()}
        named = _several(paid.values())
        results = in_order({_as_result(pays, named) for pays in paid.values()})
        if settles == "before-third-cards":  # it is also evaluated with four cards on the table
            paid |= {coup: _checked(key, function(coup)) for coup in map(_four, paid)}
        many = _several(paid.values())
        _REGISTERED[key] = tried(
            Wager(
                key=key,
                title=title or key.replace("-", " ").title(),
                results=results,
                on_class=ClassTable.of({coup: _as_result(pays, many) for coup, pays in paid.items()}),
                hand=hand,
                settles=settles,
                pairs=pairs,
            )
        )
        return function

    return decorate


def register_opening(
    key: str, title: str = "", *, tells: Collection[Card], results: Iterable[Result] = ()
) -> Callable[[OnFour], OnFour]:
    """Register a function from the first four cards and a seat to its payout as a wager. Raises WagerError.

    ``tells`` are the cards that the function distinguishes (``DECK`` for all 52); all others are equivalent.
    ``results`` names those that are too rare for the trial to find, or that occur at another seat.
    """
    _free(key)

    def decorate(function: OnFour) -> OnFour:
        paid = {_checked(key, function(opening, 1)) for opening in _openings()}
        many = _several(paid)
        named = in_order({*results, *(_as_result(pays, many) for pays in paid)})
        known = frozenset(named)

        def on_opening(opening: Opening, seat: int) -> Result:
            result = _as_result(_checked(key, function(opening, seat)), many)
            if result not in known:  # by its name alone it would count as another result
                raise WagerError(f"wager {key!r} pays {result.pays} on {opening}: list this result in ``results``")
            return result

        _REGISTERED[key] = tried(
            Wager(
                key=key,
                title=title or key.replace("-", " ").title(),
                results=named,
                on_opening=on_opening,
                tells=tuple(tells),
            )
        )
        return function

    return decorate


def registered(key: str) -> Wager:
    """Return a registered wager. Raises KeyError."""
    if key not in _REGISTERED:
        raise KeyError(f"no wager {key!r} is registered: there are {', '.join(sorted(_REGISTERED)) or 'none'}")
    return _REGISTERED[key]


def registered_keys() -> tuple[str, ...]:
    """Return the keys of all registered wagers."""
    return tuple(sorted(_REGISTERED))


def _free(key: str) -> None:
    if not KEY.fullmatch(key):
        raise WagerError(f"invalid key {key!r} of a wager: use small letters, digits and hyphens, like 'lucky-6'")
    if key in _REGISTERED:
        raise ValueError(f"a wager {key!r} is registered already")


# ---------------------------------------------------------------- return values of functions


def _checked(key: str, pays: Pays) -> Pays:
    """Return a valid payout. Raises WagerError: a float would make every exact value inexact."""
    odds = pays.pays if isinstance(pays, Result) else pays
    valid = (str, int, Fraction) if isinstance(pays, Result) else (int, Fraction, type(None))
    if isinstance(odds, bool) or not isinstance(odds, valid):
        raise WagerError(
            f"wager {key!r} pays {odds!r}, a {type(odds).__name__}: return an int, a Fraction, a Result or None"
        )
    if isinstance(pays, Result):
        if not isinstance(pays.pays, str) and (pays.pays < 0 or (pays.pays and pays.verdict is not Verdict.WIN)):
            raise WagerError(f"wager {key!r} pays {odds} for {pays.category!r}, a {pays.verdict}: only a win is paid")
    elif pays is not None and pays < 0 and pays != -1:
        raise WagerError(f"wager {key!r} pays {pays}: a wager loses its stake (-1), and no more or less")
    return pays


def _four(coup: CoupClass) -> CoupClass:
    """Return a coup as it is before any third card."""
    return CoupClass(*coup[:2], NONE, NONE, *coup[4:])


def _several(paid: Iterable[Pays]) -> bool:
    """Return whether there are several payouts, which then need several names."""
    return len({pays for pays in paid if not isinstance(pays, Result) and pays and pays > 0}) > 1


def _as_result(pays: Pays, many: bool) -> Result:
    if isinstance(pays, Result):
        return pays
    if not pays:
        return PUSH
    return LOSE if pays == -1 else Result(Verdict.WIN, f"win-{pays}" if many else "win", Fraction(pays))


# ---------------------------------------------------------------- declared inputs


def tried(wager: Wager, seat: int = 1) -> Wager:
    """Return a wager that reads only its declared inputs. Raises WagerError otherwise.

    A wager on a coup's class is tried on all 13,576 of them. One on the opening is tried at a seat on some thousands of
    the 7.3 million openings, each with its cards swapped and substituted.
    """
    if wager.on_class is not None:
        _try_class(wager.key, wager.on_class, wager.pairs, wager.settles == "before-third-cards")
    if wager.on_opening is not None:
        for opening in _openings():
            _try_opening(wager, wager.on_opening, opening, seat)
    return wager


def _try_class(key: str, on_class: OnClass, pairs: bool, early: bool) -> None:
    for coup in classes():
        found = on_class(coup)
        if not pairs and any(coup[4:]) and found != on_class(CoupClass(*coup[:4])):
            raise WagerError(f"wager {key!r} says pairs=False and reads pairs: leave pairs=False out")
        if early and found != on_class(_four(coup)):
            raise WagerError(
                f"wager {key!r} settles before third cards and depends on them (player, banker, winner and the third "
                'cards do): read only player_two, banker_two and the pairs, or use settles="after-result"'
            )


def _try_opening(wager: Wager, answer: OnOpening, opening: Opening, seat: int) -> None:
    """Raise WagerError if the order of a hand's cards, or a card outside ``tells``, matters."""
    found = answer(opening, seat)
    (p1, p2), (b1, b2) = opening
    if answer(Opening((p2, p1), (b1, b2)), seat) != found or answer(Opening((p1, p2), (b2, b1)), seat) != found:
        raise WagerError(
            f"wager {wager.key!r} depends on the order of a hand's cards ({' '.join(map(str, opening.player))} against "
            f"{' '.join(map(str, opening.banker))}): the first two cards of a hand must pay alike in either order"
        )
    blank = next((card for card in DECK if card not in wager.tells), None)
    for card in {p1, p2, b1, b2}.difference(wager.tells):
        hands = [tuple(blank if each == card else each for each in hand) for hand in opening]
        if answer(Opening(*hands), seat) != found:  # type: ignore[arg-type]
            raise WagerError(
                f"wager {wager.key!r} tells {card} from {blank} and names neither in tells: name every card that it "
                "tells apart, or tells=DECK for all 52"
            )


def _openings() -> Iterator[Opening]:
    """Return openings spread evenly over all, those with the same hand twice, and every hand against one hand."""
    for number in range(0, 52**4, 1823):
        p1, p2, b1, b2 = (DECK[number // 52**place % 52] for place in range(4))
        yield Opening((p1, p2), (b1, b2))
    for one in DECK:
        for other in DECK[one:]:
            yield Opening((one, other), (one, other))
            yield Opening((one, other), (DECK[0], DECK[51]))
            yield Opening((DECK[0], DECK[51]), (one, other))
