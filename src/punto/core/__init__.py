"""The vocabulary of the game: cards, coups, third-card rules, notation, money, chips, postings, roles, citations."""
