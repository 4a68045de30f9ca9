"""Update the examples of docs/school.md: a question changes with the tables at which it is asked.

python -m tools.school_examples
"""

import re
from pathlib import Path

from punto.school import Question, ask

PAGE = Path(__file__).parent.parent / "docs" / "school.md"
EXAMPLE = re.compile(
    r'(?P<head>>>> question = ask\("(?P<kind>[^"]+)", "(?P<book>[^"]+)", (?P<seed>\d+)\)\n).*?(?=```)', re.S
)


def example(question: Question) -> str:
    """Return the lines below the one that asks."""
    facts = repr((question.said, question.sections))
    return f">>> print(question)\n{question}\n>>> question.said, question.sections\n{facts}\n"


def written(page: str) -> str:
    """Return a page with current examples."""
    return EXAMPLE.sub(lambda m: m["head"] + example(ask(m["kind"], m["book"], int(m["seed"]))), page)


def main() -> None:
    PAGE.write_text(written(PAGE.read_text()))


if __name__ == "__main__":
    main()
