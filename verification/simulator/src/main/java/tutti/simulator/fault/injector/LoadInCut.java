package tutti.simulator.fault.injector;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.Outcome;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.report.CoveragePoint;

/**
 * Clients that go on asking a host while it is cut off from all others, each time with far less
 * time than the cut lasts. What they were told nothing definite about, and gave up well before the
 * cut ended, may never happen: nobody waits for it any more, and it would hold up what others ask
 * for.
 */
public final class LoadInCut {
  /**
   * A cut has to last so much longer than a request: a host looks now and then what is over, and
   * messages are up to three seconds late.
   */
  private static final long BEFORE_THE_END_NANOS = 3_500_000_000L;

  /** A leader that was cut off believes in its followers for a while. */
  private static final long LEADS_NANOS = 2_500_000_000L;

  private static final long LEAST_TIME_NANOS = 50_000_000;
  private static final long MOST_TIME_NANOS = 500_000_000;
  private static final long MOST_THINK_NANOS = 100_000_000;

  private final RunContext run;
  private final List<SimulatedClient> clients;
  private final RandomGenerator random;
  private final boolean judged;
  private final boolean leaders;
  private final List<GivenUp> givenUp = new ArrayList<>();
  private final List<TransactionId> never = new ArrayList<>();
  private int index;

  /** A request that was not answered for good. */
  private record GivenUp(TransactionId id, long asked, long over) {}

  /**
   * @param clients that ask
   * @param judged whether what was given up may not happen: messages that a cut holds up may bring
   *     it about
   * @param leaders whether hosts lead shards
   */
  public LoadInCut(
      RunContext run,
      List<SimulatedClient> clients,
      RandomGenerator random,
      boolean judged,
      boolean leaders) {
    this.run = run;
    this.clients = clients;
    this.random = random;
    this.judged = judged;
    this.leaders = leaders;
  }

  /** Returns the transactions that were given up while a host was cut off, and may not happen. */
  public List<TransactionId> never() {
    return never;
  }

  /**
   * Asks a host that has just been cut off, until it is not any more.
   *
   * @param whileCut lets the cut last
   */
  void ask(NodeUnderTest node, Runnable whileCut) {
    if (random.nextBoolean()) {
      whileCut.run();
      return;
    }
    long begun = run.world().nanos();
    int crashes = node.crashes();
    boolean[] over = new boolean[1];
    givenUp.clear();
    List<Promise<Boolean>> ends = new ArrayList<>();
    for (SimulatedClient client : clients) {
      Promise<Boolean> end = new Promise<>();
      ends.add(end);
      client.task(
          () -> {
            while (!over[0]) {
              askOnce(client, node);
              client.pause(1 + random.nextLong(MOST_THINK_NANOS));
            }
            end.complete(true);
          });
    }
    whileCut.run();
    long ended = run.world().nanos();
    over[0] = true;
    run.world().trace("in a cut of host " + node.number() + " clients gave up " + givenUp.size());
    // A host that has ended meanwhile knows of no deadline any more.
    if (judged && node.up() && node.crashes() == crashes) {
      givenUp.stream()
          .filter(each -> each.asked > begun + (leaders ? LEADS_NANOS : 0))
          .filter(each -> each.over < ended - BEFORE_THE_END_NANOS)
          .map(GivenUp::id)
          .forEach(never::add);
      run.reach(CoveragePoint.GIVEN_UP_IN_A_CUT, !never.isEmpty());
    }
    ends.forEach(Promise::await);
  }

  private void askOnce(SimulatedClient client, NodeUnderTest node) {
    if (!node.open()) {
      return;
    }
    long asked = run.world().nanos();
    long time = random.nextLong(LEAST_TIME_NANOS, MOST_TIME_NANOS);
    ClientReply reply = client.drawn(node, index++, time);
    if (reply instanceof ClientReply.Told(Outcome.InDoubt(var id, _, _))) {
      givenUp.add(new GivenUp(id, asked, run.world().nanos()));
    }
  }
}
