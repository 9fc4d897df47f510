package tutti.engine.transaction;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Call;

/**
 * What a client asks for: all of the calls, or none.
 *
 * @param calls at least one; none negated
 * @param idempotency makes the request happen at most once, or null
 * @param timeoutNanos how long it may take before it is aborted; at least 1
 * @param stalenessNanos how old a snapshot may be that its queries read, when they are asked for;
 *     {@link #NOW} if they are to read no snapshot
 */
public record TransactionRequest(
    List<Call> calls, @Nullable Idempotency idempotency, long timeoutNanos, long stalenessNanos) {
  /** Everything as it is, strictly. */
  public static final long NOW = -1;

  /** A request that reads no snapshot. */
  public TransactionRequest(
      List<Call> calls, @Nullable Idempotency idempotency, long timeoutNanos) {
    this(calls, idempotency, timeoutNanos, NOW);
  }

  /** Whether its queries are to read a snapshot. */
  public boolean readsSnapshot() {
    return stalenessNanos >= 0;
  }

  /**
   * @param key the client's Idempotency-Key
   * @param fingerprint stands for the whole request: another one under the same key is refused
   */
  public record Idempotency(String key, long fingerprint) {}
}
