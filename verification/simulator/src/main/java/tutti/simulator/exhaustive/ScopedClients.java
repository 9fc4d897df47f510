package tutti.simulator.exhaustive;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Recorder;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.world.SimulatedScheduler;

/**
 * The clients of a world that is explored: one for each transaction, which asks once, at its own
 * node. A client that was not answered, as the node crashed, asks again with the same key when that
 * is chosen. Time stands still in such a world: clients count to know the order of events.
 */
final class ScopedClients {
  private final Scope scope;
  private final SimulatedScheduler world;
  private final Cluster cluster;
  private final SimulatedApplication.Scenario scenario;
  private final EpochOracle ledger;
  private final Set<Integer> unasked = new TreeSet<>();
  private final Map<Integer, Recorder.Asked> asked = new TreeMap<>();
  private final Map<Integer, String> answers = new TreeMap<>();
  private long moment;

  ScopedClients(
      Scope scope,
      SimulatedScheduler world,
      Cluster cluster,
      SimulatedApplication.Scenario scenario,
      EpochOracle ledger) {
    this.scope = scope;
    this.world = world;
    this.cluster = cluster;
    this.scenario = scenario;
    this.ledger = ledger;
    for (int i = 0; i < scope.transactions(); i++) {
      unasked.add(i);
    }
  }

  /** Returns the clients that have not asked, or were not answered. */
  Set<Integer> unasked() {
    return unasked;
  }

  int nodeOf(int number) {
    return number % scope.nodes();
  }

  /** Returns the number of clients that were answered. */
  int answered() {
    return answers.size();
  }

  void ask(int number) {
    unasked.remove(number);
    String key = "request-" + number;
    TransactionRequest request =
        new TransactionRequest(
            scenario.conflicting(number, scope.actors()),
            new Idempotency(key, number),
            Scope.TIMEOUT.toNanos());
    Recorder.Asked asks =
        asked.computeIfAbsent(number, one -> ledger.recorder().asked(key, key, now()));
    world
        .newExecutor(key)
        .start(
            () ->
                heard(number, key, asks, cluster.node(nodeOf(number)).door().submit(key, request)));
  }

  private void heard(int number, String key, Recorder.Asked asks, ClientReply reply) {
    switch (reply) {
      case ClientReply.Told(Outcome.Committed(var id, var results, var age)) -> {
        ledger.acknowledged(id, key, results);
        asks.committed(id, now());
        answers.put(number, "committed " + results);
      }
      case ClientReply.Told(Outcome.Aborted(var id, var reason)) -> {
        ledger.aborted(id, null);
        asks.aborted(id, now());
        answers.put(number, "aborted " + reason.code());
      }
      case ClientReply.Told(Outcome.InDoubt(var id, var why, _)) -> {
        asks.inDoubt(id);
        answers.put(number, "in doubt");
      }
      case ClientReply.Broken _ -> unasked.add(number);
      case ClientReply.Item _, ClientReply.Read _, ClientReply.Stepped _ ->
          throw new IllegalStateException("nobody asked to read, for a step, or for a batch");
    }
  }

  private long now() {
    return world.nanos() + ++moment;
  }

  /** Returns the answer of each client as text. */
  String answers() {
    return answers.toString();
  }
}
