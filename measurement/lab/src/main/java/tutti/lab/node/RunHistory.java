package tutti.lab.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.lab.log.LogIncomplete;
import tutti.lab.log.LogSummary;
import tutti.lab.log.LogSummary.Logged;
import tutti.lab.log.Logs;
import tutti.lab.log.NumberedFile;
import tutti.model.Application;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.file.HistoryFiles;
import tutti.simulator.options.Expectation;

/**
 * A writer of the history of each run to a file, for {@code tutti check-history}: the clients'
 * requests and answers during the run, and the versions that their transactions made, which are
 * read from the nodes' logs when the run is over. Nodes know nothing of it. Thread-safe.
 */
public final class RunHistory {
  /** A history that keeps nothing. */
  public static final RunHistory NONE = new RunHistory(null);

  private final @Nullable Path file;
  private volatile Queue<Told> told = new ConcurrentLinkedQueue<>();
  private volatile long begin;
  private int runs;

  /** The answer that a client got about a transaction. */
  private record Told(
      String transaction, int client, String outcome, boolean logged, long invoked, long done) {}

  private RunHistory(@Nullable Path file) {
    this.file = file;
  }

  /**
   * Returns histories in this file, replacing an old one; those of further runs go beside it, with
   * a number.
   */
  public static RunHistory to(Path file) {
    return new RunHistory(file);
  }

  /** Returns whether a history is kept. */
  public boolean enabled() {
    return file != null;
  }

  /**
   * Begins a run.
   *
   * @throws IllegalArgumentException if no log of the run will be left to read
   */
  public void begins(Deployment deployment) {
    if (enabled() && deployment.durability() == Durability.OFF) {
      throw new IllegalArgumentException(
          "--history reads what happened out of the nodes' logs: durability must not be off");
    }
    if (enabled() && deployment.integrated()) {
      throw new IllegalArgumentException(
          "--history reads the order of transactions in logs of shards, and under "
              + deployment.replication().protocol().setting()
              + " there are none: leave it out, or take replication = multipaxos");
    }
    begin = System.nanoTime();
    told = new ConcurrentLinkedQueue<>();
  }

  /**
   * Notes a client's answer.
   *
   * @param transaction its id
   * @param outcome {@code committed}, {@code aborted} or {@code in-doubt}
   * @param logged whether a log has the transaction if it has committed: it certainly wrote
   * @param invoked the time of its request, {@link System#nanoTime}
   */
  public void ended(int client, String transaction, String outcome, boolean logged, long invoked) {
    told.add(new Told(transaction, client, outcome, logged, invoked, System.nanoTime()));
  }

  /**
   * Writes the history of a run that has ended, as have its nodes.
   *
   * @param folders their data folders
   * @throws IOException if the logs cannot be read, contradict each other or the clients' answers
   */
  public void ends(Application application, Deployment deployment, List<Path> folders)
      throws IOException {
    if (file == null) {
      return;
    }
    Logs logs = new Logs(application, folders, deployment.replication().protocol());
    try {
      logs.poll();
    } catch (LogIncomplete gone) {
      throw new IOException(
          gone.getMessage()
              + "; for --history, let journal.checkpoint-after be more than a run writes",
          gone);
    }
    LogSummary summary = logs.summary(true);
    List<Operation> operations = operations(summary);
    for (Anomaly anomaly : summary.anomalies()) {
      throw new IOException(anomaly.name() + ": " + String.join("; ", anomaly.story()));
    }
    HistoryClaim claim = Expectation.claimed(deployment);
    runs++;
    HistoryFiles.write(
        NumberedFile.of(file, runs), new RecordedHistory(claim, operations, Map.of()));
  }

  private List<Operation> operations(LogSummary summary) throws IOException {
    List<Operation> operations = new ArrayList<>();
    Map<String, Logged> logged = summary.transactions();
    Set<String> known = new HashSet<>();
    for (Told each : told) {
      Logged happened = logged.get(each.transaction());
      boolean committed = each.outcome().equals("committed");
      if (committed && happened == null && each.logged()) {
        throw new IOException(
            "a client was told that "
                + each.transaction()
                + " has committed, and no log has that transaction");
      }
      known.add(each.transaction());
      operations.add(
          new Operation(
              each.transaction(),
              "c" + each.client(),
              happened == null ? null : happened.key(),
              each.invoked() - begin,
              each.outcome().equals("in-doubt") ? Operation.NEVER : each.done() - begin,
              committed || each.outcome().equals("in-doubt") && happened != null
                  ? Operation.Outcome.COMMITTED
                  : Operation.Outcome.ABORTED,
              List.of(),
              happened == null ? List.of() : happened.writes()));
    }
    logged.forEach(
        (id, each) -> {
          if (!known.contains(id)) {
            // The transaction was prepared before the load, or not answered before the end.
            operations.add(
                new Operation(
                    id,
                    "unrecorded",
                    each.key(),
                    0,
                    Operation.NEVER,
                    Operation.Outcome.COMMITTED,
                    List.of(),
                    each.writes()));
          }
        });
    return operations;
  }
}
