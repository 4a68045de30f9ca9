"""``punto bench``: its list, its names; the timing itself is for people to run."""

from pathlib import Path

import pytest

from punto.apps.cli.bench import BENCHMARKS, best
from punto.apps.cli.bench.automatic import AutomaticTable, every_submission
from punto.floor.dealer import AutomaticDriver
from punto.game.game import Accepted
from punto.odds.fast import compiling, measure
from punto.scenario.playing import shipped
from punto.table import Refusal
from punto.table.commands import AnyCommand, CommitShoe, ListCards, Proceed, Wagers
from tests.apps.cli.running import punto
from tests.record.postgres_server import Server


def test_the_benchmarks_are_listed() -> None:
    run = punto("bench", "--help")
    assert all(f"  {name} " in run.out for name in BENCHMARKS)


def test_a_benchmark_that_is_not_there() -> None:
    punto("bench", "oods").refused("no benchmark is called 'oods': did you mean 'odds'?")


def test_runs_are_timed_by_turns() -> None:
    order: list[str] = []
    times = best({"one": lambda: order.append("one"), "other": lambda: order.append("other")}, turns=2)
    assert order == ["one", "other"] * 3
    assert all(0 <= seconds < 1 for seconds in times.values())


@pytest.fixture
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "hands", compiling.plain_hands)
    monkeypatch.setattr(measure, "enumerated", measure.enumerate_cells)
    monkeypatch.setattr(measure, "SHOES", 1)


@pytest.mark.usefixtures("_uncompiled")
def test_the_figures_of_the_odds() -> None:
    document = punto("bench", "odds", "--turns", "1", "--json").json
    assert document["identical"] is True
    assert document["runs"]["enumeration"]["ratio"] == 1
    assert set(document["runs"]) == {"enumeration", "closed form, one shoe", "closed form, a batch"}
    assert "times as fast" in punto("bench", "odds", "--turns", "1").out


def test_a_table_beside_hands_of_another_game() -> None:
    found = punto("bench", "table", "--submission", "md-mini-ez", "--turns", "1", "--age", "3000", "--json").json
    assert found["benchmark"] == "table"
    assert (found["path"], found["shoe"], found["seats"]) == ("live", "virtual", 7)
    assert found["reference"]["name"] == "pokerkit"
    assert found["ratio"] == found["rounds-per-second"] / found["reference"]["hands-per-second"]
    assert found["ratio"] > 1
    assert found["submissions"] == {
        "md-mini-ez": {
            "rounds-per-second": found["rounds-per-second"],
            "hands-per-second": found["reference"]["hands-per-second"],
            "ratio": found["ratio"],
        }
    }
    assert found["age"]["rounds"] == 3000
    assert found["age"]["cost-to-the-first"] > 0


def test_the_table_that_is_timed_is_driven_as_a_floor_drives_it() -> None:
    """Its shoe is committed to, and every face comes with its salt, as at a desk of a floor."""
    table = AutomaticTable()
    given: list[AnyCommand] = []
    do = table.session.do

    def noted(command: AnyCommand) -> Accepted | Refusal:
        given.append(command)
        return do(command)

    table.session.do = noted  # type: ignore[method-assign]
    table.play(1)
    assert isinstance(table.driver, AutomaticDriver)
    assert table.session.state.fair is not None
    kinds = [type(command) for command in given]
    assert {CommitShoe, ListCards, Wagers, Proceed} <= set(kinds)
    assert kinds.count(Wagers) == 7
    turned = [command for command in given if isinstance(command, Proceed) and command.faces]
    assert turned
    assert all(command.salts and command.salts.keys() == command.faces.keys() for command in turned)


def test_a_table_without_a_submission_of_that_name() -> None:
    punto("bench", "table", "--submission", "md-mini-easy").refused("did you mean 'md-mini-ez'?")


@pytest.mark.parametrize("name", every_submission())
def test_every_submission_is_played_with_two_wagers_a_seat(name: str) -> None:
    """Also where players cut, hold the shoe, turn hands and choose, and where wagers feed meters."""
    table = AutomaticTable(submission=name)
    table.play(2)
    assert table.coups == 2
    assert bool(table.session.partners) == ("meters" in shipped(name))  # the submission states them


def test_an_age_too_small_to_be_one() -> None:
    punto("bench", "table", "--age", "5").refused("--age")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_store_beside_a_raw_loop(kind: str, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    where = [] if kind == "sqlite" else ["--database", server.schema()]
    found = punto("bench", "store", "--turns", "1", "--records", "128", *where, "--json").json["runs"]
    assert set(found) == {"one at a time", "64 writers at once"}
    assert all(run["ratio"] == run["store"] / run["raw"] for run in found.values())
    assert found["one at a time"]["a-commit"] == 1 < found["64 writers at once"]["a-commit"]
    assert list(tmp_path.iterdir()) == []


def test_spectators_on_real_sockets() -> None:
    found = punto("bench", "spectators", "--spectators", "20", "--rate", "50", "--seconds", "1", "--json").json
    assert found["messages"] == 20 * 50
    assert 0 < found["p50-ms"] <= found["p99-ms"] <= found["worst-ms"]


def test_a_floor_of_two_tables_with_connected_players() -> None:
    setting = ("--tables", "2", "--players", "2", "--seconds", "2", "--round", "400", "--connected")
    found = punto("bench", "floor", *setting, "--json").json
    assert found["messages-per-second"] > found["commands-per-second"]
    assert found["commands-per-second"] > found["rounds-per-second"] > 0
    assert found["p50-ms"] <= found["p99-ms"] <= found["worst-ms"]
    assert found["tables-that-stopped"] == 0
