package tutti.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The resources that a node is made of, closed once, in the reverse of the order in which they were
 * added. Thread-safe.
 */
final class Parts implements AutoCloseable {
  private final Deque<Closeable> parts = new ArrayDeque<>();

  synchronized void add(Closeable part) {
    parts.push(part);
  }

  @Override
  public synchronized void close() {
    RuntimeException failure = null;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (IOException e) {
        failure = failure == null ? new UncheckedIOException(e) : failure;
      } catch (RuntimeException e) {
        // The parts below hold the folder's lock, threads and ports.
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
