package tutti.embedded;

import org.jspecify.annotations.Nullable;
import tutti.model.Call;

/** One call of a {@link Request}: {@link Committed#of} returns its result. */
@SuppressWarnings("UnusedTypeParameter") // Committed.of returns a result of this type.
public final class Part<R extends @Nullable Object> {
  private final Call call;
  private final int index;

  Part(Call call, int index) {
    this.call = call;
    this.index = index;
  }

  Call call() {
    return call;
  }

  int index() {
    return index;
  }
}
