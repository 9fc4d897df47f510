package tutti.engine.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wall clocks of a node's peers beside its own, by the usual estimate: a peer sends its time,
 * and half of the round trip is what that time may be wrong by. A transport measures at the begin
 * of each session and again and again while it lasts. Thread-safe.
 *
 * <p>For example, if node b's answer says 12:00:01 and has come back after 20 ms, at 12:00:00 by
 * this clock, b is ahead by 1.01 s, give or take 0.01 s.
 */
public final class PeerClocks {
  /** The difference above which clocks count as apart: 500 ms. */
  public static final Duration MOST_APART = Duration.ofMillis(500);

  /** A round trip that takes longer tells nothing, in nanoseconds: 10 s. */
  private static final long LONGEST_ROUND_TRIP = 10_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(PeerClocks.class);
  private static final long SECOND = 1_000_000_000;

  private final InstantSource wall;
  private final LongSupplier nanos;
  private final ConcurrentSkipListMap<Integer, Reading> readings = new ConcurrentSkipListMap<>();
  private volatile int nodes = 1;

  /**
   * A peer's clock as it was read last: its time, in nanoseconds since 1970, at a monotonic time of
   * this node.
   */
  private record Reading(String name, long peer, long at, long error, boolean apart) {}

  /**
   * The clock of a peer.
   *
   * @param name the peer's name
   * @param offsetNanos the peer's time minus this node's
   * @param errorNanos the largest error of that difference
   * @param apart whether the two clocks differ by more than {@link #MOST_APART}
   */
  public record Peer(String name, long offsetNanos, long errorNanos, boolean apart) {

    /** Returns what the difference is, in words for a person. */
    public String words() {
      return String.format(
          Locale.ROOT,
          "the clock of node %s is %s %s this node's (within %s)",
          name,
          seconds(Math.abs(offsetNanos)),
          offsetNanos < 0 ? "behind" : "ahead of",
          seconds(errorNanos));
    }

    private static String seconds(long nanos) {
      return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }
  }

  /** Clocks of a node that has read no others yet. */
  public PeerClocks(InstantSource wall, LongSupplier nanos) {
    this.wall = wall;
    this.nanos = nanos;
  }

  /** Sets the number of nodes whose clocks are compared, including this one. */
  public void expect(int number) {
    nodes = number;
  }

  /** Returns this node's wall clock, in nanoseconds since 1970. */
  public long now() {
    Instant now = wall.instant();
    return now.getEpochSecond() * SECOND + now.getNano();
  }

  /** Returns this node's monotonic clock, in nanoseconds. */
  public long nanos() {
    return nanos.getAsLong();
  }

  /**
   * Notes a peer's time. A change from apart to not, or back, is logged.
   *
   * @param name of the peer, for people
   * @param sent the peer's wall clock when it sent its time, in nanoseconds since 1970
   * @param roundTrip the time for which the question and this answer were on their way
   */
  public void heard(int peer, String name, long sent, long roundTrip) {
    if (roundTrip < 0 || roundTrip > LONGEST_ROUND_TRIP) {
      return;
    }
    long error = roundTrip / 2;
    long its = sent + error;
    long distance = Math.abs(its - now());
    Reading before = readings.get(peer);
    boolean was = before != null && before.apart;
    boolean apart =
        was ? distance + error > MOST_APART.toNanos() : distance - error > MOST_APART.toNanos();
    Reading after = new Reading(name, its, nanos(), error, apart);
    readings.put(peer, after);
    if (apart && !was) {
      LOG.warn(
          "{}: clocks may differ by {} ms. What a client is told stays right; see to the machines'"
              + " time service",
          peer(after).words(),
          MOST_APART.toMillis());
    } else if (was && !apart) {
      LOG.info("the clock of node {} agrees with this node's again", name);
    }
  }

  /** Forgets the time of a peer with which there is no session any more. */
  public void lost(int peer) {
    readings.computeIfPresent(
        peer, (_, last) -> last.apart ? new Reading(last.name, 0, 0, -1, true) : null);
  }

  private Peer peer(Reading reading) {
    return new Peer(reading.name, its(reading) - now(), reading.error, reading.apart);
  }

  private long its(Reading reading) {
    return reading.peer + nanos() - reading.at;
  }

  /**
   * Returns the clocks of the peers with which there is a session, in the order of their numbers.
   */
  public List<Peer> peers() {
    return readings.values().stream()
        .filter(reading -> reading.error >= 0)
        .map(this::peer)
        .toList();
  }

  /** Returns the clock of a peer by its name; null if it is not known. */
  public @Nullable Peer peer(String name) {
    return peers().stream().filter(peer -> peer.name.equals(name)).findFirst().orElse(null);
  }

  /** Returns the peers whose clocks are apart from this node's, each in words for a person. */
  public List<String> apart() {
    return peers().stream().filter(Peer::apart).map(Peer::words).toList();
  }

  /** Returns whether this node has no peers whose clocks could be compared with its own. */
  public boolean alone() {
    return nodes == 1;
  }

  /**
   * Returns a time that is not after the time of every right clock, so that a deadline that is over
   * by this time is really over; null while most nodes' clocks are not known. Fewer than half of
   * all clocks may be wrong, by a second or by years, in either direction: so if few clocks are
   * known, the result is one of the early ones. This node's own clock is among them, and is the
   * only one on a node that is {@linkplain #alone alone}.
   *
   * <p>For example, of three nodes this one has 12:00, one peer 12:01, and the other peer's clock
   * is not known: the time is 12:00. Once the other peer's clock shows 12:01, too, the time is
   * 12:01.
   */
  public @Nullable Instant agreed() {
    long[] known = known();
    return known == null ? null : time(known[Math.min(wrong(), known.length - 1 - wrong())]);
  }

  /**
   * Returns {@code own}, a time of this node's clock; or, if it is later by more than {@link
   * #MOST_APART}, a time that is not before the time of every right clock. So data that is kept for
   * a while from then on is not old immediately by {@link #agreed} of any node. Null while most
   * nodes' clocks are not known.
   */
  public @Nullable Instant notBehind(Instant own) {
    long[] known = known();
    if (known == null) {
      return null;
    }
    Instant late = time(known[Math.max(wrong(), known.length - 1 - wrong())]);
    return own.plus(MOST_APART).isBefore(late) ? late : own;
  }

  /** Returns how many of all clocks may be wrong. */
  private int wrong() {
    return (nodes - 1) / 2;
  }

  /** Returns the times of the clocks that are known, the earliest first; null if most are not. */
  private long @Nullable [] known() {
    long[] known = new long[readings.size() + 1];
    int count = 0;
    known[count++] = now();
    for (Reading reading : readings.values()) {
      if (reading.error >= 0 && count < known.length) {
        known[count++] = its(reading);
      }
    }
    if (2 * count <= nodes) {
      return null;
    }
    long[] sorted = Arrays.copyOf(known, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private static Instant time(long nanos) {
    return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
  }
}
