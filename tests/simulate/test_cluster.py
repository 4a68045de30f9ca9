"""A cluster of real processes: the same counts, and a worker that is really killed costs none of them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from punto.simulate import Plan, cluster, cpu


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """A scheduler and two workers, each a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", address, "--no-dashboard"]
    work = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
    ]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    with ExitStack() as stack:
        running = [stack.enter_context(subprocess.Popen(each, **quiet)) for each in (dask, work, work)]  # type: ignore[call-overload]
        try:
            until_it_answers(int(address.rpartition(":")[2]))
            yield address, running[1:]
        finally:
            for process in running:
                process.kill()


def until_it_answers(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise AssertionError("the scheduler does not start")


def test_a_killed_worker_costs_no_count(scheduler: tuple[str, list["subprocess.Popen[bytes]"]]) -> None:
    address, workers = scheduler
    plan = Plan(shoes=400_000, seed=17)
    with cluster.connect(address) as client:
        client.wait_for_workers(2, timeout=60)
        cluster.warm(client, plan)
        seen: list[int] = []

        def progress(shoes: int) -> None:
            seen.append(shoes)
            if len(seen) == 3:
                os.kill(workers[0].pid, signal.SIGKILL)
                workers[0].wait()

        counts, shoes = cluster.count(client, plan, progress)
        deadline = time.monotonic() + 30
        while len(client.nthreads()) > 1 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert len(client.nthreads()) == 1
    assert (len(seen) > 6, sum(seen), shoes) == (True, plan.shoes, plan.shoes)
    assert (counts == cpu.count(plan, 2)[0]).all()
