"""Run the few tests that failed in a whole run once more, alone: ``python -m tools.again``.

Browsers, sockets and killed processes share two cores with thousands of other tests. A test that fails beside them
and passes alone is reported as unstable, by name, and has to be repaired; the run does not fail. One that fails
again fails the run, and so does a run in which more than ``MOST`` tests fail.
"""

import json
import subprocess
import sys
from pathlib import Path

FAILED = Path(".pytest_cache/v/cache/lastfailed")
MOST = 5


def main() -> int:
    """Return the exit status: 0 if every test passes now."""
    failed = sorted(json.loads(FAILED.read_text())) if FAILED.exists() else []
    if not 0 < len(failed) <= MOST:
        return 1
    print(f"once more, alone: {len(failed)} failed", flush=True)
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "0", *failed], check=False)
    if done.returncode == 0:
        print(*(f"UNSTABLE, repair it: {test}" for test in failed), sep="\n")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
