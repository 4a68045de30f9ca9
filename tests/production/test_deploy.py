"""What is shipped for production is in step with the program; the whole way is tried by the soak."""

import re
import shlex
from importlib import import_module
from pathlib import Path

from tools.production.manual import PAGE, script, sections

ROOT = Path(__file__).parents[2]
MANUAL = (ROOT / PAGE).read_text(encoding="utf-8")


def lock(name: str) -> dict[str, set[str]]:
    """The versions that a lock pins, by package; more than one where Pythons differ."""
    pinned: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / "requirements" / name).read_text(), re.M):
        pinned.setdefault(package, set()).add(version)
    return pinned


def test_the_floors_lock_is_part_of_the_one_that_is_tested() -> None:
    tested, served = lock("dev.txt"), lock("floor.txt")
    assert {name: tested.get(name) for name in served} == served
    assert {"greenlet", "uvicorn", "asyncpg", "alembic", "argon2-cffi"} <= set(served)
    assert "numba" not in served, "a floor counts one shoe at a time"


def test_the_service_says_what_the_program_understands() -> None:
    unit = (ROOT / "deploy" / "punto.service").read_text()
    filed = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', (ROOT / "deploy" / "punto.env").read_text(), re.M))
    words = next(line for line in unit.splitlines() if line.startswith("ExecStart=")).partition("=")[2]
    for name in ("OPTIONS", "SUBMISSIONS"):
        words = words.replace(f"${name}", filed[name])
    program, do, *arguments = shlex.split(words)
    assert (program, do) == ("/opt/punto/bin/punto", "serve")
    command = import_module("punto.apps.cli.serve").command
    context = command.make_context("serve", arguments)
    assert context.params["proxies"] == "127.0.0.1"
    (name,) = context.params["names"]
    assert f"server_name {name};" in (ROOT / "deploy" / "nginx.conf").read_text()
    assert filed["PUNTO_METRICS_TOKEN"] == "", "each floor draws its own"
    assert context.params["submissions"] == ("ma-mini-classic", "md-mini-payout")
    assert f"127.0.0.1:{context.params['port']}" in (ROOT / "deploy" / "nginx.conf").read_text()


def test_the_witness_service_says_what_the_program_understands() -> None:
    unit = (ROOT / "deploy" / "punto-witness.service").read_text()
    (words,) = re.findall(r"^ExecStart=(.+)$", unit, re.M)
    program, *names, file, key, credential, floor, given = shlex.split(words)
    assert (program, names, file) == ("/opt/punto/bin/punto", ["witness", "serve"], "checkpoints.txt")
    assert (key, credential, floor, given) == ("--key", "%d/key", "--floor", "${FLOOR}")
    command = import_module("punto.apps.cli.witness").command.commands["serve"]
    assert command.make_context("serve", [file, key, credential, floor, given]).params["file"] == file
    assert "LoadCredential=key:/etc/punto/witness.key" in unit
    assert '--8<-- "deploy/punto-witness.service"' in (ROOT / "docs" / "anchors.md").read_text()


def test_the_service_has_a_memory_limit() -> None:
    unit = (ROOT / "deploy" / "punto.service").read_text()
    assert re.search(r"^MemoryMax=\d+G$", unit, re.M)
    assert "`MemoryMax`" in MANUAL


def test_what_the_page_shows_is_what_is_shipped() -> None:
    shown = re.findall(r'^--8<-- "(.+)"$', MANUAL, re.M)
    assert sorted(shown) == ["deploy/nginx.conf", "deploy/punto.env", "deploy/punto.service"]
    assert all((ROOT / name).is_file() for name in shown)
    assert all(name in MANUAL.replace(f'"{name}"', "") for name in shown)  # and it is installed from there


def test_the_trial_follows_every_section_that_has_commands() -> None:
    followed = (ROOT / "tools/production/trial.py").read_text() + (ROOT / "tools/production/machine.py").read_text()
    told = [title for title, blocks in sections(MANUAL).items() if blocks]
    assert len(told) == 9
    assert all(f'"{title}"' in followed for title in told)


def test_a_section_is_a_script() -> None:
    blocks = "```console no-run\n$ a\nsaid\n$ b | c\n```\n\n```console no-run\n$ d\n```"
    page = f"# P\n\n## One\n\n{blocks}\n\n## Two\n\nwords\n"
    assert sections(page) == {"One": [["a", "b | c"], ["d"]], "Two": []}
    assert script(page, "One") == "set -e\na\nb | c\nd"
    assert script(page, "One", 1) == "set -e\nd"
