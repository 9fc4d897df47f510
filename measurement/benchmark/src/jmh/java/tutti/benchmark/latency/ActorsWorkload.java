package tutti.benchmark.latency;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.Workload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.load.ThreadUse;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Bulk;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/**
 * {@code bench latency --actors}: a transaction reads the one row of one of many actors, drawn anew
 * each time. The thread that brings an answer sends the next request, so that no client wants a
 * core. Runs share the actors, which take longer to make than to measure.
 */
public final class ActorsWorkload implements Workload {
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  private final List<Side> sides;
  private final int actors;
  private final RelationalApplication application =
      new RelationalApplication(Calls.application(), null);
  private final Map<String, OpenNodes> open = new LinkedHashMap<>();
  private final Path folder;

  /**
   * @param actors the number of actors
   */
  public ActorsWorkload(List<Side> sides, int actors, Path folder) {
    this.sides = List.copyOf(sides);
    this.actors = actors;
    this.folder = folder;
  }

  @Override
  public String name() {
    return "latency of actors";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("actors", actors);
    parameters.put("deployment", Sides.common(sides));
    return parameters;
  }

  @Override
  public List<String> sides() {
    return Sides.labels(sides);
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    OpenNodes node = open.get(label);
    if (node == null) {
      node = filled(label, plan);
      open.put(label, node);
    }
    NodeTarget target =
        new NodeTarget(
            node.node(),
            (client, random) -> request(random.nextInt(actors), new Calls.Look()),
            RunHistory.NONE);
    Use use = new Use();
    LoadResult load = ClosedLoop.run(target, plan, use);
    long ended = load.measured().ended();
    return RunResult.of(label, load.throughput(), load.latency(), load.measured())
        .measure("thread-us-per-transaction", use.measured.cpuNanos() / 1e3 / ended)
        .measure("bytes-per-transaction", (double) use.measured.bytes() / ended)
        .check("all-committed", load.total().committed() == load.total().ended());
  }

  private OpenNodes filled(String label, LoadPlan plan) throws IOException, InterruptedException {
    Side side = Sides.labelled(label, sides);
    OpenNodes node = new LocalNodes().open(application, side.deployment(), folder, plan.seed());
    Bulk.commit(node.node(), actors, number -> request(number, new Calls.Put()));
    return node;
  }

  /** The use of the executors during the measured time. */
  private static final class Use implements ClosedLoop.Measuring {
    private ThreadUse measured = new ThreadUse(0, 0);

    @Override
    public void begins() {
      measured = ThreadUse.ofExecutors();
    }

    @Override
    public void ends() {
      measured = ThreadUse.ofExecutors().since(measured);
    }
  }

  private TransactionRequest request(long actor, Procedure<Calls, ?> procedure) {
    if (application.type(Calls.class) instanceof tutti.model.ActorType type
        && type.action(procedure.getClass().getSimpleName()) instanceof ProcedureAction known) {
      ActorId id = new ActorId("Calls", Long.toString(actor));
      return new TransactionRequest(List.of(known.call(id, procedure)), null, TIMEOUT_NANOS);
    }
    throw new IllegalStateException("no procedure " + procedure);
  }

  @Override
  public void close() {
    open.values().forEach(OpenNodes::close);
  }
}
