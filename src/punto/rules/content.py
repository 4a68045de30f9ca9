"""The content of a layout: seats, areas, inscriptions, paytables, signs and fittings, and a digest of it.

An authority approves what a layout says, not how it is drawn (reading 36): another drawing of the same content has the
same digest, and one changed cell of a paytable has another. The digest does not depend on the table's name, so that one
approval can cover several tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from punto.rules.house_rules import HouseRules

FORM = "punto-layout/1"


def content_of(rules: HouseRules) -> Mapping[str, Any]:
    """Return the content of a table's layout as plain values."""
    layout, royal9 = rules.layout, rules.royal9
    return {
        "rulebook": rules.rulebook.id,
        "seats": rules.seats,
        "numbered": layout.seat.numbered,
        "operator": layout.operator,
        "areas": [[one.key, one.each_seat, one.numbered, one.shows] for one in layout.areas],
        "paytables": {
            wager.key: [[result.category, str(result.verdict), str(result.pays)] for result in wager.results]
            for wager in rules.wagers
        },
        "vigorish": str(rules.vigorish.rate) if rules.vigorish else "",
        "stakes": {wager.key: wager.stake for wager in rules.wagers if wager.stake},
        "combinations": {
            str(seat): [[str(card) for card in pair] for pair in pairs]
            for seat, pairs in sorted((royal9.combinations if royal9 else {}).items())
        },
        "signs": [[one.key, one.text, one.place] for one in layout.notices],
        "fittings": [[one.key, one.what, one.place] for one in layout.fittings],
    }


def content_digest(rules: HouseRules) -> str:
    """Return the digest of the content of a table's layout."""
    said = json.dumps(content_of(rules), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(f"{FORM}\n{said}".encode()).hexdigest()
