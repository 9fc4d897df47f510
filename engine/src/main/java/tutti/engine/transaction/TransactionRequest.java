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
 */
public record TransactionRequest(
    List<Call> calls, @Nullable Idempotency idempotency, long timeoutNanos) {

  /**
   * @param key the client's Idempotency-Key
   * @param fingerprint stands for the whole request: another one under the same key is refused
   */
  public record Idempotency(String key, long fingerprint) {}
}
