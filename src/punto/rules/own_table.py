"""A submission for a file of one's own wagers: a table of eight decks that offers them beside the main wagers.

It is for those who want odds, a felt or a table before they write a submission; every choice in it can be made there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from punto.law.rulebook import Rulebook
from punto.wagers.language import WagerLaw

TABLE, SEATS, DECKS = "OWN-1", 7, 8
SEED, RATE = 1_000_00, "10%"  # of each meter
FRAME = """\
rulebook = "{rulebook}"
table = "{table}"
seats = {seats}
decks = {decks}
{variant}
[limits]
smallest-chip = 100
minimum = 10_00
maximum = 1_000_00

{wagers}
{vigorish}
[layout]
operator = "House"
approval = "the host"
odds = "sign"
"""
VIGORISH = """\
[vigorish]
rounding = "exact"
when = "with-payout"
"""


def own_table(book: Rulebook, own: Sequence[str]) -> str:
    """Return the TOML of a table that offers the wagers with these keys, and what every table must offer.

    Raises ValueError if no table can offer them together.
    """
    chosen = [one for one in book.wagers if one.key in own]
    variants = {one.variant for one in chosen if one.variant}
    if len(variants) > 1:
        words = f"{', '.join(sorted(variants))}: no table has two variants of vigorish"
        raise ValueError(f"these wagers need {words}; write a submission for some of them")
    variant = next(iter(variants), next(one.variant for one in book.wagers if one.hand == "banker"))
    required = [one for one in book.wagers if one.required and one.variant in ("", variant)]
    offered = [*required, *(one for one in chosen if one not in required)]
    offered += _needed(book, offered)
    banker = any(one.vigorish for one in offered)
    return FRAME.format(
        rulebook=book.id,
        table=TABLE,
        seats=SEATS,
        decks=DECKS,
        variant=f'variant = "{variant}"\n' if variant else "",
        wagers="\n".join(line for one in offered for line in _offer(one)),
        vigorish=VIGORISH if banker else "",
    )


def _needed(book: Rulebook, offered: Collection[WagerLaw]) -> list[WagerLaw]:
    """Return a wager for each offered one that stands only beside others, none of which is offered."""
    keys = {key for one in offered for key in (one.key, *one.keys)}
    by_key = {key: one for one in book.wagers for key in (one.key, *one.keys)}
    lacking = [one for one in offered if one.needs and not keys & {*one.needs}]
    return list(dict.fromkeys(by_key[one.needs[0]] for one in lacking))


def _offer(wager: WagerLaw) -> Iterator[str]:
    """Yield the lines of a submission that offer a wager, with what it leaves to the licensee."""
    least = next((award.odds for award in wager.awards.values() if award.least), None)
    meters = dict.fromkeys(award.meter for award in wager.awards.values() if award.meter)
    for key in wager.keys:
        yield f"[wagers.{key}]"
        if wager.paytables:
            yield f'paytable = "{next(iter(wager.paytables))}"'
        if least is not None:
            yield f'pays = "{least.numerator} to {least.denominator}"'
        for name in meters:
            yield f'meters.{name} = {{ seed = {SEED}, rate = "{RATE}" }}'
