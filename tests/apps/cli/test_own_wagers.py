"""``--wagers FILE``: wagers of one's own go through every command, from odds to a live table."""

import json
import re
from pathlib import Path

import pytest

from punto.core.cards import Composition
from punto.core.roles import Duty
from punto.draw.felt import felt_svg
from punto.law.rulebook import RulebookError
from punto.library import Library
from punto.odds import sheet
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.rules.own_table import TABLE, own_table
from punto.server.rules import rules_answer
from punto.simulate import Plan, Tally, cpu
from punto.table.events import CoupSettled
from punto.verification.verify import verify
from punto.wagers.book import known
from tests.apps.cli.running import punto
from tests.game.sessions import VERSION
from tests.server.floors import floor, run, staff
from tests.walk.rounds import Rounds

BASE = "punto-open"
ID = "own-mine"
MINE = """\
# Two wagers, and another odds of a tie.
["wager.lucky-8"]
titles = { en = "Lucky 8" }
lines = [
  { name = "two-cards", when = { winner = "banker", banker = 8, banker-cards = 2 } },
  { name = "three-cards", when = { winner = "banker", banker = 8 } },
]

["pay.lucky-8"]
two-cards = "6 to 1"
three-cards = "12 to 1"

["wager.all-red"]
titles = { en = "All Red" }
each = ["player", "banker"]
lines = [{ name = "red", when = { own-black = 0 } }]

["pay.all-red"]
red = "4 to 1"

["pay.tie"]
win = "9 to 1"
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8")
    return file


def with_mine(text: str = MINE) -> Library:
    return Library().with_wagers(Path("mine.toml"), text, BASE)


def test_its_odds_are_those_of_these_wagers_alone(mine: Path) -> None:
    found = punto("odds", "--wagers", mine, "--json").json
    assert (found["rulebook"], set(found["wagers"])) == (ID, {"tie", "lucky-8", "all-red-player", "all-red-banker"})
    assert round(found["wagers"]["tie"]["edge"], 6) == 0.048440
    assert {"banker", "tiger-tie", "lucky-8"} <= set(
        punto("odds", "--wagers", mine, "--rulebook", ID, "--json").json["wagers"]
    )


def test_a_table_of_them_is_lawful_drawn_computed_and_simulated(mine: Path, tmp_path: Path) -> None:
    checked = punto("check", "--wagers", mine)
    assert (checked.code, "own wagers that no regulator approved" in checked.out) == (0, True)
    assert punto("felt", "--wagers", mine, "-o", tmp_path / "felt.svg").code == 0
    felt = (tmp_path / "felt.svg").read_text(encoding="utf-8")
    assert "Lucky 8" in felt
    assert "no regulator approved" in felt
    assert "lucky-8" in punto("par", "--wagers", mine).out
    simulated = punto("simulate", "--wagers", mine, "--shoes", "2000", "--json").json
    assert abs(simulated["wagers"]["lucky-8"]["z"]) < 4


def test_a_submission_of_ones_own_may_offer_them(mine: Path, tmp_path: Path) -> None:
    submission = tmp_path / "table.toml"
    submission.write_text(own_table(with_mine().on(None).load(ID), ["lucky-8"]).replace("seats = 7", "seats = 3"))
    assert "3 seats" in punto("check", submission, "--wagers", mine).out
    assert punto("check", submission).code == 1  # without the file there is no such rulebook


def test_the_cut_card_study_takes_them(tmp_path: Path) -> None:
    file = tmp_path / "eight.toml"
    file.write_text(MINE.split('["wager.all-red"]', maxsplit=1)[0], encoding="utf-8")
    found = punto("study", "cut-card", "--wagers", file, "--shoes", "4", "--json").json["wagers"]
    assert [*found] == ["lucky-8"]
    assert "dealt" not in found["lucky-8"]  # no long run has counted it
    punto("study", "ruin", "--wagers", file).refused("ruin has wagers of its own", "cut-card")


def test_standard_input_is_a_file_too() -> None:
    assert "lucky-8" in punto("odds", "--wagers", "-", stdin=MINE).out


def test_a_wager_in_python_has_odds_and_simulations(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import punto\n"
        "@punto.register('my-eights')\n"
        "def both(coup):\n"
        "    return 60 if coup.player == coup.banker == 8 else -1\n"
    )
    try:
        assert "my-eights" in punto("odds", "--wagers", file).out
        punto("par", "--wagers", file).refused("a table, a felt and a PAR sheet need it as data")
    finally:
        from punto.wagers import registry

        registry._REGISTERED.pop("my-eights", None)


@pytest.mark.parametrize(
    "text, words",
    [
        ("1 / 0", "mine.py:1: ZeroDivisionError: division by zero"),
        ("import punto\n\ndef (", "mine.py:3: SyntaxError"),
        ("x = 1", "it registers no wager"),
        ("import punto\npunto.register('No Key')(lambda coup: 1)", "mine.py:2: WagerError: invalid key 'No Key'"),
    ],
)
def test_bad_python_is_one_line_with_its_place(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    punto("odds", "--wagers", file).refused(words)


BAD = [
    (MINE.replace("banker = 8,", "bunker = 8,"), "mine.toml:5: wager.lucky-8.lines.0.when.bunker: unknown fact"),
    (MINE.replace('three-cards = "12', 'three = "12'), "no odds for the line 'three-cards'"),
    (MINE + '["pay.tie"]\nwin = "8 to 1"\n', 'mine.toml:23: $: not TOML: ["pay.tie"] is there twice'),
    ("[wager.x]\ntitles = {}\n", "mine.toml:1: wager: only wagers and their payouts stand in a file of wagers: quote"),
    ('["layout.approval"]\nby = "me"\n', "mine.toml:1: layout.approval: only wagers"),
    ("", "no wager here"),
    ("a = [", "mine.toml:1: $: not TOML"),
    ('[rulebook]\nid = "punto-open"\n' + MINE, "the id 'punto-open' is taken"),
    ('[rulebook]\nid = "A B"\n' + MINE, "mine.toml:2: rulebook.id: expected an id like own-wagers, found 'A B'"),
    ("[rulebook]\nschema = 1\n" + MINE, "mine.toml:2: rulebook.schema: unknown term"),
    ("rulebook = 3\n" + MINE, "expected a table [rulebook]"),
    ("x" * 10 + ".y" * 60_000 + " = 1", "cannot be parsed"),
]


@pytest.mark.parametrize("text, words", BAD, ids=[words[:40] for _, words in BAD])
def test_a_finding_has_the_line_of_the_file(text: str, words: str) -> None:
    with pytest.raises(RulebookError) as error:
        with_mine(text)
    assert words in str(error.value)


def test_findings_are_one_line_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BAD[0][0], encoding="utf-8")
    punto("odds", "--wagers", file).refused("mine.toml:5: ", "unknown fact 'bunker'")
    punto("odds", "--wagers", tmp_path / "none.toml").refused("none.toml")
    punto("par").refused("name a SUBMISSION", "--wagers FILE")


def test_wagers_of_two_variants_need_a_submission() -> None:
    text = MINE + '["pay.half-banker"]\nwin = "1 to 1"\nwin-with-6 = "2 to 3"\n["pay.low-banker"]\nwin = "1 to 1"\n'
    text += "vigorish = { percent = 3 }\n"
    with pytest.raises(ValueError, match="no table has two variants of vigorish"):
        own_table(with_mine(text).on(None).load(ID), ["half-banker", "low-banker"])


def test_a_head_and_sections_may_be_given() -> None:
    head = '[rulebook]\nid = "lucky-house"\ntitle = "Lucky House \\"8\\""\n'
    book = with_mine(head + MINE.replace('["pay.tie"]', '["pay.tie"]\nsection = "3.4"')).on(None).load("lucky-house")
    assert book.title == 'Lucky House "8", own wagers that no regulator approved'
    assert (book.section("pay.tie"), book.section("wager.lucky-8"), book.source) == ("3.4", "ours", "own")


def test_wagers_with_paytables_stakes_and_meters_are_offered() -> None:
    text = """\
