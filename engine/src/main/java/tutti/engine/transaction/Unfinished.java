package tutti.engine.transaction;

import java.util.Set;
import java.util.SortedMap;
import tutti.engine.concurrency.BranchKey;

/**
 * A decision to commit that not all who voted for it have acknowledged: its coordinator must
 * remember it and go on telling them.
 *
 * @param lsn where the decision stands in the log
 * @param branches the nodes that have not acknowledged, or of which that is not known, each with
 *     the nonce of its branch
 */
public record Unfinished(BranchKey key, long lsn, SortedMap<Integer, Long> branches) {

  /** The nodes that have not acknowledged. */
  public Set<Integer> missing() {
    return branches.keySet();
  }
}
