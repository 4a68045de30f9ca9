"""The program as a whole: help, what it says to nonsense, how it leaves, what it loads."""

import subprocess
import sys
from pathlib import Path

import pytest

from punto.apps.cli import COMMANDS
from tests.apps.cli.running import CLASSIC, PUNTO, process, punto


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_names_every_command(arguments: tuple[str, ...]) -> None:
    run = punto(*arguments)
    assert (run.code, run.err) == (0, "")
    assert [name for name in COMMANDS if f"\n  {name} " not in run.out] == []


@pytest.mark.parametrize("command", [*COMMANDS, "rules list", "rules show", "rules diff", "rules coverage"])
def test_every_command_explains_itself(command: str) -> None:
    run = punto(*command.split(), "--help")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(f"Usage: punto {command}")


def test_rules_alone_explains_itself() -> None:
    run = punto("rules")
    assert (run.code, run.err) == (0, "")
    assert "coverage" in run.out


@pytest.mark.parametrize(
    "line, words",
    [
        ("odd", "did you mean 'odds'"),
        ("chek x.toml", "did you mean 'check'"),
        ("baccarat", f"there are {', '.join(COMMANDS)}"),
        ("rules cover", "coverage"),
        ("rules nonsense", "nonsense"),
        ("--colour", "--colour"),
        ("odds --deck 8", "--decks"),
        ("odds --decks", "--decks"),
        ("odds --decks eight", "eight"),
        ("odds surplus", "surplus"),
        ("check", "SUBMISSION"),
        ("felt", "SUBMISSION"),
        ("rules show", "ID"),
        ("rules diff ma-mini", "OTHER"),
        ("version now", "now"),
    ],
)
def test_a_command_that_is_not_understood_is_one_line(line: str, words: str) -> None:
    punto(*line.split()).refused(words)


@pytest.mark.parametrize(
    "line, usage",
    [
        ("par", "name a SUBMISSION"),
        ("par", "(usage: punto par [OPTIONS] [SUBMISSION]; try 'punto par --help')"),
        ("odds --foo", "(usage: punto odds [OPTIONS]; try 'punto odds --help')"),
        ("odds --decks", "(usage: punto odds [OPTIONS]; try 'punto odds --help')"),
        ("odds more", "(usage: punto odds [OPTIONS]; try 'punto odds --help')"),
        ("oddz", "(usage: punto [OPTIONS] COMMAND [ARGS]...; try 'punto --help')"),
        ("rules shwo", "(usage: punto rules [OPTIONS] COMMAND [ARGS]...; try 'punto rules --help')"),
        ("bench table --turns x", "'x' is not a whole number (try 'punto bench table --help')"),
    ],
)
def test_a_command_line_that_is_not_understood_shows_the_usage(line: str, usage: str) -> None:
    punto(*line.split()).refused(usage)


def test_an_error_in_a_file_shows_no_usage(tmp_path: Path) -> None:
    run = punto("check", tmp_path)
    assert run.err == f"punto: {tmp_path}: this is a folder, not a file\n"


@pytest.mark.parametrize("group", ["", "rules", "users", "bench"])
def test_a_group_without_a_command_prints_its_help(group: str) -> None:
    run = punto(*group.split())
    assert (run.code, run.err) == (0, "")
    assert run.out == punto(*group.split(), "--help").out
    assert "..." not in run.out.partition("\n")[2], "no sentence is cut"


def test_the_version_is_said_as_everywhere() -> None:
    import punto as package

    assert punto("--version").out == f"punto {package.__version__}\n"


def fail() -> str:
    raise KeyError("the\nkey")


def test_a_fault_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.apps.cli.version.code_digest", fail)
    punto("version").refused("a fault of ours", "KeyError")


def test_a_fault_of_ours_can_be_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.apps.cli.version.code_digest", fail)
    monkeypatch.setenv("PUNTO_TRACEBACK", "1")
    run = punto("version")
    assert run.code == 2
    assert "Traceback" in run.err


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("punto.apps.cli.version.code_digest", interrupt)
    run = punto("version")
    assert run.code == 130
    assert run.out.strip() == run.err.strip() == ""


# ---------------------------------------------------------------- as a process


def test_a_process_answers_with_one_document() -> None:
    run = process("odds", "--json")
    assert run.code == 0
    assert run.json["deals"] == 4998398275503360


def test_a_process_says_no_with_1_and_complains_with_2(tmp_path: Path) -> None:
    unlawful = tmp_path / "table.toml"
    unlawful.write_text(CLASSIC.read_text().replace("seats = 7", "seats = 11"))
    assert process("check", CLASSIC).code == 0
    assert process("check", unlawful).code == 1
    process("check", tmp_path / "missing.toml").refused("missing.toml")


def test_python_runs_it_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "punto", "version"], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.startswith("punto ")


@pytest.mark.parametrize(
    "line", ["odds | head -1", "odds --json | true", "rules show ma-mini | head -1", "rules diff ma-midi ma-mini | :"]
)
def test_a_reader_that_goes_away_is_no_trouble(line: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{PUNTO} {line}"], capture_output=True, text=True, timeout=60, check=False
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_a_verdict_that_nobody_read_is_not_given() -> None:
    """Neither 0 nor 1: the shell's number for a broken pipe."""
    done = subprocess.run(
        ["bash", "-c", f"{PUNTO} rules show ma-mini | : ; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() in ("141", "0")  # 0 where the pipe took it all before the reader left


LOADED = "import sys; from punto.apps.cli import main\ntry: main({arguments!r})\nexcept SystemExit: pass\n{print}"


def loaded(*arguments: str) -> set[str]:
    """The modules that a command has imported when it is done."""
    code = LOADED.format(arguments=arguments, print="print(*sys.modules, file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stderr.split())


def test_odds_as_json_load_nothing_they_do_not_need() -> None:
    modules = loaded("odds", "--json")
    assert "punto.odds" in modules
    unneeded = {"rich", "numpy", "msgspec", "punto.draw", "punto.rules.review", "punto.rules.submission", "punto.table"}
    assert modules & unneeded == set()


def test_help_loads_no_command() -> None:
    assert {name for name in loaded("--help") if name.startswith("punto.")} == {"punto.apps", "punto.apps.cli"}
