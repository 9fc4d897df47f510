package tutti.protocol.commit.twophase;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.DurableState;

/**
 * The outcome that is presumed of a transaction of which its coordinator knows nothing any more.
 * The presumption decides what a coordinator must write, and which acknowledgements it needs,
 * before it may forget a transaction (C. Mohan, B. Lindsay, R. Obermarck, TODS 11(4), 1986, §3 and
 * §4).
 */
public enum Presumption {
  /** Presumed abort: an abort is neither written by the coordinator nor acknowledged. */
  ABORT(1),
  /**
   * Presumed commit: a commit is not acknowledged, but before it asks any participant to vote the
   * coordinator forces the names of the participants. Else a crash before the decision would be
   * taken for a commit.
   */
  COMMIT(31),
  /**
   * Presumed nothing: both outcomes are forced and acknowledged. A transaction that was never
   * decided has aborted all the same.
   */
  NOTHING(41);

  private final int code;

  Presumption(int code) {
    this.code = code;
  }

  /** The protocol's number in logs. */
  int code() {
    return code;
  }

  /**
   * Returns whether the coordinator needs acknowledgements that this outcome is durable everywhere.
   */
  boolean acknowledges(boolean commit) {
    return this == NOTHING || this == (commit ? ABORT : COMMIT);
  }

  /**
   * Returns whether participants may vote before they are asked. They may not if a vote of a
   * participant that the coordinator has not written down would be taken for the vote of a
   * committed transaction.
   */
  boolean votesEarly() {
    return this != COMMIT;
  }

  /** Returns the durable state for a record; the records of presumed abort have an empty one. */
  DurableState memory(Collection<Integer> asked) {
    return this == ABORT ? DurableState.NONE : new CollectingRecord(List.copyOf(asked));
  }

  /** Returns the participants that a durable state of this presumption names. */
  static Set<Integer> asked(DurableState memory) {
    return memory instanceof CollectingRecord(List<Integer> nodes)
        ? new TreeSet<>(nodes)
        : new TreeSet<>();
  }
}
