package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceInput.Standing;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;

/**
 * The part of a replica that executes pieces in their order. The participants of a transaction may
 * exchange inputs first: each participant sends an input about the state before the transaction, in
 * rounds, until none needs more; the transaction is executed if all accept, and otherwise nowhere.
 * Inputs are sent without a flush, since a replica that has lost one computes the same input again.
 * Confined to one thread.
 */
final class Execution {
  /**
   * The most transactions that wait for their turn and whose inputs from other shards are requested
   * together.
   */
  private static final int MOST_AHEAD = 256;

  /** A transaction whose turn it is. */
  private static final class Turn {
    /** True if the host works on the transaction; false if the transaction waits for inputs. */
    boolean busy = true;

    /** The number of checks while the transaction waited. */
    int looks;

    /** Whether the replica has come to another end than others, so that the turn does not begin. */
    boolean stopped;

    /** The payloads to execute it with, while it waits for a verdict. */
    @Nullable SortedMap<Integer, Payload> undecided;
  }

  private final Map<Integer, List<Integer>> groups;
  private final ExecutionOrder turns = new ExecutionOrder();
  private final Verdicts verdicts;
  private final SortedMap<TransactionId, Turn> current = new TreeMap<>();

  /** The words of other participants, by round. */
  private final Map<TransactionId, SortedMap<Integer, SortedMap<Integer, PieceInput>>> heard =
      new HashMap<>();

  Execution(Map<Integer, List<Integer>> groups) {
    this.groups = groups;
    this.verdicts = new Verdicts(groups);
  }

  Verdicts verdicts() {
    return verdicts;
  }

  /** A transaction has its place behind all that were due before. */
  void due(Replica replica, Vertex vertex) {
    if (turns.add(vertex.transaction.id(), vertex.request.piece(replica.shard()))) {
      go(replica, vertex);
    }
  }

  private void go(Replica replica, Vertex vertex) {
    Turn turn = new Turn();
    current.put(vertex.transaction.id(), turn);
    turn.stopped = !replica.kept().executes();
    if (!turn.stopped) {
      begin(replica, vertex, turn);
    }
  }

  private void begin(Replica replica, Vertex vertex, Turn turn) {
    if (!vertex.request.exchanges()) {
      execute(replica, vertex, turn, new TreeMap<>());
    } else if (vertex.said.isEmpty()) {
      evaluate(replica, vertex, new TreeMap<>());
    } else {
      turn.busy = false;
      proceed(replica, vertex, turn);
      if (!turn.busy) {
        ask(replica, vertex, 0);
      }
    }
  }

  private void execute(
      Replica replica, Vertex vertex, Turn turn, SortedMap<Integer, Payload> payloads) {
    TransactionId id = vertex.transaction.id();
    if (Verdicts.isNeeded(vertex)) {
      turn.undecided = payloads;
      verdicts.ask(replica, vertex.transaction);
      return;
    }
    turn.undecided = null;
    if (vertex.barred) {
      replica.output(new Output.Refuse(id));
    } else if (Verdicts.isHopeless(vertex)) {
      replica.output(new Output.Stuck(id));
    } else {
      if (vertex.again) {
        // Durable before long: a process that this execution ends leaves no other trace of it.
        vertex.again = false;
        replica.force(new Record.Begun(id));
      }
      vertex.executing = true;
      Piece piece = vertex.request.piece(replica.shard());
      replica.output(new Output.Execute(id, piece, payloads, vertex.failures > 0));
    }
  }

  /** A person refuses a transaction that waits for a verdict; another one is left as it is. */
  void overruled(Replica replica, TransactionId id) {
    Turn turn = current.get(id);
    Vertex vertex = replica.kept().vertex(id);
    if (turn != null && turn.undecided != null && vertex != null && Verdicts.isNeeded(vertex)) {
      replica.force(new Record.Barred(id));
      execute(replica, vertex, turn, turn.undecided);
    }
  }

