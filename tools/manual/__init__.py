"""Generated parts of the manual: pages and pictures.

``python -m tools.manual`` (``make pages``) writes them, and ``tests/test_manual.py`` reports which of them are stale.
"""
