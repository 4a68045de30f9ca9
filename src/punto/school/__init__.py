"""The dealer school: questions that the engine asks and answers, and a student's progress.

A question is made from its kind, its rulebook and a seed. Its answer is computed by the code that runs a table, so that
the school teaches exactly what a table does.

>>> from punto.school import ask, read
>>> question = ask("payout", "ma-mini", 3)
>>> question.form, question.answer, question.sections
(<Form.MONEY: 'money'>, 200000, ('12(b)', '7(a)(3)'))
>>> question.right(read(question, "$2,000"))
True
"""

from typing import TYPE_CHECKING

from punto.former import names
from punto.school.kinds import KINDS, NoSuchKind, ask, bank, kinds_of, of_id
from punto.school.question import Answer, Exhibit, Form, Question, Unread, read

__all__ = [
    "KINDS",
    "Answer",
    "Exhibit",
    "Form",
    "NoSuchKind",
    "Question",
    "Unread",
    "ask",
    "bank",
    "kinds_of",
    "of_id",
    "read",
]

if not TYPE_CHECKING:
    __getattr__ = names("school")
