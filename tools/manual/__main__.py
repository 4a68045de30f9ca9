"""Write the generated parts of the manual: all of them, or those named."""

import sys

from tools.manual.made import DOCS, WHOLE


def main(asked: list[str]) -> int:
    """Write the files whose paths contain one of the words asked for."""
    for path, make in WHOLE.items():
        if asked and not any(word in path for word in asked):
            continue
        there, text = DOCS / path, make()
        if not there.exists() or there.read_text(encoding="utf-8") != text:
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_text(text, encoding="utf-8")
            print(f"written: docs/{path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
