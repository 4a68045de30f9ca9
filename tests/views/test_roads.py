"""The five roads: vectors, laws, another definition, and how they bend on paper."""

import copy
import pickle
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.views.roads import DERIVED, ROWS, Cell, Column, Decision, Outcome, Road, Roads, RoadsError, bend

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
DECISIONS: tuple[Decision, ...] = get_args(Decision)

shoes = st.text("BPT", max_size=90)
# Chance alone seldom makes a dragon: these shoes are of runs, some of them long.
streaky = st.lists(st.tuples(st.sampled_from("BPT"), st.integers(1, 14)), max_size=40).map(
    lambda runs: "".join(letter * length for letter, length in runs)
)
any_shoe = shoes | streaky


def places(cells: tuple[Cell, ...]) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in cells]


def down(column: int, *, rows: int) -> list[tuple[int, int]]:
    return [(column, row) for row in range(rows)]


# ---------------------------------------------------------------- vectors

VECTORS = [
    ("BBPPPBPBB", ("rbbbrb", "bbb", "br"), "rrr", "bbb"),
    ("BPPPPB", ("brrb", "", ""), "rb-", "br-"),
    ("TTBTBPTTPB", ("rr", "", ""), "rr-", "bb-"),
    ("BBBBBBBB PPPPPPP B", ("rrrrrrb", "", ""), "rr-", "bb-"),
    ("", ("", "", ""), "---", "---"),
    ("TTT", ("", "", ""), "---", "---"),
]


@pytest.mark.parametrize("shoe, marks, if_banker, if_player", VECTORS)
def test_derived_roads_and_ask(shoe: str, marks: tuple[str, str, str], if_banker: str, if_player: str) -> None:
    roads = Roads.of(shoe)
    assert roads.derived == marks == (roads.big_eye, roads.small, roads.cockroach)
    assert "".join(mark or "-" for mark in roads.ask("B")) == if_banker
    assert "".join(mark or "-" for mark in roads.ask("P")) == if_player


def test_ties_mark_the_last_cell_and_those_before_the_first_decision_wait() -> None:
    assert Roads.of("TT").columns == ()
    assert Roads.of("TTB").columns == (Column("B", (2,)),)
    assert Roads.of("TTBTBPTTPB").columns == (Column("B", (3, 0)), Column("P", (2, 0)), Column("B", (0,)))
    assert [(cell.mark, cell.ties) for cell in Roads.of("TTBTBPTTPB").big_cells()] == [
        ("B", 3), ("B", 0), ("P", 2), ("P", 0), ("B", 0),
    ]  # fmt: skip


def test_two_dragon_tails() -> None:
    cells = Roads.of("BBBBBBBB PPPPPPP B").big_cells()
    assert places(cells[:8]) == [*down(0, rows=6), (1, 5), (2, 5)]
    assert places(cells[8:15]) == [*down(1, rows=5), (2, 4), (3, 4)]
    assert places(cells[15:]) == [(2, 0)]


def test_the_bead_plate_has_columns_of_six() -> None:
    assert Roads().bead == ()
    assert Roads.of("BBPTPB").bead == ("BBPTPB",)
    assert Roads.of("BBPTPBT").bead == ("BBPTPB", "T")


# ---------------------------------------------------------------- laws


@given(any_shoe)
def test_as_many_marks_as_decisions_after_the_first_columns_less_one(shoe: str) -> None:
    roads = Roads.of(shoe)
    lengths = [len(column.ties) for column in roads.columns]
    for back, marks in enumerate(roads.derived, 1):
        assert len(marks) == (sum(lengths) - sum(lengths[:back]) - 1 if len(lengths) > back else 0)


@given(any_shoe)
def test_the_two_answers_of_ask_are_opposite(shoe: str) -> None:
    roads = Roads.of(shoe)
    for banker, player in zip(roads.ask("B"), roads.ask("P"), strict=True):
        assert (banker, player) in [("r", "b"), ("b", "r"), (None, None)]


