"""Rate limits: a burst, then so many a second; bounded whatever comes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.accounts.rates import Buckets, Rate


def test_a_burst_and_then_so_many_a_second() -> None:
    buckets = Buckets(Rate(burst=3, per_second=2))
    assert [buckets.take("a", 0) for _ in range(4)] == [0, 0, 0, 500]
    assert buckets.take("b", 0) == 0
    assert buckets.take("a", 499) == 1
    assert buckets.take("a", 500) == 0
    assert buckets.take("a", 500) == 500
    assert [buckets.take("a", 10_000) for _ in range(4)] == [0, 0, 0, 500]


def test_a_clock_that_is_set_back_fills_nothing() -> None:
    buckets = Buckets(Rate(1, 1))
    assert buckets.take("a", 5000) == 0
    assert buckets.take("a", 0) == 1000
    assert buckets.take("a", 5000) == 1000


def test_an_address_never_used_again_is_forgotten_and_there_is_a_limit() -> None:
    buckets = Buckets(Rate(5, 1), most=100)
    for number in range(1000):
        buckets.take(f"a{number}", number)
    assert len(buckets) <= 100
    for number in range(100):
        buckets.take("b", 10**6 + number)
    assert len(buckets) == 1


@pytest.mark.parametrize("rate, most", [(Rate(0, 1), 1), (Rate(1, 0), 1), (Rate(1, 1), 0)])
def test_a_bucket_is_of_some_use(rate: Rate, most: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Buckets(rate, most)


@given(st.lists(st.integers(0, 700), max_size=60), st.integers(1, 5), st.integers(1, 5))
def test_no_more_than_the_burst_and_the_rate_ever_pass(steps: list[int], burst: int, rate: int) -> None:
    buckets, at, passed = Buckets(Rate(burst, rate)), 0, 0
    for step in steps:
        at += step
        wait = buckets.take("a", at)
        passed += not wait
        if wait:
            assert Buckets(Rate(burst, rate)).take("a", 0) == 0
            at += wait  # who waits as long as was said gets in
            assert buckets.take("a", at) == 0
            passed += 1
        assert passed * 1000 <= burst * 1000 + at * rate
