"""Review of the layout: printed areas, notices and fittings (section 2 of every document).

Every ``layout`` provision of the rulebook requires areas, notices or fittings; wagers not offered need none. A wager
for which a document requires no area gets one all the same, under the section that names the wager.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from punto.core.citation import Cite
from punto.core.money import Vigorish
from punto.law.schema import definitions as law
from punto.law.words import Provision
from punto.rules.house_rules import Area, Fitting, Layout, Notice
from punto.rules.review.finding import Code, Notes, listed
from punto.rules.submission import Submission
from punto.wagers.language import EZ
from punto.wagers.wager import Result, Verdict, Wager

Felt = Literal["green", "wine", "night"]
FELTS: tuple[Felt, ...] = ("green", "wine", "night")
DRAGON_7 = "A wager on Banker pushes on a Dragon 7"
OURS = {"vigorish", "player-hand", "banker-hand"}  # areas not of a wager


def layout(
    submission: Submission, played: str, wagers: tuple[Wager, ...], vigorish: Vigorish | None, notes: Notes
) -> Layout:
    """Check the filed layout, and derive everything that it must carry."""
    filed, book = submission.layout, notes.book
    _approval(submission, notes)
    if filed.felt not in FELTS:
        notes.find(Code.LAYOUT, "$.layout.felt", "", f"felts are {listed(FELTS)}, not {filed.felt!r}")
    asked = tuple(_asked_areas(wagers, vigorish, notes))
    covered = {area.key for area in asked}
    own = (Area(wager.key, Cite(book.id, wager.section)) for wager in wagers if wager.key not in covered)
    return Layout(
        operator=filed.operator,
        seat=Area("seat", Cite(book.id, book.law.table.seats.section), numbered=True),
        areas=(*own, *asked),
        notices=tuple(_notices(submission, played == EZ, wagers, notes)),
        fittings=tuple(_fittings(submission, vigorish, notes)),
        approval=filed.approval,
        felt=filed.felt if filed.felt in FELTS else "green",
    )


def _approval(submission: Submission, notes: Notes) -> None:
    """Check that the layout is submitted and approved (ma-mini 2(b), md-mini .02B)."""
    if not submission.layout.approval.strip():
        approval = notes.book.law.layout.approval
        words = f"the layout needs the approval of {approval.by}: name it"
        notes.find(Code.APPROVAL_MISSING, "$.layout.approval", approval, words)


# ---------------------------------------------------------------- areas


def _asked_areas(wagers: Iterable[Wager], vigorish: Vigorish | None, notes: Notes) -> Iterator[Area]:
    """Yield the areas that layout provisions require at this table."""
    wanted = {wager.key: wager.key for wager in wagers} | {key: key for key in OURS}
    wanted |= {wager.hand: wager.key for wager in wagers if wager.hand}  # the Banker's key differs by variant
    for provision in _areas(notes.book.law.layout):
        if _let_off(provision, vigorish):
            continue
        cite = Cite(notes.book.id, provision.section)
        for key in provision.areas:
            if key in wanted:
                yield Area(wanted[key], cite, provision.each == "seat", provision.numbered, provision.shows or "")


def _areas(layout: law.Layout) -> Iterator[law.Areas]:
    """Yield the provisions on areas, in the order of the documents."""
    every = (
        layout.main_areas,
        layout.card_areas,
        layout.dragon_bonus_area,
        layout.dragon_7_area,
        layout.panda_8_area,
        layout.house_money_area,
        layout.vigorish_boxes,
        layout.royal9_combinations,
    )
    return (provision for provision in every if provision is not None)


def _let_off(provision: law.Areas, vigorish: Vigorish | None) -> bool:
    """Return whether vigorish boxes are not required: it is collected with the payout, or not at all."""
    reason = "ez" if vigorish is None else vigorish.when
    return reason in provision.unless


# ---------------------------------------------------------------- notices


def _notices(submission: Submission, ez: bool, wagers: tuple[Wager, ...], notes: Notes) -> Iterator[Notice]:
    """Yield the notices required at this table, with the filed words and places."""
    filed = submission.layout
    told = {  # content of each, field of its words, place, field of its place
        "odds": (_odds(wagers), "odds", filed.odds, "odds"),
        "dragon-7-push": (_dragon_7(filed.dragon_7_words), "dragon-7-words", filed.dragon_7_notice, "dragon-7-notice"),
        "name-or-logo": (filed.operator, "operator", None, "operator"),
    }
    asked = notes.book.law.layout
    for provision in (asked.name_or_logo, asked.odds_shown, asked.dragon_7_push_notice):
        if provision is None or (provision.notice == "dragon-7-push" and not ez):
            continue
        text, text_field, place, place_field = told[provision.notice]
        places, forms = provision.places, provision.says
        if place is not None and place not in places:
            words = f"show this on the {listed(places)}, not {place!r}"
            notes.find(Code.LAYOUT, f"$.layout.{place_field}", provision, words)
        if not text.strip():
            words = "missing notice: players must be able to read it"
            notes.find(Code.LAYOUT, f"$.layout.{text_field}", provision, words)
        elif forms and _plain(text) not in map(_plain, forms):
            words = f"this notice does not state the rule: write {listed(tuple(map(repr, forms)))}"
            notes.find(Code.LAYOUT, f"$.layout.{text_field}", provision, words)
        shown = next((one for one in places if one == place), places[0])
        yield Notice(provision.notice, text, shown, Cite(notes.book.id, provision.section))


def _dragon_7(words: str | None) -> str:
    """Return the notice of the Dragon 7; empty if the filed words do not mention it."""
    told = DRAGON_7 if words is None else words
    return told if "dragon 7" in told.casefold() else ""


def _plain(text: str) -> str:
    """Return the words of a text alone, ignoring case, spaces and punctuation."""
    letters = "".join(letter if letter.isalnum() else "" if letter in "'’" else " " for letter in text.casefold())
    return " ".join(letters.split())


def _odds(wagers: Iterable[Wager]) -> str:
    return "; ".join(f"{wager.title} {printed_odds(wager)}" for wager in wagers)


def printed_odds(wager: Wager) -> str:
    """Format a wager's payout odds: ``8 to 1``, or every line of its table."""
    wins = [result for result in wager.results if result.verdict is Verdict.WIN]
    if len(wins) == 1:
        return _pays(wins[0], wager) + (" less vigorish" if wager.vigorish else "")
    return ", ".join(f"{result.category.replace('-', ' ')} {_pays(result, wager)}" for result in wins)