@given(any_shoe)
def test_ask_says_what_comes(shoe: str) -> None:
    roads = Roads.of(shoe)
    for winner in DECISIONS:
        for before, answer, after in zip(roads.derived, roads.ask(winner), roads.after(winner).derived, strict=True):
            assert before + (answer or "") == after


@given(any_shoe)
def test_a_tie_changes_no_derived_road(shoe: str) -> None:
    roads = Roads.of(shoe)
    assert roads.after("T").derived == roads.derived
    assert roads.after("T").ask("B") == roads.ask("B")


@given(any_shoe)
def test_no_outcome_is_lost(shoe: str) -> None:
    roads = Roads.of(shoe)
    columns = roads.columns
    decided = "".join(column.of * len(column.ties) for column in columns)
    assert roads.outcomes == "".join(roads.bead) == shoe
    assert decided == shoe.replace("T", "")
    if columns:
        assert sum(sum(column.ties) for column in columns) == shoe.count("T")
    assert all(one.of != other.of for one, other in pairwise(columns))


@given(any_shoe, any_shoe)
def test_step_by_step_is_the_same_as_all_at_once(shoe: str, rest: str) -> None:
    stepped = Roads.of(shoe)
    at_once = Roads.of(shoe + rest)
    for outcome in rest:
        stepped = stepped.after(next(known for known in OUTCOMES if known == outcome))
    assert stepped == at_once
    assert stepped.document() == at_once.document()
    assert (stepped.lengths, stepped.winner, stepped.marks) == (at_once.lengths, at_once.winner, at_once.marks)


@given(any_shoe, st.sampled_from(OUTCOMES))
def test_an_outcome_can_be_taken_back(shoe: str, outcome: Outcome) -> None:
    roads = Roads.of(shoe)
    document = roads.document()
    assert roads.after(outcome).before is roads
    assert roads.document() == document


# ---------------------------------------------------------------- another definition


def told(shoe: str, back: int) -> str:
    """A derived road as players tell it, with eyes on cells instead of lengths.

    Below the top: look at the place ``back`` columns to the left, and the one above it. Both there or both empty: red;
    else blue. At the top: the opposite of what the mark would be, had the run before gone on.
    """
    grid: set[tuple[int, int]] = set()
    column, row, last, marks = 0, 0, "", ""

    def seen(column: int, row: int) -> str:
        return "r" if ((column - back, row) in grid) is ((column - back, row - 1) in grid) else "b"

    for winner in shoe.replace("T", ""):
        if winner == last:
            row += 1
            if column - back >= 1:
                marks += seen(column, row)
        else:
            if column - back >= 1:
                marks += {"r": "b", "b": "r"}[seen(column, row + 1)]
            column, row, last = column + 1, 1, winner
        grid.add((column, row))
    return marks


@given(any_shoe)
def test_derived_roads_are_as_players_tell_them(shoe: str) -> None:
    assert Roads.of(shoe).derived == (told(shoe, 1), told(shoe, 2), told(shoe, 3))


def test_every_short_shoe_is_as_players_tell_it() -> None:
    for length in range(11):
        for number in range(2**length):
            shoe = f"{number:0{length}b}".translate({48: "B", 49: "P"}) if length else ""
            assert Roads.of(shoe).derived == (told(shoe, 1), told(shoe, 2), told(shoe, 3)), shoe


# ---------------------------------------------------------------- on paper


def test_tails_collide_up_to_the_top_row() -> None:
    """Each column finds the tail before it one row higher, until one has nowhere to go but along the top."""
    shoe = "BBBBBBBB PPPPPPP BBBBBB PPPPP BBBB PPP BB"
    assert places(Roads.of(shoe).big_cells()) == [
        *down(0, rows=6), (1, 5), (2, 5),
        *down(1, rows=5), (2, 4), (3, 4),
        *down(2, rows=4), (3, 3), (4, 3),
        *down(3, rows=3), (4, 2), (5, 2),
        *down(4, rows=2), (5, 1), (6, 1),
        (5, 0), (6, 0), (7, 0),
        (8, 0), (8, 1),
    ]  # fmt: skip


