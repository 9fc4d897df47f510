package tutti.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.Call;

/** The requests and answers of all clients in one run, in the order of the world's one thread. */
final class CallLog {
  private final List<Entry> entries = new ArrayList<>();
  private long moments;

  /** A request, with the moments at which it was made and answered. */
  final class Entry {
    private final String client;
    private final List<Call> calls;
    private final long begun = moments++;
    private long ended = Long.MAX_VALUE;
    private @Nullable Outcome outcome;

    private Entry(String client, List<Call> calls) {
      this.client = client;
      this.calls = calls;
    }

    void end(Outcome heard) {
      ended = moments++;
      outcome = heard;
    }

    List<Call> calls() {
      return calls;
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
      return client + ": " + RunTrace.text(calls) + " → " + RunTrace.text(outcome);
    }
  }

  Entry begin(String client, List<Call> calls) {
    Entry entry = new Entry(client, calls);
    entries.add(entry);
    return entry;
  }

  List<Entry> entries() {
    return entries;
  }
}
