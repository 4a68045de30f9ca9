"""``python -m punto.apps.cli`` is ``punto``."""

from punto.apps.cli import main

main()
