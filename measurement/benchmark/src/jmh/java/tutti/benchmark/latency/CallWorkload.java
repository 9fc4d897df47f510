package tutti.benchmark.latency;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.load.ThreadUse;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Folders;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/**
 * {@code bench latency --call}: one client calls procedures that do nothing. The cost of a call of
 * one actor by another is the additional time of a transaction that makes many calls, one after the
 * other, over one that makes none.
 */
public final class CallWorkload implements Workload {
  /** The name of a transaction that does nothing. */
  public static final String EMPTY = "empty";

  /** The name of calls of an actor of the same container. */
  public static final String HERE = "here";

  /** The name of calls of an actor of another container. */
  public static final String APART = "apart";

  private static final int TIMES = 100;
  private static final double EMPTY_BAR_MICROS = 2;
  private static final double HERE_BAR_MICROS = 0.5;
  private static final long TIMEOUT_NANOS = 60_000_000_000L;
  private static final ActorId CALLER = new ActorId("Calls", "caller");

  private final List<String> calls;
  private final Side side;
  private final boolean spins;
  private final Path folder;
  private final RelationalApplication application =
      new RelationalApplication(Calls.application(), null);

  /**
   * @param calls each {@link #EMPTY}, {@link #HERE} or {@link #APART}
   * @param spins whether the client spins
   * @throws IllegalArgumentException if a call cannot be made under this deployment
   */
  public CallWorkload(List<String> calls, Side side, boolean spins, Path folder) {
    for (String call : calls) {
      if (!List.of(EMPTY, HERE, APART).contains(call)) {
        throw new IllegalArgumentException("'" + call + "' is none of empty, here and apart");
      }
      if (call.equals(APART) && side.deployment().containers() < 2) {
        throw new IllegalArgumentException("'apart' needs --containers 2");
      }
    }
    this.calls = List.copyOf(calls);
    this.side = side;
    this.spins = spins;
    this.folder = folder;
  }

  @Override
  public String name() {
    return "latency of calls";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("client", spins ? LatencyWorkload.SPINNING : LatencyWorkload.PARKED);
    parameters.put("calls-a-transaction", TIMES);
    parameters.put("deployment", Sides.common(List.of(side)));
    return parameters;
  }

  @Override
  public List<String> sides() {
    return calls;
  }

  @Override
  public String ratioOf() {
    return "median-us";
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    try (Folders data = Folders.in(folder);
        OpenNodes open =
            new LocalNodes().open(application, side.deployment(), data.path(), plan.seed())) {
      return run(open.node(), label, plan);
    }
  }

  private RunResult run(Node node, String label, LoadPlan plan) throws InterruptedException {
    LoadResult empty = load(node, new Calls.Empty(), plan);
    if (label.equals(EMPTY)) {
      // The run is repeated, so that the allocations are not the warm-up's.
      ThreadUse use = ThreadUse.ofExecutors();
      empty = load(node, new Calls.Empty(), plan);
      double bytes = (double) ThreadUse.ofExecutors().since(use).bytes() / empty.total().ended();
      RunResult run = result(label, empty).measure("bytes-per-transaction", bytes);
      return bar() ? run.check("median-under-2-us", median(empty) < EMPTY_BAR_MICROS) : run;
    }
    LoadResult many = load(node, new Calls.Call(callee(label), TIMES), plan);
    double perCall = (median(many) - median(empty)) / TIMES;
    RunResult run = result(label, many).measure("us-per-call", perCall);
    return bar() && label.equals(HERE)
        // A negative cost is noise: it shows nothing.
        ? run.check("call-under-half-a-us", perCall >= 0 && perCall < HERE_BAR_MICROS)
        : run;
  }

  private boolean bar() {
    return spins && side.deployment().durability() == Durability.OFF;
  }

  private static RunResult result(String label, LoadResult load) {
    return RunResult.of(label, load.throughput(), load.latency(), load.measured())
        .measure("median-us", median(load))
        .check("all-committed", load.total().committed() == load.total().ended());
  }

  private static double median(LoadResult load) {
    return load.latency().getValueAtPercentile(50) / 1e3;
  }

  private LoadResult load(Node node, Procedure<Calls, ?> procedure, LoadPlan plan)
      throws InterruptedException {
    TransactionRequest request = request(procedure);
    NodeTarget target = new NodeTarget(node, (client, random) -> request, RunHistory.NONE);
    return SingleClient.run(target, plan, spins);
  }

  private TransactionRequest request(Procedure<Calls, ?> procedure) {
    if (application.type(Calls.class) instanceof tutti.model.ActorType type
        && type.action(procedure.getClass().getSimpleName()) instanceof ProcedureAction known) {
      return new TransactionRequest(List.of(known.call(CALLER, procedure)), null, TIMEOUT_NANOS);
    }
    throw new IllegalStateException("no procedure " + procedure);
  }

  /** Returns the first name of an actor that lives where the call is to go. */
  private String callee(String label) {
    Deployment deployment = side.deployment();
    Placements placements = new Placements(deployment.placement(), deployment.containers());
    int home = placements.containerOf(CALLER);
    for (int i = 0; ; i++) {
      String name = "callee-" + i;
      if ((placements.containerOf(new ActorId("Calls", name)) == home) == label.equals(HERE)) {
        return name;
      }
    }
  }
}
