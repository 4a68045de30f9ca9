"""PAR sheets to look at, each worked out once."""

from functools import cache

from punto.report import Par, par_of
from punto.rules.house_rules import HouseRules
from punto.rules.review import review
from tests import filed

PLAIN = ("ma-mini-classic", "md-mini-payout")  # neither Royal 9 nor its seconds of counting
ROYAL = "ma-midi-squeeze"


def rules(name: str, *changes: tuple[str, str]) -> HouseRules:
    """The house rules of a submission of the tests, with some text put in the place of other text."""
    text = filed.text(name)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    found = review(text)
    assert found.rules is not None, found.findings
    return found.rules


@cache
def par(name: str) -> Par:
    """The sheet of a submission of the tests."""
    return par_of(rules(name), code="c0de")
