package tutti.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.Call;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.report.CoveragePoint;

/**
 * The share that each host has of what all want: after the last fault one client of each host
 * changes the same actor again and again, though the hosts' clocks are far apart, or were, and the
 * least of them has to come to a part of what the most comes to.
 *
 * @param hand the client that lets the others begin and end
 * @param clients one for each host
 * @param hot requests that change one actor each; the first that commits is asked for by all
 */
record FairShare(
    RunContext run,
    Cluster cluster,
    SimulatedClient hand,
    List<SimulatedClient> clients,
    RandomGenerator random,
    List<List<Call>> hot) {
  /** The least has to come to one of so many. */
  private static final int PART = 10;

  /** The number of transactions at which the client that has most of them ends all. */
  private static final long ENOUGH = 120;

  /** With fewer the difference tells nothing. */
  private static final long LEAST = 40;

  private static final long LONGEST_NANOS = 6_000_000_000L;
  private static final long LOOK_NANOS = 20_000_000;

  /** The time of a request, in nanoseconds. */
  private static final long TIME_NANOS = 2_000_000_000L;

  /** The longest time that a client thinks. */
  private static final long THINK_NANOS = 4_000_000;

  /** Looks. In a task only, while no fault goes on and all hosts run. */
  void check() {
    List<Call> calls = wanted();
    if (calls == null) {
      return;
    }
    long[] committed = new long[clients.size()];
    boolean[] over = new boolean[1];
    List<Promise<Boolean>> ends = new ArrayList<>();
    for (int i = 0; i < committed.length; i++) {
      int number = i;
      Promise<Boolean> end = new Promise<>();
      ends.add(end);
      SimulatedClient client = clients.get(i);
      client.task(
          () -> {
            while (!over[0]) {
              committed[number] += isDone(client, cluster.node(number), calls) ? 1 : 0;
              client.pause(1 + random.nextLong(THINK_NANOS));
            }
            end.complete(true);
          });
    }
    long until = run.world().nanos() + LONGEST_NANOS;
    while (run.world().nanos() < until && most(committed) < ENOUGH) {
      hand.pause(LOOK_NANOS);
    }
    long[] seen = committed.clone();
    over[0] = true;
    ends.forEach(Promise::await);
    judge(calls, seen);
  }

  private static long most(long[] committed) {
    return Arrays.stream(committed).max().orElse(0);
  }

  private void judge(List<Call> calls, long[] committed) {
    long most = most(committed);
    long least = Arrays.stream(committed).min().orElse(0);
    run.world().trace("at one actor clients of the hosts committed " + Arrays.toString(committed));
    if (most < LEAST) {
      return;
    }
    run.reached().add(CoveragePoint.HOT_WITH_CLOCKS_APART);
    if (least * PART < most) {
      run.found(
          "fair",
          "a client of each host asked for %s after the last fault, and they committed %s times"
              .formatted(calls, Arrays.toString(committed)));
    }
  }

  /** Returns the request that all make; null if none commits. */
  private @Nullable List<Call> wanted() {
    for (List<Call> calls : hot) {
      if (isDone(hand, cluster.node(0), calls)) {
        return calls;
      }
    }
    return null;
  }

  private static boolean isDone(SimulatedClient client, NodeUnderTest node, List<Call> calls) {
    return client.once(node, calls, TIME_NANOS) instanceof ClientReply.Told(Outcome.Committed _);
  }
}
