package tutti.engine.distribution;

import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A helper for values that some elements of a collection have, and others do not. */
final class Present {
  private Present() {}

  /** Gives the values that there are, in the order of their elements. */
  static <F, T> void tell(
      Collection<F> all, Function<? super F, ? extends @Nullable T> part, Consumer<T> sink) {
    for (F each : all) {
      T there = part.apply(each);
      if (there != null) {
        sink.accept(there);
      }
    }
  }
}
