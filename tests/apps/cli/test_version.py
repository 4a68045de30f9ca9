"""``punto version``: digests by which an installation is compared with what was approved."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from punto.law.rulebook import built_in, load
from punto.record.chain import code_digest
from tests.apps.cli.running import punto

DIGEST = re.compile(r"[0-9a-f]{64}")


def test_the_facts_as_json() -> None:
    facts = punto("version", "--json").json
    assert list(facts) == ["version", "code", "rulebooks", "tables"]
    assert facts["version"] == version("punto")
    assert facts["rulebooks"] == {name: load(name).digest for name in built_in()}
    assert all(DIGEST.fullmatch(digest) for digest in (facts["code"], facts["tables"], *facts["rulebooks"].values()))


def test_the_facts_for_people() -> None:
    run = punto("version")
    assert (run.code, run.err) == (0, "")
    facts = punto("version", "--json").json
    first, *lines = run.out.splitlines()
    assert first == f"punto {facts['version']}"
    said = dict(line.split() for line in lines)
    assert said == {"code": facts["code"], "tables": facts["tables"], **facts["rulebooks"]}


def test_the_version_alone() -> None:
    assert punto("--version") == (0, f"punto {version('punto')}\n", "")


def test_the_digest_of_the_code_sees_every_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.record.chain.files", lambda package: tmp_path)
    (tmp_path / "odds").mkdir()
    (tmp_path / "__pycache__").mkdir()
    digests = []
    for name, text in (("a.py", "1"), ("odds/b.py", ""), ("odds/b.py", "2"), ("a.py", "12"), ("notes.txt", "x")):
        (tmp_path / name).write_text(text)
        digests.append(code_digest())
    assert len(set(digests[:4])) == 4
    assert digests[3] == digests[4]
    (tmp_path / "__pycache__" / "a.py").write_text("3")
    assert code_digest() == digests[4]
