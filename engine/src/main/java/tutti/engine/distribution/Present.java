package tutti.engine.distribution;

import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What some of many have, and others do not. */
final class Present {
  private Present() {}

  /** Gives what is there, in the order of those that have it. */
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
