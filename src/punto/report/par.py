"""PAR sheet of a submission as an exact value, with the bands of the hold around the edge after a number of rounds.

A band is that of the normal distribution. For equal stakes on independent rounds the Berry-Esseen theorem bounds its
error, so each number of rounds is listed with the largest possible difference between a band's true level and its name.
Wagers with rare, large payouts need many rounds before a band means anything, and their sheets show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from importlib.metadata import version

from punto.core.cards import Composition, wrong_type
from punto.core.tableau import NONE
from punto.odds import Sheet, WagerOdds, sheet
from punto.report.blocks import Cited, sections_of, sections_of_shoe
from punto.report.checks import Check, checks
from punto.report.liability import Liability, liability
from punto.report.meters import Progressive, progressive, seeds_of
from punto.report.numerals import Rounding, root, rounding
from punto.rules.house_rules import HouseRules, Limit
from punto.wagers.wager import Result, Verdict

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
LEVELS: dict[int, Fraction] = {  # percent -> standard deviations on either side
    90: Fraction("1.644853626951"),
    95: Fraction("1.959963984540"),
    99: Fraction("2.575829303549"),
}
VOLATILITY = 90  # level whose band defines the volatility index
BERRY_ESSEEN = Fraction("0.4748")  # Shevtsova (2011), for independent, identically distributed rounds


@dataclass(frozen=True, slots=True)
class Hold:
    """The house's hold of a wager after some rounds."""

    rounds: int
    expected: Fraction
    bands: dict[int, tuple[Fraction, Fraction]]  # level in percent -> lower and upper bound
    error: Fraction  # maximum error of the level of any band


@dataclass(frozen=True, slots=True)
class Spread:
    """Distribution of the net win of one unit."""

    variance: Fraction
    deviation: Fraction
    skewness: Fraction
    absolute: Fraction  # third absolute moment, in cubes of the deviation

    @property
    def volatility(self) -> Fraction:
        """Volatility index: the half width of the band of one round."""
        return LEVELS[VOLATILITY] * self.deviation


def spread(odds: WagerOdds) -> Spread:
    """Return the distribution of a wager's net win."""
    gains, mean, variance = odds.gains, odds.ev, odds.variance
    far = [(gains[result.category] - mean, Fraction(deals, odds.deals)) for result, deals in odds.lines]
    deviation = root(variance)
    cube = deviation**3
    third = sum((share * gain**3 for gain, share in far), Fraction(0))
    size = sum((share * abs(gain) ** 3 for gain, share in far), Fraction(0))
    return Spread(variance, deviation, third / cube, size / cube)


def hold(edge: Fraction, spread: Spread, rounds: int) -> Hold:
    """Return the hold after some rounds of equal stakes."""
    deviation = spread.deviation / root(Fraction(rounds))
    return Hold(
        rounds,
        edge,
        # A loss cannot exceed the stakes, even where the normal distribution does so for few rounds.
        {level: (edge - wide * deviation, min(Fraction(1), edge + wide * deviation)) for level, wide in LEVELS.items()},
        min(Fraction(1), 2 * BERRY_ESSEEN * spread.absolute / root(Fraction(rounds))),
    )


# ---------------------------------------------------------------- the sheet


class ReportError(ValueError):
    """A report that cannot be made; the message is one line."""


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a paytable: its payout, deals, and return per unit."""

    result: Result  # meters at their seeds
    printed: Result  # meters by name
    deals: int
    probability: Fraction
    net: Fraction  # net win of a unit
    returns: Fraction


@dataclass(frozen=True, slots=True)
class WagerSheet:
    """One wager of a sheet."""

    odds: WagerOdds  # meters at their seeds
    limit: Limit
    lines: tuple[PayLine, ...]
    spread: Spread
    holds: tuple[Hold, ...]
    sections: tuple[Cited, ...]

    def __repr__(self) -> str:
        return f"<WagerSheet of {self.odds!r}>"

    rounding: Rounding | None
    progressive: Progressive | None

    @property
    def key(self) -> str:
        """The wager's key."""
        return self.odds.wager.key

    @property
    def title(self) -> str:
        """The wager's title."""
        return self.odds.wager.title

    @property
    def edge(self) -> Fraction:
        """House edge per unit."""
        return self.odds.edge

    @property
    def returns(self) -> Fraction:
        """Expected return per unit, stake included."""
        return 1 - self.edge

    def frequency(self, verdict: Verdict) -> Fraction:
        """Return the probability that the wager wins, pushes or loses."""
        return sum((line.probability for line in self.lines if line.result.verdict is verdict), Fraction(0))

    @property
    def hits(self) -> Fraction:
        """Hit frequency: the probability that the wager wins."""
        return self.frequency(Verdict.WIN)


