package recurve;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * What every launcher shares: its arguments and its life.
 *
 * <p>Arguments: {@code key=value} is a node setting, {@code plugin:class.Name} a plugin on the class
 * path, {@code --tie-to-stdin} ends the node when standard input does. Where the node listens is
 * read from the ports files it writes itself ({@code node.portsfile}).
 */
public final class NodeProcess {
  /** After this long a node that was asked to close is ended anyway. */
  private static final long CLOSE_LIMIT_MILLIS = 15_000;

  public final Map<String, String> settings = new LinkedHashMap<>();
  public final List<String> pluginNames = new ArrayList<>();
  private boolean tiedToStdin;

  private NodeProcess(String[] args) {
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (arg.equals("--tie-to-stdin")) {
        tiedToStdin = true;
      } else if (arg.startsWith("plugin:")) {
        pluginNames.add(arg.substring("plugin:".length()));
      } else if (equals > 0) {
        settings.put(arg.substring(0, equals), arg.substring(equals + 1));
      } else {
        throw new IllegalArgumentException("neither key=value nor plugin:class: " + arg);
      }
    }
  }

  /** The plugin classes, checked to extend the family's {@code Plugin}. */
  public <P> List<Class<? extends P>> plugins(Class<P> base) throws ClassNotFoundException {
    List<Class<? extends P>> classes = new ArrayList<>();
    for (String name : pluginNames) {
      classes.add(Class.forName(name).asSubclass(base));
    }
    return classes;
  }

  /** Builds a node and starts it; the result is closed when the process ends. */
  public interface Start {
    AutoCloseable start(NodeProcess process) throws Exception;
  }

  /** The whole of a launcher's main: any failure ends the process with status 1. */
  public static void run(String[] args, Start start) {
    try {
      NodeProcess process = new NodeProcess(args);
      if (process.tiedToStdin) {
        tieToParent();
      }
      closeOnExit(start.start(process));
      new CountDownLatch(1).await(); // A node's own threads are daemons.
    } catch (Throwable failure) {
      failure.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static void tieToParent() {
    InputStream parent = System.in;
    Thread watcher = new Thread(() -> {
      try {
        while (parent.read() >= 0) {
          // Nothing is said on this pipe; only its end counts.
        }
      } catch (IOException closed) {
        // The same as its end.
      }
      System.exit(0);
    }, "parent-watcher");
    watcher.setDaemon(true);
    watcher.start();
  }

  /** Closes the node on SIGTERM or when the parent is gone, and never takes longer than the limit. */
  private static void closeOnExit(AutoCloseable node) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      Thread limit = new Thread(() -> {
        try {
          Thread.sleep(CLOSE_LIMIT_MILLIS);
        } catch (InterruptedException e) {
          return;
        }
        Runtime.getRuntime().halt(1);
      }, "close-limit");
      limit.setDaemon(true);
      limit.start();
      try {
        node.close();
      } catch (Exception e) {
        e.printStackTrace();
      }
    }, "close-node"));
  }
}
