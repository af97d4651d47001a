"""Real Elasticsearch and OpenSearch nodes for tests and benchmarks.

    from nodes import Node

    with Node("es-8.19") as node:
        urllib.request.urlopen(node.url)

The node listens on loopback only and is gone when the block ends or this process does.
"""

from nodes.errors import NodeError, NodeUnavailable
from nodes.kinds import KINDS, find_kind
from nodes.running import Node

__all__ = ["KINDS", "Node", "NodeError", "NodeUnavailable", "find_kind"]
