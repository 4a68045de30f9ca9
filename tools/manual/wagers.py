"""The odds of every wager: a page with exact counts and fractions, and a plot for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

from punto.core.cards import RANKS, Composition
from punto.core.money import dollars
from punto.draw.chart import Axis, Bars, Chart, Line, chart_svg, percent, plain
from punto.law.rulebook import documents, load, topics
from punto.odds import RIDES, Counts, Known, Sheet, WagerOdds, count_classes, sheet
from punto.odds.queries import effects
from punto.wagers import Result, Verdict, Wager
from punto.wagers.book import Terms, known
from punto.wagers.language import Choice, WagerLaw, build
from tools.manual.markdown import page, table

DECKS = 8
BOOK = "ma-mini"  # has every wager
CATALOGUE = "punto-open"
METERS = {"star": 100_000_00, "spade": 500_00, "heart": 500_00}
STAKE = 500
TITLES = {
    "player": "Player", "banker": "Banker", "ez-banker": "Banker at an EZ table", "tie": "Tie", "dragon-7": "Dragon 7",
    "panda-8": "Panda 8", "dragon-bonus-player": "Dragon Bonus on the Player",
    "dragon-bonus-banker": "Dragon Bonus on the Banker", "house-money": "House Money",
    "royal-9": "Royal 9 (Progressive)",
}  # fmt: skip
PROVISION = {"ez-banker": "banker", "dragon-bonus-player": "dragon-bonus", "dragon-bonus-banker": "dragon-bonus"}


@cache
def odds(decks: int = DECKS, tie: int = 8, paytable: str = "A") -> Sheet:
    """Return the odds of every wager of a full shoe, with the meters of Royal 9 at round amounts."""
    found = sheet(Composition.decks(decks), known(load(BOOK), Terms(Fraction(tie), paytable)))
    return found.at(METERS, STAKE)


@cache
def removal() -> Mapping[str, Mapping[str, Fraction]]:
    """Return the effect of removing one card on every wager on points."""
    points = [wager for wager in known(load(BOOK)) if wager.on_class and wager.key != "house-money"]
    return effects(Composition.decks(DECKS), points)


# ---------------------------------------------------------------- page


def wagers_page() -> str:
    """Return the page."""
    full = odds()
    return page(
        "The odds of every wager",
        f"Each wager of the five documents, for a full shoe of {DECKS} decks: the number of the"
        f" {full.deals:,} ordered deals of six cards that lead to each result, and the figures that follow from it."
        " Counts and fractions are exact. [Wagers](wagers.md) describes the wagers, [Exact odds](odds.md) the method,"
        " [Mathematics](mathematics.md) the derivation.",
        "![The house edge of every wager, as bars](pictures/wager-edges.svg)",
        table(
            ("wager", "house edge", "6 decks", "7 decks", f"{DECKS} decks, exactly"),
            [
                (
                    f"[{TITLES[key]}](#{_anchor(key)})",
                    *(f"{float(odds(decks)[key].edge):.4%}" for decks in (8, 6, 7)),
                    full[key].edge,
                )
                for key in full.wagers
                if key != "royal-9"
            ],
            numbers=4,
        ),
        *(_wager(key, full[key]) for key in full.wagers),
    )


def side_wagers_page() -> str:
    """Return the catalogue of side wagers, with their edges at one to eight decks."""
    book = load(CATALOGUE)
    rows = [row for law in book.wagers if law.hand is None and law.key != "tie" for row in _side(law)]
    return page(
        "Side wagers of the world's tables",
        f"The {len(rows)} rows are the side wagers of [Open Baccarat](rulebooks/{CATALOGUE}.md), each at every paytable"
        " it has, with the exact house edge of a full shoe. They are data: [wagers of your own](own-wagers.md) begin"
        f" from them, and `punto odds --rulebook {CATALOGUE}` has all their figures. Some casinos pay other odds.",
        table(("wager", "pays, to 1", *(f"{n} {'deck' if n == 1 else 'decks'}" for n in range(1, 9))), rows, numbers=8),
        "House Money is that of a payout which is taken, not left to ride. A wager on suits is counted by suits.",
    )


def _side(law: WagerLaw) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a wager: one for each hand that it stands on and each of its paytables."""
    for name in law.paytables or ("",):
        for wager in build(law, Choice(None, name, None)):
            title = f"{wager.title}, {name}" if name else wager.title
            pays = ", ".join(f"{float(result.pays):g}" for result in wager.results if result.verdict is Verdict.WIN)
            yield title, pays, *(f"{float(_edge_at(wager, decks)):.4%}" for decks in range(1, 9))


def _edge_at(wager: Wager, decks: int) -> Fraction:
    return sheet(Composition.decks(decks), [wager], counts=_counts(decks))[wager.key].edge


@cache
def _counts(decks: int) -> Counts:
    return count_classes(Composition.decks(decks), Known())


def _anchor(key: str) -> str:
    return TITLES[key].lower().replace(" ", "-").replace("(", "").replace(")", "")


def _wager(key: str, found: WagerOdds) -> str:
    topic = PROVISION.get(key, key)
    about = topics()[f"wager.{topic}" if f"wager.{topic}" in topics() else "def.royal-9"]
    held = [book.provisions[about.key] for book in map(load, documents()) if about.key in book]
    lines = [
        (f"`{result.category}`", _pays(result), f"{deals:,}", f"{deals / found.deals:.6%}")
        for result, deals in found.lines
    ]
    return "\n\n".join(
        (
            f"## {TITLES[key]}",
            f"{about.said(*held)} {_sections(topic)}",
            table(("result", "pays", "deals", "probability"), lines, numbers=3),
            _figures(key, found),
            f"![{TITLES[key]}: {_asks(key)}](pictures/wager-{key}.svg)",
        )
    )


