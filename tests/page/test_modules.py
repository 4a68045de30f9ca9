"""The page's modules: their own tests, their types, and that they say what Python says."""

import json
import random
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from punto.law.rulebook import built_in, load
from punto.record.export import export
from punto.table import TableState, after
from punto.table.commands import Reason
from punto.views.picture import picture
from punto.views.results import Score, SeatResult, WagerResult, results
from punto.views.roads import Roads, first_column
from punto.views.views import Viewer, view
from tests.game.sessions import AUTO, forged, played
from tests.views.shoes import EACH, dealt
from tools.page.cards import FILE, drawing

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "punto" / "page"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed: apt-get install nodejs")
SCRIPTS = sorted(PAGE.rglob("*.js"))
CATALOGUE = "".join(
    (PAGE / "i18n" / name).read_text(encoding="utf-8") for name in ("catalogue.js", "house.js", "teaching.js")
)


def run(*command: str | Path, given: str = "") -> str:
    """Run a program and return what it says; fail with all it said."""
    done = subprocess.run(
        [str(part) for part in command], input=given, capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def asked(*questions: dict[str, Any]) -> list[Any]:
    """Ask the page's modules."""
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    return [json.loads(line) for line in run(NODE or "node", "tests/page/parity.js", given=lines).splitlines()]


@needs_node
def test_the_modules_pass_their_own_tests() -> None:
    run(NODE or "node", "--test", "tests/page/")


def test_cards_are_those_that_python_draws() -> None:
    assert FILE.read_text(encoding="utf-8") == drawing(), "run: python -m tools.page.cards"


@needs_node
def test_roads_are_those_of_python() -> None:
    chance = random.Random(5)
    shoes = ["".join(chance.choices("BPT", (46, 44, 10), k=chance.randint(0, 80))) for _ in range(60)]
    shoes += ["T", "TTTT", "B" * 30 + "PB", "B" * 8 + "P" * 7 + "B"]
    for shoe, found in zip(shoes, asked(*({"roads": shoe} for shoe in shoes)), strict=True):
        roads = Roads.of(shoe)
        cells = [(cell.column, cell.row, cell.mark, cell.ties) for cell in roads.big_cells()]
        assert [(one["column"], one["row"], one["winner"], one["ties"]) for one in found["big"]] == cells
        again = [tuple(cell) for cell in roads.drawn_cells(drop_again=True)]
        assert [(one["column"], one["row"], one["winner"], one["ties"]) for one in found["again"]] == again
        assert found["first"] == first_column(roads.big_cells(), 9)
        assert found["derived"] == [roads.big_eye, roads.small, roads.cockroach]
        assert {hand: tuple(marks) for hand, marks in found["ask"].items()} == {
            "B": roads.ask("B"),
            "P": roads.ask("P"),
        }


# ---------------------------------------------------------------- the picture, followed

SEATS = {3: "ann", 5: "ben"}
FOLLOWED = ("shoe", "coup", "number", "left", "cover", "places", "curator", "version")


def evening() -> Iterator[dict[str, Any]]:
    """Two people sit down, and the shoe is prepared."""
    for seat, who in SEATS.items():
        yield {"do": "sit", "by": "player", "who": who, "seat": seat, "buy-in": 5_000_00}
    yield AUTO


@cache
def session() -> tuple[Any, list[Any]]:
    opening = {"open": {"submission": "md-mini-payout", "seed": "followed", "at": 1_800_000_000_000}}
    cut = {"do": "perform", "by": "player", "who": "ben", "step": "place-cut", "cards": 140}
    lines: list[dict[str, Any]] = [opening, *evening(), cut, AUTO]
    for coup in range(12):
        for seat, who in SEATS.items():
            wager = {3: "banker", 5: "player" if coup % 3 else "tie"}[seat]
            lines.append({"do": "wager", "by": "player", "who": who, "seat": seat, "wager": wager, "cents": 100_00})
        lines.append(AUTO)
    table, _ = played(*lines)
    assert table.session.state.coup > 10, "the coups were played"
    return table, list(table.session.store.records())


def _seen(phase: str, *, settled: bool) -> str:
    """The phase as the page knows it: that no more cards are due is told by the settlement, since it has no tableau."""
    return "drawing" if phase == "paying" and not settled else phase


def _told(outcome: dict[str, Any]) -> dict[str, Any]:
    """What is said of a past coup; the server says nothing of what is not so."""
    return {name: value for name, value in outcome.items() if value and name != "coup"}


@needs_node
@pytest.mark.parametrize("viewer, seat", [(Viewer.PLAYER, 3), (Viewer.SPECTATOR, None), (Viewer.DEALER, None)])
def test_events_lead_to_the_picture_that_the_server_has(viewer: Viewer, seat: int | None) -> None:
    """From the first picture on, what the page makes of events is what the server would show."""
    table, records = session()
    state, score, start, events = TableState(), Score(), dict[str, Any](), list[Any]()
    questions, pictures = list[dict[str, Any]](), list[dict[str, Any]]()
    for batch in (record.batch for record in records):
        state, score = after(state, batch.events), score.after(batch.events)
        now = msgspec.to_builtins(picture(table.session.rules, state, score.outcomes, {}, viewer, seat))
        if not start:
            start = {**now, "agenda": list(state.agenda)}
            continue
        events += [json.loads(view(msgspec.json.encode(event), viewer, seat) or b"{}") for event in batch.events]
        questions.append({"fold": {"from": start, "events": list(events)}})
        pictures.append(now)
    step = max(1, len(questions) // 25)
    for found, now in zip(asked(*questions[::step]), pictures[::step], strict=True):
        assert {key: found[key] for key in FOLLOWED} == json.loads(json.dumps({key: now[key] for key in FOLLOWED}))
        assert found["phase"] == _seen(now["phase"], settled=found["settled"] is not None)
        assert [_told(one) for one in found["outcomes"]] == [_told(one) for one in now["outcomes"]]
        for mine, theirs in zip(found["seats"], now["seats"], strict=True):
            assert {k: mine.get(k) or None for k in ("stakes", "chips", "owes", "taken")} == {
                k: theirs.get(k) or None for k in ("stakes", "chips", "owes", "taken")
            }


# ---------------------------------------------------------------- what a coup came to


@needs_node
@pytest.mark.parametrize("submission", EACH)
def test_the_page_computes_the_results_that_python_does(submission: str) -> None:
    """Over a whole shoe, from the events as a player sees them."""
    rules, events = dealt(submission)
    shown = [json.loads(view(msgspec.json.encode(event), Viewer.PLAYER, 3) or b"{}") for event in events]
    wagers = [{"key": one.key, "rides": bool(one.rides), "forOne": one.for_one} for one in rules.wagers]
    (found,) = asked({"results": {"wagers": wagers, "events": [event for event in shown if event]}})
    coups = list(results(events))
    assert len(coups) >= 30
    for mine, theirs in zip(found, coups, strict=True):
        expected = [_whole(one) for one in theirs.values()]
        assert mine == expected


def _whole(result: SeatResult) -> dict[str, Any]:
    """A result with every field, as the page has it."""
    wagers = [
        {**{name: getattr(one, name) for name in WagerResult.__struct_fields__}, "gain": one.gain}
        for one in result.wagers
    ]
    return {**{name: getattr(result, name) for name in SeatResult.__struct_fields__}, "wagers": wagers}


# ---------------------------------------------------------------- a log, verified


def verified(*logs: bytes) -> list[dict[str, Any]]:
    """What the page says of logs, check by check: nothing, where one holds."""
    told = asked(*({"chain": b64encode(log).decode()} for log in logs))
    return [{one["check"]: one["why"] for one in report["verdicts"] if one["holds"] is False} for report in told]


@needs_node
def test_a_log_is_verified_in_the_page_and_the_record_that_was_changed_is_named() -> None:
    log = export(session()[0].session.store, "0.1.0").encode()
    lines = log.splitlines(keepends=True)
    changed = log.replace(b'"cents":10000', b'"cents":90000', 1)
    number = next(
        n for n, (one, other) in enumerate(zip(lines, changed.splitlines(True), strict=True), 1) if one != other
    )
    overdrawn = forged(log, lambda records: records[10]["events"][0].update(postings=[["seat/9", "rack", 5, "chips"]]))
    card = next(n for n, line in enumerate(lines) if b'"card-turned/1"' in line and b'"salt"' in line) - 1
    other = forged(log, lambda records: _turned(records[card]["events"]))
    whole, broken, short, money, cards = verified(log, changed, b"".join(lines[:-1]), overdrawn, other)
    assert whole == {}
    assert broken["chain"].startswith(f"line {number}, table/MB-7 event ")
    assert "file" in broken
    assert short.keys() == {"file"}
    assert money.keys() == {"money"}
    assert cards.keys() == {"cards"}


def _turned(events: list[Any]) -> None:
    """Make the first face that was proved another one."""
    event = next(one for one in events if one.get("salt"))
    event["card"] = "2c" if event["card"] != "2c" else "3c"


# ---------------------------------------------------------------- words, and what is loaded


WORD = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""


def rows() -> dict[str, tuple[str, str]]:
    """The catalogue; a key that is a name stands there without quotation marks."""
    found = re.findall(rf'^\s*"?([\w.-]+)"?:\s*\[\s*({WORD}),\s*({WORD}),?\s*\]', CATALOGUE, re.MULTILINE)
    assert len({key for key, _, _ in found}) == len(found), "a key stands twice"
    return {key: (english[1:-1], chinese[1:-1]) for key, english, chinese in found}


def test_both_languages_say_the_same_things() -> None:
    for key, (english, chinese) in rows().items():
        assert english.strip(), key
        assert chinese.strip(), key
        assert set(re.findall(r"\{\w+\}", english)) >= set(re.findall(r"\{\w+\}", chinese)), key


def test_every_key_that_a_module_names_is_in_the_catalogue() -> None:
    used = {key for script in SCRIPTS for key in re.findall(r'\bt\("([\w.-]+)"', script.read_text(encoding="utf-8"))}
    assert used - rows().keys() == set()


def test_every_step_of_every_document_has_words() -> None:
    steps = {step for book in built_in() for ceremony in load(book).ceremonies.values() for step in ceremony.steps}
    keys = {getattr(step, "key", step) for step in steps}
    assert {key for key in keys if f"do.{key}" not in rows()} == set()
    assert {key for key in keys if f"step.{key}" not in rows() and f"do.{key}" not in rows()} == set()


def test_a_feathered_stack_is_left_feathered() -> None:
    """The documents forbid to square it before the plug (ma-mini 5(a), md-mini .05A(2))."""
    said = [english for key, (english, _) in rows().items() if key.endswith(".feather")]
    assert said == ["Stack left feathered", "Leave the stack feathered"]


def test_no_word_suggests_that_a_result_is_due() -> None:
    said = " ".join(english.lower() for english, _ in rows().values())
    assert not re.search(r"\b(hot|streak|lucky|almost|due to (win|hit))\b", said)


def test_nothing_is_loaded_from_elsewhere() -> None:
    for file in PAGE.rglob("*"):
        if file.suffix in (".js", ".css", ".html"):
            text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|@import|url\(\s*['\"]?//", text), file


def imported(module: Path) -> set[Path]:
    """A module and all that it imports before it runs."""
    found, todo = set[Path](), [module]
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            names = re.findall(r'^(?:import|export) .*?from "(\.[^"]+)";', one.read_text(encoding="utf-8"), re.M)
            todo += [(one.parent / name).resolve() for name in names]
    return found


def test_what_the_lobby_needs_is_asked_for_at_once() -> None:
    """A browser that learns of each module from the one before it paints late."""
    needed = {
        one.relative_to(PAGE).as_posix() for view in ("app", "lobby") for one in imported(PAGE / f"views/{view}.js")
    }
    named = re.findall(r'rel="modulepreload" href="([^"]+)"', (PAGE / "index.html").read_text(encoding="utf-8"))
    assert set(named) == needed, "index.html names what app.js and lobby.js import"


def test_no_style_stands_in_markup() -> None:
    """So that a policy may forbid it."""
    assert [script.name for script in SCRIPTS if re.search(r'<\w[^>`]* style="', script.read_text("utf-8"))] == []


def test_the_page_stays_small() -> None:
    scripts = [script for script in SCRIPTS if script.parent.name != "i18n"]  # a catalogue is as long as its words
    long = {script.name: n for script in scripts if (n := len(script.read_text("utf-8").splitlines())) > 450}
    assert long == {}


# ---------------------------------------------------------------- contrast

TOKENS = (PAGE / "look" / "tokens.css").read_text(encoding="utf-8")


def colours(block: str) -> dict[str, str]:
    """The colours of a block of tokens."""
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", TOKENS.split(block, 1)[1].split("}", 1)[0]))


def ratio(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG reckons it."""
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


DARK = colours(":root {")
PAPER = DARK | colours("html.paper, .paper {")
TEXTS = ("text", "text-2", "text-3", "brass", "banker", "player", "tie", "good", "warn", "bad", "info")
FELTS = {"green": {}, "wine": colours(".felt-wine  {"), "night": colours(".felt-night {")}


@pytest.mark.parametrize("theme", [DARK, PAPER], ids=["felt", "paper"])
def test_text_can_be_read(theme: dict[str, str]) -> None:
    for ground in ("room", "panel", "raised"):
        for text in TEXTS:
            assert ratio(theme[text], theme[ground]) >= 4.5, (text, ground)
    assert ratio(theme["on-brass"], theme["brass"]) >= 4.5


@pytest.mark.parametrize("felt", FELTS)
def test_words_on_every_felt_can_be_read(felt: str) -> None:
    theme = DARK | FELTS[felt]
    for ground in ("felt", "felt-deep", "felt-light"):
        for text in ("felt-text", "felt-text-2", "felt-line", "brass"):
            assert ratio(theme[text], theme[ground]) >= 4.5, (text, ground)


def test_every_reason_of_a_refusal_has_words_of_the_page_or_of_the_server() -> None:
    """The server's words are English; what players meet often is in both languages."""
    often = ("below-minimum", "above-maximum", "not-enough-chips", "wrong-phase", "needs-another-wager", "wrong-coup")
    assert [Reason(reason) for reason in often if f"refused.{reason}" not in rows()] == []
