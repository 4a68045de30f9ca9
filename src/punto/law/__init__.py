"""The law, typed: the schema of rulebooks, and the check that every rulebook passes before a table opens under it."""
