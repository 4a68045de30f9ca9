"""Wagers as data, the families of schema 2: ``wager.<key>`` says when a wager wins, ``pay.<key>`` how much it pays."""

from typing import Annotated, Literal

from punto.law.schema.wagers import Permissible, Wagers
from punto.law.words import Between, Cents, Hand, Hands, Long, Matches, Name, Odds, Provision, Strict, Text
from punto.wagers.facts import When
from punto.wagers.language import Award

Language = Annotated[str, Matches("[a-z]{2}(-[A-Z]{2})?", "en")]
TableName = Annotated[str, Matches("[A-Za-z0-9]{1,12}", "A")]


class Permissible2(Permissible):
    """The main wagers of the document, by key or by hand, and others that every table of their variant offers."""

    required: tuple[Name, ...] = ()


class LineTerm(Strict):
    """A line of a wager: the first whose condition holds decides; where none holds, the wager loses."""

    name: Name
    when: When
    result: Literal["win", "push", "lose"] = "win"


class RidesTerm(Strict):
    """On which hands' wagers the payout may ride, and whether a part of it may."""

    onto: Annotated[Hands, Long(1, 2)]
    portion: bool = False


class WagerTerms(Provision):
    """A wager: its lines, and how it is made and settled."""

    titles: Annotated[dict[Language, Text], Long(1, 20)]
    lines: Annotated[tuple[LineTerm, ...], Long(1, 60)]
    each: Hands = ()
    hand: Hand | None = None
    settles: Literal["after-result", "before-third-cards"] = "after-result"
    variant: Name | None = None
    needs: tuple[Name, ...] = ()
    excludes: tuple[Name, ...] = ()
    stake_cents: Cents | None = None
    rides: RidesTerm | None = None


class VigorishTerm(Strict):
    """Vigorish in percent of a win, of all winning lines or of some."""

    percent: Annotated[int, Between(1, 100)]
    lines: tuple[Name, ...] = ()


class LeastOdds(Strict):
    """The lowest odds that a licensee may pay for a line."""

    least: Odds

    def award(self) -> Award:
        """Return it as an award."""
        return Award(self.least, least=True)


class Amount(Strict):
    """An amount for the fixed stake."""

    award_cents: Cents

    def award(self) -> Award:
        """Return it as an award."""
        return Award(cents=self.award_cents)


class OfMeter(Strict):
    """A meter, or percent of it."""

    meter: Name
    percent: Annotated[int, Between(1, 100)] = 100

    def award(self) -> Award:
        """Return it as an award."""
        return Award(meter=self.meter, percent=self.percent)


AWARDS = (LeastOdds, Amount, OfMeter)  # payouts other than fixed odds


class PayTerms(Provision):
    """The payout of each winning line of a wager, by its name."""

    __rest__ = "awards"
    awards: dict[Name, Award]
    paytables: dict[TableName, dict[Name, Odds]] | None = None
    vigorish: VigorishTerm | None = None


class Wagers2(Wagers):
    """The wagers of a document, each as data."""

    permissible: Permissible2
    others: dict[Name, WagerTerms]


class Pay2(Strict):
    """The payouts of all wagers."""

    others: dict[Name, PayTerms]
