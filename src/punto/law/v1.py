"""Rulebooks of version 1: their wagers in the language of wagers, always with the same results.

Version 1 has one provision for each wager of the five documents, with named conditions (``banker-higher``,
``equal-naturals``). Each name is one condition of the language; order and results are unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from punto.core.cards import rank_of
from punto.law.schema import Law, Law1
from punto.law.schema.definitions import RoyalNine
from punto.law.schema.wagers import MultilevelLine, OnPoints, ProgressiveHands, ProgressiveLine
from punto.wagers.facts import Hand, When, when
from punto.wagers.language import EZ, VIGORISH, Award, Line, Rides, WagerLaw
from punto.wagers.openings import UNSUITED, Combinations, Royal, chairs, king_9s
from punto.wagers.wager import Verdict

_DRAGON_7 = when(winner="banker", banker=7, banker_cards=3)
_PANDA_8 = when(winner="player", player=8, player_cards=3)
_ANY = (1, 2)
FACTS: Mapping[str, When] = MappingProxyType(
    {
        "banker-higher": when(winner="banker"),
        "banker-lower": when(winner="player"),
        "player-higher": when(winner="player"),
        "player-lower": when(winner="banker"),
        "equal": when(winner="tie"),
        "unequal": when(winner=("player", "banker")),
        "dragon-7": _DRAGON_7,
        "no-dragon-7": When(never=_DRAGON_7),
        "panda-8": _PANDA_8,
        "no-panda-8": When(never=_PANDA_8),
        "both-pairs": when(pairs=2),
        "one-pair": when(pairs=1),
        "no-pair": when(pairs=0),
        "natural-over-no-natural": when(own_natural=True, other_natural=False),
        "natural-9-over-natural-8": when(own_two=9, other_two=8),
        "equal-naturals": When(any=(when(own_two=8, other_two=8), when(own_two=9, other_two=9))),
        "both-personal": when(player_posted="first", banker_posted="first"),
        "banker-personal": when(banker_posted="first"),
        "player-personal": when(player_posted="first"),
        "both-of-another-seat": when(royals=2, posted_elsewhere=True),
        "exact-match": when(player_posted="any", banker_posted="any", identical=True),
        "any-two": when(player_posted="any", banker_posted="any", identical=False),
        "both-suited": when(suited_royals=2),
        "both-royal": when(royals=2),
        "any-suited": when(suited_royals=_ANY),
        "any-royal": when(royals=_ANY),
    }
)
# Conditions of the Multi-Level table, by the names that it prints.
_PRINTED = {
    "banker-k9": "banker-personal",
    "player-k9": "player-personal",
    "suited-royal-9-both": "both-suited",
    "royal-9-both": "both-royal",
    "suited-royal-9": "any-suited",
    "royal-9": "any-royal",
}
_TITLES = {"ez-banker": "Banker"}


def wagers(law: Law1) -> Iterator[WagerLaw]:
    """Yield the wagers of a document; the Banker with vigorish and without."""
    pay, ez = law.pay, law.def_.ez
    rate = pay.banker.vigorish_percent
    fixed = Award(pay.banker.pays)
    banker = law.wager.banker
    yield _on_points(law, "player", law.wager.player, Award(pay.player.pays), hand="player")
    yield _on_points(law, "banker", banker, fixed, hand="banker", variant=VIGORISH, vigorish=rate)
    ez_rate = rate if ez.vigorish else 0
    yield _on_points(law, "ez-banker", banker, fixed, hand="banker", variant=EZ, vigorish=ez_rate, first=banker.ez_push)
    yield _on_points(law, "tie", law.wager.tie, Award(pay.tie.least, least=True))
    if law.wager.dragon_7 is not None and pay.dragon_7 is not None:
        yield _on_points(law, "dragon-7", law.wager.dragon_7, Award(pay.dragon_7.pays))
    if law.wager.panda_8 is not None and pay.panda_8 is not None:
        yield _on_points(law, "panda-8", law.wager.panda_8, Award(pay.panda_8.pays))
    yield from _dragon_bonus(law)
    yield from _house_money(law)
    yield from royal_9(law)


def _lines(facts: Iterable[str], name: str, verdict: Verdict = Verdict.WIN) -> tuple[Line, ...]:
    return tuple(Line(name, FACTS[fact], verdict) for fact in facts)


def _on_points(
    law: Law1,
    key: str,
    provision: OnPoints,
    award: Award,
    *,
    hand: Hand | None = None,
    variant: str = "",
    vigorish: int = 0,
    first: Iterable[str] = (),
) -> WagerLaw:
    """Return a wager on points: pushes first, then named results (``wins-on`` a Panda 8), then the higher count."""
    permissible, own = law.wager.permissible, key.removeprefix("ez-")
    return WagerLaw(
        key=key,
        titles={"en": _TITLES.get(key, key.replace("-", " ").title())},
        section=provision.section,
        lines=(
            *_lines((*first, *provision.push), "push", Verdict.PUSH),
            *_lines(provision.wins_on, "win"),
            *_lines(provision.loses_on, "lose", Verdict.LOSE),
            *_lines(provision.win, "win"),
        ),
        awards={"win": award},
        ruled_by=f"wager.{own}",
        paid_by=f"pay.{own}",
        hand=hand,
        variant=EZ if provision.table else variant,
        required=own in (*permissible.main, *permissible.ez),
        by_leave=own in permissible.by_leave,
        vigorish=vigorish,
    )


def _dragon_bonus(law: Law1) -> Iterator[WagerLaw]:
    wager, pay = law.wager.dragon_bonus, law.pay.dragon_bonus
    if wager is None or pay is None:
        return
    names = (*(f"by-{points}" for points in range(9, 3, -1)), "natural")
    yield WagerLaw(
        key="dragon-bonus",
        titles={"en": "Dragon Bonus"},
        section=wager.section,
        lines=(
            *_lines(wager.push, "natural-tie", Verdict.PUSH),
            *_lines(wager.natural, "natural"),
            *(Line(f"by-{lead}", when(own_natural=False, lead=lead)) for lead in range(9, wager.margin - 1, -1)),
        ),
        awards={},
        paytables={
            letter: {name: getattr(table, name.replace("-", "_")) for name in names}
            for letter, table in pay.paytables.items()
        },
        ruled_by="wager.dragon-bonus",
        paid_by="pay.dragon-bonus",
        each=wager.hands,
        vigorish=law.pay.banker.vigorish_percent if pay.vigorish else 0,
    )


def _house_money(law: Law1) -> Iterator[WagerLaw]:
    wager, pay, money = law.wager.house_money, law.pay.house_money, law.house_money
    if wager is None or pay is None or money is None:
        return
    odds = {"both-pairs": pay.both_pairs, "one-pair": pay.one_pair}
    yield WagerLaw(
        key="house-money",
        titles={"en": "House Money"},
        section=wager.section,
        lines=tuple(Line(fact, FACTS[fact]) for fact in wager.win),
        awards={fact: Award(odds[fact]) for fact in wager.win},
        ruled_by="wager.house-money",
        paid_by="pay.house-money",
        settles="before-third-cards",
        rides=Rides(money.parlay.onto, money.portion.portion),
    )


# ---------------------------------------------------------------- Royal 9


def royal_9(law: Law) -> Iterator[WagerLaw]:
    """Yield the Royal 9 of a document, which is the same in every schema."""
    defined, progressive, multilevel = law.def_.royal_9, law.royal9.progressive, law.royal9.multilevel
    if defined is not None and multilevel is not None:
        asked = [(_PRINTED.get(line.hand, line.hand), line) for line in multilevel.paytables.lines]
        posted = chairs(multilevel.chairs.chairs, multilevel.chairs.faces)
        yield _royal(defined, asked, multilevel.terms.stake_cents, posted)
    elif defined is not None and progressive is not None:
        facts, terms = _facts(progressive.hands), progressive.terms
        posted = king_9s(UNSUITED[: max(terms.seats)])  # until a licensee files its own
        lines = [(facts[line.hand], line) for line in progressive.paytable.lines]
        yield _royal(defined, lines, terms.stake_cents, posted)


def _facts(hands: ProgressiveHands) -> dict[str, str]:
    """Return the condition of each line of the Progressive table."""
    return {name: getattr(hands, term.field) for name, term in hands.__terms__.items() if name != "section"}


def _royal(
    defined: RoyalNine,
    asked: list[tuple[str, ProgressiveLine]] | list[tuple[str, MultilevelLine]],
    stake: int,
    posted: Combinations,
) -> WagerLaw:
    return WagerLaw(
        key="royal-9",
        titles={"en": "Royal 9"},
        section=defined.section,
        lines=tuple(Line(line.hand, FACTS[fact]) for fact, line in asked),
        awards={line.hand: _award(line) for _, line in asked},
        ruled_by="def.royal-9",
        paid_by="def.royal-9",
        needs=("player", "banker", "ez-banker", "tie"),
        stake=stake,
        royal=Royal(frozenset(map(rank_of, defined.faces)), rank_of(defined.with_)),
        posted=posted,
    )


def _award(line: ProgressiveLine | MultilevelLine) -> Award:
    """Return the award of a line: a meter or a part of it, or cents for the stake."""
    if line.meter is None:
        return Award(cents=line.award_cents or 0)
    percent = line.percent if isinstance(line, MultilevelLine) else None
    return Award(meter=line.meter, percent=percent or 100)
