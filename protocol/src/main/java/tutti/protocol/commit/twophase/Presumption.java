package tutti.protocol.commit.twophase;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.Memory;

/**
 * What is believed of a transaction of which its coordinator knows nothing any more, and so what it
 * must write and hear before it may forget one (C. Mohan, B. Lindsay, R. Obermarck, TODS 11(4),
 * 1986, §3 and §4).
 */
public enum Presumption {
  /** That it aborted: an abort is neither written by the coordinator nor acknowledged. */
  ABORT(1),
  /**
   * That it committed: a commit is not acknowledged, but before anybody is asked to vote the
   * coordinator forces whom it asks, lest a crash before the decision be taken for a commit.
   */
  COMMIT(31),
  /** Nothing: both are forced and acknowledged. What was never decided has aborted all the same. */
  NOTHING(41);

  private final int code;

  Presumption(int code) {
    this.code = code;
  }

  /** The protocol's number in logs. */
  int code() {
    return code;
  }

  /** Whether the coordinator must hear that this outcome is durable everywhere. */
  boolean acknowledges(boolean commit) {
    return this == NOTHING || this == (commit ? ABORT : COMMIT);
  }

  /**
   * Whether participants may vote before they are asked. Not where a vote that nobody has written
   * down would be taken for one of a commit.
   */
  boolean votesEarly() {
    return this != COMMIT;
  }

  /** What a record holds besides; those of presumed abort hold nothing. */
  Memory memory(Collection<Integer> asked) {
    return this == ABORT ? Memory.NONE : new Asked(List.copyOf(asked));
  }

  /** Whom a memory of this presumption names. */
  static Set<Integer> asked(Memory memory) {
    return memory instanceof Asked(List<Integer> nodes) ? new TreeSet<>(nodes) : new TreeSet<>();
  }
}
