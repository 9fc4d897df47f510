package tutti.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.Described;

/**
 * The memory of why a node, or its journal, has failed; it tells that to those that run the node.
 * Thread-safe.
 */
final class FailureWatch {
  private static final Logger LOG = LoggerFactory.getLogger(FailureWatch.class);

  private final List<Consumer<String>> listeners = new ArrayList<>();
  private @Nullable String failure;

  /** Records a failure; only the first one counts. */
  void failed(String why) {
    List<Consumer<String>> told;
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure = why;
      told = List.copyOf(listeners);
    }
    told.forEach(listener -> tell(listener, why));
  }

  /** Tells a listener, which may be a program's: what it throws is in nobody's way. */
  private static void tell(Consumer<String> listener, String why) {
    try {
      listener.accept(why);
    } catch (RuntimeException | Error thrown) {
      LOG.error(
          "a listener that was told of the failure of a node has thrown: {}",
          Described.text(thrown),
          Described.printable(thrown));
    }
  }

  /** Returns the reason of the failure, in words for a person, or null. */
  synchronized @Nullable String failure() {
    return failure;
  }

  /** Calls back at the failure; immediately if it has come already. */
  void add(Consumer<String> listener) {
    String known;
    synchronized (this) {
      known = failure;
      listeners.add(listener);
    }
    if (known != null) {
      listener.accept(known);
    }
  }
}
