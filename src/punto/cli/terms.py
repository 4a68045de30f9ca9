"""The terms of a provision in words: for ``punto rules``, and for the manual's pages of the rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def written(terms: Mapping[str, Any]) -> Iterator[str]:
    """Write the terms of a provision, one a line.

    >>> list(written({"pays": "40 to 1", "order": ["collect", "pay"], "ez": True}))
    ['pays: 40 to 1', 'order: collect, pay', 'ez: yes']
    """
    for name, value in terms.items():
        if isinstance(value, dict):
            yield f"{name}:"
            yield from (f"  {line}" for line in written(value))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{name}:"
            yield from (f"  {_entry(item)}" for item in value)
        else:
            yield f"{name}: {plain(value)}"


def _entry(item: Mapping[str, Any]) -> str:
    """Write an entry of a list: a step and who makes it, or its terms in one line."""
    if item.keys() == {"do", "by"}:
        return f"{item['do']} (by the {item['by']})"
    return ", ".join(f"{name} {plain(value)}" for name, value in item.items())


def plain(value: Any) -> str:
    """Write one value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(plain, value)) or "none"
    return str(value)
