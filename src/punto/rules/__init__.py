"""Submission, review, and the house rules of a table that result from a lawful submission."""
