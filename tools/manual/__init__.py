"""What the manual has from the code: pages and pictures that nobody writes by hand.

``python -m tools.manual`` (``make pages``) writes them, and ``tests/test_manual.py`` says which of them is stale.
"""
