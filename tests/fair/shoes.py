"""Shoes of all kinds, for Hypothesis."""

from hypothesis import strategies as st

from punto.core.cards import DECK
from punto.fair import Contribution, Shoe, ShoeRecord, commit, gather, place, pledge, shuffle

seeds = st.binary(min_size=32, max_size=32)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
contributions = st.builds(Contribution, names, st.binary(min_size=16, max_size=64))
players = st.lists(contributions, max_size=4, unique_by=lambda each: each.player)
numbers = st.integers(0, 2**63 - 1)
whole_shoes = st.builds(Shoe, names, numbers, st.integers(1, 2))
single_coups = st.builds(
    Shoe,
    names,
    numbers,
    st.integers(1, 2),
    st.integers(1, 2**63 - 1),
    st.lists(st.sampled_from(DECK), max_size=3, unique=True).map(tuple),
)
shoes = whole_shoes | single_coups


@st.composite
def played(draw: st.DrawFn, kinds: st.SearchStrategy[Shoe] = shoes, least: int = 0) -> tuple[ShoeRecord, bytes]:
    """A shoe as an honest house plays it, and its seed: some pledge, some of them reveal, some cards stay unseen."""
    seed, shoe = draw(seeds), draw(kinds)
    commitment = commit(seed, shoe)
    pledging = draw(players)
    revealing = [each for each in pledging if draw(st.booleans())]
    pledges = tuple(pledge(commitment, each) for each in pledging)
    gathered = gather(commitment, pledges, revealing)
    stack = shuffle(seed, shoe, gathered.contributions)
    cut = draw(st.integers(0, shoe.deepest))
    drawn = draw(st.integers(least, shoe.listed))
    unseen = draw(st.sets(st.integers(least, shoe.listed), max_size=3))
    dealt = tuple(None if each in unseen else stack.prove(place(shoe, cut, each)) for each in range(drawn))
    record = ShoeRecord(shoe, commitment, pledges, gathered.contributions, gathered.silent, stack.listing, cut, dealt)
    return record, seed
