package tutti.lab.torture;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.Operation;

/**
 * The end of a request, as its client knows it.
 *
 * @param id of the operation, if no transaction has one
 * @param key its idempotency key, or null
 * @param invoked the time of the first try, in nanoseconds of the round
 * @param completed the time of the last answer; nothing for a request without an answer
 * @param end the client's knowledge
 * @param transaction its id, if it is known
 * @param version of a read: the version that it saw
 * @param answer the body of the answer that it has committed; null if there was none, or it reads
 */
record RequestRecord(
    String id,
    String client,
    Ask ask,
    @Nullable String key,
    long invoked,
    long completed,
    End end,
    @Nullable String transaction,
    long version,
    @Nullable String answer) {

  /** A request whose results do not matter. */
  RequestRecord(
      String id,
      String client,
      Ask ask,
      @Nullable String key,
      long invoked,
      long completed,
      End end,
      @Nullable String transaction,
      long version) {
    this(id, client, ask, key, invoked, completed, end, transaction, version, null);
  }

  /** Returns the request in a history that has neither what it saw nor what it made. */
  Operation operation(Operation.Outcome outcome) {
    return new Operation(
        id,
        client,
        key,
        invoked,
        end == End.UNKNOWN ? Operation.NEVER : completed,
        outcome,
        List.of(),
        List.of());
  }

  /** The client's knowledge of its request at the end. */
  enum End {
    COMMITTED,
    /** The request has no effect, whatever became of other requests. */
    ABORTED,
    /** Some try was not answered, and no later answer tells its outcome. */
    UNKNOWN
  }
}
