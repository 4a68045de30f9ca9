"""What every test shares: Hypothesis's profile, and the marks that name what a test proves."""

import gc
import os
from pathlib import Path

import hypothesis
import pytest

pytest_plugins = ["tests.proofs", "tests.record.databases"]

# Two shared cores make deadlines a lottery, and so do checks of how fast examples are made: the first one waits until
# Hypothesis has read all modules, and those that mutmut makes have the length of thousands. A run is repeatable unless
# somebody asks to explore: HYPOTHESIS_PROFILE=explore make check
NO_CLOCK = hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.register_profile("repeatable", NO_CLOCK, derandomize=True)
hypothesis.settings.register_profile("quick", NO_CLOCK, derandomize=True, max_examples=25)  # make check
hypothesis.settings.register_profile("explore", NO_CLOCK, max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

# What `make check` leaves to `make test`: whole shoes, whole pages, second routes, real processes, statistics.
SLOW = (
    "attacks/test_coupon.py",
    "apps/cli/test_bench.py",
    "apps/cli/test_entropy.py",
    "apps/cli/test_history_views.py",
    "apps/cli/test_odds.py",
    "apps/cli/test_par.py",
    "apps/cli/test_play.py",
    "apps/cli/test_program.py",
    "apps/cli/test_run.py",
    "apps/cli/test_school.py",
    "apps/cli/test_serve.py",
    "apps/cli/test_simulate.py",
    "apps/cli/test_start.py",
    "apps/cli/test_store.py",
    "apps/cli/test_verify.py",
    "apps/cli/test_witness.py",
    "attacks/test_rewritten_log.py",
    "draw/test_felt.py",
    "draw/test_plot.py",
    "fair/test_record.py",
    "fair/test_shoe.py",
    "fair/test_statistics.py",
    "fair/test_stream.py",
    "fair/test_vectors.py",
    "floor/test_floor.py",
    "floor/test_kills.py",
    "floor/test_outages.py",
    "floor/test_owners.py",
    "floor/test_simulation.py",
    "views/test_roads.py",
    "views/test_statistics.py",
    "law/test_readings.py",
    "game/test_physical_client.py",
    "game/test_random_sessions.py",
    "verification/test_verify.py",
    "verification/test_witness.py",
    "odds/test_fast.py",
    "odds/test_figures.py",
    "odds/test_known.py",
    "odds/test_meters.py",
    "odds/test_pages.py",
    "odds/test_properties.py",
    "odds/test_removal.py",
    "odds/test_two_routes.py",
    "page/test_browser.py",
    "page/test_views.py",
    "page/test_staff.py",
    "page/test_pit.py",
    "page/test_modules.py",
    "production/test_proxy.py",
    "page/test_search.py",
    "progressive/test_machine.py",
    "report/test_document.py",
    "report/test_html.py",
    "report/test_par.py",
    "report/test_pdf.py",
    "report/test_progressives.py",
    "report/test_rounding.py",
    "report/test_studies.py",
    "scenario/test_sheets.py",
    "school/test_questions.py",
    "school/test_second_copy.py",
    "server/test_client.py",
    "server/test_receipts.py",
    "server/test_contract.py",
    "server/test_desk.py",
    "server/test_doors.py",
    "server/test_faces.py",
    "server/test_journal.py",
    "server/test_connections.py",
    "server/test_pit.py",
    "server/test_public.py",
    "server/test_play.py",
    "server/test_queries.py",
    "server/test_relay.py",
    "server/test_channels.py",
    "server/test_several.py",
    "server/test_wallets.py",
    "simulate/test_alone.py",
    "simulate/test_cluster.py",
    "simulate/test_kernels.py",
    "simulate/test_table.py",
    "simulate/test_tally.py",
    "record/test_archive.py",
    "record/test_durable.py",
    "record/test_faults.py",
    "table/test_machine.py",
    "table/test_whole_shoes.py",
    "apps/terminal/test_choices.py",
    "apps/terminal/test_pace.py",
    "apps/terminal/test_panels.py",
    "apps/terminal/test_pictures.py",
    "apps/terminal/test_shoes.py",
    "audit/test_audit.py",
    "test_docs.py",
    "test_examples.py",
    "test_manual.py",
    "test_mutation.py",
    "walk/test_rounds.py",
    "walk/test_walker.py",
    "wallet/test_crashes.py",
    "wallet/test_machine.py",
)


def _slow(path: Path) -> bool:
    return path.as_posix().endswith(tuple(f"/tests/{name}" for name in SLOW))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where slow tests are not wanted, their files are not even read: that takes its time too."""
    return True if config.option.markexpr == "not slow" and _slow(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow files."""
    for item in items:
        if _slow(item.path):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Leave twelve thousand collected tests out of every garbage collection: a fifth of the time of a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
