"""What every test shares: Hypothesis's profile, and the marks that name what a test proves."""

import os

import hypothesis

pytest_plugins = ["tests.proofs"]

# Two shared cores make deadlines a lottery. A run is repeatable unless somebody asks to explore:
# HYPOTHESIS_PROFILE=explore make check
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
