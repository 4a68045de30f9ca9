"""Verification: everything that a log claims is recomputed, and rulebook and audit are compared by meaning."""
