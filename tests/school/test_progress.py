"""What was missed comes back, what is known comes back later, and a broken file is set aside."""

import random
from pathlib import Path

import pytest

from punto.school import ask
from punto.school.progress import (
    DAY,
    MINUTE,
    RESTS,
    Mark,
    Progress,
    Sitting,
    choose,
    due,
    examined,
    load,
    marked,
    name_of,
    save,
    usual_place,
)

KINDS = ("count", "payout")
NOW = 1_800_000_000_000


def test_what_was_missed_comes_back_as_soon_as_something_else_was_asked() -> None:
    question = ask("count", "ma-mini", 4)
    progress = marked(Progress(), question, right=False, now=NOW)
    assert due(progress, "ma-mini", KINDS, NOW) == (name_of(question),)
    assert due(progress, "ma-mini", KINDS, NOW, last=name_of(question)) == ()
    assert due(progress, "md-mini", KINDS, NOW) == ()
    assert due(progress, "ma-mini", ("payout",), NOW) == ()
    chosen = [choose(progress, "ma-mini", KINDS, random.Random(seed), NOW).id for seed in range(20)]
    assert 6 < chosen.count(question.id) < 20


def test_what_is_known_moves_up_box_by_box_and_falls_back_at_once() -> None:
    question, progress, boxes, now = ask("count", "ma-mini", 4), Progress(), [], NOW
    for _ in range(8):
        progress = marked(progress, question, right=True, now=now)
        item = progress.items[name_of(question)]
        boxes.append(item.box)
        assert item.due - now == RESTS[item.box]
        now = item.due
    assert boxes == [1, 2, 3, 4, 5, 5, 5, 5]
    progress = marked(progress, question, right=False, now=now)
    assert progress.items[name_of(question)].box == 0
    assert progress.items[name_of(question)].missed == 4


def test_a_missed_question_is_settled_only_by_itself() -> None:
    missed, other = ask("count", "ma-mini", 0), ask("count", "ma-mini", 2)
    assert name_of(missed) == name_of(other)
    progress = marked(Progress(), missed, right=False, now=NOW)
    progress = marked(progress, other, right=True, now=NOW)
    assert progress.items[name_of(missed)].missed == 0
    progress = marked(progress, missed, right=True, now=NOW)
    assert progress.items[name_of(missed)].missed is None
    assert due(progress, "ma-mini", KINDS, NOW + MINUTE) == ()
    assert due(progress, "ma-mini", KINDS, NOW + 3 * DAY) == (name_of(missed),)


def test_what_is_due_again_is_another_question_about_the_same_place() -> None:
    question = ask("payout", "ma-mini", 3)
    progress = marked(Progress(), question, right=True, now=NOW)
    later = [choose(progress, "ma-mini", KINDS, random.Random(seed), NOW + DAY) for seed in range(12)]
    again = [one for one in later if question.provisions[0] in one.provisions]
    assert len(again) >= 4
    assert len({one.id for one in again}) > 1


def test_what_an_exam_missed_comes_back_in_practice() -> None:
    questions = ask("count", "ma-mini", 0), ask("payout", "ma-mini", 3)
    marks = tuple(Mark(question.id, question.kind == "count") for question in questions)
    progress = examined(Progress(), Sitting("ma-mini", 1, NOW, 60, marks), questions)
    assert [one.right for one in progress.sittings] == [1]
    assert due(progress, "ma-mini", KINDS, NOW) == (name_of(questions[1]),)


def test_a_file_is_kept_and_read_again(tmp_path: Path) -> None:
    progress = marked(Progress(), ask("count", "ma-mini", 4), right=False, now=NOW)
    path = tmp_path / "deep" / "school.json"
    save(path, progress)
    assert load(path) == (progress, "")
    assert [entry.name for entry in path.parent.iterdir()] == ["school.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"items": 3}', '{"form": "school/9"}', "\u0000\u0001"])
def test_a_broken_file_is_set_aside_and_said_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "school.json"
    for number in range(2):
        path.write_text(text)
        kept = load(path)
        assert kept.progress == Progress()
        assert "set aside" in kept.note
        assert not path.exists()
        assert len(list(tmp_path.iterdir())) == number + 1
    assert (tmp_path / "school.json.broken").read_text() == text


def test_the_usual_place_is_the_data_directory() -> None:
    assert usual_place({"XDG_DATA_HOME": "/data", "HOME": "/home/ada"}) == Path("/data/punto/school.json")
    assert usual_place({"HOME": "/home/ada"}) == Path("/home/ada/.local/share/punto/school.json")
    assert usual_place({"XDG_DATA_HOME": "data", "HOME": "/h"}) == Path("/h/.local/share/punto/school.json")
