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


def _opensearch(version, log4j, *more):
    return (
        f"org.opensearch:opensearch:{version}",
        *_coordinates("org.opensearch.plugin", version,
                      "transport-netty4-client", "lang-painless", "analysis-common", "mapper-extras-client",
                      "parent-join-client", "reindex-client", "aggs-matrix-stats-client", "rank-eval-client",
                      "lang-mustache-client", *more),
        f"org.apache.logging.log4j:log4j-core:{log4j}",  # the version of its log4j-api
    )


ES8 = "8.19.21"

# What the OSS distribution of 6.8 and 7 loads as modules, as far as the jars are published.
ES_CLIENT_PLUGINS = (
    "org.elasticsearch.index.mapper.MapperExtrasPlugin",
    "org.elasticsearch.index.rankeval.RankEvalPlugin",
    "org.elasticsearch.join.ParentJoinPlugin",
    "org.elasticsearch.percolator.PercolatorPlugin",
    "org.elasticsearch.script.mustache.MustachePlugin",
    "org.elasticsearch.search.aggregations.matrix.MatrixAggregationPlugin",
)

ES_OSS_PLUGINS = (
    "org.elasticsearch.transport.Netty4Plugin",
    *ES_CLIENT_PLUGINS,
    "org.elasticsearch.analysis.common.CommonAnalysisPlugin",
    "org.elasticsearch.index.reindex.ReindexPlugin",
    "org.elasticsearch.ingest.common.IngestCommonPlugin",
    "org.elasticsearch.painless.PainlessPlugin",
    "org.elasticsearch.script.expression.ExpressionPlugin",
)

OPENSEARCH_PLUGINS = (
    "org.opensearch.transport.Netty4Plugin",
    "org.opensearch.analysis.common.CommonAnalysisPlugin",
    "org.opensearch.index.mapper.MapperExtrasPlugin",
    "org.opensearch.index.rankeval.RankEvalPlugin",
    "org.opensearch.index.reindex.ReindexPlugin",
    "org.opensearch.join.ParentJoinPlugin",
    "org.opensearch.painless.PainlessPlugin",
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
        name="es-7.17",
        product=ELASTICSEARCH,
        version="7.17.29",
        launcher="es67",
        main="recurve.Launcher",
        coordinates=(
            "org.elasticsearch:elasticsearch:7.17.29",
            *_coordinates("org.elasticsearch.plugin", "7.17.29",
                          "transport-netty4-client", "reindex-client", "mapper-extras-client", "parent-join-client",
                          "aggs-matrix-stats-client", "lang-mustache-client", "percolator-client", "rank-eval-client"),
            "org.apache.logging.log4j:log4j-core:2.17.1",
        ),
        plugins=("org.elasticsearch.transport.Netty4Plugin", "org.elasticsearch.reindex.ReindexPlugin", *ES_CLIENT_PLUGINS),
        settings={"transport.port": "0"},
    ),
    Kind(
        name="es-7.10",
        product=ELASTICSEARCH,
        version="7.10.2",
        launcher="es67",
        main="recurve.Launcher",
        coordinates=("org.codelibs:elasticsearch-cluster-runner:7.10.2.0",),
        plugins=ES_OSS_PLUGINS,
        settings={"transport.port": "0"},
    ),
    Kind(
        name="es-6.8",
        product=ELASTICSEARCH,
        version="6.8.9",
        launcher="es67",
        main="recurve.Launcher",
        coordinates=("org.codelibs:elasticsearch-cluster-runner:6.8.9.0",),
        plugins=ES_OSS_PLUGINS,
        settings={"transport.tcp.port": "0"},
    ),
    Kind(
        name="os-1.3",
        product=OPENSEARCH,
        version="1.3.13",
        launcher="os12",
        main="recurve.Launcher",
        coordinates=_opensearch("1.3.13", "2.17.1", "percolator-client"),
        plugins=(*OPENSEARCH_PLUGINS, "org.opensearch.percolator.PercolatorPlugin"),
        settings={"transport.port": "0"},
    ),
    Kind(
        name="os-2.19",
        product=OPENSEARCH,
        version="2.19.6",
        launcher="os12",
        main="recurve.Launcher",
        coordinates=_opensearch("2.19.6", "2.25.4", "percolator-client", "geo"),
        plugins=(*OPENSEARCH_PLUGINS, "org.opensearch.percolator.PercolatorPlugin", "org.opensearch.geo.GeoModulePlugin"),
        settings={"transport.port": "0"},
    ),
    Kind(
        name="os-3.9",
        product=OPENSEARCH,
        version="3.9.0",
        launcher="os3",
        main="recurve.Launcher",
        coordinates=_opensearch("3.9.0", "2.25.5"),
        plugins=tuple(plugin.removesuffix("Plugin") + "ModulePlugin" for plugin in OPENSEARCH_PLUGINS),
        java=range(21, 26),
        settings={"transport.port": "0"},
        jvm_flags=("--add-modules=jdk.incubator.vector",),
    ),
)

KINDS = {kind.name: kind for kind in _ALL}


def find_kind(name: str) -> Kind:
    if name not in KINDS:
        raise NodeError(f"no kind of node is called {name!r}; there are {', '.join(KINDS)}")
    return KINDS[name]
