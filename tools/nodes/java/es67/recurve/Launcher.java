package recurve;

import java.nio.file.Path;
import java.util.Collection;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.Plugin;

/** Starts an Elasticsearch 6 or 7 node with plugins from the class path. */
public final class Launcher extends Node {
  private Launcher(Environment environment, Collection<Class<? extends Plugin>> plugins) {
    super(environment, plugins, true);
  }

  /** Abstract in 6.8 and unknown in 7. */
  protected void registerDerivedNodeNameWithLogger(String nodeName) {}

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