@dataclass(frozen=True, slots=True)
class Par:
    """The PAR sheet of a table."""

    rules: HouseRules
    version: str
    code: str  # digest of Punto's own modules; empty if not given
    sheet: Sheet  # meters at their seeds
    wagers: tuple[WagerSheet, ...]
    covariances: Mapping[tuple[str, str], Fraction]
    checks: tuple[Check, ...]
    shoe_sections: tuple[Cited, ...]
    liability: Liability
    revision: str = ""  # of the sheet, as its issuer names it
    issued: str = ""  # its date of issue

    def __repr__(self) -> str:
        return f"<Par of table {self.rules.table}: {', '.join(one.key for one in self.wagers)}>"

    @property
    def rate(self) -> Fraction:
        """Rate of vigorish; zero at an EZ table."""
        return _rate(self.rules)

    @property
    def cards_of_a_coup(self) -> Fraction:
        """Mean number of cards of a coup, from a full shoe."""
        thirds = ((coup.player_third, coup.banker_third, deals) for coup, deals in self.sheet.counts.points.items())
        return 4 + Fraction(sum(((p != NONE) + (b != NONE)) * deals for p, b, deals in thirds), self.sheet.deals)

    @property
    def rounds_of_a_shoe(self) -> Fraction | None:
        """Rounds of a shoe, nearly: cards before the cover card over the mean cards of a coup; None without one."""
        shoe, law = self.rules.shoe, self.rules.rulebook.law.burn.count
        if shoe.continuous:
            return None
        burned = Fraction(sum(range(2, 10)) + law.ace_counts + 4 * law.tens_count, 13) + 1 if shoe.burn else Fraction(0)
        dealt = self.sheet.shoe.total - burned - shoe.cover_depth
        return dealt / self.cards_of_a_coup + Fraction(1, 2) + shoe.coups_after_cover

    def covariance(self, one: str, other: str) -> Fraction:
        """Return the covariance of the net wins of two wagers, one unit on each."""
        key = one, other
        return self.covariances[key] if key in self.covariances else self.covariances[other, one]

    def _repr_html_(self) -> str:
        from punto.report.html import html  # imported here; the sheet is shown as a page in a frame
        from punto.report.pages import report_of

        return f'<iframe srcdoc="{escape(html(report_of(self)))}" style="width:100%;height:40em;border:0"></iframe>'


def par_of(rules: HouseRules, code: str = "", *, revision: str = "", issued: str = "") -> Par:
    """Compute the PAR sheet of house rules and cross-check it; raise ``ReportError`` if a check fails.

    ``revision`` and ``issued`` are printed as given: the sheet itself knows no date.
    """
    if not isinstance(rules, HouseRules):
        raise wrong_type(rules, "house rules, like punto.check(text).lawful()")
    shoe = Composition.decks(rules.shoe.decks)
    named = sheet(shoe, rules.wagers, rate=_rate(rules), portion=rules.house_money_portion)
    paid = named.at(seeds_of(rules.royal9)) if rules.royal9 else named
    covariances = paid.covariances(paid.wagers)
    compared = checks(rules, named, paid, covariances)
    for check in compared:
        if check.fault:
            raise ReportError(f"a check of the sheet failed: {check.what} ({check.fault})")
    return Par(
        rules=rules,
        version=version("punto"),
        code=code,
        sheet=paid,
        wagers=tuple(_wager(rules, shoe, named[key], odds) for key, odds in paid.wagers.items()),
        covariances=covariances,
        checks=compared,
        shoe_sections=sections_of_shoe(rules),
        liability=liability(rules, paid),
        revision=revision,
        issued=issued,
    )


def _rate(rules: HouseRules) -> Fraction:
    return rules.vigorish.rate if rules.vigorish else Fraction(0)


def _wager(rules: HouseRules, shoe: Composition, named: WagerOdds, paid: WagerOdds) -> WagerSheet:
    spreads = spread(paid)
    return WagerSheet(
        odds=paid,
        limit=rules.limits[paid.wager.key],
        lines=_lines(named, paid),
        spread=spreads,
        holds=tuple(hold(paid.edge, spreads, rounds) for rounds in ROUNDS),
        sections=sections_of(rules, paid.wager),
        rounding=rounding(rules, paid),
        progressive=progressive(rules, shoe, named),
    )


def _lines(named: WagerOdds, paid: WagerOdds) -> tuple[PayLine, ...]:
    found = []
    for (printed, deals), (result, _) in zip(named.lines, paid.lines, strict=True):
        net, likely = paid.wager.net(result, paid.rate), Fraction(deals, paid.deals)
        found.append(PayLine(result, printed, deals, likely, net, (1 + net) * likely))
    return tuple(found)
