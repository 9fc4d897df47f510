package tutti.engine.transaction;

import java.util.Set;
import tutti.engine.concurrency.BranchKey;

/**
 * A decision to commit that not all who voted for it have acknowledged: its coordinator must
 * remember it and go on telling them.
 *
 * @param lsn where the decision stands in the log
 * @param missing the nodes that have not acknowledged, or of which that is not known
 */
public record Unfinished(BranchKey key, long lsn, Set<Integer> missing) {}
