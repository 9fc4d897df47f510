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
import tutti.lab.bench.StoredWorkload;
import tutti.lab.load.LoadPlan;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.tpcc.Tables.Extent;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.lab.virtual.Model;
import tutti.model.Application;

/**
 * {@code tutti bench tpcc}: the five transactions of TPC-C, on real nodes of this process or on a
 * model, with its twelve consistency conditions after every run.
 */
public final class TpccWorkload extends StoredWorkload {
  private final TpccShape shape;
  private final Cut cut;
  private final @Nullable Path export;

  /**
   * @param source the source of the nodes; a model's nodes have a local network if no other is
   *     given, unless they share a machine. If the source keeps its nodes' folder, the data there
   *     is checked and used
   * @param export the folder for the tables after a run; null to write none
   * @param notes is called with a line about work that takes long, and about rows that violate a
   *     condition
   * @throws IllegalArgumentException if a side does not fit the shape; the message explains why
   */
  public TpccWorkload(
      TpccShape shape,
      List<Side> sides,
      RunNodes.Source source,
      @Nullable Path export,
      Consumer<String> notes) {
    super(source, sides.stream().map(side -> placed(shape, side)).toList(), notes);
    this.shape = shape;
    this.cut = Cut.of(shape);
    this.export = export;
  }

  /**
   * Returns a side with the warehouses spread evenly over its containers, in the order of their
   * numbers, unless its deployment sets other ranges.
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
  protected Application application() {
    return cut.application();
  }

  @Override
  protected String stored() {
    return "warehouses";
  }

  /** Returns whether each warehouse has its row, which is loaded last. */
  @Override
  protected boolean isLoaded(RunNodes open) throws InterruptedException {
    Optional<Extent> there = cut.begun(open);
    if (there.isPresent() && !shape.fits(there.get())) {
      throw new IllegalArgumentException(
          "the load of the warehouses that are there was begun with "
              + there.get().flags()
              + ": say these, or give another --data folder");
    }
    List<WarehouseRow> rows = new ArrayList<>();
    if (there.isPresent()) {
      TableSource tables = cut.tables(open, shape);
      for (int warehouse = 1; warehouse <= shape.warehouses(); warehouse++) {
        tables.warehouses(warehouse, rows::add);
      }
    }
    return rows.size() == shape.warehouses();
  }

  /** Goes on with the rows of the first load, if one was broken off. */
  @Override
  protected void load(RunNodes open, long seed) throws InterruptedException {
    note("loading " + shape.warehouses() + " warehouses");
    cut.load(
        open,
        cut.begun(open)
            .map(extent -> new Population(shape, extent.seed(), extent.at()))
            .orElseGet(() -> new Population(shape, seed, today())));
  }

  private Instant today() {
    return model() == null ? Instant.now().truncatedTo(ChronoUnit.MILLIS) : Instant.EPOCH;
  }

  @Override
  protected Clients clients(RunNodes open, Deployment deployment, LoadPlan plan) {
    return new TpccRequests(shape, cut, plan.clients(), plan.seed(), open::nanos);
  }

  @Override
  protected SortedMap<String, List<String>> violations(RunNodes open) throws InterruptedException {
    SortedMap<String, List<String>> named = new TreeMap<>();
    Conditions.violations(cut.tables(open, shape), shape)
        .forEach((condition, told) -> named.put("tpcc-" + condition, told));
    return named;
  }

  @Override
  protected void finish(RunNodes open) throws Exception {
    if (export != null) {
      note("writing the tables to " + export);
      Export.write(cut.tables(open, shape), shape.warehouses(), export);
    }
  }
}
