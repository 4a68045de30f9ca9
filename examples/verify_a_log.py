"""Verify a log, change one figure in it, and verify it again: the change is reported by line and event."""

from pathlib import Path

import punto

LOG = Path(__file__).parents[1] / "tests" / "verification" / "golden" / "md-mini.log.jsonl"


def main() -> None:
    """Verify an intact log, and a forged one."""
    data = LOG.read_bytes()
    for name, log in (("as it is", data), ("improved", data.replace(b'"paid":', b'"paid":9', 1))):
        report = punto.verify(log)
        print(f"{name}: {'intact' if report.whole else 'corrupt'}, {report.events} events")
        for check, fault in report.faults.items():
            print(f"  {check}: {fault}")


if __name__ == "__main__":
    main()
