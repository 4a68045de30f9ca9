"""Names that people choose: shown to everybody, so nothing invisible in them, no markup, and nobody else's look.

A name is brought to its composed form (NFC) and consists of letters, digits and marks of one script, with single
blanks, hyphens, points and underscores between them. Two names that look alike are the same name: ``skeleton`` folds
case, compatibility forms, accents and separators, and a small table of signs that are drawn alike. The full table of
Unicode's confusables is not in the standard library; the scripts that are mixed in practice are in ours, and mixing
them in one name is refused.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from punto.accounts.refusals import Reason, Refusal

SHORTEST, LONGEST = 2, 24
MOST_BYTES = 400  # what is longer is not even looked at
SEPARATORS = " -._"
MOST_MARKS = 2  # on one letter
ALLOWED = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"})
# Letters and marks that nobody sees: fillers of Hangul, joiners, selectors of variants.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
ALIKE_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")  # they share shapes
LETTERS = {
    letter: latin
    for latin, letters in {
        "a": "аαɑ", "b": "ьв", "c": "сϲⅽ", "d": "ԁ", "e": "еєҽ", "g": "ɡց", "h": "һнհ", "k": "кκ", "l": "i1ıіιӏ|ⅼ",
        "m": "м", "n": "пո", "o": "0оοσօө", "p": "рρ", "q": "ԛ", "r": "г", "s": "ѕ", "t": "тτ", "u": "υս", "v": "ѵν",
        "w": "ԝω", "x": "хχ", "y": "уүγ", "z": "ᴢ", "j": "јϳ",
    }.items()
    for letter in letters
}  # fmt: skip
ALIKE = str.maketrans(LETTERS)
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
RESERVED = (
    "admin", "administrator", "auditor", "banker", "bot", "bots", "cage", "cashier", "casino", "croupier", "curator",
    "dealer", "floor", "floorperson", "guest", "house", "keeper", "moderator", "operator", "pit", "player", "punto",
    "recovery", "regulator", "root", "spectator", "staff", "supervisor", "support", "surveillance", "system", "tie",
)  # fmt: skip


def chosen(text: str) -> str | Refusal:
    """Return a name as it is kept and shown, or why it is none."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        return _bad(f"a name has {SHORTEST} to {LONGEST} characters")
    name = unicodedata.normalize("NFC", text)
    if not SHORTEST <= len(name) <= LONGEST:
        return _bad(f"a name has {SHORTEST} to {LONGEST} characters")
    wrong = _unfit(name)
    if wrong:
        return _bad(wrong)
    if any(skeleton(word) in _RESERVED for word in (name, *re.split(f"[{re.escape(SEPARATORS)}]", name)) if word):
        return Refusal(Reason.RESERVED_NAME)
    return name


def _bad(why: str) -> Refusal:
    return Refusal(Reason.BAD_NAME, {"why": why})


def _unfit(name: str) -> str:
    """Say what is wrong with a name; nothing where it can be shown."""
    if INVISIBLE.search(name):
        return "it holds a sign that nobody can see"
    for sign in name:
        if sign not in SEPARATORS and unicodedata.category(sign) not in ALLOWED:
            return f"U+{ord(sign):04X} is no letter, digit, blank, hyphen, point or underscore"
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or unicodedata.category(name[0])[0] == "M":
        return "it begins and ends with a letter or a digit"
    if any(one in SEPARATORS and other in SEPARATORS for one, other in pairwise(name)):
        return "one blank, hyphen, point or underscore at a time"
    if len(_scripts(name)) > 1:
        return f"letters of {' and '.join(sorted(_scripts(name)))} look alike: use those of one alphabet"
    return _stacked(name)


def _stacked(name: str) -> str:
    marks = 0
    for sign in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks > MOST_MARKS:
            return f"at most {MOST_MARKS} marks on a letter"
    return ""


def _scripts(name: str) -> set[str]:
    words = {unicodedata.name(sign, "").split(" ")[0] for sign in name if unicodedata.category(sign)[0] == "L"}
    return words & set(ALIKE_SCRIPTS)


def skeleton(name: str) -> str:
    """Return what two names that look alike have in common.

    >>> skeleton("Аnn_Lee") == skeleton("ann-lee")  # the first begins with a Cyrillic letter
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(sign for sign in plain if unicodedata.category(sign)[0] in "LN")
    folded = letters.translate(ALIKE)
    for pair, one in PAIRS:
        folded = folded.replace(pair, one)
    return folded or plain  # marks alone are no name, and are refused before


_RESERVED = frozenset(map(skeleton, RESERVED))
