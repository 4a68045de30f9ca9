"""The order of collecting and paying: which seats, in which order (ma-mini 11(b))."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.scenario.phrases import STEPS
from punto.school.choosing import Asking, mixed
from punto.school.kinds.moments import find
from punto.school.question import Form, Question
from punto.school.scenes import scene
from punto.table.paying import settle
from punto.wagers.wager import Verdict


def make(asking: Asking) -> Question:
    """Ask for the order in which winners are paid, or in which losing and winning wagers are dealt with."""
    moment, _ = find(asking, ("announce-result",), lambda moment: len(moment.state.seated) > 2)
    rules, state = moment
    lines = settle(rules, state).lines
    paid = tuple(dict.fromkeys(f"seat {line.seat}" for line in lines if line.verdict == Verdict.WIN))
    if len(paid) > 1 and asking.chance.random() < 0.6:
        return Question(
            prompt="The losing wagers are collected. In which order are the winners paid?",
            shown=scene(rules, state),
            form=Form.ORDER,
            choices=mixed(asking.chance, sorted(paid)),
            answer=paid,
            why=f"{', then '.join(paid)}.",
            provisions=("result.pay-order",),
        )
    order = _order(rules)
    return Question(
        prompt="In which order does the dealer do this at the end of a coup?",
        shown=scene(rules, state, stakes_too=False),
        form=Form.ORDER,
        choices=mixed(asking.chance, sorted(order)),
        answer=order,
        why=f"{', then '.join(order)}.",
        provisions=("result.collect-first", "result.pay-order", "result.discard"),
    )


def _order(rules: HouseRules) -> tuple[str, ...]:
    """Return the steps of the result in their order, and within the payment of a seat that of its two parts."""
    steps, law = rules.rulebook.ceremonies["result"].steps, rules.rulebook.law.result.pay_order
    parts = [PARTS[part] for part in law.order if part == "pay" or not rules.ez]
    return tuple(word for step in steps for word in (parts if step == "pay-seat" else [STEPS[step]]))


PARTS = {"pay": "pays a winner", "vigorish": "takes that winner's vigorish"}
