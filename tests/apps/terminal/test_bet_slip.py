"""The terminal's slip: what a player wants on the felt."""

from punto.apps.terminal.view import Slip


def test_undo_takes_back_the_last_act_whatever_it_was() -> None:
    slip = Slip()
    slip.begin({"banker": 500, "tie": 100})
    slip.repeat()
    slip.lay("tie", 100)
    slip.double()
    slip.clear()
    wanted = []
    for _ in range(5):
        wanted.append(slip.want)
        slip.undo()
    repeated = {"banker": 500, "tie": 100}
    assert wanted == [{}, {"banker": 1000, "tie": 400}, {"banker": 500, "tie": 200}, repeated, {}]
    slip.settle(repeated)
    slip.undo()
    assert slip.want == repeated, "what was not done here is not undone"