def _pays(result: Result, wager: Wager) -> str:
    if isinstance(result.pays, str):
        return f"{result.pays} meter"
    return f"{result.pays.numerator} {'for' if wager.for_one else 'to'} {result.pays.denominator}"


# ---------------------------------------------------------------- fittings


def _fittings(submission: Submission, vigorish: Vigorish | None, notes: Notes) -> Iterator[Fitting]:
    asked = notes.book.law.layout
    yield _discards(submission, asked.discards, notes)
    if asked.drop_and_tip_box is not None:
        yield from _boxes(submission, asked.drop_and_tip_box, notes)
    if asked.marker_buttons is not None and vigorish is not None and vigorish.when == "deferred":
        yield _markers(submission, asked.marker_buttons, notes)


def _one_of(name: str, given: str | None, choices: tuple[str, ...], provision: Provision, notes: Notes) -> str:
    """Return the choice of a layout field; the first if it is not given."""
    if given is not None and given not in choices:
        words = f"{notes.book.id} has {listed(choices)} here, not {given!r}"
        notes.find(Code.LAYOUT, f"$.layout.{name}", provision, words)
    return given if given in choices else choices[0]


def _discards(submission: Submission, asked: law.Discards, notes: Notes) -> Fitting:
    """Return a bucket or rack for the discards (ma-mini 2(c), md-mini .02G)."""
    chosen = _one_of("discards", submission.layout.discards, asked.holders, asked, notes)
    parts = [f"for {asked.decks} decks"] if asked.decks is not None else []
    parts += ["attached to the table top"] if asked.attached else []
    parts += [f"on the {asked.side}'s side"] if asked.side is not None else []
    return Fitting("discards", chosen, ", ".join(parts), Cite(notes.book.id, asked.section))


def _boxes(submission: Submission, asked: law.Boxes, notes: Notes) -> Iterator[Fitting]:
    """Return drop box and tip box at opposite hands of the dealer; only the tip box may move (md-mini .02E-F)."""
    cite, filed, side = Cite(notes.book.id, asked.section), submission.layout, f"on the {asked.side}'s side"
    drop = _one_of("drop-box", filed.drop_box, ("left", "right"), asked, notes)
    tip = {"left": "right", "right": "left"}[drop] if asked.opposite else drop
    yield Fitting("drop-box", "box", f"{side}, at the {drop} hand", cite)
    if _one_of("tip-box", filed.tip_box, ("opposite", "elsewhere"), asked, notes) == "opposite":
        yield Fitting("tip-box", "box", f"{side}, at the {tip} hand", cite)
        return
    if not filed.tip_box_approval.strip():
        words = "a tip box elsewhere requires an approval that equipment is in the way: name it"
        notes.find(Code.APPROVAL_MISSING, "$.layout.tip-box-approval", asked, words)
    yield Fitting("tip-box", "box", f"elsewhere, as {asked.tip_box_elsewhere}", cite)


def _markers(submission: Submission, asked: law.MarkerButtons, notes: Notes) -> Fitting:
    """Return the marker buttons, in the table inventory container or in a rack before it (md-mini .02C-D)."""
    chosen = _one_of("markers", submission.layout.markers, asked.places, asked, notes)
    where = asked.rack_stands if chosen == "rack" else "in the table inventory container"
    return Fitting("markers", chosen, where, Cite(notes.book.id, asked.section))
