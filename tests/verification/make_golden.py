"""Make the golden logs again: ``python -m tests.verification.make_golden``.

A golden log says what version 1 of the log looks like, and it verifies for ever. So this is for the time before the
first release, while the table still learns what it does; after that a golden log that fails is a fault of the code.
"""

from punto.apps.cli.run import opened_table
from punto.record.export import export
from punto.table.transcript import read
from tests.game.sessions import SCRIPTS, VERSION


def main() -> None:
    for path in SCRIPTS:
        transcript = read(path.read_text())
        table, _ = opened_table(transcript.opening.table, path.parent)
        for line in transcript.lines:
            list(table.play(line))
        target = path.with_name(path.name.replace(".script.", ".log."))
        target.write_text(export(table.session.store, VERSION))
        print(target.name)


if __name__ == "__main__":
    main()
