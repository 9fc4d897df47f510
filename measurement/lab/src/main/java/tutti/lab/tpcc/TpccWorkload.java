package tutti.lab.tpcc;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.lab.bench.NodesWorkload;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.Counts;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.tpcc.Tables.Extent;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.lab.virtual.Model;

/**
 * {@code tutti bench tpcc}: the five transactions of TPC-C, on real nodes of this process or on a
 * model, with its twelve consistency conditions after every run.
 */
public final class TpccWorkload extends NodesWorkload {
  /** The times, in seconds, of the load and of the check of all conditions. */
  public static final String LOAD = "load-s";

  public static final String CONDITIONS = "conditions-s";

  private static final double NANOS = 1e9;

  private final TpccShape shape;
  private final Cut cut;
  private final @Nullable Path export;
  private final Consumer<String> notes;

  /**
   * @param source of the nodes; a model's have a local network if no other is given, unless they
   *     share a machine. Where it keeps its nodes' folder, what is there is checked and used
   * @param export the folder for the tables after a run, or null
   * @param notes is told what takes long, and which rows violate a condition
   * @throws IllegalArgumentException if a side does not fit the shape; the message says why
   */
  public TpccWorkload(
      TpccShape shape,
      List<Side> sides,
      RunNodes.Source source,
      @Nullable Path export,
      Consumer<String> notes) {
    super(Model.onLan(source), sides.stream().map(side -> placed(shape, side)).toList());
    this.shape = shape;
    this.cut = Cut.of(shape);
    this.export = export;
    this.notes = notes;
  }

  /**
   * Returns a side with the warehouses spread evenly over its containers, in the order of their
   * numbers, unless its deployment says other ranges.
   */
  private static Side placed(TpccShape shape, Side side) {
    Deployment deployment = side.deployment();
    Cut cut = Cut.of(shape);
    if (deployment.integrated() && shape.actors() == Actors.WAREHOUSES) {
      throw new IllegalArgumentException(
          "under "
              + deployment.replication().protocol().setting()
              + " an actor is one item of 1 MiB at most, and a warehouse with all that belongs to"
              + " it is larger: --actors rows");
    }
    int parts = deployment.shardCount() * deployment.containers();
    if (parts > shape.warehouses()) {
      throw new IllegalArgumentException(
          "there are at least as many --warehouses as containers of all nodes or shards: "
              + parts
              + ", not "
              + shape.warehouses());
    }
    if (parts == 1 || deployment.placement() instanceof Placement.Range) {
      return side;
    }
    List<String> splits = new ArrayList<>();
    for (int part = 1; part < parts; part++) {
      splits.add(cut.firstKey(Math.ceilDiv(part * shape.warehouses(), parts) + 1));
    }
    Map<String, List<String>> ofTypes = new TreeMap<>();
    cut.types().forEach(type -> ofTypes.put(type, splits));
    return new Side(
        side.label(), deployment.toBuilder().placement(new Placement.Range(ofTypes)).build());
  }

  @Override
  public String name() {
    return "tpcc" + (model() == null ? "" : ", simulated");
  }

  /** Returns the name that figures without an audit may have. */
  @Override
  public String unit() {
    return "TPC-C transactions/s";
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    parameters.put("figures", unit() + " of all kinds; no result is audited");
    shape.describe(parameters);
    Model model = model();
    if (model != null) {
      model.describe(parameters);
    }
  }

  @Override
  protected RunResult run(Side side, LoadPlan plan, RunNodes.Source from) throws Exception {
    Deployment deployment = side.deployment();
    try (RunNodes open = from.open(cut.application(), deployment, plan)) {
      Prepared prepared = prepare(open, plan.seed());
      TpccRequests requests =
          new TpccRequests(shape, cut, plan.clients(), plan.seed(), open::nanos);
      Counts before = Counts.of(open.nodes());
      LoadResult load = open.load(requests, entry(deployment), plan, requests);
      Counts during = Counts.of(open.nodes()).minus(before);
      double commits = Math.max(1, load.total().committed());
      RunResult run =
          requests
              .result(load.result(side.label(), during.retries()), load)
              .measure(LOAD, prepared.seconds)
              .measure("messages-per-commit", during.messages() / commits)
              .measure("retries-per-commit", during.retries() / commits)
              .check("all-answered", load.answered())
              .check("nothing-in-doubt", load.total().inDoubt() == 0);
      if (prepared.found != null) {
        run = judged(run, prepared.found, "-at-start");
      }
      long begun = open.nanos();
      SortedMap<Integer, List<String>> violations =
          Conditions.violations(cut.tables(open, shape), shape);
      run = judged(run, violations, "").measure(CONDITIONS, (open.nanos() - begun) / NANOS);
      if (export != null) {
        notes.accept("writing the tables to " + export);
        Export.write(cut.tables(open, shape), shape.warehouses(), export);
      }
      return run;
    }
  }

  /**
   * The beginning of a run.
   *
   * @param seconds that the load took
   * @param found the violations of what was there, or null if nothing was
   */
  private record Prepared(double seconds, @Nullable SortedMap<Integer, List<String>> found) {}

  private Prepared prepare(RunNodes open, long seed) throws InterruptedException {
    long begun = open.nanos();
    Optional<Extent> there = cut.begun(open);
    if (there.isPresent() && !shape.fits(there.get())) {
      throw new IllegalArgumentException(
          "the load of the warehouses that are there was begun with "
              + there.get().flags()
              + ": say these, or give another --data folder");
    }
    if (there.isPresent() && isLoaded(cut.tables(open, shape))) {
      notes.accept("checking the warehouses that are there");
      return new Prepared(0, Conditions.violations(cut.tables(open, shape), shape));
    }
    notes.accept("loading " + shape.warehouses() + " warehouses");
    cut.load(
        open,
        there
            .map(extent -> new Population(shape, extent.seed(), extent.at()))
            .orElseGet(() -> new Population(shape, seed, today())));
    double seconds = (open.nanos() - begun) / NANOS;
    notes.accept(Text.of("loaded in %.1f s", seconds));
    return new Prepared(seconds, null);
  }

  private Instant today() {
    return model() == null ? Instant.now().truncatedTo(ChronoUnit.MILLIS) : Instant.EPOCH;
  }

  /** Returns whether each warehouse has its row, which is loaded last. */
  private boolean isLoaded(TableSource tables) throws InterruptedException {
    List<WarehouseRow> rows = new ArrayList<>();
    for (int warehouse = 1; warehouse <= shape.warehouses(); warehouse++) {
      tables.warehouses(warehouse, rows::add);
    }
    return rows.size() == shape.warehouses();
  }

  private RunResult judged(
      RunResult run, SortedMap<Integer, List<String>> violations, String when) {
    RunResult judged = run;
    for (Map.Entry<Integer, List<String>> each : violations.entrySet()) {
      String name = "tpcc-" + each.getKey() + when;
      judged = judged.check(name, each.getValue().isEmpty());
      each.getValue().forEach(what -> notes.accept(name + ": " + what));
    }
    return judged;
  }

  /** The node of the warehouse of a terminal is asked. */
  private static NodeTarget.Entry entry(Deployment deployment) {
    var homes = LocalNodes.homes(deployment);
    return (client, request) -> homes.applyAsInt(request.calls().getFirst().target());
  }
}
