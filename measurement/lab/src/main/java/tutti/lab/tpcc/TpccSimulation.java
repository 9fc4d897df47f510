package tutti.lab.tpcc;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.ActorCalls;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.run.DrawnReplication;
import tutti.simulator.world.Seeds;

/**
 * TPC-C for the simulator: two small warehouses with much traffic between them, whose twelve
 * conditions hold whenever nothing runs. The seed chooses whether a warehouse is an actor or its
 * rows are; under protocols that treat an actor as one item, its rows are.
 */
public final class TpccSimulation implements SimulatedApplication {
  private static final long SEED = 1;

  /**
   * The actors and items that one transaction loads: a journal may have small segments, and entries
   * of a replicated log half of one. Two customers with their orders have five kilobytes.
   */
  private static final int PARTS_AT_ONCE = 2;

  private static final int ITEMS_AT_ONCE = 4;

  /** The codes of refusals while a warehouse is not loaded, and of an item that is not valid. */
  private static final Set<String> EXPECTED =
      Set.of(Warehouse.INVALID_ITEM, "no-such-row", "no-such-customer", Depot.NOT_LOADED);

  private final Actors actors;
  private final TpccShape shape;
  private final Cut cut;
  private final Terminals terminals;

  public TpccSimulation() {
    this(Actors.WAREHOUSES);
  }

  /**
   * Returns the simulation in which rows are actors. Messages about a whole warehouse have tens of
   * kilobytes, and thousands of them may wait for a slow link.
   */
  public static TpccSimulation ofRows() {
    return new TpccSimulation(Actors.ROWS);
  }

  private TpccSimulation(Actors actors) {
    this.actors = actors;
    this.shape = new TpccShape(2, 4, 15, actors, Mix.STANDARD, 30, 10, true, 0);
    this.cut = actors == Actors.ROWS ? Cut.of(shape) : new WarehouseCut(true, ITEMS_AT_ONCE);
    this.terminals = new Terminals(shape, SEED);
  }

  @Override
  public String name() {
    return actors == Actors.ROWS ? "tpcc-rows" : "tpcc";
  }

  @Override
  public Application application() {
    return cut.application();
  }

  @Override
  public SimulatedApplication drawn(long seed, int nodes, UnaryOperator<Deployment> fixed) {
    if (actors == Actors.ROWS) {
      return this;
    }
    boolean integrated =
        nodes != 1 && DrawnReplication.several(fixed).filter(Deployment::integrated).isPresent();
    return integrated || Seeds.stream(seed, "tpcc").nextBoolean()
        ? ofRows()
        : new TpccSimulation(Actors.WAREHOUSES);
  }

  /**
   * Keeps a log: without one a warehouse may be lost that another one has paid. A warehouse is no
   * item of an integrated protocol.
   */
  @Override
  public Deployment fitting(Deployment drawn) {
    boolean tooLarge = actors == Actors.WAREHOUSES && drawn.integrated();
    return drawn.toBuilder()
        .durability(Durability.SYNC)
        .replication(tooLarge ? Replication.NONE : drawn.replication())
        .build();
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Clients();
  }

  /** The terminals of one run; used by one thread. */
  private final class Clients implements Scenario {

    @Override
    public List<List<Call>> opening() {
      Population rows = new Population(shape, SEED, Instant.EPOCH);
      List<List<Call>> opening = new ArrayList<>();
      for (int warehouse = 1; warehouse <= shape.warehouses(); warehouse++) {
        List<TransactionRequest> parts = new ArrayList<>();
        cut.parts(rows, warehouse).forEach(part -> parts.add(part.get()));
        int atOnce = Math.min(PARTS_AT_ONCE, cut.partsAtOnce());
        for (int from = 0; from < parts.size(); from += atOnce) {
          List<TransactionRequest> some =
              parts.subList(from, Math.min(parts.size(), from + atOnce));
          opening.add(ActorCalls.together(some).calls());
        }
        opening.add(cut.lastPart(rows, warehouse).calls());
      }
      return opening;
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      // Terminals are of one warehouse each; a client's number stands for one of both.
      Kind kind = shape.mix().next(new TpccRandom(random));
      return cut.request(turn.client(), terminals.next(kind, turn.client(), random)).calls();
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      int warehouse = 1 + random.nextInt(shape.warehouses());
      return cut.lastPart(new Population(shape, SEED, Instant.EPOCH), warehouse)
          .calls()
          .getFirst()
          .target();
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      StateTables tables = new StateTables(states);
      try {
        List<String> found = new ArrayList<>();
        Conditions.violations(tables, shape, tables.warehouses())
            .forEach(
                (condition, told) ->
                    told.forEach(what -> found.add("tpcc-" + condition + ": " + what)));
        return found;
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException("nothing is waited for", interrupted);
      }
    }

    @Override
    public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
      return reason instanceof Reason.Refused refused && !EXPECTED.contains(refused.code())
          ? calls + " was refused for " + reason.message()
          : null;
    }
  }
}
