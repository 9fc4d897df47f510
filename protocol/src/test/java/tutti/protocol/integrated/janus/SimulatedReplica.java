package tutti.protocol.integrated.janus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.replication.Group;

/**
 * A replica of a test: a machine, a log of which only a first part is durable, timers, and for each
 * item the transactions that have written it.
 */
final class SimulatedReplica {
  final int shard;
  final Group group;
  private final Map<Integer, List<Integer>> groups;
  private final Settings settings;
  @Nullable Replica machine;

  /** The records that a crash leaves. */
  final List<Fact> durable = new ArrayList<>();

  /** The records behind them. */
  final List<Fact> written = new ArrayList<>();

  /** The transactions whose execution is durable, and those that were witnessed durably. */
  final Set<TransactionId> executed = new HashSet<>();

  final Set<TransactionId> witnessed = new HashSet<>();

  /** Whether an answer waits for a record that is not durable. */
  boolean forced;

  /** The moment at which each running timer runs down. */
  final Map<Event.Timer, Long> timers = new EnumMap<>(Event.Timer.class);

  /** The pieces to execute, in their order. */
  final Queue<Effect.Execute> executions = new ArrayDeque<>();

  /** The transactions that have written each item, in the order of their execution. */
  final SortedMap<ActorId, List<TransactionId>> items = new TreeMap<>();

  /** The replica's starts; what belongs to an earlier one is void. */
  int life;

  SimulatedReplica(int shard, Group group, Map<Integer, List<Integer>> groups, Settings settings) {
    this.shard = shard;
    this.group = group;
    this.groups = groups;
    this.settings = settings;
  }

  int host() {
    return group.self();
  }

  boolean isUp() {
    return machine != null;
  }

  Replica up() {
    if (machine == null) {
      throw new AssertionError("host " + host() + " is down");
    }
    return machine;
  }

  Kept memory() {
    return up().kept();
  }

  /** Starts on the durable records; the items are what their outputs tell. */
  void start(Map<TransactionId, Request> requests) {
    life++;
    Kept kept = new Kept(shard, settings);
    items.clear();
    for (Fact fact : durable) {
      kept.add(fact);
      if (fact instanceof Fact.Executed(TransactionId id, Payload output)
          && !output.equals(Payload.NONE)) {
        apply(id, requests.get(id).piece(shard));
      }
    }
    machine = new Replica(shard, group, groups, settings, kept);
  }

  /** Loses what is not durable, but the first so many of these records. */
  void crash(int left) {
    keep(left);
    timers.clear();
    executions.clear();
    machine = null;
  }

  /** Makes the first so many records durable, and drops the others. */
  void keep(int many) {
    for (Fact fact : written.subList(0, many)) {
      durable.add(fact);
      switch (fact) {
        case Fact.Executed(TransactionId id, _) -> executed.add(id);
        case Fact.Witnessed(Transaction transaction, _, _, _) -> witnessed.add(transaction.id());
        default -> {}
      }
    }
    written.clear();
    forced = false;
  }

  /** Executes the next piece: its output tells how often each of its items was written before. */
  Event.Ran execute() {
    Effect.Execute next = executions.remove();
    return new Event.Ran(next.id(), apply(next.id(), next.piece()));
  }

  /** Reads the items of a piece. */
  Payload read(Piece piece) {
    Encoder out = new Encoder();
    piece.reads().forEach(item -> out.putVarLong(items.getOrDefault(item, List.of()).size()));
    return new Payload(out.toByteArray());
  }

  private Payload apply(TransactionId id, Piece piece) {
    Encoder out = new Encoder();
    TreeSet<ActorId> all = new TreeSet<>(piece.reads());
    all.addAll(piece.writes());
    all.forEach(item -> out.putVarLong(items.getOrDefault(item, List.of()).size()));
    piece.writes().forEach(item -> items.computeIfAbsent(item, _ -> new ArrayList<>()).add(id));
    return new Payload(out.toByteArray());
  }
}
