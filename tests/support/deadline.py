"""Waiting for a condition. No test sleeps for a guessed time."""

import time

POLL_SECONDS = 0.02


def wait_until(condition, seconds: float, what: str):
    """The first true value of `condition()`; an AssertionError that names `what` after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(POLL_SECONDS)
