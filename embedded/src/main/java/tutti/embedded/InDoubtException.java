package tutti.embedded;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of which it is not known yet whether it committed: the disk failed, or an answer
 * was lost, while the transaction was decided. {@link Client#ask} returns the outcome once it is
 * known, also after a restart. A request {@linkplain Client#once with an idempotency key} can
 * simply be made again, and takes effect once; {@link #key} is that key.
 */
public final class InDoubtException extends TransactionException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String key;

  InDoubtException(String transaction, String message, @Nullable String key) {
    super(transaction, "in-doubt", message);
    this.key = key;
  }

  /**
   * The idempotency key under which the request was made. The same request, made again with {@link
   * Client#once} and this key, returns the outcome, and takes effect once. Empty if the request had
   * no key: a request to an embedded node has one only if the program gave it.
   */
  public Optional<String> key() {
    return Optional.ofNullable(key);
  }

  /** Returns false: without an idempotency key, a repeated request might take effect twice. */
  @Override
  public boolean retryable() {
    return false;
  }
}
