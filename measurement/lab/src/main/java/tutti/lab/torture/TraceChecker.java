package tutti.lab.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.lab.served.JsonCalls;
import tutti.lab.served.ServedBenchmark.Asked;
import tutti.lab.served.ServedBenchmark.Trace;
import tutti.lab.torture.RequestRecord.End;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.RecordedHistory;

/**
 * The judge of a benchmark's traces: each amount is what the acknowledged requests have added to
 * it, and perhaps what those added whose outcome nobody was told. Used once.
 */
final class TraceChecker {
  private final BenchmarkTraffic traffic;
  private final Map<String, Long> stored;
  private final Map<String, Sum> sums = new TreeMap<>();
  private int foundOutLater;

  /** The bounds of an amount, and the requests that were to add to it. */
  private static final class Sum {
    private long least;
    private long most;
    private final List<String> by = new ArrayList<>();
  }

  /**
   * @param stored the amounts at the end
   */
  TraceChecker(BenchmarkTraffic traffic, Map<String, Long> stored) {
    this.traffic = traffic;
    this.stored = stored;
  }

  /** Returns the requests of clients, which say neither what they saw nor what they made. */
  RecordedHistory history(HistoryClaim claim, List<RequestRecord> deeds) {
    List<Operation> operations = new ArrayList<>();
    for (RequestRecord deed : deeds) {
      Asked asked = traffic.asked(deed.ask().signature());
      if (asked != null && deed.end() != End.ABORTED) {
        add(deed, asked);
      }
      if (deed.end() == End.UNKNOWN) {
        foundOutLater++;
      }
      operations.add(
          deed.operation(
              switch (deed.end()) {
                case COMMITTED -> Outcome.COMMITTED;
                case ABORTED -> Outcome.ABORTED;
                case UNKNOWN -> Outcome.IN_DOUBT;
              }));
    }
    return new RecordedHistory(claim, operations, Map.of());
  }

  private void add(RequestRecord deed, Asked asked) {
    boolean sure = deed.end() == End.COMMITTED;
    String answer = deed.answer();
    List<@Nullable Object> results =
        answer == null ? null : JsonCalls.results(asked.request().calls(), answer);
    for (Trace trace : asked.traces(results)) {
      Sum sum = sums.computeIfAbsent(trace.of(), name -> new Sum());
      sum.least += sure ? trace.least() : Math.min(0, trace.least());
      sum.most += sure ? trace.most() : Math.max(0, trace.most());
      sum.by.add(
          deed.id()
              + (sure ? " was told that it committed: " : " was told nothing: ")
              + deed.ask());
    }
  }

  /**
   * Returns these anomalies and those of traces; once the history is made.
   *
   * @param rules the anomalies that the benchmark's rules show
   */
  List<Anomaly> anomalies(List<Anomaly> rules) {
    List<Anomaly> anomalies = new ArrayList<>(rules);
    TreeSet<String> names = new TreeSet<>(sums.keySet());
    names.addAll(stored.keySet());
    for (String name : names) {
      Sum sum = sums.getOrDefault(name, new Sum());
      long found = stored.getOrDefault(name, 0L);
      if (found < sum.least || found > sum.most) {
        // What is missing of an amount below zero leaves more of it.
        boolean lost = found < sum.least ? sum.least > 0 : sum.most < 0;
        List<String> story = new ArrayList<>();
        story.add(
            "%s: %s stored, and requests come to %s to %s"
                .formatted(name, found, sum.least, sum.most));
        story.addAll(sum.by);
        anomalies.add(new Anomaly(lost ? "lost-write" : "unasked", List.of(), story));
      }
    }
    return anomalies;
  }

  /** Returns the number of requests whose outcome no answer told. */
  int foundOutLater() {
    return foundOutLater;
  }
}