def test_a_turned_tail_drops_again_only_where_that_is_wanted() -> None:
    shoe = Roads.of("BBBBBBBB PPPPPPPPPP B")
    tail = 8 + 5
    assert places(shoe.big_cells())[tail:-1] == [(2, 4), (3, 4), (4, 4), (5, 4), (6, 4)]
    assert places(shoe.big_cells(drop_again=True))[tail:-1] == [(2, 4), (3, 4), (3, 5), (4, 5), (5, 5)]
    assert shoe.big_cells()[-1] == shoe.big_cells(drop_again=True)[-1] == Cell(2, 0, "B")


def test_a_tail_along_the_top_row_drops_where_that_is_wanted() -> None:
    roads = Roads.of("BBBBBBBB PPPPPPP BBBBBB PPPPP BBBB PPPPP B")
    assert places(roads.big_cells())[-6:] == [(5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)]
    dropped = places(roads.big_cells(drop_again=True))
    assert len(set(dropped)) == len(dropped)
    assert max(row for _, row in dropped[-6:-1]) > 0


def test_derived_roads_bend_the_same_way() -> None:
    roads = Roads.of("BP" * 6)
    assert roads.big_eye == "r" * 10
    assert places(roads.derived_cells("big-eye")) == [*down(0, rows=6), (1, 5), (2, 5), (3, 5), (4, 5)]
    assert {cell.mark for cell in roads.derived_cells("big-eye")} == {"r"}


def test_nothing_bends_to_nothing() -> None:
    assert bend(()) == ()
    assert Roads().big_cells() == ()


@pytest.mark.parametrize("drop_again", [False, True])
@given(shoe=any_shoe)
def test_no_two_cells_share_a_place_and_a_run_is_unbroken(shoe: str, drop_again: bool) -> None:
    roads = Roads.of(shoe)
    runs = [[*column.ties] for column in roads.columns]
    drawn = [roads.big_cells(drop_again=drop_again)]
    drawn += [roads.derived_cells(road, drop_again=drop_again) for road in DERIVED]
    for cells in drawn:
        assert len(set(places(cells))) == len(cells)
        assert all(0 <= cell.row < ROWS for cell in cells)
        for run in _runs(cells):
            steps = [(b.column - a.column, b.row - a.row) for a, b in pairwise(run)]
            assert run[0].row == 0
            assert set(steps) <= {(0, 1), (1, 0)}
            assert drop_again or steps == sorted(steps), "once turned, it goes on to the right"
    assert [len(run) for run in _runs(drawn[0])] == [len(run) for run in runs]


def _runs(cells: tuple[Cell, ...]) -> list[list[Cell]]:
    runs: list[list[Cell]] = []
    for cell in cells:
        if runs and runs[-1][0].mark == cell.mark:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def test_columns_stay_in_order_on_paper() -> None:
    tops = [run[0].column for run in _runs(Roads.of("BBBBBBBBBBPPPPPPPPPBPBBBBBBBPPPPPPPBBB" * 3).big_cells())]
    assert all(one < other for one, other in pairwise(tops))


# ---------------------------------------------------------------- reading, writing, values


def test_the_document() -> None:
    assert Roads.of("BBPTP").document() == {
        "bead": [["B", "B", "P", "T", "P"]],
        "big": [
            {"column": 0, "row": 0, "winner": "B", "ties": 0},
            {"column": 0, "row": 1, "winner": "B", "ties": 0},
            {"column": 1, "row": 0, "winner": "P", "ties": 1},
            {"column": 1, "row": 1, "winner": "P", "ties": 0},
        ],
        "big-eye": "r",
        "small": "",
        "cockroach": "",
        "ask": {"B": ["r", None, None], "P": ["b", None, None]},
    }


def test_the_document_of_nothing() -> None:
    nothing = [None, None, None]
    empty = {"bead": [], "big": [], "big-eye": "", "small": "", "cockroach": "", "ask": {"B": nothing, "P": nothing}}
    assert Roads().document() == empty


def test_spaces_and_small_letters_do_not_matter() -> None:
    assert Roads.of(" bb p\tT\nP ") == Roads.of("BBPTP")


