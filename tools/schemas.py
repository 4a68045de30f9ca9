"""Write the JSON Schemas of the package: ``python -m tools.schemas``."""

import json
from pathlib import Path

from punto.law.json_schema import json_schema
from punto.law.rulebook import topics
from punto.record.chain import schemas
from punto.server.messages import protocol

FOLDER = Path(__file__).parent.parent / "src" / "punto" / "schemas"


def files() -> dict[str, str]:
    """Return the files as they should be."""
    demands = {key: topic.demand for key, topic in topics().items()}
    rulebooks = {"rulebook": json_schema(demands), "rulebook-2": json_schema(demands, 2)}
    made = {**schemas(), "protocol": protocol(), **rulebooks}
    return {
        f"{name}.json": json.dumps(document, indent=1, ensure_ascii=False) + "\n" for name, document in made.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
