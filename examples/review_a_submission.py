"""Review a submission of your own: every finding in one run, and house rules when there is none."""

import punto

FILED = """
rulebook = "md-mini"
table = "MB-5"
seats = 12
decks = 8

[limits]
minimum = 15_00
maximum = 3_000_00

[wagers.player]
[wagers.banker]
[wagers.tie]
pays = "7 to 1"

[deal]
disclosed-third-card = "discard"
disclosed-mid-coup = "complete"

[vigorish]
when = "with-payout"

[layout]
operator = "Chesapeake Casino"
approval = "SLGCA layout 26-118"
"""


def main() -> None:
    """Review it as filed, and corrected."""
    for text in (FILED, FILED.replace("seats = 12", "seats = 7").replace("7 to 1", "9 to 1")):
        review = punto.check(text)
        for finding in review.findings:
            print(finding)
        if review.rules is not None:
            offered = ", ".join(wager.key for wager in review.rules.wagers)
            print(f"lawful: {review.rules.rulebook.title}, {review.rules.seats} seats, {offered}")


if __name__ == "__main__":
    main()
