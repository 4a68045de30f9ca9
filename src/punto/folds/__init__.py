"""Folds: what is made of what happened at a table, one step at a time. All pure."""
