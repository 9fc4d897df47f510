package tutti.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import tutti.engine.concurrency.TransactionId;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.RunContext;

/** The clients of a run, and the hands with which its director and its injectors work. */
final class RunClients {
  /** The client number of a caller that is not one of the clients. */
  static final int NOBODY = 1_000;

  private final RunPlan plan;
  private final RunContext run;
  private final Cluster cluster;
  private final AtomicReference<SimulatedApplication.Scenario> scenario;

  /** Whether clients make blocks. */
  private final boolean blocks;

  /** Whether nodes know keys for longer than the run lasts. */
  private final boolean keepsKeys;

  private final List<SimulatedClient> clients = new ArrayList<>();

  /** The clients that come beside these: in a burst, to a host that is cut off, at the end. */
  private final List<List<SimulatedClient>> others = new ArrayList<>();

  private int busy;

  RunClients(
      RunPlan plan,
      RunContext run,
      Cluster cluster,
      AtomicReference<SimulatedApplication.Scenario> scenario,
      boolean blocks) {
    this.plan = plan;
    this.blocks = blocks;
    this.run = run;
    this.cluster = cluster;
    this.scenario = scenario;
    this.keepsKeys = plan.keepsKeys(plan.deployment());
  }

  /** Makes the clients, none of which does anything yet. */
  void make() {
    for (int i = 0; i < plan.clients(); i++) {
      clients.add(numbered("client-" + i, i));
    }
  }

  /** Returns a hand: a client that asks only when told to. */
  SimulatedClient hand(String name) {
    return numbered(name, NOBODY);
  }

  SimulatedClient numbered(String name, int number) {
    return new SimulatedClient(
        name,
        number,
        index -> plan.stream(name + "/" + index),
        run,
        cluster,
        scenario::get,
        plan.deadlineNanos(),
        plan.names(),
        keepsKeys,
        blocks);
  }

  /** Lets all clients ask; {@code done} is called when the last of them has ended. */
  void start(Runnable done) {
    long thinkNanos = plan.thinkNanos();
    List<List<Integer>> turns = plan.turns();
    busy = (int) turns.stream().filter(indices -> !indices.isEmpty()).count();
    for (int i = 0; i < clients.size(); i++) {
      if (!turns.get(i).isEmpty()) {
        clients.get(i).start(turns.get(i), thinkNanos, () -> ended(done));
      }
    }
  }

  private void ended(Runnable done) {
    if (--busy == 0) {
      done.run();
    }
  }

  /** Returns the number of clients that have not ended. */
  int busy() {
    return busy;
  }

  /** Lets all clients repeat what they remember, one after another. In a task only. */
  void repeatRemembered() {
    clients.forEach(SimulatedClient::repeatRemembered);
  }

  /** Notes that these clients come, too; there may be more of them later. */
  void joinedBy(List<SimulatedClient> further) {
    others.add(further);
  }

  /** Tells all clients that nothing will hold up their requests. */
  void calm() {
    clients.forEach(SimulatedClient::calm);
  }

  /** Returns the transactions of which clients were told that their outcome was not yet known. */
  List<TransactionId> doubts() {
    return Stream.concat(Stream.of(clients), others.stream())
        .flatMap(List::stream)
        .flatMap(client -> client.doubts().stream())
        .toList();
  }

  /** Returns the requests and reads that clients began. */
  NavigableSet<Turn> asked() {
    NavigableSet<Turn> asked = new TreeSet<>();
    clients.forEach(client -> asked.addAll(client.asked()));
    return asked;
  }

  long committed() {
    return clients.stream().mapToLong(SimulatedClient::committed).sum();
  }

  long reads() {
    return clients.stream().mapToLong(SimulatedClient::reads).sum();
  }
}
