package tutti.embedded;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of which it is not known yet whether it committed: the disk failed, or an answer
 * was lost, while the transaction was decided. {@link Client#ask} returns the outcome once it is
 * known, also after a restart. A request {@linkplain Client#once with an idempotency key} can
 * simply be made again, and takes effect once; {@link #key} is that key.
 *
 * <p>The {@linkplain #getCause cause}, if there is one, is what the last try ended with, of which
 * nothing happened: a {@link RefusedException}, for example. Then it is an earlier try under the
 * same key, perhaps of another program, that may have happened, or may still: no node has spoken of
 * it. A program that knows that there was none takes the cause for the end.
 *
 * <pre>{@code
 * try {
 *   return client.once(key).actor(Account.class, from).call(transfer);
 * } catch (InDoubtException open) {
 *   if (isFirstTry && open.getCause() instanceof RefusedException refused) {
 *     throw refused;
 *   }
 *   throw open;
 * }
 * }</pre>
 */
public final class InDoubtException extends TransactionException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String key;

  /**
   * @param lastTry the end of the last try under the key; null if that try itself is in doubt
   */
  InDoubtException(
      String transaction,
      String message,
      @Nullable String key,
      @Nullable TransactionException lastTry) {
    super(transaction, "in-doubt", message);
    this.key = key;
    if (lastTry != null) {
      initCause(lastTry);
    }
  }

  /**
   * The idempotency key under which the request was made. The same request, made again with {@link
   * Client#once} and this key, returns the outcome, and takes effect once. Empty if the request had
   * no key: a request to an embedded node has one only if the program gave it. Of a request in a
   * {@linkplain Client#batch batch}, the key of the batch: the same batch, made again, returns the
   * outcomes.
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
