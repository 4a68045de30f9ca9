"""Tables whose felts are drawn in these tests, filed as a licensee would file them."""

from collections.abc import Callable
from functools import cache

from punto.rules.house_rules import HouseRules
from punto.rules.review import review

HEAD = """
rulebook = "{rulebook}"
table = "T-1"
seats = {seats}
decks = 8
ez = {ez}
[limits]
minimum = 5_00
maximum = 10_000_00
[deal]
disclosed-third-card = "discard"
disclosed-mid-coup = "complete"
[layout]
operator = "Harbour Casino"
approval = "layout 2026-001"
{layout}
[wagers.player]
[wagers.tie]
"""
VIGORISH = """
[wagers.banker]
[vigorish]
rounding = "exact"
when = "{when}"
"""
BONUS = "".join(f'[wagers.dragon-bonus-{hand}]\npaytable = "A"\n' for hand in ("player", "banker"))
MULTI_LEVEL = "[wagers.royal-9]\npaytable = 1\n"
PROGRESSIVE = """
[wagers.royal-9]
combinations = [{combinations}]
[wagers.royal-9.meters.star]
seed = 50_000_00
rate = "9.00%"
[wagers.royal-9.meters.spade]
seed = 350_00
rate = "5.00%"
[wagers.royal-9.meters.heart]
seed = 350_00
rate = "5.00%"
"""
KINGS = ("s9h", "s9d", "c9h", "c9d", "h9s", "d9c", "d9s")


def side_wagers(rulebook: str, seats: int) -> str:
    """All side wagers that a document has."""
    if rulebook == "md-mini":
        return BONUS
    if rulebook in ("ma-baccarat", "ma-midi-multilevel"):
        return BONUS + "[wagers.house-money]\n" + MULTI_LEVEL
    posted = ", ".join(f'"{king}"' for king in KINGS[:seats])
    return BONUS + "[wagers.house-money]\n" + PROGRESSIVE.format(combinations=posted)


@cache
def table(
    rulebook: str,
    seats: int,
    *,
    ez: bool = False,
    sides: bool = True,
    when: str = "deferred",
    layout: str = "",
    more: str = "",
) -> HouseRules:
    """The house rules of a table that is lawful."""
    text = HEAD.format(rulebook=rulebook, seats=seats, ez=str(ez).lower(), layout=layout)
    if ez:
        insurance = ("dragon-7",) if rulebook == "md-mini" else ("dragon-7", "panda-8")
        text += "".join(f"[wagers.{name}]\n" for name in ("ez-banker", *insurance))
    else:
        text += VIGORISH.format(when=when)
    text += side_wagers(rulebook, seats) if sides else ""
    reviewed = review(text + more)
    assert list(reviewed.findings) == []
    assert reviewed.rules is not None
    return reviewed.rules


SIGNS = 'odds = "sign"\ndragon-7-notice = "sign"'
TABLES: dict[str, Callable[[], HouseRules]] = {
    "everything at six seats": lambda: table("ma-mini", 6, ez=True),
    "everything at seven seats": lambda: table("ma-midi", 7, ez=True),
    "everything at nine seats": lambda: table("ma-midi-multilevel", 9, ez=True),
    "with vigorish boxes": lambda: table("ma-midi", 7),
    "plain": lambda: table("md-mini", 7, sides=False),
    "plain at nine seats": lambda: table("md-mini", 9, sides=False, when="with-payout"),
    "one seat": lambda: table("md-mini", 1),
    "signs": lambda: table("md-mini", 9, ez=True, layout=SIGNS),
    "big with ten seats": lambda: table("ma-baccarat", 10, sides=False),
    "big with twelve seats": lambda: table("ma-baccarat", 12),
    "big with thirteen seats": lambda: table("ma-baccarat", 13),
    "big with everything": lambda: table("ma-baccarat", 14, ez=True),
}