@pytest.mark.parametrize("text, place", [("BBX", 3), ("B B-P", 3), ("庄", 1), ("B\0", 2)])
def test_what_is_no_outcome_is_named_with_its_place(text: str, place: int) -> None:
    with pytest.raises(RoadsError, match=rf"^invalid outcome .* at {place}: use B for Banker, P for Player, T for"):
        Roads.of(text)


@pytest.mark.parametrize("wrong", ["b", "", "BP", "banker"])
def test_after_takes_an_outcome_only(wrong: Outcome) -> None:
    with pytest.raises(RoadsError, match=r"invalid outcome .*: use B, P or T"):
        Roads().after(wrong)


def test_roads_are_values() -> None:
    roads = Roads.of("BBPTP")
    assert {roads: 1}[Roads.of("bbptp")] == 1
    assert roads != Roads.of("BBPT")
    assert roads != "BBPTP"
    assert repr(roads) == "Roads.of('BBPTP')"
    assert copy.deepcopy(roads) == pickle.loads(pickle.dumps(roads)) == roads
    with pytest.raises(AttributeError):
        roads.winner = "B"  # type: ignore[misc]


def test_a_shoe_of_any_length_goes() -> None:
    """Links between roads are many; nothing goes down them by recursion."""
    roads = Roads.of("BBP" * 20_000)
    assert len(roads.small) == 3 * 20_000 - 3 - 1
    assert pickle.loads(pickle.dumps(roads)) == roads


# ---------------------------------------------------------------- text


def test_the_text() -> None:
    assert str(Roads.of("TTBTBPTTPB BPPP")).splitlines() == [
        "Bead plate                    Big road",
        "T T P . . . . . . . . . . .   B3P2B P . . . . . . . . . . . . . . . . . . . . .",
        "T T P . . . . . . . . . . .   B P B P . . . . . . . . . . . . . . . . . . . . .",
        "B P . . . . . . . . . . . .   . . . P . . . . . . . . . . . . . . . . . . . . .",
        "T B . . . . . . . . . . . .   . . . . . . . . . . . . . . . . . . . . . . . . .",
        "B B . . . . . . . . . . . .   . . . . . . . . . . . . . . . . . . . . . . . . .",
        "P P . . . . . . . . . . . .   . . . . . . . . . . . . . . . . . . . . . . . . .",
        "",
        "Big eye boy                Small road                 Cockroach pig",
        "rb.......................  rb.......................  rb.......................",
        "r........................  r........................  .........................",
        "r........................  r........................  .........................",
        "r........................  .........................  .........................",
        "r........................  .........................  .........................",
        ".........................  .........................  .........................",
        "",
        "Ask        big eye  small  cockroach",
        "if Banker  b        b      b",
        "if Player  r        r      r",
    ]


@given(any_shoe, st.integers(40, 200))
def test_text_keeps_to_its_width(shoe: str, width: int) -> None:
    lines = Roads.of(shoe).text(width).splitlines()
    assert len(lines) == 2 * (ROWS + 1) + 2 + 3
    assert all(len(line) <= width or width < 43 for line in lines)


def test_text_shows_the_last_columns() -> None:
    lines = Roads.of("BP" * 60 + "B").text(50).splitlines()
    assert lines[0] == f"{'Bead plate':30}Big road"
    assert lines[1] == f"{'B ' * 13 + 'B':30}P B P B P B P B P B"
    assert lines[2] == f"{'P ' * 13 + '.':30}. . . . . . . . . ."


def test_a_long_tail_does_not_push_the_newest_cell_out_of_sight() -> None:
    lines = Roads.of("B" * 60 + "P").text(60).splitlines()
    assert "P" in lines[1]


def test_more_ties_than_a_figure_holds() -> None:
    assert "B+" in Roads.of("B" + "T" * 10).text()
    assert "B9" in Roads.of("B" + "T" * 9).text()


@pytest.mark.parametrize("road", DERIVED)
def test_each_derived_road_can_be_asked_for_by_name(road: Road) -> None:
    roads = Roads.of("BBPPPBPBB")
    marks = "".join(cell.mark for cell in roads.derived_cells(road))
    assert marks == roads.document()[road]
