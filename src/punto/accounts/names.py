"""Names that users choose: visible, free of markup, and not confusable with another user's name.

A name is normalized to NFC and consists of letters, digits and marks of one script, with single spaces, hyphens,
periods and underscores between them. Names that look alike are the same name: ``skeleton`` folds case, compatibility
forms, accents and separators, and a small table of characters drawn alike. The standard library lacks Unicode's full
table of confusables; ours covers the scripts that are mixed in practice, and a name that mixes them is rejected.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from punto.accounts.refusals import Reason, Refusal

SHORTEST, LONGEST = 2, 24
MOST_BYTES = 400  # longer input is not examined
SEPARATORS = " -._"
MOST_MARKS = 2  # per letter
ALLOWED = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"})
# Letters and marks without a visible glyph: Hangul fillers, joiners, variation selectors.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
ALIKE_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")  # scripts that share letter shapes
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
    """Return a name as it is stored and shown, or a refusal."""
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
    """Return what is wrong with a name; empty if it can be shown."""
    if INVISIBLE.search(name):
        return "it contains an invisible character"
    for sign in name:
        if sign not in SEPARATORS and unicodedata.category(sign) not in ALLOWED:
            return f"U+{ord(sign):04X} is not a letter, digit, space, hyphen, period or underscore"
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or unicodedata.category(name[0])[0] == "M":
        return "it must begin and end with a letter or a digit"
    if any(one in SEPARATORS and other in SEPARATORS for one, other in pairwise(name)):
        return "use one space, hyphen, period or underscore at a time"
    if len(_scripts(name)) > 1:
        return f"letters of {' and '.join(sorted(_scripts(name)))} look alike: use one alphabet"
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
    """Return a key that names which look alike have in common.

    >>> skeleton("Аnn_Lee") == skeleton("ann-lee")  # the first begins with a Cyrillic letter
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(sign for sign in plain if unicodedata.category(sign)[0] in "LN")
    folded = letters.translate(ALIKE)
    for pair, one in PAIRS:
        folded = folded.replace(pair, one)
    return folded or plain  # a name of marks alone has been rejected before


_RESERVED = frozenset(map(skeleton, RESERVED))
