"""Noise: commands that nobody should give, as they may come over a wire.

Most are a right command with one thing wrong; some are anything at all.
"""

import random
from collections.abc import Callable

import msgspec

from punto.core.cards import DECK
from punto.core.roles import Duty, Rank, Role
from punto.table.corrections import Cause
from punto.table.transcript import COMMANDS
from tests.walk.people import Fields, Seated

AMOUNTS = (0, -1, -500, 1, 3, 250, 1.5, 0.1, "100", None, 10**9, 10**15, 2**53, 2**63 - 1, 2**63, 2**64, 10**30, 1e300)
NUMBERS = (0, -1, 1, 2, 7, 13, 14, 51, 52, 99, 400, 10**9, 2**63, 10**30, 2.5, "three", None, True)
CARDS = ("", "?", "Zz", "1h", "11h", "0s", "KS", "hK", "Joker", "10h", "Th", "4h 5h", "4♥", 4, None)
HANDS = ("P1", "P2", "P3", "P4", "B1", "B2", "B3", "P1 P2", " P1", "p1", "")
PLACES = (*HANDS, "X9", "burn", "burn1", "error", "error-third", "seen", "face-up", "face-up-third", "discard")
WORDS = ("", " ", "x", "delay", "misread", "\u0000", "é" * 3, "a" * 200, "felt/1/player", "house", "rack", 5, None)
NAMES = ("", "stranger", "house", "p1", "p2", "dealer", "fay", "nobody", 7, None)
HASHES = ("", "0" * 64, "f" * 64, "g" * 64, "ab", "A" * 64, "é", 5, None)
IDS = ("", "open", "x" * 300, "\n", None, 9)
ROLES = (*map(str, Role), "boss", "", None)


class Noise:
    """Wrong commands of every kind, at one table."""

    def __init__(self, table: Seated, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.steps = sorted({step for one in table.rules.rulebook.ceremonies.values() for step in one.steps})
        self.steps += ["carry-card", "simulate-round", "void-and-simulate", "use-as-banker-third", "discard-card"]
        self.steps += ["void-round", "set-aside-cover", "take-out", "retire-decks", "order-shuffle", "order-recut", ""]
        self.keys = [*(wager.key for wager in table.rules.wagers), "banker", "royal-9", "panda-8", "no-such", ""]
        self.values: dict[str, Callable[[], object]] = {
            "rank": lambda: chance.choice((*Rank, "", "pit boss", None)),
            "witness": self._witness,
            "by": lambda: chance.choice(ROLES),
            "who": lambda: chance.choice(NAMES),
            "id": lambda: chance.choice(IDS),
            "at": lambda: chance.choice((0, -1, 2.5, None, table.session.at)),
            "coup": self._coup,
            "seat": lambda: chance.choice(NUMBERS),
            "cents": lambda: chance.choice(AMOUNTS),
            "buy-in": lambda: chance.choice(AMOUNTS),
            "coupon": lambda: chance.choice(AMOUNTS),
            "coupon-number": lambda: chance.choice(NUMBERS),
            "coupon-seen-by": lambda: chance.choice(NAMES),
            "cards": lambda: chance.choice(NUMBERS),
            "place": lambda: chance.choice(PLACES),
            "card": lambda: chance.choice((*CARDS, *map(str, DECK))),
            "faces": self._faces,
            "step": lambda: chance.choice(self.steps),
            "wager": lambda: chance.choice(self.keys),
            "choice": lambda: chance.choice(("take", "player", "banker", "tie", "")),
            "corrects": self._coup,
            "cause": lambda: chance.choice((*Cause, "", "because", None)),
            "approved-by": lambda: chance.choice(NAMES),
            "why": lambda: chance.choice(WORDS),
            "means": lambda: chance.choice(("chips", "plaques", "match-play", "cash", "")),
            "into": lambda: chance.choice(("chips", "plaques", "cash", "")),
            "calling": self._staff,
            "wagers": self._staff,
            "stakes": self._stakes,
            "salts": self._salts,
            "hashes": lambda: [chance.choice(HASHES) for _ in range(chance.choice((0, 1, 52)))],
            **dict.fromkeys(
                ("commitment", "hash", "entropy", "seed", "beacon", "signature", "previous"),
                lambda: chance.choice(HASHES),
            ),
            **dict.fromkeys(("round", "round-at"), lambda: chance.choice(NUMBERS)),
            "transfer": lambda: chance.choice(WORDS),
            "post": lambda: chance.choice(("caller", "wagers", "dealer", "floor", "", None)),
            "whom": lambda: chance.choice((*table.state.posts, *NAMES)),
            "option": lambda: chance.choice(("reshuffle", "shuffle", "", None)),
            "value": lambda: chance.choice(("on", "off", "", None)),
            "notice": lambda: chance.choice(NUMBERS),
            "slip": lambda: chance.choice((*NUMBERS, "", "F-1")),
            "deck": lambda: chance.choice(NUMBERS),
            "kind": lambda: chance.choice(("missing", "damaged", "wrong-back", "", None)),
            "process": lambda: chance.choice(WORDS),
        }

    def spoiled(self, fields: Fields) -> Fields:
        """A command with one thing wrong, or perhaps two."""
        spoiled = dict(fields)
        for _ in range(self.chance.choice((1, 1, 1, 2))):
            name = self.chance.choice([name for name in (*fields, "coup", "id", "at") if name in self.values])
            spoiled[name] = self.values[name]()
        return spoiled

    def anything(self) -> Fields:
        """A command of any kind, its fields filled with anything."""
        do = self.chance.choice(list(COMMANDS))
        names = [field.encode_name for field in msgspec.structs.fields(COMMANDS[do])]
        given: Fields = {"do": do}
        for name in names:
            if name not in ("id", "at", "coup"):
                given[name] = self.values[name]()
        if self.chance.random() < 0.7:  # somebody who is there, at least
            by = self.chance.choice((Role.PLAYER, Role.DEALER, Role.FLOOR, Role.CURATOR))
            seat = self.chance.choice([*self.table.state.seated, 1])
            given |= {"by": by, "who": self.table.who(by, seat)} | ({"seat": seat} if "seat" in names else {})
        return given

    def _coup(self) -> object:
        return self.chance.choice((self.table.state.coup - 1, self.table.state.coup + 1, 0, -1, 10**30, "1"))

    def _faces(self) -> dict[str, object]:
        number = self.chance.choice((0, 1, 1, 2, 2, 4))
        faces = (*map(str, self.chance.sample(DECK, 4)), self.chance.choice(CARDS))
        return {self.chance.choice(PLACES): self.chance.choice(faces) for _ in range(number)}

    def _salts(self) -> object:
        return self.chance.choice((None, {}, {"P1": ""}, {self.chance.choice(PLACES): self.chance.choice(HASHES)}))

    def _stakes(self) -> dict[str, object]:
        number = self.chance.choice((0, 1, 2, 2, 3))
        return {self.chance.choice(self.keys): self.chance.choice(AMOUNTS) for _ in range(number)}

    def _witness(self) -> object:
        signed = {"who": self.chance.choice(NAMES), "duty": self.chance.choice((*Duty, "", 3))}
        return self.chance.choice((None, {}, "d2", signed, signed | {"rank": self.chance.choice((*Rank, "", None))}))

    def _staff(self) -> list[object]:
        return [self.chance.choice(("d1", "d2", "d3", "", " ")) for _ in range(self.chance.randint(0, 3))]
