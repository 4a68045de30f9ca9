"""The page's fonts, subset: ``python -m tools.page.fonts FOLDER`` from npm packages unpacked in a folder.

Needs ``fonttools`` and ``brotli``, which are no dependencies of the project, because the subsets are part of it. The
packages are ``@fontsource-variable/inter``, ``@fontsource-variable/source-serif-4`` and ``@fontsource/noto-serif-sc``.
The Chinese font has the characters of the catalogue: ``noto-serif-sc.txt`` lists them, and a test says when too many
are missing.
"""

import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "src" / "punto" / "page"
FONTS, CHINESE = PAGE / "fonts", 0x2E80
OWN_NAME = "中文"  # of the language, on the button of every page; the font of all texts is loaded with these alone
LATIN = (
    "U+20-7E,U+A0,U+A2,U+A7,U+A9,U+AB,U+B0,U+B1,U+B7,U+BB,U+BD,U+D7,U+E0-EF,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,"
    "U+2022,U+2026,U+2190-2193,U+2212,U+2248,U+2260,U+2264,U+2265"
)
VARIABLE = {
    "inter": ("inter-latin-wght-normal.woff2", "400:700"),
    "source-serif": ("source-serif-4-latin-wght-normal.woff2", "400:600"),
}


def chinese() -> str:
    """Return every Chinese character of the page's texts, in order."""
    texts = [*(PAGE / "i18n").glob("*.js"), PAGE.parent / "server" / "titles.toml"]
    found = {sign for text in texts for sign in text.read_text("utf-8") if ord(sign) >= CHINESE}
    return "".join(sorted(found))


def subset(folder: Path) -> None:
    """Write the subsets."""
    for name, (file, weights) in VARIABLE.items():
        (source,) = folder.rglob(file)
        limited = folder / f"{name}.ttf"
        _run("varLib.instancer", "-q", source, f"wght={weights}", "-o", limited)
        _subset(limited, name, f"--unicodes={LATIN}", "--layout-features=kern,tnum,pnum,ccmp,frac,liga")
    listed = FONTS / "noto-serif-sc.txt"
    listed.write_text(chinese(), encoding="utf-8")
    (source,) = folder.rglob("noto-serif-sc-chinese-simplified-400-normal.woff2")
    _subset(source, "noto-serif-sc", f"--text-file={listed}", "--layout-features=")
    _subset(source, "noto-serif-sc-name", f"--text={OWN_NAME}", "--layout-features=")


def _subset(source: Path, name: str, *options: str) -> None:
    _run("subset", source, *options, "--flavor=woff2", "--no-hinting", f"--output-file={FONTS / f'{name}.woff2'}")


def _run(tool: str, *arguments: object) -> None:
    subprocess.run([sys.executable, "-m", "fontTools", tool, *map(str, arguments)], check=True)


if __name__ == "__main__":
    subset(Path(sys.argv[1]))
