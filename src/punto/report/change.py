"""Two submissions side by side: fields, printed areas, exact edges, and what the change needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from punto.core.bounded import toml
from punto.core.cards import Composition
from punto.library import Rulebooks
from punto.odds import Sheet, sheet
from punto.report.meters import seeds_of
from punto.rules.content import content_digest, content_of
from punto.rules.house_rules import HouseRules
from punto.rules.review import Review
from punto.rules.review.finding import Finding
from punto.rules.review.shuffling import review_change


class FieldChange(NamedTuple):
    """A field of the submission that differs; None where one does not state it."""

    path: str
    before: str | None
    after: str | None


class EdgeChange(NamedTuple):
    """A wager with its exact house edge in both submissions, meters at their seeds; None where it is not offered."""

    key: str
    title: str
    section: str
    before: Fraction | None
    after: Fraction | None

    @property
    def differs(self) -> bool:
        """Whether the edge changes, or the offer."""
        return self.before != self.after


class Requirement(NamedTuple):
    """An approval, notice or moment that a change needs or does not need; with its section."""

    code: str  # "layout-approval", "notice", "next-shoe", "new-table"
    needed: bool
    section: str
    words: str


class Change(NamedTuple):
    """A submission and the one that it would replace."""

    fields: tuple[FieldChange, ...]
    same: int  # number of fields that are the same
    content: tuple[str, ...]  # parts of the layout's content that differ
    areas: tuple[str, ...]  # keys of wagers and areas whose print differs
    edges: tuple[EdgeChange, ...]
    findings: tuple[Finding, ...]  # of the newer one, and of the change
    needs: tuple[Requirement, ...]


def compared(old: Review, new: Review, texts: tuple[str, str], books: Rulebooks) -> Change:
    """Compare two reviewed submissions; edges and areas only if both are lawful."""
    before, after = (dict(_fields(toml(text), "")) for text in texts)
    paths = list(dict.fromkeys((*before, *after)))
    fields = tuple(FieldChange(p, before.get(p), after.get(p)) for p in paths if before.get(p) != after.get(p))
    findings = new.findings
    if old.submission is not None and new.submission is not None:
        findings += review_change(new.submission, old.submission, books)
    if old.rules is None or new.rules is None:
        return Change(fields, len(paths) - len(fields), (), (), (), findings, ())
    return Change(
        fields=fields,
        same=len(paths) - len(fields),
        content=_parts(old.rules, new.rules),
        areas=_areas(old.rules, new.rules),
        edges=_edges(old.rules, new.rules),
        findings=findings,
        needs=tuple(_needs(old.rules, new.rules)),
    )


def _fields(table: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a submission, by path; a wager without terms is a field too."""
    for key, value in table.items():
        at = f"{path}.{key}" if path else key
        if isinstance(value, dict) and value:
            yield from _fields(value, at)
        else:
            yield at, "offered" if value == {} else _word(value)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# ---------------------------------------------------------------- layout


def _parts(old: HouseRules, new: HouseRules) -> tuple[str, ...]:
    before, after = content_of(old), content_of(new)
    return tuple(key for key in after if before[key] != after[key])


def _areas(old: HouseRules, new: HouseRules) -> tuple[str, ...]:
    """Return the keys of wagers and areas whose print differs."""
    before, after = content_of(old), content_of(new)
    pays = {key for side in (before, after) for key in side["paytables"]}
    changed = {key for key in pays if before["paytables"].get(key) != after["paytables"].get(key)}
    areas = [{one[0]: one for one in side["areas"]} for side in (before, after)]
    changed |= {key for key in {*areas[0], *areas[1]} if areas[0].get(key) != areas[1].get(key)}
    return tuple(sorted(changed))


# ---------------------------------------------------------------- edges


def _edges(old: HouseRules, new: HouseRules) -> tuple[EdgeChange, ...]:
    one, other = _sheet(old), _sheet(new)
    wagers = {wager.key: wager for rules in (old, new) for wager in rules.wagers}
    return tuple(
        EdgeChange(
            key,
            wager.title,
            wager.section,
            one[key].edge if key in one.wagers else None,
            other[key].edge if key in other.wagers else None,
        )
        for key, wager in wagers.items()
    )


def _sheet(rules: HouseRules) -> Sheet:
    rate = rules.vigorish.rate if rules.vigorish else Fraction(0)
    found = sheet(Composition.decks(rules.shoe.decks), rules.wagers, rate=rate, portion=rules.house_money_portion)
    return found.at(seeds_of(rules.royal9)) if rules.royal9 else found


# ---------------------------------------------------------------- needs


def _needs(old: HouseRules, new: HouseRules) -> Iterator[Requirement]:
    law = new.rulebook.law
    approval, printed = law.layout.approval, _parts(old, new)
    if content_digest(old) == content_digest(new):
        yield Requirement("layout-approval", False, approval.section, "The layout's content stays as it is.")
    else:
        words = f"The layout's {', '.join(printed)} changed: other content needs a new approval by {approval.by}."
        yield Requirement("layout-approval", True, approval.section, words)
    option = law.shuffle.reshuffle_option
    if option is not None:
        if old.shuffling.reshuffle is new.shuffling.reshuffle:
            yield Requirement("notice", False, option.section, "Shuffling options stay as they are.")
        else:
            words = f"The further shuffle {'begins' if new.shuffling.reshuffle else 'ends'}: written notice to "
            words += f"{' and '.join(option.notify)}, {option.notice_minutes} minutes before it."
            yield Requirement("notice", True, option.section, words)
    yield _at_the_table(old, new)


def _at_the_table(old: HouseRules, new: HouseRules) -> Requirement:
    """Say whether an open table can take the change at its next shoe."""
    if old.rulebook.id != new.rulebook.id:
        return Requirement("new-table", True, "", "Another rulebook: open another table.")
    if old.table != new.table:
        return Requirement("new-table", True, "", "Another table: this submission is not for the same one.")
    if old.royal9 != new.royal9:
        return Requirement("new-table", True, "", "Other meters: a table that feeds them must be closed first.")
    fewer = f" Seats {new.seats + 1} to {old.seats} must be free." if new.seats < old.seats else ""
    return Requirement("next-shoe", True, "", f"An open table takes it before its next shoe.{fewer}")
