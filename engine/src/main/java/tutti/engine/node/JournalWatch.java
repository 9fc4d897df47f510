package tutti.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Remembers why a node's journal has failed, and tells it to those that run the node. Thread-safe.
 */
final class JournalWatch {
  private final List<Consumer<String>> listeners = new ArrayList<>();
  private @Nullable String failure;

  /** The journal has failed; only the first time counts. */
  void failed(String why) {
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

  /** Returns why the journal has failed, in words for a person, or null. */
  synchronized @Nullable String failure() {
    return failure;
  }

  /** Calls back when the journal fails; immediately if it has failed already. */
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
