package tutti.engine.transaction.record;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;

/**
 * The part of its vote that only a coordinator writes, so that recovery can settle the answer to
 * its client.
 *
 * @param results the results of the request's calls, if the transaction commits
 * @param branches the nonces of the other nodes' branches, by node
 * @param operation the transaction's irrevocable operation, which begins behind the vote; null if
 *     there is none
 */
public record OwnPart(
    @Nullable Idempotency idempotency,
    List<@Nullable Object> results,
    SortedMap<Integer, Long> branches,
    @Nullable BegunOperation operation) {
  /** Makes the part of a transaction without an irrevocable operation. */
  public OwnPart(
      @Nullable Idempotency idempotency,
      List<@Nullable Object> results,
      SortedMap<Integer, Long> branches) {
    this(idempotency, results, branches, null);
  }

  public OwnPart {
    branches = Collections.unmodifiableSortedMap(new TreeMap<>(branches));
  }
}
