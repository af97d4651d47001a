package org.elasticsearch.plugins;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.Build;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.plugins.spi.SPIClassIterator;

/** The plugins named on the command line, instead of those of an installation's modules folder. */
public final class ClassPathPlugins extends PluginsService {
  private final List<LoadedPlugin> loaded = new ArrayList<>();

  public ClassPathPlugins(Environment environment, List<Class<? extends Plugin>> classes) {
    super(environment.settings(), environment.configDir(), PluginsLoader.createPluginsLoader(Set.of(), Set.of(), Map.of(), false));
    Settings settings = environment.settings();
    for (Class<? extends Plugin> type : classes) {
      Plugin plugin = loadPlugin(type, settings, environment.configDir());
      loaded.add(new LoadedPlugin(describe(type), plugin, type.getClassLoader()));
    }
    loadExtensions(loaded);
  }

  private static PluginDescriptor describe(Class<?> type) {
    String java = Integer.toString(Runtime.version().feature());
    return new PluginDescriptor(type.getName(), "from the class path", "NA", Build.current().version(), java, type.getName(),
        null, List.of(), false, false, false, false);
  }

  // Called by the super constructor too, before this class has any field.
  @Override
  protected List<LoadedPlugin> plugins() {
    return loaded == null ? List.of() : List.copyOf(loaded);
  }

  /** Keyed by class: all plugins share one class loader, so each would find every provider. */
  @Override
  public <T> List<? extends T> loadServiceProviders(Class<T> service) {
    Map<Class<?>, T> providers = new LinkedHashMap<>();
    for (LoadedPlugin plugin : plugins()) {
      Iterator<Class<? extends T>> found = SPIClassIterator.get(service, plugin.classLoader());
      while (found.hasNext()) {
        Class<? extends T> provider = found.next();
        try {
          providers.putIfAbsent(provider, createExtension(provider, service, plugin.instance()));
        } catch (IllegalStateException wantsAnotherPlugin) {
          // Its constructor takes the plugin it came with, which is not this one.
        }
      }
    }
    return List.copyOf(providers.values());
  }
}
