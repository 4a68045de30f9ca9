"""From an operator's submission, by review, to the house rules of a table."""
