package tutti.engine.integrated.tapir;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Vote;

/** The counts of events on a host so far. Thread-safe. */
public final class TapirCounts {

  /** The things that are counted. */
  public enum What {
    /** Coordinators that were taken for gone here. */
    TAKEOVER,
    /** Transactions that began here, and were decided in one round trip. */
    FAST_PATH,
    /** Transactions that began here, and were decided in more. */
    SLOW_PATH,
    /** Attempts that were refused since another transaction in progress uses an item. */
    MET_PENDING,
    /** Attempts that were refused since an item has a newer version than the one that was read. */
    MET_NEWER,
    /** Attempts that were refused since another transaction at an item has a later timestamp. */
    MET_LATER,
    /** Attempts that were refused since the record of a shard is full. */
    MET_FULL,
    /** Attempts that a coordinator which took over has ended. */
    MET_TAKEOVER,
    /** Transactions that only read, which have committed. */
    READ,
    /** Attempts of transactions that only read, which have aborted. */
    READ_ABORTED,
    /** Messages to and from other hosts for transactions that only read. */
    READ_MESSAGE,
    /** Transactions that write, which have committed. */
    UPDATE,
    /** Attempts of transactions that write, which have aborted. */
    UPDATE_ABORTED,
    /** Messages to and from other hosts for transactions that write. */
    UPDATE_MESSAGE,
    /** Messages to and from other hosts for transactions that were taken over. */
    TAKEOVER_MESSAGE;

    private String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The kinds of coordinators, whose messages and ends are counted apart. */
  enum Kind {
    READS(What.READ, What.READ_ABORTED, What.READ_MESSAGE),
    UPDATES(What.UPDATE, What.UPDATE_ABORTED, What.UPDATE_MESSAGE),
    TAKES_OVER(What.TAKEOVER, What.TAKEOVER, What.TAKEOVER_MESSAGE);

    private final What committed;
    private final What aborted;
    private final What message;

    Kind(What committed, What aborted, What message) {
      this.committed = committed;
      this.aborted = aborted;
      this.message = message;
    }
  }

  private final LongAdder[] counts = new LongAdder[What.values().length];

  TapirCounts() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  private void count(What what) {
    counts[what.ordinal()].increment();
  }

  void tookOver() {
    count(What.TAKEOVER);
  }

  /** A message has gone to another host, or has come from one. */
  void message(Kind kind) {
    count(kind.message);
  }

  /** An attempt has ended; those that were taken over are not counted again. */
  void ended(Kind kind, boolean slow, Coordinator.Output.Ended end) {
    if (kind == Kind.TAKES_OVER) {
      return;
    }
    switch (end.outcome()) {
      case COMMITTED -> count(kind.committed);
      case ABORTED -> {
        count(kind.aborted);
        if (!end.refusal().equals(Vote.GIVEN_UP)) {
          count(met(end));
        }
      }
      case UNKNOWN -> {}
    }
    count(slow ? What.SLOW_PATH : What.FAST_PATH);
  }

  private static What met(Coordinator.Output.Ended end) {
    if (end.refusal().equals(Vote.FULL)) {
      return What.MET_FULL;
    }
    return switch (end.refusal().verdict()) {
      case ABSTAIN -> What.MET_PENDING;
      case ABORT -> What.MET_NEWER;
      case RETRY -> What.MET_LATER;
      case NONE, OK, PASSED_OVER -> What.MET_TAKEOVER;
    };
  }

  /** Returns one of the numbers. */
  public long of(What what) {
    return counts[what.ordinal()].sum();
  }

  /** Returns all numbers, by the names of what they count: {@code read-aborted}. */
  public SortedMap<String, Long> all() {
    SortedMap<String, Long> all = new TreeMap<>();
    for (What what : What.values()) {
      all.put(what.label(), of(what));
    }
    return all;
  }
}
