package tutti.server.api;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which arguments a request left out. Their defaults may depend on the time, so that a repeat would
 * not look like the request that it repeats if they were part of it.
 */
final class LeftOut {
  private @Nullable Set<Long> places;

  /** Notes that the argument of a call was not given; both count from 0. */
  void add(int call, int argument) {
    if (places == null) {
      places = new HashSet<>();
    }
    places.add(place(call, argument));
  }

  boolean contains(int call, int argument) {
    return places != null && places.contains(place(call, argument));
  }

  private static long place(int call, int argument) {
    return (long) call << 32 | argument;
  }
}
