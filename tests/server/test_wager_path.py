"""One wager, from the socket to the record: the modules that it enters are few, and the count only falls."""

from tools.wager_path import in_fresh_process

MOST = 36  # modules that one wager may enter until it is stored; lower it when the path gets shorter


def test_one_wager_enters_few_modules() -> None:
    stored, replied = in_fresh_process()
    assert len(stored) <= MOST, "\n".join(stored)
    assert list(replied)[: len(stored)] == list(stored)
    for module in ("server/socket", "floor/table_actor", "game/game", "table/betting", "record/chain"):
        assert module in stored, "the counter misses part of the path"
    assert "server/outbox" in replied
    assert "server/outbox" not in stored, "an event is stored before it is published"
