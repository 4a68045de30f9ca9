"""The names of ``punto`` as a stranger uses them: text where people write text, short reprs, sentences for mistakes."""

from collections.abc import Callable
from pathlib import Path

import pytest

import punto
from punto.record.log_reader import read
from punto.rules.review import NotLawful
from tests.filed import text

EIGHT = punto.Composition.decks(8)
MINI = punto.wagers_of(punto.load("ma-mini"))
GOLDEN = Path(__file__).parent / "verification" / "golden" / "ma-midi.log.jsonl"


def test_cards_are_text_or_cards_or_several_of_either() -> None:
    coup = punto.play("4h Kd 2c 3s 9d")
    assert coup == punto.play(punto.read_cards("4h Kd 2c 3s 9d")) == punto.play(["4h", "Kd", "2c", "3s", "9d"])
    gone = EIGHT.without(punto.read_cards("4h Kd"))
    assert gone == EIGHT.without("4h, Kd") == EIGHT.without("4h").without(punto.Card.of("Kd"))
    assert punto.Known.of("9h Kd", "3s") == punto.Known(punto.read_cards("9h Kd"), punto.read_cards("3s"))
    assert punto.Composition.of_cards("4h 4h").total == 2


def test_play_takes_from_an_iterator_only_what_a_coup_needs() -> None:
    shoe = iter(punto.read_cards("4h Kd 2c 9s 9d"))
    assert punto.play(shoe).winner == "banker"
    assert [*shoe] == [*punto.read_cards("9d")]


@pytest.mark.parametrize(
    "mistake, words",
    [
        (lambda: punto.play(5), "expected cards, as text like '9s 9h Kd' or as Card objects, not int 5"),  # type: ignore[arg-type]
        (lambda: punto.play([4, 5, 6, 7]), "expected the text of a card, like '4h', not int 4"),  # type: ignore[list-item]
        (lambda: punto.read_cards(4), "expected cards as text"),  # type: ignore[arg-type]
        (lambda: punto.Card("4h"), "Card.of reads text"),  # type: ignore[arg-type]
        (lambda: punto.Composition.decks("8"), "expected a whole number of decks, like 8, not str '8'"),  # type: ignore[arg-type]
        (lambda: punto.Composition.of(8), "expected counts by rank as text"),  # type: ignore[arg-type]
        (lambda: EIGHT.without(None), "expected cards"),  # type: ignore[arg-type]
        (lambda: punto.sheet(8, MINI), "expected a shoe, like Composition.decks(8), not int 8"),  # type: ignore[arg-type]
        (lambda: punto.sheet(EIGHT, ["banker"]), "expected wagers, from punto.wagers_of"),  # type: ignore[list-item]
        (lambda: punto.wagers_of("ma-mini"), "expected a rulebook, from punto.load(id)"),  # type: ignore[arg-type]
        (lambda: punto.load(Path("ma-mini")), "expected the id of a rulebook"),
        (lambda: punto.check(Path("table.toml")), "expected the TOML text of a submission"),  # type: ignore[arg-type]
        (lambda: punto.par_of(punto.check("")), "expected house rules, like punto.check(text).lawful()"),  # type: ignore[arg-type]
        (lambda: punto.felt_svg("ma-mini-classic"), "expected house rules"),  # type: ignore[arg-type]
        (lambda: punto.coup_svg("4h Kd 2c 3s 9d"), "expected a coup"),  # type: ignore[arg-type]
        (lambda: punto.verify("log.jsonl"), "expected the bytes of a log"),  # type: ignore[arg-type]
        (lambda: punto.Roads.of(["B", "P"]), "expected outcomes as text, like 'BBPTP'"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_gets_a_sentence(mistake: Callable[[], object], words: str) -> None:
    with pytest.raises(TypeError) as error:
        mistake()
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_lawful_submission_has_house_rules() -> None:
    review = punto.check(text("ma-mini-classic"))
    assert review.lawful
    assert review.lawful() is review.rules


def test_an_unlawful_one_raises_with_every_finding() -> None:
    review = punto.check(text("ma-mini-classic").replace("seats = 7", "seats = 99"))
    assert not review.lawful
    with pytest.raises(NotLawful, match=r"not lawful: \$\.seats: 99 seats") as error:
        review.lawful()
    assert error.value.findings == review.findings


LONGEST = 200


@pytest.mark.slow
def test_every_object_has_a_short_repr() -> None:
    book = punto.load("ma-mini")
    review = punto.check(text("ma-mini-classic"))
    sheet, par = punto.sheet(EIGHT, MINI), punto.par_of(review.lawful())
    objects = (
        book,
        book.law,
        book.checked,
        review,
        punto.check(""),
        review.rules,
        review.submission,
        sheet,
        sheet.counts,
    )
    log = read(GOLDEN.read_bytes())
    assert log.records > 0
    more = (
        log,
        *sheet.wagers.values(),
        *MINI,
        EIGHT,
        EIGHT.without("4h"),
        punto.Composition.of("A=3"),
        par,
        *par.wagers,
    )
    long = {type(each).__name__: len(repr(each)) for each in (*objects, *more) if len(repr(each)) > LONGEST}
    assert long == {}


def test_reprs_say_what_matters() -> None:
    assert repr(EIGHT) == "Composition.decks(8)"
    assert repr(punto.sheet(EIGHT, MINI)["banker"]) == "<WagerOdds banker: house edge 1.0579%, SD 0.9274>"
    assert repr(punto.check("")) == "<Review under no rulebook: not lawful, 6 findings>"
    ranks = "A=3,2=0,3=0,4=1,5=0,6=0,7=0,8=0,9=0,10=0,J=0,Q=0,K=2"
    assert repr(punto.Composition.of(ranks)) == f"Composition.of('{ranks}')"
