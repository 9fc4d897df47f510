package tutti.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.Call;

/** The requests and answers of all clients in one run, in the order of the world's one thread. */
final class CallLog {
  private final List<Entry> entries = new ArrayList<>();
  private long moments;

  /** A request or a block, with the moments at which it was made and answered. */
  final class Entry {
    private final String client;
    private final List<Call> calls;
    private final @Nullable ClientBlock block;
    private final long begun = moments++;
    private long ended = Long.MAX_VALUE;
    private @Nullable Outcome outcome;

    private Entry(String client, List<Call> calls, @Nullable ClientBlock block) {
      this.client = client;
      this.calls = calls;
      this.block = block;
    }

    void end(Outcome heard) {
      ended = moments++;
      outcome = heard;
    }

    /** Returns the calls of a request; a block has none. */
    List<Call> calls() {
      return calls;
    }

    /** Returns the block with the steps that it has made, or null if this is a request. */
    @Nullable ClientBlock block() {
      return block;
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

  Entry begin(String client, List<Call> calls) {
    return add(new Entry(client, calls, null));
  }

  Entry begin(String client, ClientBlock block) {
    return add(new Entry(client, List.of(), block));
  }

  private Entry add(Entry entry) {
    entries.add(entry);
    return entry;
  }

  List<Entry> entries() {
    return entries;
  }
}
