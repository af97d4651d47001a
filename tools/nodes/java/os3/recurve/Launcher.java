package recurve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.PluginInfo;

/** Starts an OpenSearch 3 node with plugins from the class path. */
public final class Launcher extends Node {
  private Launcher(Environment environment, Collection<PluginInfo> plugins) {
    super(environment, plugins, true);
  }

  public static void main(String[] args) {
    NodeProcess.run(args, process -> {
      Settings.Builder settings = Settings.builder();
      process.settings.forEach(settings::put);
      Path config = Path.of(process.settings.get("path.home"), "config");
      Environment environment = new Environment(settings.build(), config);
      return new Launcher(environment, describe(process.plugins(Plugin.class))).start();
    });
  }

  private static List<PluginInfo> describe(List<Class<? extends Plugin>> classes) {
    String java = Integer.toString(Runtime.version().feature());
    List<PluginInfo> plugins = new ArrayList<>();
    for (Class<?> type : classes) {
      plugins.add(new PluginInfo(type.getName(), "from the class path", "NA", Version.CURRENT, java, type.getName(), null,
          List.of(), false));
    }
    return plugins;
  }
}
