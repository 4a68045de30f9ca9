"""The reason that the soak of changed code gives when mutmut itself fails."""

from hypothesis import HealthCheck, settings

from tools.soaks.mutmut import said


def test_the_reason_of_a_failure_comes_first_without_the_turning_wheel() -> None:
    wheel = "".join(f"\r{sign} Running stats" for sign in "⠋⠙⠹⠸⠼⠴")
    failed = f"Generating mutants\n{wheel}\nFAILED tests/x.py::test_y - assert 1 == 2\n1 failed in 3s\nno stats"
    assert said(failed).splitlines()[0] == "FAILED tests/x.py::test_y - assert 1 == 2"
    assert "⠋" not in said(failed)
    assert said("one\ntwo") == "two\none\ntwo"
    assert said("") == "nothing"


def test_no_clock_fails_a_test_with_examples() -> None:
    """On a busy machine the first two examples took 48 seconds, a failed health check, and mutmut could not begin."""
    assert settings.default is not None
    assert settings.default.deadline is None
    assert HealthCheck.too_slow in settings.default.suppress_health_check
