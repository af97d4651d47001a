"""The kinds of node that can be started: what each one is made of.

Everything here is data. A kind is a set of Maven coordinates (its jars are pinned by
`locks/KIND.txt`), a launcher under `java/` and the plugin classes that launcher is given.
"""

from dataclasses import dataclass, field

from nodes.errors import NodeError

ELASTICSEARCH = "elasticsearch"
OPENSEARCH = "opensearch"


@dataclass(frozen=True)
class Kind:
    name: str
    product: str
    version: str
    launcher: str  # the folder under java/ that holds its main class
    main: str
    coordinates: tuple[str, ...]  # group:artifact:version
    plugins: tuple[str, ...]
    java: range = range(17, 22)  # the Java versions it runs on
    settings: dict[str, str] = field(default_factory=dict)
    jvm_flags: tuple[str, ...] = ()
    exclusions: tuple[str, ...] = ()  # group:artifact left out everywhere


def _coordinates(group, version, *artifacts):
    return tuple(f"{group}:{artifact}:{version}" for artifact in artifacts)


ES8 = "8.19.21"

ES6_PLUGINS = (
    "org.elasticsearch.transport.Netty4Plugin",
    "org.elasticsearch.analysis.common.CommonAnalysisPlugin",
    "org.elasticsearch.index.mapper.MapperExtrasPlugin",
    "org.elasticsearch.index.rankeval.RankEvalPlugin",
    "org.elasticsearch.index.reindex.ReindexPlugin",
    "org.elasticsearch.ingest.common.IngestCommonPlugin",
    "org.elasticsearch.join.ParentJoinPlugin",
    "org.elasticsearch.painless.PainlessPlugin",
    "org.elasticsearch.percolator.PercolatorPlugin",
    "org.elasticsearch.script.expression.ExpressionPlugin",
    "org.elasticsearch.script.mustache.MustachePlugin",
    "org.elasticsearch.search.aggregations.matrix.MatrixAggregationPlugin",
)

OPENSEARCH_PLUGINS = (
    "org.opensearch.transport.Netty4Plugin",
    "org.opensearch.analysis.common.CommonAnalysisPlugin",
    "org.opensearch.index.mapper.MapperExtrasPlugin",
    "org.opensearch.index.rankeval.RankEvalPlugin",
    "org.opensearch.index.reindex.ReindexPlugin",
    "org.opensearch.join.ParentJoinPlugin",
    "org.opensearch.painless.PainlessPlugin",
    "org.opensearch.percolator.PercolatorPlugin",
    "org.opensearch.script.mustache.MustachePlugin",
    "org.opensearch.search.aggregations.matrix.MatrixAggregationPlugin",
)

_ALL = (
    Kind(
        name="es-8.19",
        product=ELASTICSEARCH,
        version=ES8,
        launcher="es8",
        main="org.elasticsearch.node.Launcher",
        coordinates=(
            f"org.elasticsearch:elasticsearch:{ES8}",
            *_coordinates("org.elasticsearch.plugin", ES8,
                          "transport-netty4", "x-pack-core", "x-pack-esql-core", "x-pack-esql-compute",
                          "x-pack-esql", "elasticsearch-scripting-painless-spi"),
            "org.elasticsearch:elasticsearch-h3:8.19.4",
        ),
        plugins=(
            "org.elasticsearch.transport.netty4.Netty4Plugin",
            "org.elasticsearch.xpack.core.XPackPlugin",
            "org.elasticsearch.xpack.versionfield.VersionFieldPlugin",
            "org.elasticsearch.xpack.esql.core.plugin.EsqlCorePlugin",
            "org.elasticsearch.xpack.kql.KqlPlugin",
            "org.elasticsearch.xpack.esql.plugin.EsqlPlugin",
            "recurve.RootHandlerPlugin",
        ),
        settings={"transport.port": "0", "xpack.security.enabled": "false"},
        exclusions=("org.slf4j:slf4j-nop",),
    ),
    Kind(
        name="es-6.8",
        product=ELASTICSEARCH,
        version="6.8.9",
        launcher="es67",
        main="recurve.Launcher",
        coordinates=("org.codelibs:elasticsearch-cluster-runner:6.8.9.0",),
        plugins=ES6_PLUGINS,
        settings={"transport.tcp.port": "0"},
    ),
    Kind(
        name="os-2.19",
        product=OPENSEARCH,
        version="2.19.6",
        launcher="os12",
        main="recurve.Launcher",
        coordinates=(
            "org.opensearch:opensearch:2.19.6",
            *_coordinates("org.opensearch.plugin", "2.19.6",
                          "transport-netty4-client", "lang-painless", "analysis-common", "mapper-extras-client",
                          "parent-join-client", "reindex-client", "aggs-matrix-stats-client", "percolator-client",
                          "rank-eval-client", "geo", "lang-mustache-client"),
            "org.apache.logging.log4j:log4j-core:2.25.4",
        ),
        plugins=(*OPENSEARCH_PLUGINS, "org.opensearch.geo.GeoModulePlugin"),
        settings={"transport.port": "0"},
    ),
)

KINDS = {kind.name: kind for kind in _ALL}


def find_kind(name: str) -> Kind:
    if name not in KINDS:
        raise NodeError(f"no kind of node is called {name!r}; there are {', '.join(KINDS)}")
    return KINDS[name]
