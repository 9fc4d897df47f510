package tutti.lab.cost;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tutti.engine.node.Node;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.Bulk;
import tutti.lab.node.NodeKeys;
import tutti.model.actor.Procedure;

/**
 * The probes of one {@link CostSetting} on open nodes, and the times that they have taken so far.
 */
final class CallProbes {
  static final RelationalApplication APPLICATION =
      new RelationalApplication(ProbeActor.application(), null);

  /** The number of things that a probe does that does several. */
  static final int MANY = 8;

  /** The rows of an actor, and those that the longer scan shows. */
  static final int ROWS = 20;

  private static final int ACTORS = MANY + 1;

  private final Node node;
  private final Map<Kind, TransactionRequest> requests = new EnumMap<>(Kind.class);
  private final Map<Kind, List<Timed>> times = new EnumMap<>(Kind.class);

  /** The probes. The names say how many things they do: {@link #MANY} or one. */
  enum Kind {
    EMPTY,
    OWN_ONE,
    OWN_MANY,
    READ_ONE,
    READ_MANY,
    SCAN_ONE,
    SCAN_MANY,
    SCAN_ALL,
    UPDATE_ONE,
    UPDATE_SAME_MANY,
    UPDATE_OTHERS_MANY,
    NEAR_ONE,
    NEAR_MANY,
    NEAR_UPDATE_ONE,
    NEAR_UPDATE_MANY,
    FAR_ONE,
    FAR_MANY,
    FAR_UPDATE_ONE,
    FAR_TOGETHER_ONE,
    FAR_TOGETHER_MANY,
    FAR_SENDS_MANY;

    boolean isFar() {
      return compareTo(FAR_ONE) >= 0;
    }
  }

  /**
   * @param kinds those that are measured
   */
  CallProbes(Node node, List<Kind> kinds) throws InterruptedException {
    this.node = node;
    ActorCalls calls = new ActorCalls(APPLICATION);
    for (int part = 0; part < 2; part++) {
      int of = part;
      Bulk.commit(
          node,
          ACTORS,
          number ->
              calls.of(ProbeActor.TYPE, NodeKeys.key(of, (int) number), new ProbeActor.Fill(ROWS)));
    }
    String root = NodeKeys.key(0, 0);
    for (Kind kind : kinds) {
      requests.put(kind, calls.of(ProbeActor.TYPE, root, procedure(kind)));
      times.put(kind, new ArrayList<>());
    }
  }

  private static Procedure<ProbeActor, ?> procedure(Kind kind) {
    return switch (kind) {
      case EMPTY -> new ProbeActor.Empty();
      case OWN_ONE -> new ProbeActor.OwnCalls(1);
      case OWN_MANY -> new ProbeActor.OwnCalls(MANY);
      case READ_ONE -> new ProbeActor.Reads(1);
      case READ_MANY -> new ProbeActor.Reads(MANY);
      case SCAN_ONE -> new ProbeActor.Scans(1, 1);
      case SCAN_MANY -> new ProbeActor.Scans(MANY, 1);
      case SCAN_ALL -> new ProbeActor.Scans(1, ROWS);
      case UPDATE_ONE -> new ProbeActor.Updates(1, 1);
      case UPDATE_SAME_MANY -> new ProbeActor.Updates(MANY, 1);
      case UPDATE_OTHERS_MANY -> new ProbeActor.Updates(MANY, MANY);
      case NEAR_ONE -> new ProbeActor.Calls(keys(0, 1), false, false);
      case NEAR_MANY -> new ProbeActor.Calls(keys(0, MANY), false, false);
      case NEAR_UPDATE_ONE -> new ProbeActor.Calls(keys(0, 1), true, false);
      case NEAR_UPDATE_MANY -> new ProbeActor.Calls(keys(0, MANY), true, false);
      case FAR_ONE -> new ProbeActor.Calls(keys(1, 1), false, false);
      case FAR_MANY -> new ProbeActor.Calls(keys(1, MANY), false, false);
      case FAR_UPDATE_ONE -> new ProbeActor.Calls(keys(1, 1), true, false);
      case FAR_TOGETHER_ONE -> new ProbeActor.Calls(keys(1, 1), false, true);
      case FAR_TOGETHER_MANY -> new ProbeActor.Calls(keys(1, MANY), false, true);
      case FAR_SENDS_MANY -> new ProbeActor.Sends(keys(1, MANY));
    };
  }

  private static List<String> keys(int part, int count) {
    List<String> keys = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      keys.add(NodeKeys.key(part, i));
    }
    return keys;
  }

  /**
   * Runs each probe, and forgets what it has taken: code must be compiled before it is measured.
   */
  void warmUp(Duration each) throws InterruptedException {
    for (TransactionRequest request : requests.values()) {
      Timed.measure(node, request, Duration.ZERO, each);
    }
  }

  /** Measures each probe once more. */
  void measure(Duration warmup, Duration each) throws InterruptedException {
    for (Map.Entry<Kind, TransactionRequest> probe : requests.entrySet()) {
      times
          .getOrDefault(probe.getKey(), new ArrayList<>())
          .add(Timed.measure(node, probe.getValue(), warmup, each));
    }
  }

  /** Returns the medians so far of one part. */
  Medians medians(ToDoubleFunction<Timed> part) {
    Map<Kind, Double> medians = new LinkedHashMap<>();
    times.forEach((kind, all) -> medians.put(kind, part.applyAsDouble(Timed.median(all))));
    return new Medians(medians);
  }

  /** Returns the range of what a probe has taken, for a person. */
  String spread(Kind kind) {
    List<Timed> all = times.getOrDefault(kind, List.of());
    return Timed.spread(all) + " ns in " + all.size() + " rounds";
  }

  /** The medians of the probes. */
  record Medians(Map<Kind, Double> nanos) {
    double of(Kind kind) {
      Double value = nanos.get(kind);
      if (value == null) {
        throw new IllegalStateException(kind + " was not measured");
      }
      return value;
    }

    /**
     * Returns the time of each further operation, from a probe that does many and one that does
     * one.
     */
    double each(Kind many, Kind one) {
      return (of(many) - of(one)) / (MANY - 1);
    }
  }
}
