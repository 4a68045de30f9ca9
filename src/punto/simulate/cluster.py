"""Simulation on a cluster: parts of a plan on the workers of a Dask scheduler.

A part's counts depend only on its shoes, so the part of a dead worker is dealt again elsewhere and added once: a lost
worker costs time but changes no count.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from punto.core.speed import have_numba
from punto.simulate import cpu
from punto.simulate.gpu import CLASSES
from punto.simulate.plan import Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST, MOST = 512, 2**17  # shoes per part
SECONDS = 5  # connection timeout


class ClusterError(ValueError):
    """A cluster that cannot be used; the message is one line."""


def need_distributed() -> Any:
    """Return Dask's ``distributed``; raise ``ClusterError`` if it is not installed."""
    try:
        import distributed
    except ImportError:
        raise ClusterError("--cluster needs Dask: pip install 'punto[cluster]'") from None
    return distributed


def deal_part(data: Mapping[str, Any]) -> NDArray[np.int64]:
    """Deal a part on a worker."""
    return cpu.count_part(Plan.of_json(data), have_numba())


def connect(address: str) -> Any:
    """Return a client of the scheduler at an address."""
    distributed = need_distributed()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported in one line instead
    try:
        return distributed.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = " ".join(str(error).split())[:120]
        raise ClusterError(f"--cluster {address}: no scheduler responds ({reason})") from None


def size_of_parts(plan: Plan, threads: int) -> int:
    """Return the number of shoes per part: several parts per thread, none too small to be worth sending."""
    return max(LEAST, min(MOST, plan.shoes // max(1, 8 * threads)))


def threads_of(client: Any) -> int:
    """Return the number of worker threads; raise ``ClusterError`` if there are no workers."""
    threads = sum(client.nthreads().values())
    if not threads:
        raise ClusterError(f"the cluster at {client.scheduler.address} has no workers")
    return int(threads)


def warm(client: Any, plan: Plan) -> None:
    """Compile the kernels of a plan on every worker."""
    client.run(deal_part, next(plan.parts(1)).as_json())


def count(
    client: Any,
    plan: Plan,
    progress: Callable[[int], None] = lambda shoes: None,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[NDArray[np.int64], int]:
    """Return the counts by class of a plan, and the number of shoes they cover."""
    distributed = need_distributed()
    size = size_of_parts(plan, threads_of(client))
    parts = plan.parts(size)
    total, done = np.zeros(CLASSES, np.int64), 0
    waiting: dict[Any, int] = {}
    queue = distributed.as_completed(loop=client.loop)
    while not stop():
        for part in _some(parts, 4 * threads_of(client) - len(waiting)):
            future = client.submit(deal_part, part.as_json(), pure=False, retries=10)
            waiting[future] = part.shoes
            queue.add(future)
        if not waiting:
            break
        future = next(queue)
        try:
            total += future.result()
        except Exception as error:
            raise ClusterError(f"a worker failed: {' '.join(str(error).split())[:200]}") from None
        shoes = waiting.pop(future)
        done += shoes
        progress(shoes)
    client.cancel(list(waiting))
    return total, done


def _some(parts: Any, number: int) -> list[Plan]:
    return [part for _, part in zip(range(number), parts, strict=False)]