def _pays(result: Result) -> str:
    if result.verdict is Verdict.LOSE:
        return "—"
    return (
        str(result.pays)
        if not isinstance(result.pays, Fraction) or result.pays.denominator == 1
        else f"{float(result.pays):g}"
    )


def _sections(topic: str) -> str:
    names = (f"wager.{topic}", f"pay.{topic}") if topic != "royal-9" else ("def.royal-9",)
    told = []
    for book in documents():
        sections = [load(book).section(name) for name in names if name in load(book)]
        if sections:
            told.append(f"{book} {', '.join(sections)}")
    return f"*(§ {'; '.join(told)}.)*"


def _figures(key: str, found: WagerOdds) -> str:
    rows = [
        ("house edge", f"{float(found.edge):.6%}", found.edge),
        ("return", f"{float(1 - found.edge):.6%}", 1 - found.edge),
        ("hit frequency", f"{float(_hits(found)):.6%}", _hits(found)),
        ("standard deviation of one unit", f"{found.sd:.6f}", f"√({found.variance})"),
    ]
    rows += list(_choices(key))
    text = table(("", "", "exactly"), rows, numbers=2)
    if key == "royal-9":
        shown = ", ".join(f"{name.title()} {dollars(cents)}" for name, cents in METERS.items())
        text += (
            f"\n\nWith the meters at {shown}, for the stake of {dollars(STAKE)}, which is not returned with an award."
        )
    return text


def _hits(found: WagerOdds) -> Fraction:
    return Fraction(sum(deals for result, deals in found.lines if result.verdict is Verdict.WIN), found.deals)


def _choices(key: str) -> Iterator[tuple[str, str, Fraction]]:
    """Yield the edge of other choices of a licensee or a player."""
    if key == "tie":
        yield ("house edge at 9 to 1", *_edge(odds(tie=9)[key].edge))
    if key.startswith("dragon-bonus"):
        for paytable in "BC":
            yield (f"house edge of paytable {paytable}", *_edge(odds(paytable=paytable)[key].edge))
    if key == "house-money":
        for choice, ride in odds()[key].ride.items():
            yield (f"riding {RIDES[choice]} when favorable", *_edge(-ride.best))
            yield (f"always riding {RIDES[choice]}", *_edge(-ride.ev))


def _edge(edge: Fraction) -> tuple[str, Fraction]:
    return f"{float(edge):.6%}", edge


# ---------------------------------------------------------------- plots


def edges_svg() -> str:
    """Draw the house edge of every wager."""
    keys = [key for key in odds().wagers if key != "royal-9"]
    names = [_short(key) for key in keys]
    bars = [(float(place), float(odds()[key].edge)) for place, key in enumerate(keys)]
    return chart_svg(
        Chart(
            "House edge",
            f"{DECKS} decks, Tie at 8 to 1, Dragon Bonus by paytable A, House Money taken",
            Axis("", names=tuple(names)),
            Axis("house edge", percent, low=0),
            (Bars("", bars, 0.62),),
        )
    )


def _short(key: str) -> str:
    return {
        "ez-banker": "EZ Banker",
        "dragon-bonus-player": "Bonus, Player",
        "dragon-bonus-banker": "Bonus, Banker",
    }.get(key, TITLES[key])


def _asks(key: str) -> str:
    if key == "royal-9":
        return "its return by the value of the Star meter"
    return (
        "its house edge by the number of decks"
        if key == "house-money"
        else "the effect of removing one card of each rank on its edge"
    )


def wager_svg(key: str) -> str:
    """Draw the plot of one wager."""
    if key == "royal-9":
        return _meter_svg()
    if key == "house-money":
        return _decks_svg()
    effect = removal()[key]
    bars = [(float(place), -float(effect[rank])) for place, rank in enumerate(RANKS)]
    return chart_svg(
        Chart(
            f"{TITLES[key]}: effect of removal",
            f"change of the house edge when one card of a rank is removed from {DECKS} decks",
            Axis("rank of the removed card", names=tuple(RANKS)),
            Axis("change of the house edge", percent),
            (Bars("", bars, 0.62, "player" if "player" in key else "banker" if "banker" in key else "green"),),
            height=420,
        )
    )


def _decks_svg() -> str:
    sizes = (1, 2, 4, 6, 8)
    money = [wager for wager in known(load(BOOK)) if wager.key == "house-money"]
    bars = [
        (float(n), float(sheet(Composition.decks(size), money)["house-money"].edge)) for n, size in enumerate(sizes)
    ]
    return chart_svg(
        Chart(
            "House Money: by decks",
            "the house edge when the payout is taken; with fewer decks pairs are rarer",
            Axis("decks in the shoe", names=tuple(map(str, sizes))),
            Axis("house edge", percent, low=0),
            (Bars("", bars, 0.62),),
            height=420,
        )
    )


def _meter_svg() -> str:
    found = sheet(Composition.decks(DECKS), known(load(BOOK)))["royal-9"]
    places = [dollars_ * 500_000_00 for dollars_ in range(11)]
    points = [(cents / 100, 1 + float(found.at(METERS | {"star": cents}, STAKE).ev)) for cents in places]
    return chart_svg(
        Chart(
            "Royal 9: return by the value of the Star meter",
            f"Spade and Heart at {dollars(METERS['spade'])}; above the dashed line the player has the edge",
            Axis("the Star meter, in dollars", plain, low=0, high=5_000_000),
            Axis("return", percent, low=0.4),
            (Line("return", points, "green"), Line("fair", [(0.0, 1.0), (5_000_000.0, 1.0)], "brass", "6 5")),
            height=420,
        )
    )
