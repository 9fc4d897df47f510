package tutti.embedded;

import org.jspecify.annotations.Nullable;

/** One call of a {@link Request}: {@link Committed#of} returns its result. */
@SuppressWarnings("UnusedTypeParameter") // Committed.of returns a result of this type.
public final class Part<R extends @Nullable Object> {
  private final int index;

  Part(int index) {
    this.index = index;
  }

  int index() {
    return index;
  }
}
