"""What the words of a PAR sheet mean."""

from __future__ import annotations

GLOSSARY = (
    ("deal", "One order of six cards from the full shoe (of four, for Royal 9). A coup that needs fewer cards stands "
     "for all deals that begin with them, so every deal is as likely as any other."),
    ("hit frequency", "How likely the wager wins. A push is no hit."),
    ("push", "The stake goes back, nothing is paid."),
    ("house edge", "What the house keeps on average of one unit staked; pushes count as staked."),
    ("return", "What comes back on average of one unit staked, the stake of a win or push included: one less edge."),
    ("variance, SD", "Variance of the gain of one unit in one round, and its square root, the standard deviation."),
    ("skewness", "The third moment of the gain about its mean, in cubes of the standard deviation: how far rare large "
     "wins stretch its distribution to one side."),
    ("volatility index", "1.645 standard deviations: the half width of the 90% band of one round, in stakes. After n "
     "rounds the band of the hold is this divided by the square root of n."),
    ("hold", "What the house has won of what was staked on the wager, after a number of rounds of equal stakes."),
    ("band", "An interval about the edge in which the hold lies with the probability that names it, by the normal "
     "distribution. The last column bounds the error of that probability (Berry-Esseen); where the bound is large, a "
     "few rare wins decide the hold, and the band is a rough guide only."),
    ("covariance, correlation", "How the gains of two wagers of one round move together, a unit on each; the "
     "correlation is the covariance over both standard deviations."),
    ("vigorish", "What the house takes of the amount that a Banker wager wins."),
    ("ride", "A House Money payout that is left on the seat's own Player or Banker wager of the same coup."),
    ("meter, seed", "A sum that grows with every stake and is paid to winners; it starts, and starts again, at its "
     "seed."),
    ("rate, reserve", "The share of each stake that goes to a meter, and what part of that is kept back for its next "
     "start."),
    ("ceiling", "What a meter shows at most; more goes to an overflow and into later starts."),
    ("break-even meter", "What a meter must show for an edge of nothing while the others stand at their seeds and "
     "Must Hit is left out."),
    ("Must Hit", "A meter that is won by lot, at an amount drawn in secret between its base and its ceiling."),
    ("digest", "The SHA-256 of a text. Two texts with the same digest are the same text."),
)  # fmt: skip
