"""Peeking: whoever holds a hand for the squeeze may look at its cards before they are turned, and nobody else may.

Nothing of it is logged: the log knows a card when it is turned.
"""

from __future__ import annotations

from collections.abc import Iterable

from punto.floor.desk import Desk
from punto.folds.picture import seat_of


async def peeked(desk: Desk, who: str, places: Iterable[str]) -> dict[str, str]:
    """Return the faces of cards that somebody holds for the squeeze, and no others."""
    state, wanted = desk.state, set(places)
    seat = seat_of(state, who)
    own = {side for side, holder in state.holders.items() if seat is not None and holder == seat}
    asked = [place for place, face in state.places.items() if face is None and place[:1] in own and place in wanted]
    if not asked or not desk.keeper.knows:
        return {}
    return await desk.room.strongbox.answer(lambda: desk.keeper.faces(state, asked))