  /** The transactions whose turn it is. */
  List<ExecutingTransaction> underway(Replica replica) {
    List<ExecutingTransaction> all = new ArrayList<>();
    current.forEach(
        (id, turn) -> {
          Vertex vertex = replica.kept().vertex(id);
          if (vertex != null && (vertex.executing || turn.undecided != null)) {
            all.add(
                new ExecutingTransaction(
                    id,
                    vertex.request,
                    turn.undecided == null,
                    verdicts.missing(vertex.transaction),
                    verdicts.unsure(vertex.transaction)));
          }
        });
    return all;
  }

  /**
   * Handles another replica's report of what it has done with a transaction that may wait for a
   * verdict here.
   */
  void heard(Replica replica, int from, Message.Stands message) {
    TransactionId id = message.transaction().id();
    Vertex vertex = replica.kept().vertex(id);
    if (verdicts.heard(replica, from, message) && vertex != null) {
      Turn turn = current.get(id);
      if (turn != null && turn.undecided != null) {
        execute(replica, vertex, turn, turn.undecided);
      }
    }
  }

  private static void evaluate(
      Replica replica, Vertex vertex, SortedMap<Integer, Payload> payloads) {
    Piece piece = vertex.request.piece(replica.shard());
    int round = vertex.said.size() + 1;
    replica.output(new Output.Evaluate(vertex.transaction.id(), piece, round, payloads));
  }

  /** Notes the shard's own input for the next round. */
  void said(Replica replica, Vertex vertex, int round, PieceInput word) {
    Turn turn = current.get(vertex.transaction.id());
    if (turn == null || round != vertex.said.size() + 1) {
      return;
    }
    replica.write(new Record.RoundInput(vertex.transaction.id(), word));
    for (int shard : vertex.transaction.shards()) {
      for (int host : groups.getOrDefault(shard, List.of())) {
        if (shard != replica.shard() && replica.self() == teller(replica, shard, host)) {
          tell(replica, vertex, round, shard, host);
        }
      }
    }
    turn.busy = false;
    turn.looks = 0;
    proceed(replica, vertex, turn);
  }

  /**
   * Returns the host whose replica sends this shard's input to the replica of {@code shard} on
   * {@code host}: that host itself, if it has a replica of this shard too.
   */
  private int teller(Replica replica, int shard, int host) {
    List<Integer> own = groups.getOrDefault(replica.shard(), List.of());
    int rank = groups.getOrDefault(shard, List.of()).indexOf(host);
    return own.contains(host) ? host : own.get(rank % own.size());
  }

  private static void tell(Replica replica, Vertex vertex, int round, int shard, int host) {
    PieceInput word = vertex.said.get(round - 1);
    Message said = new Message.SendInput(vertex.transaction, replica.shard(), round, word);
    replica.tell(new Address.Replica(host, shard), said);
  }

  /** Handles the input of another participant, from one of its replicas. */
  void heard(Replica replica, Message.SendInput message) {
    TransactionId id = message.transaction().id();
    Vertex vertex = replica.kept().vertex(id);
    boolean over = vertex != null && vertex.output != null || replica.kept().isSettled(id);
    if (over || !replica.participatesIn(message.transaction())) {
      return;
    }
    heard
        .computeIfAbsent(id, _ -> new TreeMap<>())
        .computeIfAbsent(message.round(), _ -> new TreeMap<>())
        .putIfAbsent(message.shard(), message.word());
    Turn turn = current.get(id);
    if (turn != null && !turn.busy && vertex != null) {
      proceed(replica, vertex, turn);
    }
  }

  /**
   * Answers a replica of another participant that lacks an input: it may lack the later ones, too.
   */
  void asked(Replica replica, int host, Message.RequestInput message) {
    Vertex vertex = replica.kept().vertex(message.transaction().id());
    if (vertex == null) {
      return;
    }
    for (int round = Math.max(1, message.round()); round <= vertex.said.size(); round++) {
      tell(replica, vertex, round, message.shard(), host);
    }
  }

  /** Returns all inputs of a round, if they are known. */
  private SortedMap<Integer, PieceInput> words(Replica replica, Vertex vertex, int round) {
    SortedMap<Integer, PieceInput> words = new TreeMap<>();
    if (round <= vertex.said.size()) {
      words.put(replica.shard(), vertex.said.get(round - 1));
    }
    words.putAll(
        heard
            .getOrDefault(vertex.transaction.id(), new TreeMap<>())
            .getOrDefault(round, new TreeMap<>()));
    return words;
  }

