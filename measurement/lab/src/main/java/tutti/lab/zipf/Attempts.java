package tutti.lab.zipf;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.engine.node.Node;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Counts;

/** The attempts in the measured time of a run, and what else the nodes did meanwhile. */
final class Attempts implements ClosedLoop.Measuring {
  private final List<Node> nodes;
  private Counts counts;
  private Map<RetryCause, Long> causes;

  /** The counts of an integrated protocol, by their names. */
  private Map<String, Long> happened;

  /** The transactions that replicas keep at the end, on all hosts together. */
  private long open;

  Attempts(List<Node> nodes) {
    this.nodes = nodes;
    this.counts = Counts.of(nodes);
    this.causes = causes();
    this.happened = happened();
  }

  private Map<String, Long> happened() {
    Map<String, Long> all = new TreeMap<>();
    for (Node node : nodes) {
      node.statistics()
          .committing()
          .integrated()
          .counted()
          .forEach((name, count) -> all.merge(name, count, Long::sum));
    }
    return all;
  }

  private Map<RetryCause, Long> causes() {
    Map<RetryCause, Long> all = new EnumMap<>(RetryCause.class);
    for (Node node : nodes) {
      node.statistics()
          .transactions()
          .retriesByCause()
          .forEach((cause, count) -> all.merge(cause, count, Long::sum));
    }
    return all;
  }

  @Override
  public void begins() {
    counts = Counts.of(nodes);
    causes = causes();
    happened = happened();
  }

  @Override
  public void ends() {
    counts = Counts.of(nodes).minus(counts);
    Map<RetryCause, Long> now = causes();
    causes.forEach((cause, before) -> now.merge(cause, -before, Long::sum));
    causes = now;
    Map<String, Long> later = happened();
    happened.forEach((name, before) -> later.merge(name, -before, Long::sum));
    happened = later;
    open =
        nodes.stream().mapToLong(node -> node.statistics().committing().integrated().open()).sum();
  }

  /** Returns the result of a run with the measured figures. */
  RunResult result(String label, LoadResult load) {
    double commits = Math.max(1, load.measured().committed());
    double attempts = load.measured().ended() + counts.retries();
    RunResult run =
        load.result(label, counts.retries())
            .measure("commit-rate", attempts == 0 ? 0 : load.measured().committed() / attempts)
            .measure("attempts-per-commit", attempts / commits)
            .measure("given-up-per-commit", load.measured().aborted() / commits)
            .measure("median-us", load.latency().getValueAtPercentile(50) / 1e3)
            .measure("p90-us", load.latency().getValueAtPercentile(90) / 1e3)
            .measure("p99-us", load.latency().getValueAtPercentile(99) / 1e3)
            .measure("messages-per-commit", counts.messages() / commits)
            .measure("records-per-commit", counts.records() / commits)
            .measure("flushes-per-commit", counts.flushes() / commits);
    for (Map.Entry<RetryCause, Long> cause : causes.entrySet()) {
      if (cause.getValue() > 0) {
        run =
            run.measure(
                "retries-" + cause.getKey().label() + "-per-commit", cause.getValue() / commits);
      }
    }
    for (Map.Entry<String, Long> each : happened.entrySet()) {
      run = run.measure(each.getKey() + "-per-commit", each.getValue() / commits);
    }
    return happened.isEmpty() ? run : run.measure("open-transactions", open);
  }
}
