package tutti.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Call;
import tutti.model.Caller;

/**
 * The requests and answers of all clients in one run, in the order in which the simulation's only
 * thread handled them.
 */
final class CallLog {
  /** A request takes less than this, unless the clock was advanced meanwhile. */
  static final Duration SAME = Duration.ofSeconds(1);

  /** The most requests and reads in a run, whose calls are kept until the end of the run. */
  private static final int MOST = 100_000;

  private final List<Entry> entries = new ArrayList<>();
  private final Supplier<Instant> clock;
  private long moments;
  private int counted;

  /**
   * @param clock the wall clock of the nodes
   */
  CallLog(Supplier<Instant> clock) {
    this.clock = clock;
  }

  /**
   * A request, or a client transaction (a block of steps), with the moments at which it was made
   * and answered.
   */
  final class Entry {
    private final String client;
    private final List<Call> calls;
    private final @Nullable Idempotency once;
    private final @Nullable ClientBlock block;
    private final Caller caller;
    private final long begun = moments++;
    private long ended = Long.MAX_VALUE;
    private final Instant asked = clock.get();
    private Instant answered = asked;
    private @Nullable Outcome outcome;

    private Entry(
        String client,
        List<Call> calls,
        @Nullable Idempotency once,
        @Nullable ClientBlock block,
        Caller caller) {
      this.client = client;
      this.calls = calls;
      this.once = once;
      this.block = block;
      this.caller = caller;
    }

    void end(Outcome heard) {
      ended = moments++;
      answered = clock.get();
      outcome = heard;
    }

    /** Returns the name of the client. */
    String client() {
      return client;
    }

    /** Returns the calls of a request; a block has none. */
    List<Call> calls() {
      return calls;
    }

    /** Returns the idempotency key of a request, or null if it has none; a block has none. */
    @Nullable Idempotency once() {
      return once;
    }

    /** Returns the block with the steps that it has made, or null if this is a request. */
    @Nullable ClientBlock block() {
      return block;
    }

    /** Returns the caller of the request or of the block. */
    Caller caller() {
      return caller;
    }

    /**
     * Returns the times of the wall clock that the request may have had: the time of its answer,
     * and the time of its beginning if the clock was advanced between the two.
     */
    List<Instant> times() {
      return Duration.between(asked, answered).compareTo(SAME) < 0
          ? List.of(answered)
          : List.of(asked, answered);
    }

    long begun() {
      return begun;
    }

    long ended() {
      return ended;
    }

    @Nullable Outcome outcome() {
      return outcome;
    }

    @Override
    public String toString() {
      String asked = block == null ? RunTrace.text(calls) : RunTrace.text(block);
      return client + ": " + asked + " → " + RunTrace.text(outcome);
    }
  }

  Entry begin(String client, TransactionRequest request) {
    return add(new Entry(client, request.calls(), request.idempotency(), null, request.caller()));
  }

  Entry begin(String client, ClientBlock block) {
    return add(new Entry(client, List.of(), null, block, block.caller()));
  }

  /**
   * Counts a request or a look of a client.
   *
   * @throws AssertionError if there are so many that a client may never end: virtual time hardly
   *     goes on by a call
   */
  void count() {
    if (counted == MOST) {
      throw new AssertionError(
          "clients have made " + MOST + " requests, and have not ended: does one loop for ever?");
    }
    counted++;
  }

  private Entry add(Entry entry) {
    count();
    entries.add(entry);
    return entry;
  }

  List<Entry> entries() {
    return entries;
  }
}
