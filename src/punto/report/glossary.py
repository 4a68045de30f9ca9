"""Glossary of a PAR sheet."""

from __future__ import annotations

GLOSSARY = (
    ("deal", "One order of six cards from the full shoe (of four, for Royal 9). A coup that needs fewer cards stands "
     "for all deals that begin with them, so every deal is as likely as any other."),
    ("hit frequency", "The probability that the wager wins; a push is not a hit."),
    ("push", "The stake is returned, nothing is paid."),
    ("house edge", "The house's expected win per unit staked; pushes count as staked."),
    ("return", "Expected amount returned per unit staked, the stake of a win or push included: one less edge."),
    ("variance, SD", "Variance of the gain of one unit in one round, and its square root, the standard deviation."),
    ("skewness", "The third moment of the gain about its mean, in cubes of the standard deviation: how far rare large "
     "wins stretch its distribution to one side."),
    ("volatility index", "1.645 standard deviations: the half width of the 90% band of one round, in stakes. After n "
     "rounds the band of the hold is this divided by the square root of n."),
    ("hold", "The house's win as a share of the stakes on the wager, after a number of rounds of equal stakes."),
    ("band", "An interval about the edge in which the hold lies with the probability that names it, by the normal "
     "distribution. The last column bounds the error of that probability (Berry-Esseen); where the bound is large, a "
     "few rare wins decide the hold, and the band is a rough guide only."),
    ("covariance, correlation", "How the gains of two wagers of one round move together, a unit on each; the "
     "correlation is the covariance over both standard deviations."),
    ("vigorish", "The house's commission on the amount that a Banker wager wins."),
    ("ride", "A House Money payout that is left on the seat's own Player or Banker wager of the same coup."),
    ("meter, seed", "A sum that grows with every stake and is paid to winners; it starts, and starts again, at its "
     "seed."),
    ("rate, reserve", "The share of each stake that goes to a meter, and what part of that is kept back for its next "
     "start."),
    ("ceiling", "The most that a meter shows; more goes to an overflow and into later starts."),
    ("break-even meter", "The amount of a meter at which the edge is zero while the others are at their seeds and "
     "Must Hit is excluded."),
    ("Must Hit", "A meter that is won by lot, at an amount drawn in secret between its base and its ceiling."),
    ("digest", "The SHA-256 of a text. Two texts with the same digest are the same text."),
)  # fmt: skip
