package tutti.lab.virtual;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.Ending;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.Outcomes;
import tutti.lab.node.NodeTarget;
import tutti.simulator.model.ModelCluster;
import tutti.simulator.model.ModelWorld;

/** Closed-loop load like that of {@link ClosedLoop}, on a model and in its time. */
final class VirtualLoop {
  /** The time within which clients begin, one after another. */
  private static final long BEGIN_NANOS = 1_000_000;

  private final ModelNodes nodes;
  private final ModelCluster cluster;
  private final ModelWorld world;
  private final NodeTarget.Requests requests;
  private final NodeTarget.Entry entry;
  private final LoadPlan plan;
  private final long timeout;
  private final Histogram latency = new Histogram(Outcomes.LONGEST_NANOS, 3);
  private final long[] measured = new long[Ending.values().length];
  private final long[] total = new long[Ending.values().length];

  /** The clients that pause, as what they do afterwards. */
  private final Set<Runnable> pausing = new LinkedHashSet<>();

  private boolean measuring;
  private boolean ended;
  private int running;

  VirtualLoop(
      ModelNodes nodes, NodeTarget.Requests requests, NodeTarget.Entry entry, LoadPlan plan) {
    this.nodes = nodes;
    this.cluster = nodes.cluster();
    this.world = cluster.world();
    this.requests = requests;
    this.entry = entry;
    this.plan = plan;
    this.timeout = nodes.deployment().transactionTimeout().toNanos();
  }

  /**
   * Loads the model as planned; returns when all requests are answered, or a virtual hour after,
   * which is longer than a request of any workload may take.
   *
   * @param watching told where the measured time begins and ends
   * @return with the time that the modelled cores were busy as processor time
   */
  LoadResult run(ClosedLoop.Measuring watching) {
    SplittableRandom seeds = new SplittableRandom(plan.seed());
    running = plan.clients();
    for (int i = 0; i < plan.clients(); i++) {
      Client client = new Client(i, seeds.split());
      world.after(BEGIN_NANOS * i / plan.clients(), client::go);
    }
    pass(plan.warmup().toNanos());
    long busy = cluster.busyNanos();
    long begin = world.nanos();
    watching.begins();
    measuring = true;
    pass(plan.measured().toNanos());
    measuring = false;
    ended = true;
    List.copyOf(pausing).forEach(Runnable::run);
    pausing.clear();
    watching.ends();
    double cpu = (cluster.busyNanos() - busy) / 1e9;
    double seconds = (world.nanos() - begin) / 1e9;
    boolean answered = world.run(() -> running == 0, world.nanos() + ModelNodes.PATIENCE_NANOS);
    return new LoadResult(
        seconds, cpu, latency, Ending.outcomes(measured), Ending.outcomes(total), answered);
  }

  /** Makes {@code nanos} nanoseconds pass. */
  private void pass(long nanos) {
    boolean[] over = new boolean[1];
    long end = world.nanos() + nanos;
    world.after(nanos, () -> over[0] = true);
    world.run(() -> over[0], end);
  }

  private final class Client {
    private final int number;
    private final SplittableRandom random;
    private boolean sending;
    private boolean answered;

    Client(int number, SplittableRandom random) {
      this.number = number;
      this.random = random;
    }

    /**
     * Sends requests in a loop and not by recursion: a request may be answered before it has been
     * sent.
     */
    void go() {
      do {
        if (ends()) {
          return;
        }
        long pause = requests.pauseNanos(number, random);
        if (pause > 0) {
          pause(pause);
          return;
        }
        send();
      } while (answered);
    }

    /** Sends a request after a pause; the end of the load ends the pause. */
    private void pause(long nanos) {
      Runnable then =
          () -> {
            if (!ends()) {
              send();
              if (answered) {
                go();
              }
            }
          };
      pausing.add(then);
      world.after(
          nanos,
          () -> {
            if (pausing.remove(then)) {
              then.run();
            }
          });
    }

    private boolean ends() {
      if (ended) {
        running--;
      }
      return ended;
    }

    private void send() {
      TransactionRequest request = requests.next(number, random).within(timeout);
      long sent = world.nanos();
      sending = true;
      answered = false;
      cluster.submit(
          entry.of(number, request),
          nodes.place(number),
          request,
          outcome -> {
            requests.ended(number, request, outcome);
            answered(NodeTarget.ending(outcome), world.nanos() - sent);
          });
      sending = false;
    }

    /**
     * Counts an answer, on the thread that answers, as in {@link ClosedLoop}; the next request
     * comes from there.
     */
    private void answered(Ending ending, long nanos) {
      total[ending.ordinal()]++;
      if (measuring) {
        measured[ending.ordinal()]++;
        latency.recordValue(ending.latency(nanos));
      }
      answered = sending;
      if (!sending) {
        go();
      }
    }
  }
}
