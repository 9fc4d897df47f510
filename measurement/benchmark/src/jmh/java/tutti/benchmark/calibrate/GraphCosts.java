package tutti.benchmark.calibrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.Replica;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.replication.Group;

/**
 * The costs of the graph of transactions at one replica of Janus, without its log, its network and
 * what transactions do: processor time of one thread. Each transaction lives there from its request
 * until it is forgotten.
 */
final class GraphCosts {
  private static final int ROUNDS = 15;
  private static final int MANY = 3_000;
  private static final int COORDINATOR = 1;

  /** The messages of a transaction to its replica, and the answers. */
  static final int MESSAGES = 7;

  private static final long FRONT = 1;
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  /**
   * Measures one of some transactions at one item that are decided together, the last one first: on
   * average it waits for half of the others.
   *
   * @param size how many they are
   * @param ring whether all wait for each other, so that they are one component and not many
   * @param encoded whether messages are encoded and decoded
   */
  static Samples group(int size, boolean ring, boolean encoded) throws Exception {
    return Samples.measure(ROUNDS, () -> new Run(encoded).groups(size, ring));
  }

  private GraphCosts() {}

  /** One replica, from its beginning. */
  private static final class Run {
    private final boolean encoded;
    private final Replica replica;
    private final Map<TransactionId, Dependencies> witnessed = new HashMap<>();
    private long last;

    Run(boolean encoded) {
      this.encoded = encoded;
      Settings settings = Settings.of(HOUR_NANOS, HOUR_NANOS, HOUR_NANOS);
      List<Integer> hosts = List.of(0, COORDINATOR, 2);
      replica =
          new Replica(
              0, new Group(0, hosts), Map.of(0, hosts), settings, new DurableState(0, settings));
      happens(new Event.Started<>(FRONT));
    }

    double groups(int size, boolean ring) {
      long before = CountedScheduler.ownProcessorNanos();
      int all = 0;
      while (all < MANY) {
        group("x" + all, size, ring);
        all += size;
      }
      return (CountedScheduler.ownProcessorNanos() - before) / (double) all;
    }

    private void group(String item, int size, boolean ring) {
      List<Transaction> all = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        all.add(begin(item));
      }
      for (Transaction each : all.reversed()) {
        Dependencies waitsFor = witnessed.getOrDefault(each.id(), Dependencies.NONE);
        if (ring && each == all.getFirst()) {
          waitsFor = Dependencies.of(List.of(all.getLast()));
        }
        decide(each, waitsFor);
      }
      all.forEach(this::forget);
      witnessed.clear();
      if (replica.kept().open() > 0) {
        throw new IllegalStateException("transactions were not forgotten");
      }
    }

    private Transaction begin(String item) {
      Transaction transaction = new Transaction(new TransactionId(++last, FRONT), List.of(0));
      SortedSet<ActorId> writes = new TreeSet<>(List.of(new ActorId("Counter", item)));
      SortedMap<Integer, Piece> pieces =
          new TreeMap<>(Map.of(0, new Piece(new TreeSet<>(), writes, Payload.NONE)));
      comes(new Message.PreAccept(transaction, Ballot.FIRST, new Request(pieces)));
      return transaction;
    }

    private void decide(Transaction transaction, Dependencies before) {
      comes(new Message.Commit(transaction, Decision.commit(before), Request.NONE));
    }

    private void forget(Transaction transaction) {
      comes(new Message.Collect(transaction, 0));
    }

    private void comes(Message message) {
      happens(new Event.Received<>(new Address.Replica(COORDINATOR, 0), carried(message)));
    }

    private Message carried(Message message) {
      if (!encoded) {
        return message;
      }
      Encoder out = new Encoder();
      message.encode(out);
      return Message.decode(new Decoder(out.array(), 0, out.size()));
    }

    private void happens(Event<Input> event) {
      int written = 0;
      for (Effect<Output> effect : replica.on(event)) {
        switch (effect) {
          case Effect.Persist(var _, var _) -> written++;
          case Effect.Output(Output.Execute(TransactionId id, _, _, _)) ->
              happens(new Event.Input<>(new Input.Ran(id, PieceOutput.NONE)));
          case Effect.Send(Address.Coordinator _, ProtocolMessage message) ->
              answered(carried((Message) message));
          default -> {}
        }
      }
      if (written > 0) {
        happens(new Event.Persisted<>(written));
      }
    }

    private void answered(Message message) {
      if (message instanceof Message.PreAccepted answer) {
        witnessed.put(answer.id(), answer.witnessed());
      }
    }
  }
}
