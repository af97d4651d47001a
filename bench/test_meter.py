"""The meters against processes whose use is known."""

import os
import subprocess
import sys
import time

import pytest

from bench import meter

CHILD = """
import sys
for line in sys.stdin:
    exec(line)
    print(flush=True)
"""


@pytest.fixture
def child():
    process = subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(code):
        process.stdin.write(code + "\n")
        process.stdin.flush()
        process.stdout.readline()

    run("pass")
    yield meter.Other(process.pid), run
    process.kill()
    process.communicate()


def test_cpu_of_another_process(child):
    other, run = child
    before = other.cpu_s()
    run("import time; end = time.process_time() + 0.2; any(time.process_time() > end for _ in iter(int, 1))")
    assert 0.19 < other.cpu_s() - before < 0.4


def test_bytes_written_to_a_socket(child):
    other, run = child
    run("import socket, os; a, b = socket.socketpair(); a.setblocking(False)")
    before = other.written_bytes()
    run("os.write(a.fileno(), bytes(50_000))")
    assert 50_000 <= other.written_bytes() - before < 50_100


def test_peak_counts_from_its_reset(child):
    other, run = child
    run("x = bytearray(64 << 20); del x")
    high = other.peak_mb()
    other.reset_peak()
    assert other.peak_mb() < high - 50


def test_start_of_a_process():
    assert abs(meter.Other(os.getpid()).started_ms() / 1000 - time.time()) < 3600
    with pytest.raises(OSError):
        meter.Other(2**22 + 1).started_ms()
