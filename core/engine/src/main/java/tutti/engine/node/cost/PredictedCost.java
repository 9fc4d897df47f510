package tutti.engine.node.cost;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.node.cost.CostConstant.Way;
import tutti.engine.node.cost.CostConstants.Cost;
import tutti.model.ActorId;
import tutti.model.cost.CallCost;
import tutti.model.cost.CallPlace;
import tutti.model.cost.Section;
import tutti.model.cost.SubTransactionCost;
import tutti.model.cost.TransactionCost;

/**
 * The predicted cost of a transaction that has the nodes for itself.
 *
 * @param latency its terms as delays, whose {@link TransactionCost#latency()} is the predicted time
 *     from the request to the answer
 * @param processor its terms as processor time, whose {@link TransactionCost#work()} is the
 *     predicted processor time of all executors
 */
public record PredictedCost(TransactionCost latency, TransactionCost processor) {
  /** The flushes that follow each other where nodes vote: a participant's, then the decision's. */
  private static final int FLUSHES_OF_NODES = 2;

  /**
   * Predicts the cost of a procedure.
   *
   * @param root what it does
   * @param deployment where its actors live
   * @param constants of the machine
   * @param nodes how other nodes are reached: {@link CallPlace#OTHER_PROCESS}, or {@link
   *     CallPlace#OTHER_NODE} if all nodes are in one process
   * @throws IllegalStateException if the constants lack a place that is called; the message says
   *     what to do
   */
  public static PredictedCost of(
      RecordedCall root, Deployment deployment, CostConstants constants, CallPlace nodes) {
    Placing placing = new Placing(deployment, nodes);
    return new PredictedCost(
        new Pricing(placing, constants, Cost::latencyNanos, false).transaction(root),
        new Pricing(placing, constants, Cost::processorNanos, true).transaction(root));
  }

  /** Returns a call to another container of these constants, to an executor of its own. */
  public static CallCost toContainer(CostConstants constants) {
    return CallCost.remote(
        new SubTransactionCost("", List.of()),
        CallPlace.OTHER_CONTAINER,
        constants.cost(CostConstant.CONTAINER_SEND).latencyNanos(),
        constants.cost(CostConstant.CONTAINER_RECEIVE).latencyNanos());
  }

  /**
   * Returns what a prediction leaves out under this deployment, each in words for a person; empty
   * if it leaves out nothing but the load of other transactions.
   */
  public static List<String> leftOut(Deployment deployment, CostConstants constants) {
    List<String> found = new ArrayList<>();
    String control = deployment.concurrencyControl().longName();
    if (deployment.integrated()) {
      found.add(
          deployment.replication().protocol().setting()
              + ": its messages and its order of transactions are not charged");
    } else if (deployment.replication().active()) {
      found.add(
          "replication: the time until a majority of a shard's replicas have a record is not"
              + " charged");
    }
    if (!deployment.integrated() && !control.equals(constants.control())) {
      found.add(
          "concurrency-control = "
              + control
              + ": the constants were measured under "
              + constants.control());
    }
    return found;
  }

  /** The places of actors. */
  private static final class Placing {
    private final Deployment deployment;
    private final CallPlace nodes;
    private final Placements placements;
    private final boolean oneExecutor;

    Placing(Deployment deployment, CallPlace nodes) {
      this.deployment = deployment;
      this.nodes = nodes;
      this.placements =
          new Placements(deployment.placement(), deployment.shardCount(), deployment.containers());
      this.oneExecutor =
          deployment.executorCount(Runtime.getRuntime().availableProcessors())
              == deployment.containers();
    }

    int node(ActorId actor) {
      return deployment.homeOf(placements.nodeOf(actor));
    }

    String container(ActorId actor) {
      return "node " + node(actor) + ", container " + placements.containerOf(actor);
    }

    /** Returns the executor of an actor; empty if its container has several of them. */
    String executor(ActorId actor) {
      return oneExecutor ? container(actor) : "";
    }

    CallPlace seenFrom(ActorId caller, ActorId called) {
      if (caller.equals(called)) {
        return CallPlace.OWN_ACTOR;
      }
      if (container(caller).equals(container(called))) {
        return CallPlace.SAME_CONTAINER;
      }
      return node(caller) == node(called) ? CallPlace.OTHER_CONTAINER : nodes;
    }
  }

  /** A translation of one transaction, in delays or in processor time. */
  private static final class Pricing {
    private final Placing placing;
    private final CostConstants constants;
    private final ToDoubleFunction<Cost> part;
    private final boolean adds;
    private final Set<ActorId> used = new HashSet<>();

    /**
     * @param adds whether what several places do at the same time adds up
     */
    Pricing(Placing placing, CostConstants constants, ToDoubleFunction<Cost> part, boolean adds) {
      this.placing = placing;
      this.constants = constants;
      this.part = part;
      this.adds = adds;
    }

    double nanos(CostConstant constant) {
      return part.applyAsDouble(constants.cost(constant));
    }

    TransactionCost transaction(RecordedCall root) {
      used.add(root.actor());
      SubTransactionCost cost = subTransaction(root, 0);
      Set<ActorId> writers = new LinkedHashSet<>();
      Set<Object> rows = new HashSet<>();
      Set<ActorId> actors = new LinkedHashSet<>();
      root.each(
          call -> {
            actors.add(call.actor());
            for (RecordedCall.Step step : call.steps()) {
              if (step instanceof RecordedCall.Step.Write(int relation, Object key)) {
                writers.add(call.actor());
                rows.add(List.of(call.actor(), relation, key));
              }
            }
          });
      return new TransactionCost(
          cost,
          nanos(CostConstant.BEGIN),
          elsewhere(root.actor(), actors, Way.JOIN),
          commitment(root.actor(), writers, rows.size()),
          durability(root.actor(), writers));
    }

