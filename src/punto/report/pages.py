"""Content and order of a PAR sheet's pages."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from punto.core.money import dollars
from punto.draw.fittings import odds_words
from punto.report.blocks import Block, Facts, Grid, Report, Section, Signatures, Text, prose
from punto.report.document import correlation
from punto.report.numerals import GLOSSARY, fixed, likely, percent, rate, signed
from punto.report.par import Par, WagerSheet
from punto.report.wager_pages import blocks_of
from punto.rules.house_rules import HouseRules
from punto.wagers.wager import Verdict

_PAYERS = {"with-payout": "collected with each payout", "deferred": "collection deferred, by marker"}
_ROUNDED = "collection deferred, by markers of rounded amounts"
_MIXED = {
    "manual": "by hand",
    "device": "by a device",
    "batch": "by a batch machine",
    "three-dealers": "by three dealers",
    "continuous": "by a continuous shoe",
}
_SIGNERS = ("For the operator", "For the testing laboratory", "For the commission")


def report_of(par: Par) -> Report:
    """Lay out a sheet."""
    rules = par.rules
    wagers = tuple(
        Section(f"3.{place}", one.title, blocks_of(par, one), fresh=True) for place, one in enumerate(par.wagers, 1)
    )
    lead = "Every wager that the submission offers, in the order of the felt. Figures are exact until they are printed."
    return Report(
        title="PAR sheet",
        subtitle=f"Probability accounting report of table {rules.table}, {rules.rulebook.title}",
        running=f"PAR sheet · {rules.layout.operator or rules.rulebook.title} · table {rules.table}",
        head=(_identity(par),),
        sections=(
            Section("1", "Summary", _summary(par)),
            Section("2", "The table", _table(par), fresh=True),
            Section("3", "The wagers", (Text(lead),), fresh=True, inner=wagers),
            Section("4", "Wagers of one round together", _together(par), fresh=True),
            Section("5", "Method and checks", _method(par), fresh=True),
            Section("6", "Glossary", (Facts(GLOSSARY),)),
            Section("7", "Approval", _approval(par), fresh=True),
        ),
    )


def _identity(par: Par) -> Facts:
    rules, book = par.rules, par.rules.rulebook
    rows = (
        *((("revision", par.revision),) if par.revision else ()),
        *((("date of issue", par.issued),) if par.issued else ()),
        ("operator", rules.layout.operator or "not named in the submission"),
        ("table", f"{rules.table}, pit {rules.pit}" if rules.pit else rules.table),
        ("game", f"{book.title}{', EZ Baccarat' if rules.ez else ''}"),
        ("rulebook", f"{book.id}: {book.document}"),
        ("edition", book.in_force),
        ("rulebook, SHA-256", book.digest),
        ("submission with rulebook, SHA-256", rules.digest),
        ("computed by", f"Punto {par.version}"),
        *((("code of Punto, SHA-256", par.code),) if par.code else ()),
    )
    return Facts(rows, codes=frozenset(name for name, _ in rows if "SHA-256" in name))


# ---------------------------------------------------------------- 1


def _summary(par: Par) -> tuple[Block, ...]:
    sheet = par.sheet
    outcomes = tuple(
        (name.capitalize(), f"{deals:,}", likely(Fraction(deals, sheet.deals)))
        for name, deals in sheet.outcomes.items()
    )
    rows = tuple(_summary_row(par.rules, one) for one in par.wagers)
    return (
        Grid(
            ("wager", "pays", "hit frequency", "house edge", "return", "SD", "volatility index"),
            rows,
            numbers=5,
            caption=f"Every wager, from a full shoe of {_decks(par.rules)}. {_meters_note(par)}".strip(),
        ),
        Grid(
            ("outcome", "deals", "probability"),
            (*outcomes, ("All", f"{sheet.deals:,}", "1")),
            numbers=2,
            caption="How coups end, in ordered deals of six cards.",
            total=True,
        ),
    )


def _summary_row(rules: HouseRules, one: WagerSheet) -> tuple[str, ...]:
    wins = [line.printed for line in one.lines if line.result.verdict is Verdict.WIN]
    pays = odds_words(rules, one.odds.wager, wins[0]) if len(wins) == 1 else f"{len(wins)} lines"
    figures = (percent(one.hits), percent(one.edge), percent(one.returns))
    return (one.title, pays, *figures, fixed(one.spread.deviation, 4), fixed(one.spread.volatility, 4))


def _meters_note(par: Par) -> str:
    fed = par.rules.metered
    return f"{fed.title} with its meters at their seeds." if fed else ""


def _decks(rules: HouseRules) -> str:
    return f"{rules.shoe.decks} decks, {rules.shoe.decks * 52} cards"


# ---------------------------------------------------------------- 2


def _table(par: Par) -> tuple[Block, ...]:
    rules, shoe = par.rules, par.rules.shoe
    batches = f", in {rules.shuffling.batches} batches of which one is dealt" if rules.shuffling.batches > 1 else ""
    cover = (
        f"{shoe.cover_depth} cards from the end; when it appears the coup is completed and "
        f"{'one more follows' if shoe.coups_after_cover == 1 else f'{shoe.coups_after_cover} more follow'}"
    )
    rows = (
        ("seats", str(rules.seats)),
        ("decks in the shoe", f"{_decks(rules)}{batches}"),
        ("shuffled", _MIXED[rules.shuffling.how]),
        ("burn", _burn(rules)),
        ("cover card", "none: cards go back after each coup" if shoe.continuous else cover),
        *_lengths(par),
        ("vigorish", _vigorish(rules)),
        ("smallest chip", dollars(rules.smallest_chip)),
        *((f"{one.odds.wager.title} that may ride", _portion(rules)) for one in par.wagers if one.odds.ride),
    )
    owed = par.liability
    limits = tuple(
        (one.title, dollars(one.limit.least), dollars(one.limit.most), dollars(owed.wagers[one.key]))
        for one in par.wagers
    )
    cited = tuple((one.section, one.demand) for one in par.shoe_sections)
    return (
        Facts(rows),
        Grid(
            ("wager", "least stake", "greatest stake", "greatest liability"),
            (*limits, ("All, in one round", "", "", f"{'' if owed.exact else 'at most '}{dollars(owed.table)}")),
            numbers=3,
            caption=f"Limits of one seat, and the most that {rules.seats} seats can win in one round; without meters.",
            total=True,
        ),
        Grid(("section", "what it asks"), cited, caption=f"Sections of {rules.rulebook.id} on the shoe and its cards."),
    )


def _lengths(par: Par) -> tuple[tuple[str, str], ...]:
    """Return how long coups and shoes are."""
    rows = (("cards of a coup, mean", fixed(par.cards_of_a_coup, 4)),)
    rounds = par.rounds_of_a_shoe
    return rows if rounds is None else (*rows, ("rounds of a shoe, about", fixed(rounds, 1)))


def _burn(rules: HouseRules) -> str:
    if not rules.shoe.burn:
        return "none"
    law = rules.rulebook.law.burn.count
    counts = f"an ace {law.ace_counts}, tens and pictures {law.tens_count}"
    return f"a first card, and as many more as its face says: {counts}"


def _vigorish(rules: HouseRules) -> str:
    vigorish = rules.vigorish
    if vigorish is None:
        return "none: EZ Baccarat"
    how = f"rounded up to {vigorish.unit} cents" if vigorish.rounding == "quarter" else "fractions of a cent dropped"
    collected = _ROUNDED if vigorish.marked == "rounded" else _PAYERS[vigorish.when]
    return f"{rate(vigorish.rate)} of a Banker win, {how}, {collected}"


def _portion(rules: HouseRules) -> str:
    portion = rules.house_money_portion
    return "all of the payout, or nothing" if portion == 1 else f"{portion} of the payout, or nothing"


# ---------------------------------------------------------------- 4


def _together(par: Par) -> tuple[Block, ...]:
    words = """
        Wagers on one coup win and lose together. With these covariances, and stakes a and b, the variance of what two
        wagers win in one round is a² Var(1) + b² Var(2) + 2ab Cov(1, 2), and so on for more."""

    def covariance(one: WagerSheet, other: WagerSheet) -> str:
        return signed(par.covariance(one.key, other.key), 6)

    def related(one: WagerSheet, other: WagerSheet) -> str:
        return signed(correlation(par, one, other), 4)

    return (
        Text(prose(words)),
        _matrix(par, "Covariances of the gains of one unit on each; on the diagonal, variances.", covariance),
        _matrix(par, "Correlations.", related),
    )


def _matrix(par: Par, caption: str, value: Callable[[WagerSheet, WagerSheet], str]) -> Grid:
    """Return a grid of values for pairs of wagers, below and on the diagonal."""
    heads = tuple(str(place + 1) for place in range(len(par.wagers)))
    rows = []
    for place, one in enumerate(par.wagers):
        cells = [value(one, other) for other in par.wagers[: place + 1]]
        rows.append((f"{place + 1} {one.title}", *cells, *[""] * (len(par.wagers) - place - 1)))
    return Grid(("wager", *heads), tuple(rows), numbers=len(heads), caption=caption, dense=True)


# ---------------------------------------------------------------- 5

_EXACTNESS = """
    Exactness. Counts are whole numbers; edges, variances and covariances are fractions of them. Square roots are
    taken to 18 decimals. Nothing is rounded before it is printed; the JSON form of this sheet gives the fractions."""

_ROUNDS = """
    Rounds. Bands take the rounds as independent, at equal stakes, each from a full shoe. Before a card is seen every
    round of a shoe has these odds; that rounds of one shoe share its cards, and that a cover card ends a shoe a
    little sooner when coups take more cards, is left out. Whole shoes are simulated by punto simulate."""

_METERS = """
    Meters. In the long run a meter pays out all that comes into it: every contribution, also what went to its reserve
    or over its ceiling, and its seed as often as it is taken whole. Must Hit pays a trigger drawn evenly from base to
    ceiling; so a unit contributed returns, on average, the mean trigger over the mean trigger less the
    base. The few cents by which an award may exceed its trigger are neglected, and so are fractions of a cent that a
    share of a meter drops."""

_CHECKS = "Checks. Each was run for this sheet; a sheet that fails one is not written:"


def _counting(par: Par) -> str:
    sheet = par.sheet
    fed = par.rules.metered
    royal = f"{fed.title} is counted over the first four cards with their suits." if fed and fed.on_opening else ""
    return f"""
        Counting. All ordered deals from a full shoe of {_decks(par.rules)} are counted, not sampled: the first two
        cards of each hand by rank, then third cards as the tableau asks. That gives the number of deals of each class
        of coup, {len(sheet.counts.classes):,} classes in {sheet.deals:,} deals. A class is all that a wager on points
        or pairs can tell apart of a coup. The wager's own function, the one by which the table settles, says what it
        pays in each. {royal}"""


def _method(par: Par) -> tuple[Block, ...]:
    texts = (_counting(par), _EXACTNESS, _ROUNDS, *((_METERS,) if par.rules.royal9 else ()), _CHECKS)
    rows = tuple((check.what, f"{check.compared:,}", "all agree") for check in par.checks)
    return *(Text(prose(words)) for words in texts), Grid(("check", "comparisons", "result"), rows, numbers=2)


# ---------------------------------------------------------------- 7


def _approval(par: Par) -> tuple[Block, ...]:
    rules = par.rules
    words = f"""
        This sheet belongs to the submission of table {rules.table} with the digest below, under {rules.rulebook.id}
        with its digest. Running punto par on that submission with the same version of Punto reproduces this sheet, to
        the byte. If either digest differs, it is another table's sheet."""
    rows = (("submission with rulebook, SHA-256", rules.digest), ("rulebook, SHA-256", rules.rulebook.digest))
    return Text(prose(words)), Facts(rows, codes=frozenset(name for name, _ in rows)), Signatures(_SIGNERS)
