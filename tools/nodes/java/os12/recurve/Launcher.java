package recurve;

import java.nio.file.Path;
import java.util.Collection;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;

/** Starts an OpenSearch 1 or 2 node with plugins from the class path. */
public final class Launcher extends Node {
  private Launcher(Environment environment, Collection<Class<? extends Plugin>> plugins) {
    super(environment, plugins, true);
  }

  public static void main(String[] args) {
    NodeProcess.run(args, process -> {
      Settings.Builder settings = Settings.builder();
      process.settings.forEach(settings::put);
      Path config = Path.of(process.settings.get("path.home"), "config");
      Environment environment = new Environment(settings.build(), config);
      return new Launcher(environment, process.plugins(Plugin.class)).start();
    });
  }
}