    private double commitment(ActorId root, Set<ActorId> writers, int rows) {
      return writers.isEmpty()
          ? 0
          : nanos(CostConstant.COMMIT)
              + (writers.size() - 1) * nanos(CostConstant.COMMIT_ACTOR)
              + rows * nanos(CostConstant.COMMIT_ROW)
              + elsewhere(root, writers, Way.COMMIT);
    }

    /** Returns a cost of the places of these actors: once, or once for each of the places. */
    private double elsewhere(ActorId root, Set<ActorId> actors, Way way) {
      Map<CallPlace, Set<String>> places = new TreeMap<>();
      for (ActorId actor : actors) {
        CallPlace place = placing.seenFrom(root, actor);
        if (place.isRemote()) {
          places.computeIfAbsent(place, none -> new HashSet<>()).add(placing.container(actor));
        }
      }
      double sum = 0;
      for (Map.Entry<CallPlace, Set<String>> each : places.entrySet()) {
        int times = adds ? each.getValue().size() : 1;
        sum += times * nanos(CostConstant.of(each.getKey(), way));
      }
      return sum;
    }

    private double durability(ActorId root, Set<ActorId> writers) {
      if (placing.deployment.durability() != Durability.SYNC || writers.isEmpty()) {
        return 0;
      }
      boolean nodes = writers.stream().anyMatch(actor -> placing.node(actor) != placing.node(root));
      return (nodes ? FLUSHES_OF_NODES : 1) * nanos(CostConstant.FLUSH);
    }

    private SubTransactionCost subTransaction(RecordedCall call, double nanosBefore) {
      Building building = new Building(nanosBefore);
      List<RecordedCall.Step> steps = call.steps();
      for (int i = 0; i < steps.size(); i++) {
        switch (steps.get(i)) {
          case RecordedCall.Step.Read() -> building.process(nanos(CostConstant.ROW_READ));
          case RecordedCall.Step.Scan(int rows) ->
              building.process(nanos(CostConstant.ROW_SCAN) + rows * nanos(CostConstant.ROW_NEXT));
          case RecordedCall.Step.Write write -> building.process(nanos(CostConstant.ROW_WRITE));
          case RecordedCall.Step.Made(RecordedCall made) -> {
            boolean waits =
                i + 1 < steps.size()
                    && steps.get(i + 1) instanceof RecordedCall.Step.Taken(var taken)
                    && taken == made;
            building.call(made, priced(call.actor(), made), waits);
          }
          case RecordedCall.Step.Taken(RecordedCall taken) -> building.take(taken);
        }
      }
      return new SubTransactionCost(
          call.actor().type() + "." + call.procedure(), building.sections());
    }

    private CallCost priced(ActorId caller, RecordedCall made) {
      double before =
          nanos(CostConstant.CALL) + (used.add(made.actor()) ? nanos(CostConstant.ACTOR) : 0);
      SubTransactionCost called = subTransaction(made, before);
      CallPlace place = placing.seenFrom(caller, made.actor());
      if (!place.isRemote()) {
        return CallCost.inline(called, place);
      }
      return new CallCost(
          called,
          place,
          placing.executor(made.actor()),
          nanos(CostConstant.of(place, Way.SEND)),
          nanos(CostConstant.of(place, Way.RECEIVE)),
          nanos(CostConstant.of(place, Way.DISPATCH)));
    }
  }

  /** A collector of the sections of one sub-transaction. */
  private static final class Building {
    private final List<Section> sections = new ArrayList<>();
    private final Set<RecordedCall> open = new HashSet<>();
    private double sequential;
    private double overlapped;
    private final List<CallCost> sequentialCalls = new ArrayList<>();
    private final List<CallCost> asynchronous = new ArrayList<>();
    private final List<CallCost> overlappedCalls = new ArrayList<>();

    Building(double nanosBefore) {
      sequential = nanosBefore;
    }

    void process(double nanos) {
      if (open.isEmpty()) {
        sequential += nanos;
      } else {
        overlapped += nanos;
      }
    }

    void call(RecordedCall made, CallCost cost, boolean waits) {
      if (cost.place().isRemote() && !waits) {
        asynchronous.add(cost);
        open.add(made);
      } else {
        (open.isEmpty() ? sequentialCalls : overlappedCalls).add(cost);
      }
    }

    void take(RecordedCall taken) {
      if (open.remove(taken) && open.isEmpty()) {
        end();
      }
    }

    private void end() {
      sections.add(
          new Section(sequential, sequentialCalls, asynchronous, overlapped, overlappedCalls));
      sequential = 0;
      overlapped = 0;
      sequentialCalls.clear();
      asynchronous.clear();
      overlappedCalls.clear();
    }

    List<Section> sections() {
      boolean more =
          sequential > 0
              || !sequentialCalls.isEmpty()
              || !asynchronous.isEmpty()
              || !overlappedCalls.isEmpty();
      if (more || sections.isEmpty()) {
        end();
      }
      return sections;
    }
  }
}