["wager.grand"]
titles = { en = "Grand" }
stake-cents = 500
needs = ["player", "banker"]
lines = [
  { name = "grand", when = { on = [{ cards = ["P1", "B1"], same-card = 2 }] } },
  { name = "small", when = { player-pair = true, banker-pair = true } },
]
["pay.grand"]
grand = { meter = "grand" }
small = { award-cents = 10000 }
["wager.sixes"]
titles = { en = "Sixes" }
lines = [{ name = "win", when = { player = 6, banker = 6 } }]
["pay.sixes"]
["pay.sixes".paytables]
A = { win = "40 to 1" }
B = { win = "45 to 1" }
"""
    rulebooks = with_mine(text).on(None)
    from punto.rules.review import review

    own = rulebooks.library.own
    assert own is not None
    found = review(own_table(rulebooks.load(ID), own.keys), rulebooks)
    assert found.findings == ()
    assert found.rules is not None
    assert {"grand", "sixes"} <= set(found.rules.limits)


# ---------------------------------------------------------------- tables


def test_coups_are_played_and_verified() -> None:
    rulebooks = with_mine().on(None)
    rounds = Rounds("", 3, rulebooks.text(ID), own_table(rulebooks.load(ID), ["lucky-8", "all-red", "tie"]))
    for _ in range(20):
        rounds.round()
    settled = {line.wager for event in rounds.events if isinstance(event, CoupSettled) for line in event.lines}
    assert {"lucky-8", "all-red-player", "all-red-banker"} <= settled
    store = rounds.session.store
    assert isinstance(store, MemoryStore)
    report = verify(export(store, VERSION).encode())
    assert report.whole, report.faults


def test_a_live_table_and_its_page_have_them() -> None:
    library = with_mine()
    text = own_table(library.on(None).load(ID), ["lucky-8"])

    async def play() -> None:
        async with floor(library=library) as house, house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
            assert (await client.post("/api/pit/tables", json={"submission": text})).status_code == 200
            rules = (await client.get(f"/api/tables/{TABLE}")).json()["rules"]
        titles = {wager["wager"]: wager["title"] for wager in rules["wagers"]}
        assert titles["lucky-8"] == "Lucky 8"
        assert "no regulator approved" in rules["title"]

    run(play)


# ---------------------------------------------------------------- the catalogue


SIDE = [
    law for law in Library().on(None).load(BASE).wagers if law.hand is None and law.key not in ("tie", "house-money")
]
CATALOGUE = [law.key for law in SIDE]


def test_the_catalogue_has_thirty_side_wagers() -> None:
    assert sum(len(law.keys) for law in SIDE) >= 30


def test_one_table_offers_settles_and_verifies_all_of_them() -> None:
    rulebooks = Library().on(None)
    table = Rounds("", 3, rulebooks.text(BASE), own_table(rulebooks.load(BASE), CATALOGUE))
    keys = {key for law in SIDE for key in law.keys}
    answer = rules_answer(table.rules, table.rules.limits, virtual=True)  # what the page receives
    assert keys <= {wager.wager for wager in answer.wagers}
    assert answer.source == "own"
    felt = felt_svg(table.rules)
    for law in SIDE:
        assert law.titles["en"].split()[0].upper() in felt.upper(), law.key
    table.round()
    settled = {line.wager for event in table.events if isinstance(event, CoupSettled) for line in event.lines}
    assert keys <= settled
    store = table.session.store
    assert isinstance(store, MemoryStore)
    report = verify(export(store, VERSION).encode())
    assert report.whole, report.faults


def test_simulated_and_exact_odds_of_all_of_them_agree() -> None:
    """The same number of coups from every shoe, so that the odds of a full shoe are theirs; the soak has 10^10."""
    wagers = [wager for wager in known(Library().on(None).load(BASE)) if wager.on_class]
    counts, shoes = cpu.count(Plan(shoes=2_000, seed=5, coups=67), 1)
    tally, exact = Tally(shoes, counts), sheet(Composition.decks(8), wagers)
    assert len(wagers) >= 30
    for wager in wagers:
        found = tally.fare(wager, exact[wager.key].rate)
        assert abs(float(found.ev - exact[wager.key].ev)) < 4 * found.stderr, wager.key


@pytest.mark.slow
@pytest.mark.parametrize("key", CATALOGUE)
def test_each_wager_of_the_catalogue_goes_through_every_command(key: str, tmp_path: Path) -> None:
    """As a file of its own, on top of the rulebook: odds, check, simulation, PAR sheet, felt, coups."""
    book = Library().text(BASE, None)
    blocks = [block for block in re.split(r'(?=^\[")', book, flags=re.M) if re.match(rf'\["(wager|pay)\.{key}"', block)]
    file = tmp_path / "one.toml"
    file.write_text("".join(blocks), encoding="utf-8")
    law = next(law for law in Library().on(None).load(BASE).wagers if law.key == key)
    odds = punto("odds", "--wagers", file, "--json").json["wagers"]
    assert list(odds) == list(law.keys)
    assert punto("check", "--wagers", file).code == 0
    simulated = punto("simulate", "--wagers", file, "--shoes", "3000", "--json").json["wagers"]
    par = punto("par", "--wagers", file, "--json").json
    assert punto("felt", "--wagers", file, "-o", tmp_path / "felt.svg").code == 0
    for one in law.keys:
        assert abs(simulated[one]["z"]) < 4, one
        assert one in json.dumps(par)
