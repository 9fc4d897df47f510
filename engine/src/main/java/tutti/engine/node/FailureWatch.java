package tutti.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of why a node, or its journal, has failed; it tells that to those that run the node.
 * Thread-safe.
 */
public final class FailureWatch {
  private final List<Consumer<String>> listeners = new ArrayList<>();
  private @Nullable String failure;

  /** Records a failure; only the first one counts. */
  public void failed(String why) {
    List<Consumer<String>> told;
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure = why;
      told = List.copyOf(listeners);
    }
    told.forEach(listener -> listener.accept(why));
  }

  /** Returns the reason of the failure, in words for a person, or null. */
  public synchronized @Nullable String failure() {
    return failure;
  }

  /** Calls back at the failure; immediately if it has come already. */
  public void add(Consumer<String> listener) {
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
