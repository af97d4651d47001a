package recurve;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.HEAD;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** Answers {@code GET /} and {@code HEAD /} as the unpublished rest-root module of Elasticsearch 8 does. */
public final class RootHandlerPlugin extends Plugin implements ActionPlugin {
  private volatile ClusterService cluster;

  @Override
  public Collection<?> createComponents(PluginServices services) {
    cluster = services.clusterService();
    return List.of();
  }

  @Override
  public Collection<RestHandler> getRestHandlers(Settings settings, NamedWriteableRegistry writeables, RestController controller,
      ClusterSettings clusterSettings, IndexScopedSettings indexSettings, SettingsFilter filter, IndexNameExpressionResolver names,
      Supplier<DiscoveryNodes> nodes, Predicate<NodeFeature> features) {
    return List.of(new RootHandler(Node.NODE_NAME_SETTING.get(settings)));
  }

  private final class RootHandler extends BaseRestHandler {
    private final String nodeName;

    RootHandler(String nodeName) {
      this.nodeName = nodeName;
    }

    @Override
    public String getName() {
      return "main_action";
    }

    @Override
    public List<Route> routes() {
      return List.of(new Route(GET, "/"), new Route(HEAD, "/"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
      return channel -> {
        XContentBuilder body = channel.newBuilder();
        if (!request.hasParam("pretty")) {
          body.prettyPrint().lfAtEnd();
        }
        channel.sendResponse(new RestResponse(RestStatus.OK, write(body)));
      };
    }

    private XContentBuilder write(XContentBuilder body) throws IOException {
      Build build = Build.current();
      body.startObject();
      body.field("name", nodeName);
      body.field("cluster_name", cluster.getClusterName().value());
      body.field("cluster_uuid", cluster.state().metadata().clusterUUID());
      body.startObject("version")
          .field("number", build.qualifiedVersion())
          .field("build_flavor", build.flavor())
          .field("build_type", build.type().displayName())
          .field("build_hash", build.hash())
          .field("build_date", build.date())
          .field("build_snapshot", build.isSnapshot())
          .field("lucene_version", IndexVersion.current().luceneVersion().toString())
          .field("minimum_wire_compatibility_version", build.minWireCompatVersion())
          .field("minimum_index_compatibility_version", build.minIndexCompatVersion())
          .endObject();
      body.field("tagline", "You Know, for Search");
      return body.endObject();
    }
  }
}
