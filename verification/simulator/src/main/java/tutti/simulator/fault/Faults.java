package tutti.simulator.fault;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The faults of one run: the kinds that it uses, the randomness of each, and the number of times
 * that each happened. A kind's choices depend on the seed and on the kind alone, so that a run with
 * fewer kinds allowed has the same faults of the other kinds. Used by one thread.
 */
public final class Faults {
  private final EnumSet<FaultKind> used = EnumSet.noneOf(FaultKind.class);
  private final Map<FaultKind, RandomGenerator> streams = new EnumMap<>(FaultKind.class);
  private int left;
  private int granted;
  private boolean stopped;
  private final Map<FaultKind, Long> happened = new EnumMap<>(FaultKind.class);

  /** Faults without a limit on their number. */
  public Faults(Set<FaultKind> allowed, boolean quiet, Function<String, RandomGenerator> streams) {
    this(allowed, quiet, -1, streams);
  }

  /**
   * @param allowed the kinds that the run may use
   * @param quiet whether the run uses no kind that could hold up a request, whatever is allowed
   * @param most the largest number of granted faults that come one at a time, or -1 for all
   * @param streams independent randomness for a purpose with a name
   */
  public Faults(
      Set<FaultKind> allowed, boolean quiet, int most, Function<String, RandomGenerator> streams) {
    left = most < 0 ? Integer.MAX_VALUE : most;
    EnumSet<FaultKind> drawn = EnumSet.noneOf(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      RandomGenerator random = streams.apply("fault-" + kind.label());
      this.streams.put(kind, random);
      if (random.nextDouble() < kind.share()) {
        drawn.add(kind);
      }
    }
    // A backup that is asked for as nodes begin with another version has its own dangers.
    if (drawn.contains(FaultKind.NEW_VERSION) && random(FaultKind.BACKUP).nextBoolean()) {
      drawn.add(FaultKind.BACKUP);
    }
    for (FaultKind kind : drawn) {
      boolean harmless =
          kind.where() == FaultKind.Where.CLIENTS
              || kind == FaultKind.CLOCK_SKEW
              || kind == FaultKind.MEMORY_FULL;
      if (allowed.contains(kind) && (!quiet || harmless)) {
        used.add(kind);
      }
    }
  }

  /** Returns whether the run uses that kind at all. */
  public boolean uses(FaultKind kind) {
    return used.contains(kind);
  }

  /** Returns the kinds that the run uses. */
  public Set<FaultKind> used() {
    return EnumSet.copyOf(used);
  }

  /**
   * Returns whether no kind that the run uses befalls messages, nodes or disks: no request can be
   * held up.
   */
  public boolean calm() {
    return used.stream()
        .allMatch(
            kind ->
                kind.where() == FaultKind.Where.CLIENTS
                    || kind.where() == FaultKind.Where.CLOCKS
                    || kind == FaultKind.MEMORY_FULL);
  }

  /** Ends all lasting faults: slow parts are slow no longer, and no fault that lasts begins. */
  public void stop() {
    stopped = true;
  }

  /** Returns whether nothing goes wrong any more. */
  public boolean stopped() {
    return stopped;
  }

  /** Returns the stream that chooses when and how faults of that kind come. */
  public RandomGenerator random(FaultKind kind) {
    RandomGenerator random = streams.get(kind);
    if (random == null) {
      throw new IllegalStateException("no randomness for " + kind);
    }
    return random;
  }

  /** Returns whether a fault comes at this one of many occasions, if the run uses that kind. */
  public boolean strikes(FaultKind kind, int oneOf) {
    return uses(kind) && random(kind).nextInt(oneOf) == 0;
  }

  /**
   * Returns whether one more fault of those that come one at a time may come: a crash, a failing
   * disk, a cut, a pause. A caller that is granted the fault makes it.
   */
  public boolean granted() {
    if (left == 0) {
      return false;
    }
    left--;
    granted++;
    return true;
  }

  /** Returns the number of granted faults. */
  public int events() {
    return granted;
  }

  /** Counts a fault of that kind. */
  public void happened(FaultKind kind) {
    happened.merge(kind, 1L, Long::sum);
  }

  /** Counts faults of that kind. */
  public void happened(FaultKind kind, long times) {
    if (times > 0) {
      happened.merge(kind, times, Long::sum);
    }
  }

  /** Returns the number of faults of each kind. */
  public Map<FaultKind, Long> counts() {
    return happened;
  }

  /**
   * Returns the number of faults of nodes, disks and clocks: single messages and clients' habits do
   * not count.
   */
  public long serious() {
    long sum = 0;
    for (Map.Entry<FaultKind, Long> each : happened.entrySet()) {
      switch (each.getKey().where()) {
        case NODES, DISKS, CLOCKS -> sum += each.getValue();
        case MESSAGES, CLIENTS, CODE -> {}
      }
    }
    return sum;
  }
}
