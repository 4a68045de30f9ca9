"""Folds: views and totals computed from a table's events, one step at a time. All pure."""
