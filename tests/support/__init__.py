"""What the tests that cross rooms stand on: real nodes, `recurve serve` in front of each, stock clients."""

import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

# `nodes` starts Elasticsearch and OpenSearch, `data` speaks to them.
if str(REPOSITORY / "tools") not in sys.path:
    sys.path.insert(0, str(REPOSITORY / "tools"))
