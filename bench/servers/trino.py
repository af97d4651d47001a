"""One Trino process, coordinator and worker in one, with its elasticsearch connector on the node."""

import contextlib
import json
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bench.servers import child, trino_distribution
from bench.servers.server import Server

HEAP = "3G"
READY_SECONDS = 180

# The documentation's flags but for the heap, and without its 32 MB regions, which are meant for 16 GB.
JVM_FLAGS = (
    "-server", f"-Xmx{HEAP}", "-XX:+UseG1GC", "-XX:+ExplicitGCInvokesConcurrent", "-XX:+ExitOnOutOfMemoryError",
    "-XX:-OmitStackTraceInFastThrow", "-XX:ReservedCodeCacheSize=512M", "-XX:PerMethodRecompilationCutoff=10000",
    "-XX:PerBytecodeRecompilationCutoff=10000", "-Djdk.attach.allowAttachSelf=true",
    "-Djdk.nio.maxCachedBufferSize=2000000", "-Dfile.encoding=UTF-8", "-XX:+EnableDynamicAgentLoading",
)


@contextlib.contextmanager
def serving(node_url: str, index: str, scratch: Path, logs: Path) -> Iterator[Server]:
    """Ready to scan that index. Its own files are in `scratch`, its log is in `logs`."""
    java, home = trino_distribution.java_home(), trino_distribution.fetch()
    data = scratch / "trino"
    port = _free_port()
    _configure(data, home, port, node_url)
    command = [java / "bin" / "java", *JVM_FLAGS, f"-Dconfig={data}/etc/config.properties",
               f"-Dlog.levels-file={data}/etc/log.properties", "-cp", f"{home}/lib/*", "io.trino.server.TrinoServer"]
    with child.running("Trino", command, logs / "trino.log", cwd=data, env=child.environment()) as server:
        server.wait_until(lambda: _scans(port, index), READY_SECONDS)
        yield Server(f"trino://bench@127.0.0.1:{port}/elasticsearch/default", server.pid,
                     f"{trino_distribution.VERSION}, -Xmx{HEAP}, one process, connector defaults", "elasticsearch.default.")


def _configure(data: Path, home: Path, port: int, node_url: str) -> None:
    node = urlsplit(node_url)
    files = {
        "config.properties": {
            "coordinator": "true", "node-scheduler.include-coordinator": "true", "node.environment": "bench",
            "node.bind-ip": "127.0.0.1", "node.internal-address": "127.0.0.1",
            "http-server.http.port": port, "discovery.uri": f"http://127.0.0.1:{port}",
            "plugin.dir": home / "plugin", "catalog.config-dir": data / "etc" / "catalog",
        },
        "log.properties": {"io.trino": "WARN", "io.airlift": "WARN", "Bootstrap": "WARN"},
        "catalog/elasticsearch.properties": {
            "connector.name": "elasticsearch", "elasticsearch.host": node.hostname, "elasticsearch.port": node.port,
            "elasticsearch.default-schema-name": "default",
        },
    }
    for name, properties in files.items():
        file = data / "etc" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{key}={value}\n" for key, value in properties.items()))


def _scans(port: int, index: str) -> bool | None:
    """True when a scan succeeds: Trino answers before it has a worker or knows the connector's tables."""
    url = f"http://127.0.0.1:{port}/v1/statement"
    body = f'SELECT id FROM elasticsearch.default."{index}" LIMIT 1'.encode()
    try:
        while url:
            answer = _exchange(url, body)
            if "error" in answer:
                return None
            url, body = answer.get("nextUri"), None
    except (OSError, ValueError):
        return None
    return True


def _exchange(url: str, body: bytes | None) -> dict:
    request = urllib.request.Request(url, data=body, headers={"X-Trino-User": "bench"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _free_port() -> int:
    """Trino must be told its port: its own address is in its configuration."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
