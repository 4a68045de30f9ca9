"""Answers in any sensible form are read; nonsense is not."""

import pytest

from punto.school import Answer, Form, Question, Unread, read


def question(form: Form, *choices: str) -> Question:
    return Question(prompt="?", form=form, choices=choices, answer=0, why="", provisions=())


@pytest.mark.parametrize(
    "text, cents",
    [
        ("$1,250", 125_000),
        ("1250", 125_000),
        ("1,250.00", 125_000),
        ("12.50", 1_250),
        ("12.5", 1_250),
        ("$ 12", 1_200),
        (".75", 75),
        ("75 cents", 75),
        ("75¢", 75),
        ("20 dollars", 2_000),
        ("20 USD", 2_000),
        ("nothing", 0),
        ("0", 0),
    ],
)
def test_money(text: str, cents: int) -> None:
    assert read(question(Form.MONEY), text) == cents


@pytest.mark.parametrize(
    "text", ["", " ", "lots", "1.2.3", "12,50", "-5", "$", "1e3", "12.345", "1.5 cents", "five-ish"]
)
def test_no_money(text: str) -> None:
    with pytest.raises(Unread, match=r"write dollars|fractions of a cent"):
        read(question(Form.MONEY), text)


@pytest.mark.parametrize(
    "text, call",
    [
        ("player draws", "draws"),
        ("Draws.", "draws"),
        ("the banker's hand stands", "stands"),
        ("D", "draws"),
        ("s", "stands"),
        ("no card", "stands"),
        ("stay", "stands"),
        ("hit", "draws"),
    ],
)
def test_calls(text: str, call: str) -> None:
    assert read(question(Form.CALL), text) == call


@pytest.mark.parametrize(
    "text, number", [("6", 6), ("seat 6", 6), ("Six", 6), ("14 cards", 14), ("1,000", 1000), ("baccarat", 0)]
)
def test_numbers(text: str, number: int) -> None:
    assert read(question(Form.NUMBER), text) == number


CHOICES = ("the dealer", "the player", "§ 4(a)", "P", "Player wins, 6 over 3")


@pytest.mark.parametrize(
    "text, choice",
    [
        ("a", "the dealer"),
        ("(b)", "the player"),
        ("c.", "§ 4(a)"),
        ("§ 4(a)", "§ 4(a)"),
        ("THE DEALER", "the dealer"),
        ("p", "P"),
        ("player w", "Player wins, 6 over 3"),
    ],
)
def test_choices(text: str, choice: str) -> None:
    assert read(question(Form.CHOICE, *CHOICES), text) == choice


SEATS = ("seat 3", "seat 12", "seat 1")


@pytest.mark.parametrize(
    "text, order",
    [
        ("b, a, c", ("seat 12", "seat 3", "seat 1")),
        ("bac", ("seat 12", "seat 3", "seat 1")),
        ("12 3 1", ("seat 12", "seat 3", "seat 1")),
        ("seat 12 then seat 3 then seat 1", ("seat 12", "seat 3", "seat 1")),
        ("12 > 3 > 1", ("seat 12", "seat 3", "seat 1")),
    ],
)
def test_orders(text: str, order: Answer) -> None:
    assert read(question(Form.ORDER, *SEATS), text) == order


@pytest.mark.parametrize(
    "form, text",
    [
        (Form.CALL, "perhaps"),
        (Form.NUMBER, "many"),
        (Form.NUMBER, "-3"),
        (Form.CHOICE, "the"),
        (Form.CHOICE, "z"),
        (Form.ORDER, "a, b"),
        (Form.ORDER, "a, a, b"),
        (Form.ORDER, "seat 3"),
    ],
)
def test_nonsense_is_asked_again(form: Form, text: str) -> None:
    with pytest.raises(Unread):
        read(question(form, *(SEATS if form is Form.ORDER else CHOICES)), text)
