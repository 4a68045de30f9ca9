"""docs/standards.md: every guarantee names a test that exists, and no row is without one."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "standards.md"
ATTACKS = ("coupon", "revoked", "toml_bomb", "cage", "adjust", "host", "proxied_visitor")
NAMED = re.compile(r"`([a-z_/]+\.py)(?:::(\w+))?`")


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] not in ("guarantee", "fault", "---")]


def missing(path: str, name: str) -> str:
    """Say what is not there of a test that is named."""
    file = ROOT / ("tools" if path.startswith("soaks/") else "tests") / path
    if not file.exists():
        return path
    there = not name or re.search(rf"^(?:def {name}\(|class {name}\b|{name}\b)", file.read_text(), re.MULTILINE)
    return "" if there else f"{path}::{name}"


def test_every_guarantee_names_tests_that_exist() -> None:
    assert len(rows()) > 60
    for row in rows():
        assert len(row) == 3, row
        named = NAMED.findall(row[2])
        assert named, f"nothing would notice: {row[0]}"
        lacking = [what for path, name in named if (what := missing(path, name))]
        assert not lacking, f"{row[0]}: {lacking}"


def test_every_attack_is_on_the_page() -> None:
    attacks = {path.relative_to(ROOT / "tests").as_posix() for path in (ROOT / "tests" / "attacks").glob("test_*.py")}
    assert attacks >= {f"attacks/test_{one}.py" for one in ATTACKS}
    assert attacks <= {path for row in rows() for path, _ in NAMED.findall(row[2])}


def test_a_test_that_is_gone_is_missed() -> None:
    assert missing("server/test_doors.py", "test_that_nobody_wrote")
    assert missing("server/test_windows.py", "")
    assert not missing("test_standards.py", "test_a_test_that_is_gone_is_missed")
