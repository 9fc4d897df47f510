package tutti.engine.transaction.record;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.engine.concurrency.BranchKey;

/**
 * A machine that holds no claims on this node, and must be remembered: a coordinator whose decision
 * must be sent to other nodes, a member that other nodes may still ask, or a witness.
 *
 * @param witness whether the machine is the witness, and not the member
 * @param nonce the nonce of a participant's branch; else 0
 * @param lsn the position of the decision in the log; 0 if there is none
 * @param branches for a coordinator, the nodes that voted, each with the nonce of its branch
 */
public record Unfinished(
    BranchKey key,
    boolean witness,
    PersistedState written,
    long nonce,
    long lsn,
    SortedMap<Integer, Long> branches) {
  public Unfinished {
    branches = Collections.unmodifiableSortedMap(new TreeMap<>(branches));
  }

  /**
   * Returns a member in doubt as one that holds nothing: another member, or none, holds its claims.
   */
  public static Unfinished of(PreparedBranch member) {
    OwnPart own = member.own();
    return new Unfinished(
        member.key(),
        false,
        member.written(),
        member.nonce(),
        0,
        own == null ? Collections.emptySortedMap() : own.branches());
  }

  /**
   * Returns whether nothing has to be remembered of a member whose outcome is its newest record.
   *
   * @param branches for a coordinator, the nodes that voted; else empty
   */
  public static boolean isOver(PersistedState written, SortedMap<Integer, Long> branches) {
    return branches.isEmpty()
        ? written.protocol().endsWithOutcome(written.memory())
        : written.protocol().endsWithAbort(written.memory());
  }

  /** The name of a machine: a node has at most one witness and one member of an attempt. */
  public record Id(BranchKey key, boolean witness) {}

  public Id id() {
    return new Id(key, witness);
  }

  public Set<Integer> voters() {
    return branches.keySet();
  }
}
