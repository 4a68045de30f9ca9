"""Everything that a log claims, computed again; and rulebook and audit compared by meaning."""
