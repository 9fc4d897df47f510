package tutti.engine.runtime;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The errors of the Java virtual machine after which nothing in the process can be relied on: the
 * heap is full ({@link OutOfMemoryError}), or the machine has a fault of its own. A thread that
 * meets such an error reports it here, and every node of the process fails, so that the node's
 * readiness and a supervisor show it. A {@link StackOverflowError} is no such error: it concerns
 * one call. Thread-safe.
 *
 * <p>For example, an executor's task finds no room for an array: {@code guard} of {@link Failures}
 * reports the error, {@link RealScheduler} passes it to its nodes, and {@code tutti run} ends with
 * status 1. Where {@code -XX:+ExitOnOutOfMemoryError} is set, as the launcher does, the virtual
 * machine ends the process before that.
 */
public final class FatalErrors {
  private static final Set<Consumer<String>> LISTENERS = new CopyOnWriteArraySet<>();

  private static volatile boolean happened;

  private FatalErrors() {}

  /** Returns whether an error is one of these, or was caused by one. */
  public static boolean isFatal(Throwable error) {
    Throwable each = error;
    for (int depth = 0; each != null && depth < 10; depth++) {
      if (each instanceof VirtualMachineError && !(each instanceof StackOverflowError)) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }

  /**
   * Returns the error of the virtual machine that a throwable is, or was caused by, a stack that
   * overflowed included; null if there is none.
   */
  public static @Nullable VirtualMachineError of(Throwable thrown) {
    Throwable each = thrown;
    for (int depth = 0; each != null && depth < 10; depth++) {
      if (each instanceof VirtualMachineError error) {
        return error;
      }
      each = each.getCause();
    }
    return null;
  }

  /** Passes an error to all listeners if it is one of these; any other throwable is ignored. */
  public static void report(Throwable error) {
    if (isFatal(error)) {
      happened = true;
      // No text is put together unless a listener is there: there may be no room for one.
      for (Consumer<String> listener : LISTENERS) {
        listener.accept(reason(error));
      }
    }
  }

  /** Returns whether a thread of this process has met one. */
  public static boolean haveHappened() {
    return happened;
  }

  private static String reason(Throwable error) {
    return error instanceof OutOfMemoryError
        ? "the memory of the process is full (" + error.getMessage() + ")"
        : "the Java virtual machine has failed: " + error;
  }

  /** Returns a task that reports a fatal error of the given one, and throws it on. */
  public static Runnable reporting(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (Throwable error) {
        report(error);
        throw error;
      }
    };
  }

  /** Calls back with the reason, in words for a person, at every fatal error from now on. */
  public static void add(Consumer<String> listener) {
    LISTENERS.add(listener);
  }

  /** Ends the calls of a listener. */
  public static void remove(Consumer<String> listener) {
    LISTENERS.remove(listener);
  }
}
