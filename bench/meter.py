"""What a process has used, read from the kernel: no agent, no sampling, nothing slowed down."""

import os
import resource
import time
from pathlib import Path

KB_PER_MB = 1024
RESET_PEAK = "5"  # proc(5), /proc/PID/clear_refs


class Other:
    """Another process of this user on this machine."""

    def __init__(self, pid: int):
        self.pid = pid
        self._clock = (~pid << 3) | 2  # clock_getcpuclockid(3) of the whole process, as Linux encodes it
        self._proc = Path(f"/proc/{pid}")

    def cpu_s(self) -> float:
        """All threads, those that have ended too, in nanosecond steps."""
        return time.clock_gettime(self._clock)

    def written_bytes(self) -> int:
        """Bytes given to write(2) and its kin, sockets and files alike."""
        fields = dict(line.split(": ") for line in (self._proc / "io").read_text().splitlines())
        return int(fields["wchar"])

    def peak_mb(self) -> float:
        return _status_mb(self._proc, "VmHWM")

    def reset_peak(self) -> None:
        """From now on the peak counts from what is resident now."""
        (self._proc / "clear_refs").write_text(RESET_PEAK)

    def started_ms(self) -> float:
        """When it started, in milliseconds since 1970, to a hundredth of a second or so."""
        ticks = int((self._proc / "stat").read_text().rpartition(")")[2].split()[19])
        booted = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
        return 1000 * (booted + ticks / os.sysconf("SC_CLK_TCK"))


def own_cpu_s() -> float:
    """This process and the children it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def own_peak_mb() -> float:
    """VmHWM and not ru_maxrss: that one also remembers the process before its exec."""
    return _status_mb(Path("/proc/self"), "VmHWM")


def own_resident_mb() -> float:
    return _status_mb(Path("/proc/self"), "VmRSS")


def _status_mb(proc: Path, name: str) -> float:
    for line in (proc / "status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) / KB_PER_MB
    raise ProcessLookupError(f"{proc} has no {name}: the process has ended")
