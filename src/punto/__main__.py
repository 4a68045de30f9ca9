"""``python -m punto`` is ``punto``."""

from punto.apps.cli import main

main()
