package tutti.simulator.fault.injector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tutti.engine.runtime.Promise;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;

/**
 * Many clients that come at the same time, for a while: more than nodes admit. Each asks for a few
 * things without thinking in between; a client that is turned away tries again or leaves.
 */
public final class Burst {
  /** The number of the first client of the burst: no other client has a number so high. */
  private static final int FIRST = 2_000;

  private static final int MOST_CLIENTS = 80;
  private static final int MOST_REQUESTS = 4;

  private final SimulatedClient hand;
  private final IntFunction<SimulatedClient> newClient;
  private final int admitted;
  private final RunContext run;
  private final List<SimulatedClient> crowd = new ArrayList<>();

  /**
   * @param hand the client that starts them
   * @param newClient makes a client with that number
   * @param admitted the number of requests that a node runs at a time
   */
  public Burst(
      SimulatedClient hand, IntFunction<SimulatedClient> newClient, int admitted, RunContext run) {
    this.hand = hand;
    this.newClient = newClient;
    this.admitted = admitted;
    this.run = run;
  }

  /** Returns all clients of the burst. */
  public List<SimulatedClient> crowd() {
    return crowd;
  }

  /**
   * Runs the burst at some time unless everything is {@code over} by then; when this returns, all
   * its clients have gone.
   */
  public void come(BooleanSupplier over) {
    RandomGenerator random = run.faults().random(FaultKind.BURST);
    hand.pause(1 + random.nextLong(1_000_000L << random.nextInt(9)));
    if (over.getAsBoolean() || !run.faults().granted()) {
      return;
    }
    run.faults().happened(FaultKind.BURST);
    run.reached().add(CoveragePoint.BURST);
    int count = Math.min(MOST_CLIENTS, 2 * admitted + random.nextInt(10));
    List<Promise<Boolean>> ends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SimulatedClient client = newClient.apply(FIRST + i);
      crowd.add(client);
      Promise<Boolean> end = new Promise<>();
      ends.add(end);
      int requests = 1 + random.nextInt(MOST_REQUESTS);
      client.start(IntStream.range(0, requests).boxed().toList(), 1, () -> end.complete(true));
    }
    ends.forEach(Promise::await);
  }
}
