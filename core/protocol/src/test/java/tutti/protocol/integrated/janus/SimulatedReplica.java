package tutti.protocol.integrated.janus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceInput.Standing;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
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

  /** Whether the shard has a configuration log. */
  private final boolean registered;

  private Invariants invariants = new Invariants();
  @Nullable Replica machine;

  /** The records that a crash leaves. */
  final List<Record> durable = new ArrayList<>();

  /** The records behind them. */
  final List<Record> written = new ArrayList<>();

  /** The transactions whose execution is durable, and those that were witnessed durably. */
  final Set<TransactionId> executed = new HashSet<>();

  final Set<TransactionId> witnessed = new HashSet<>();

  /** Whether an answer waits for a record that is not durable. */
  boolean forced;

  /** The moment at which each running timer runs down. */
  final Map<Timer, Long> timers = new EnumMap<>(Timer.class);

  /** The pieces to execute or to evaluate; none waits for another one. */
  final Queue<Output> executions = new ArrayDeque<>();

  /** The transactions that have written each item, in the order of their execution. */
  final SortedMap<ActorId, List<TransactionId>> items = new TreeMap<>();

  /** The items as they came from a voter, with the first so many of the durable records. */
  private SortedMap<ActorId, List<TransactionId>> base = new TreeMap<>();

  private int imaged;

  /** The replica's starts; what belongs to an earlier one is void. */
  int life;

  SimulatedReplica(int shard, Group group, Map<Integer, List<Integer>> groups, Settings settings) {
    this(shard, group, groups, settings, false);
  }

  SimulatedReplica(
      int shard,
      Group group,
      Map<Integer, List<Integer>> groups,
      Settings settings,
      boolean registered) {
    this.registered = registered;
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

  DurableState memory() {
    return up().kept();
  }

  /** Gives the machine an event, whose step must break no invariant that it can see. */
  List<Effect<Output>> on(Event<Input> event) {
    List<Effect<Output>> effects = up().on(event);
    invariants.check(event, effects);
    return effects;
  }

  /**
   * Starts on the durable records, or on an image of what they make; the items are what their
   * outputs tell.
   */
  void start(Map<TransactionId, Request> requests) {
    life++;
    DurableState kept = blank();
    take(base);
    for (int each = 0; each < durable.size(); each++) {
      Record fact = durable.get(each);
      kept.add(fact);
      if (each >= imaged
          && fact instanceof Record.Executed(TransactionId id, PieceOutput output)
          && !output.equals(PieceOutput.NONE)
          && !output.refused()) {
        apply(id, requests.get(id).piece(shard));
      }
    }
    DurableState again = blank();
    kept.image().forEach(again::add);
    invariants = new Invariants();
    machine = new Replica(shard, group, groups, settings, life % 2 == 0 ? again : kept);
  }

  private DurableState blank() {
    return registered
        ? new DurableState(shard, settings, host())
        : new DurableState(shard, settings);
  }

  private void take(SortedMap<ActorId, List<TransactionId>> from) {
    items.clear();
    from.forEach((item, writers) -> items.put(item, new ArrayList<>(writers)));
  }

  /** Takes the memory of another replica in place of its own, durably. */
  void copy(SimulatedReplica from, List<Record> image) {
    DurableState kept = blank();
    durable.forEach(kept::add);
    kept.copy(image);
    durable.clear();
    durable.addAll(kept.image());
    imaged = durable.size();
    base = new TreeMap<>();
    from.items.forEach((item, writers) -> base.put(item, List.copyOf(writers)));
    take(base);
    executed.addAll(from.executed);
    witnessed.clear();
    durable.forEach(this::note);
  }

  /** Comes back with a blank disk at its next start. */
  void loseDisk() {
    durable.clear();
    base.clear();
    imaged = 0;
    executed.clear();
    witnessed.clear();
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
    for (Record fact : written.subList(0, many)) {
      durable.add(fact);
      note(fact);
    }
    written.clear();
    forced = false;
  }

  private void note(Record fact) {
    switch (fact) {
      case Record.Executed(TransactionId id, _) -> executed.add(id);
      case Record.Witnessed(Transaction transaction, _, _, _) -> witnessed.add(transaction.id());
      default -> {}
    }
  }

  /**
   * Executes or evaluates a piece: its output or word tells how often each of its items was written
   * before.
   */
  Input execute() {
    return switch (executions.remove()) {
      case Output.Execute(TransactionId id, Piece piece, _, _) ->
          new Input.Ran(id, output(apply(id, piece)));
      case Output.Refuse(TransactionId id) ->
          new Input.Ran(id, new PieceOutput(true, Payload.NONE, Long.MAX_VALUE));
      case Output.Evaluate(TransactionId id, Piece piece, int round, var payloads) ->
          new Input.Evaluated(id, round, word(piece, round, payloads));
      case Output other -> throw new AssertionError(other);
    };
  }

  private static PieceOutput output(Payload payload) {
    return new PieceOutput(false, payload, 1 + Arrays.hashCode(payload.bytes()));
  }

  /**
   * The action's first byte is the number of rounds; if the second is above 0, the shard refuses
   * when it divides the number of writes that the shard has seen or heard of.
   */
  private PieceInput word(Piece piece, int round, SortedMap<Integer, Payload> heard) {
    Payload versions = versions(piece);
    byte[] action = piece.action().bytes();
    int seen = 0;
    for (Payload each : round == 1 ? List.of(versions) : heard.values()) {
      for (Decoder in = new Decoder(each.bytes()); in.remaining() > 0; ) {
        seen += (int) in.getVarLong();
      }
    }
    boolean refuses = action[1] > 0 && seen % action[1] == 0;
    Standing last = refuses ? Standing.REFUSES : Standing.ACCEPTS;
    return new PieceInput(round < action[0] ? Standing.MORE : last, versions);
  }

  /** Reads the items of a piece. */
  Payload read(Piece piece) {
    Encoder out = new Encoder();
    piece.reads().forEach(item -> out.putVarLong(items.getOrDefault(item, List.of()).size()));
    return new Payload(out.toByteArray());
  }

  private Payload apply(TransactionId id, Piece piece) {
    Payload versions = versions(piece);
    piece.writes().forEach(item -> items.computeIfAbsent(item, _ -> new ArrayList<>()).add(id));
    return versions;
  }

  private Payload versions(Piece piece) {
    Encoder out = new Encoder();
    SerialOrder.items(piece)
        .forEach(item -> out.putVarLong(items.getOrDefault(item, List.of()).size()));
    return new Payload(out.toByteArray());
  }
}
