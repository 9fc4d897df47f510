package tutti.embedded;

import org.jspecify.annotations.Nullable;

/** One call of a {@link Request}: {@link Committed#of} returns its result. */
public final class Part<R extends @Nullable Object> {
  private final int index;

  Part(int index) {
    this.index = index;
  }

  int index() {
    return index;
  }
}
