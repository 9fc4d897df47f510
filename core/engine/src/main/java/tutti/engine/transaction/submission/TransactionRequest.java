package tutti.engine.transaction.submission;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.relational.ProcedureAction;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.text.NameText;

/**
 * A client's request: all of the calls happen, or none.
 *
 * @param calls the calls, none of them negated; empty in a client transaction, which makes its
 *     calls one by one
 * @param idempotency makes the request happen at most once; null if it has no key
 * @param timeoutNanos the time after which the request is aborted; at least 1
 * @param stalenessNanos the greatest age of a snapshot that its queries may read, at the time of
 *     the request; {@link #NOW} if they may not read a snapshot
 * @param caller travels with the request as its time does, to every host and into the log
 */
public record TransactionRequest(
    List<Call> calls,
    @Nullable Idempotency idempotency,
    long timeoutNanos,
    long stalenessNanos,
    Caller caller) {
  /**
   * The longest time that a request with a key may wait at a host, whatever its own is. The time
   * for which definite answers are remembered is derived from it.
   */
  public static final Duration LONGEST = Duration.ofHours(1);

  /** The staleness of a request that reads the newest state, strictly. */
  public static final long NOW = -1;

  /** Makes a request of nobody. */
  public TransactionRequest(
      List<Call> calls, @Nullable Idempotency idempotency, long timeoutNanos, long stalenessNanos) {
    this(calls, idempotency, timeoutNanos, stalenessNanos, Caller.NOBODY);
  }

  /** Makes a request of nobody that reads no snapshot. */
  public TransactionRequest(
      List<Call> calls, @Nullable Idempotency idempotency, long timeoutNanos) {
    this(calls, idempotency, timeoutNanos, NOW);
  }

  /** Returns the request with another limit of its time. */
  public TransactionRequest within(long nanos) {
    return new TransactionRequest(calls, idempotency, nanos, stalenessNanos, caller);
  }

  /** Returns the request as one of that caller. */
  public TransactionRequest by(Caller other) {
    return new TransactionRequest(calls, idempotency, timeoutNanos, stalenessNanos, other);
  }

  /** Returns whether the request's queries are to read a snapshot. */
  public boolean readsSnapshot() {
    return stalenessNanos >= 0;
  }

  /**
   * Returns whether the request may change something: it is not of queries alone. A client
   * transaction may.
   */
  public boolean mayChange() {
    if (calls.isEmpty()) {
      return true;
    }
    for (Call call : calls) {
      if (mayChange(call)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a call may change something: it is of no query. */
  public static boolean mayChange(Call call) {
    return !(call.action() instanceof ProcedureAction action) || !action.procedure().query();
  }

  /**
   * Returns the outcome of the request where nobody can tell how it ended: it is in doubt, but for
   * one of queries alone, which changes nothing.
   */
  public Outcome untold(TransactionId id, String why) {
    return mayChange()
        ? new Outcome.InDoubt(id, why)
        : new Outcome.Aborted(id, new Reason.Deadline(timeoutNanos));
  }

  /**
   * @param key the client's Idempotency-Key
   * @param fingerprint stands for the whole request: another request under the same key is refused
   * @param former the fingerprint that earlier versions of Tutti gave to the request; 0 if that is
   *     not known
   */
  public record Idempotency(String key, long fingerprint, long former) {
    /** The greatest length of a key in UTF-8, in bytes; older folders may have longer ones. */
    public static final int MOST_KEY_BYTES = 255;

    /** The first character of the keys of a batch's items, which no key of a client begins with. */
    private static final char OF_ITEM = '\u0000';

    /** The character behind the tenant in a client's key, which no client's key has. */
    private static final char OF_TENANT = '\u0001';

    /**
     * Returns the key of one item of a batch: apart from all keys of clients, and from those of
     * other items and batches.
     *
     * @param key the client's key of the batch
     * @param index the number of the item, from 0
     */
    public static String keyOfItem(String key, int index) {
      return OF_ITEM + Integer.toString(index) + ' ' + key;
    }

    /**
     * Returns the key of a client of one tenant: apart from the keys of other tenants, which never
     * meet, and of clients of none.
     *
     * @param tenant the name of the tenant, which has no control characters
     */
    public static String keyOfTenant(String tenant, String key) {
      return tenant + OF_TENANT + key;
    }

    /** Returns whether a key is that of an item of a batch. */
    public static boolean isOfItem(String key) {
      return !key.isEmpty() && key.charAt(0) == OF_ITEM;
    }

    /** Returns a key in words for a person: {@code 'k'}, or {@code of item 3 of 'k'} of a batch. */
    public static String words(String key) {
      int name = key.indexOf(' ');
      return isOfItem(key) && name > 0
          ? "of item " + key.substring(1, name) + " of '" + given(key.substring(name + 1)) + "'"
          : "'" + given(key) + "'";
    }

    /** Returns a key as its client gave it. */
    private static String given(String key) {
      return key.substring(key.indexOf(OF_TENANT) + 1);
    }

    /**
     * @throws IllegalArgumentException if the key has half of a surrogate pair: it would be written
     *     as another key
     */
    public Idempotency {
      if (!NameText.isWellFormed(key)) {
        throw new IllegalArgumentException("an idempotency key has half of a surrogate pair");
      }
    }

    /** Makes a key as logs and items have it. */
    public Idempotency(String key, long fingerprint) {
      this(key, fingerprint, 0);
    }

    /** Returns whether a request of that fingerprint is this request. */
    public boolean isOf(long other) {
      return RequestFingerprint.isSame(fingerprint, other) || former != 0 && former == other;
    }
  }
}
