package tutti.lab.torture;

import org.jspecify.annotations.Nullable;

/**
 * What became of a request, as its client knows it.
 *
 * @param id of the operation, if no transaction has one
 * @param key its idempotency key, or null
 * @param invoked when it was asked for the first time, in nanoseconds of the round
 * @param completed when the last answer came; of one that was not answered nothing
 * @param end what the client knows
 * @param transaction its id, if it is known
 * @param version of a read: the version that it saw
 */
record Deed(
    String id,
    String client,
    Ask ask,
    @Nullable String key,
    long invoked,
    long completed,
    End end,
    @Nullable String transaction,
    long version) {

  /** What a client knows of its request at the end. */
  enum End {
    COMMITTED,
    /** Nothing of it has happened, whatever became of other requests. */
    ABORTED,
    /** Some try was not answered, and what was said later does not tell what became of it. */
    UNKNOWN
  }
}
