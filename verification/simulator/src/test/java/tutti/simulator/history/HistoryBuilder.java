package tutti.simulator.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/** Makes histories by hand. Each operation has a client of its own unless it is given one. */
final class HistoryBuilder {
  private final HistoryClaim claim;
  private final List<Operation> operations = new ArrayList<>();
  private final Map<String, Long> last = new TreeMap<>();

  HistoryBuilder(HistoryClaim claim) {
    this.claim = claim;
  }

  One operation(String id, long invoked, long completed) {
    return new One(id, invoked, completed);
  }

  HistoryBuilder last(String actor, long version) {
    last.put(actor, version);
    return this;
  }

  RecordedHistory history() {
    return new RecordedHistory(claim, List.copyOf(operations), Map.copyOf(last));
  }

  List<Anomaly> check() {
    return HistoryChecker.check(history());
  }

  List<String> names() {
    return check().stream().map(Anomaly::name).toList();
  }

  final class One {
    private final String id;
    private final long invoked;
    private final long completed;
    private String client;
    private @Nullable String key;
    private Outcome outcome = Outcome.COMMITTED;
    private final List<Read> reads = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();

    private One(String id, long invoked, long completed) {
      this.id = id;
      this.invoked = invoked;
      this.completed = completed;
      client = "c-" + id;
    }

    One saw(String actor, long version) {
      reads.add(new Read(actor, version));
      return this;
    }

    One saw(String actor, long version, long follows, long until) {
      reads.add(new Read(actor, version, follows, until));
      return this;
    }

    One made(String actor, long version) {
      writes.add(Write.of(actor, version));
      return this;
    }

    One made(String actor, long version, long follows) {
      writes.add(new Write(actor, version, follows, null));
      return this;
    }

    One key(String name) {
      key = name;
      return this;
    }

    One client(String name) {
      client = name;
      return this;
    }

    HistoryBuilder committed() {
      return end(Outcome.COMMITTED);
    }

    HistoryBuilder aborted() {
      return end(Outcome.ABORTED);
    }

    HistoryBuilder inDoubt() {
      return end(Outcome.IN_DOUBT);
    }

    private HistoryBuilder end(Outcome how) {
      outcome = how;
      operations.add(
          new Operation(
              id,
              client,
              key,
              invoked,
              completed,
              outcome,
              List.copyOf(reads),
              List.copyOf(writes)));
      return HistoryBuilder.this;
    }
  }
}