  /** Continues once the inputs of all participants are here. */
  private void proceed(Replica replica, Vertex vertex, Turn turn) {
    SortedMap<Integer, PieceInput> words = words(replica, vertex, vertex.said.size());
    if (words.size() < vertex.transaction.shards().size()) {
      return;
    }
    turn.busy = true;
    if (words.values().stream().anyMatch(PieceInput::refuses)) {
      replica.ran(vertex.transaction.id(), new PieceOutput(true, vertex.said.getLast().payload()));
      return;
    }
    SortedMap<Integer, Payload> payloads = new TreeMap<>();
    words.forEach((shard, word) -> payloads.put(shard, word.payload()));
    if (words.values().stream().anyMatch(word -> word.standing() == Standing.MORE)) {
      evaluate(replica, vertex, payloads);
    } else {
      execute(replica, vertex, turn, payloads);
    }
  }

  /** Asks again for words that have not come. */
  void again(Replica replica) {
    int most = 0;
    List<Vertex> stopped = new ArrayList<>();
    for (Map.Entry<TransactionId, Turn> each : current.entrySet()) {
      Vertex vertex = replica.kept().vertex(each.getKey());
      Turn turn = each.getValue();
      if (vertex != null && turn.stopped) {
        stopped.add(vertex);
      } else if (vertex != null && turn.undecided != null) {
        verdicts.ask(replica, vertex.transaction);
      } else if (vertex != null && !turn.busy && turn.looks++ > 0) {
        ask(replica, vertex, turn.looks - 2);
        most = Integer.bitCount(turn.looks) == 1 ? Math.max(most, turn.looks) : most;
      }
    }
    if (replica.kept().executes()) {
      stopped.forEach(each -> goOn(replica, each));
    }
    if (most > 0) {
      askAhead(replica, Integer.numberOfTrailingZeros(most));
    }
  }

  /** Begins what was stopped; others may have ended by it already. */
  private void goOn(Replica replica, Vertex vertex) {
    Turn turn = current.get(vertex.transaction.id());
    if (turn != null && turn.stopped) {
      turn.stopped = false;
      begin(replica, vertex, turn);
    }
  }

  /**
   * Asks for the words of those whose turn it is not: where one was lost, theirs were, too, and one
   * after another would wait. That is repeated less and less often, each time at another host.
   */
  private void askAhead(Replica replica, int times) {
    int left = MOST_AHEAD;
    for (TransactionId id : replica.kept().due()) {
      Vertex vertex = replica.kept().vertex(id);
      if (left > 0 && !current.containsKey(id) && vertex != null && vertex.request.exchanges()) {
        ask(replica, vertex, times);
        left--;
      }
    }
  }

  private void ask(Replica replica, Vertex vertex, int times) {
    Transaction transaction = vertex.transaction;
    int round = Math.max(1, vertex.said.size());
    SortedMap<Integer, PieceInput> known = words(replica, vertex, round);
    for (int shard : transaction.shards()) {
      List<Integer> hosts = groups.getOrDefault(shard, List.of());
      if (shard != replica.shard() && !known.containsKey(shard) && !hosts.isEmpty()) {
        int first = Math.max(0, hosts.indexOf(replica.self()));
        int host = hosts.get((first + times) % hosts.size());
        Message hear = new Message.RequestInput(transaction, replica.shard(), round);
        replica.tell(new Address.Replica(host, shard), hear);
      }
    }
  }

  /** Notes that a transaction was executed here, or refused, and continues with those behind it. */
  void ran(Replica replica, TransactionId id) {
    heard.remove(id);
    if (current.remove(id) == null) {
      return;
    }
    for (TransactionId next : new ArrayList<>(turns.done(id))) {
      Vertex vertex = replica.kept().vertex(next);
      if (vertex != null) {
        go(replica, vertex);
      }
    }
  }
}
