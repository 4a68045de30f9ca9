"""The generator: counted out where counting is possible."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.fair import FairError, Stream, raw
from punto.fair.preimage import blocks
from tests.fair.shoes import seeds


def draws(limit: int, size: int) -> Counter[int]:
    """What every possible word gives; those that are thrown away are counted as -1."""
    found: Counter[int] = Counter()
    for number in range(256**size):
        source = Stream([number.to_bytes(size, "big"), bytes(size)])
        value = source.below(limit)
        found[value if second_word_is_left(source) else -1] += 1
    return found


def second_word_is_left(source: Stream) -> bool:
    try:
        return bool(source.take(1))
    except FairError:
        return False


@pytest.mark.parametrize("limit", range(2, 257))
def test_every_byte_counted_out_favours_no_value(limit: int) -> None:
    found = draws(limit, 1)
    times = 256 >> (limit - 1).bit_length()
    assert {value: number for value, number in found.items() if value >= 0} == dict.fromkeys(range(limit), times)


@pytest.mark.parametrize("limit", [257, 312, 416])
def test_every_pair_of_bytes_counted_out_favours_no_value(limit: int) -> None:
    found = draws(limit, 2)
    del found[-1]
    assert found == dict.fromkeys(range(limit), 128)


def test_one_value_needs_no_bytes() -> None:
    assert Stream([]).below(1) == 0


@given(st.integers(1, 2**70), seeds)
def test_a_draw_is_below_its_limit(limit: int, key: bytes) -> None:
    assert 0 <= Stream.keyed(key).below(limit) < limit


@pytest.mark.parametrize("limit", [0, -1])
def test_nothing_is_drawn_from_nothing(limit: int) -> None:
    with pytest.raises(FairError, match="draw from at least one value"):
        Stream.keyed(bytes(32)).below(limit)


@given(seeds, st.lists(st.integers(0, 70), max_size=20))
def test_bytes_are_used_once_and_in_order(key: bytes, sizes: list[int]) -> None:
    source = Stream.keyed(key)
    taken = b"".join(source.take(size) for size in sizes)
    assert taken == b"".join(islice(blocks(key), 50))[: sum(sizes)]


@given(seeds)
def test_raw_output_has_a_key_of_its_own(seed: bytes) -> None:
    assert next(raw(seed)) != next(blocks(seed))
    assert list(islice(raw(seed), 4)) == list(islice(raw(seed), 4))


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(FairError, match="invalid seed of 31 bytes: expected 32"):
        raw(bytes(31))
