"""The register of filings: what was submitted and approved, and the notices of changed options.

A filing is a Rules Submission, a layout, a piece of equipment or a procedure. An approval is bound to digests: of the
text of a submission, and of the content of a layout (``punto.rules.content``). A table opens or is amended under a
filing, and the register notes which filings are in force there, in the same append.

A notice says that an option of shuffling begins or ends in a whole pit (ma-midi 5(a)(2), 5(b)). Its time runs from the
later of its deliveries, by the clock of the floor. Tables take the option at their first shuffle that starts after it.

All filings of a floor are in one stream. Times are milliseconds.
"""

from punto.filings.decide import decide, digest_of
from punto.filings.messages import Reason, Refusal
from punto.filings.state import Filing, Notice, Standing, State, evolve

__all__ = ["Filing", "Notice", "Reason", "Refusal", "Standing", "State", "decide", "digest_of", "evolve"]
