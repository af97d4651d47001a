package org.elasticsearch.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.plugins.ClassPathPlugins;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.plugins.PluginsLoader;
import org.elasticsearch.plugins.PluginsService;
import recurve.NodeProcess;

/** Starts an Elasticsearch 8 node with plugins from the class path. In this package for NodeConstruction. */
public final class Launcher {
  private Launcher() {}

  public static void main(String[] args) {
    NodeProcess.run(args, process -> {
      LogConfigurator.configureESLogging();
      return build(process).start();
    });
  }

  private static Node build(NodeProcess process) throws ReflectiveOperationException {
    Settings.Builder settings = Settings.builder();
    process.settings.forEach(settings::put);
    Path config = Path.of(process.settings.get("path.home"), "config");
    Environment environment = InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), config, () -> "node-1");

    List<Class<? extends Plugin>> plugins = process.plugins(Plugin.class);
    NodeServiceProvider services = new NodeServiceProvider() {
      @Override
      PluginsService newPluginService(Environment environment, PluginsLoader none) {
        return new ClassPathPlugins(environment, plugins);
      }
    };
    PluginsLoader none = PluginsLoader.createPluginsLoader(Set.of(), Set.of(), Map.of(), false);
    return new Node(NodeConstruction.prepareConstruction(environment, none, services, true));
  }
}
