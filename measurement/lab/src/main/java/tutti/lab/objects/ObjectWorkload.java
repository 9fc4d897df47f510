package tutti.lab.objects;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import tutti.engine.deployment.text.Units;
import tutti.lab.bench.NodesWorkload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Counts;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;

/**
 * {@code tutti bench dht|audited-bank|loan|vacation}: a benchmark of Atomic RMI, on real nodes of
 * this process or on a model. Every run has nodes and objects of its own.
 */
public final class ObjectWorkload extends NodesWorkload {
  /** The number of clients of each node (§5). */
  public static final int CLIENTS_PER_NODE = 24;

  /** The restarts of a committed transaction, of any cause, and by deadlocks. */
  public static final String RESTARTS = "restarts-per-commit";

  public static final String DEADLOCKS = "deadlocks-per-commit";

  /** The transactions that the application rolled back, for each that committed. */
  public static final String ROLLBACKS = "rollbacks-per-commit";

  /** The transactions that were tried again until their time was over, for each that committed. */
  public static final String GIVEN_UP = "given-up-per-commit";

  private final ObjectKind kind;
  private final ObjectShape shape;

  /**
   * @param source the source of the nodes; a model's nodes have a local network if no other is
   *     given, unless they share a machine
   * @throws IllegalArgumentException if the shape does not fit; the message explains why
   */
  public ObjectWorkload(
      ObjectKind kind, ObjectShape shape, List<Side> sides, RunNodes.Source source) {
    super(Model.onLan(source), sides.stream().map(side -> spread(kind, shape, side)).toList());
    kind.check(shape);
    this.kind = kind;
    this.shape = shape;
    if (model() != null && shape.service().busy()) {
      throw new IllegalArgumentException(
          "--service busy keeps a real processor: on a model operations are parked");
    }
  }

  private static Side spread(ObjectKind kind, ObjectShape shape, Side side) {
    return new Side(
        side.label(),
        NodeKeys.spread(
            kind.label(),
            side.deployment(),
            shape.nodes(),
            ObjectRequests.of(kind, shape, 0).types()));
  }

  @Override
  public String name() {
    return kind.label() + (model() == null ? "" : ", simulated");
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    parameters.put("nodes", shape.nodes());
    parameters.put("objects-per-node", shape.objects());
    parameters.put("read-transactions", shape.reads() + " %");
    parameters.put("service-time", Units.text(Duration.ofNanos(shape.service().nanos())));
    parameters.put("service", shape.service().busy() ? "busy" : "parked");
    Model model = model();
    if (model != null) {
      model.describe(parameters);
    }
  }

  @Override
  protected RunResult run(Side side, LoadPlan plan, RunNodes.Source from) throws Exception {
    ObjectRequests requests = ObjectRequests.of(kind, shape, plan.clients());
    try (RunNodes open = from.open(requests.application(), side.deployment(), plan)) {
      requests.prepare(open);
      Counts before = Counts.of(open.nodes());
      LoadResult load =
          open.load(
              requests,
              (client, request) -> client % shape.nodes(),
              plan,
              ClosedLoop.Measuring.NOBODY);
      Counts during = Counts.of(open.nodes()).minus(before);
      double commits = Math.max(1, load.total().committed());
      RunResult run =
          load.result(side.label(), during.retries())
              .measure("mean-us", load.latency().getMean() / 1e3)
              .measure("messages-per-commit", during.messages() / commits)
              .measure(RESTARTS, during.retries() / commits)
              .measure(DEADLOCKS, during.deadlocks() / commits)
              .measure(ROLLBACKS, load.total().refused() / commits)
              .measure(GIVEN_UP, load.total().aborted() / commits)
              .check("all-answered", load.answered())
              .check("nothing-in-doubt", load.total().inDoubt() == 0);
      return requests.judge(run, open);
    }
  }
}
