package tutti.engine.admission;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The keys of requests that were refused lately, of which each has a place by its hash: a newer one
 * takes the place of an older one. Thread-safe. Half a MiB of memory, taken with the first key.
 */
final class RefusedKeys {
  private static final int PLACES = 1 << 16;

  /** The seconds of a time that are kept beside a hash. */
  private static final int SECONDS_BITS = 16;

  private static final int SECONDS = (1 << SECONDS_BITS) - 1;

  /** A client that has not come again by then is a new one. */
  private static final int KEPT_SECONDS = 30;

  private volatile AtomicLongArray kept = new AtomicLongArray(0);

  /** Notes that a request with a key of that hash was refused. */
  void add(long hash, long now) {
    places().set(place(hash), entry(hash, now));
  }

  /** Returns whether a request with a key of that hash was refused lately. */
  boolean has(long hash, long now) {
    AtomicLongArray places = kept;
    if (places.length() == 0) {
      return false;
    }
    long found = places.get(place(hash));
    long mine = entry(hash, now);
    int age = (int) (mine - found) & SECONDS;
    return (found | SECONDS) == (mine | SECONDS) && age <= KEPT_SECONDS;
  }

  private AtomicLongArray places() {
    AtomicLongArray places = kept;
    if (places.length() == 0) {
      synchronized (this) {
        if (kept.length() == 0) {
          kept = new AtomicLongArray(PLACES);
        }
        places = kept;
      }
    }
    return places;
  }

  private static int place(long hash) {
    // By bits that are not kept in an entry, or the entry would say less.
    return (int) mixed(hash) & PLACES - 1;
  }

  /** Returns the hash but for its low bits, which are the seconds of the time. */
  private static long entry(long hash, long now) {
    return mixed(hash) & ~(long) SECONDS | TimeUnit.NANOSECONDS.toSeconds(now) & SECONDS;
  }

  private static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 32) * 0x9E3779B97F4A7C15L;
    return (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
  }
}
