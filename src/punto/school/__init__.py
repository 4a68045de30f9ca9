"""The dealer school: questions that the engine asks and answers, and a student who learns from them.

A question is made from its kind, its rulebook and a seed, and its answer is computed by the parts that run a table. So
nothing is taught here that a table would not do.

>>> from punto.school import ask, read
>>> question = ask("payout", "ma-mini", 3)
>>> question.form, question.answer, question.sections
(<Form.MONEY: 'money'>, 200000, ('12(b)', '7(a)(3)'))
>>> question.right(read(question, "$2,000"))
True
"""

from punto.school.bank import NoSuchKind, ask, bank, kinds_of, of_id
from punto.school.kinds import KINDS
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
