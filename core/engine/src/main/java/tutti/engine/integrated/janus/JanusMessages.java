package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tutti.engine.integrated.KeyQuestion;
import tutti.engine.integrated.MessageBatcher;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.graph.Transaction;

/**
 * The messages between the machines of hosts, as bytes. All but {@link #received} is confined to
 * the host's queue of machines.
 */
public final class JanusMessages {
  private static final int TO_REPLICA = 0;
  private static final int TO_COORDINATORS = 1;
  private static final int KEYS = 2;
  private static final int KEYS_TOLD = 3;
  private static final int TRANSFERS = 4;
  private static final int SNAPSHOTS = 6;
  private static final int TO_REPLICAS = 7;

  private final int self;
  private final MessageBatcher mail;
  private final Taker taker;

  /** The part of a host that takes messages, on the queue of machines. */
  interface Taker {

    /** Takes a message to the replica of a shard. */
    void replica(int from, int shard, Message message);

    /** Takes a message to coordinators and readers. */
    void coordinators(int from, int shard, Message message);

    /** Takes a question for keys. */
    void asked(int from, int shard, KeyQuestion.Asked question);

    /** Takes an answer to a question for keys. */
    void told(int from, int shard, KeyQuestion.Told answer);

    /** Takes a part of a transfer. */
    void transferred(int from, int shard, Decoder part);

    /** Takes a message about a snapshot. */
    void snapshot(int from, int shard, SnapshotMessage message);
  }

  /**
   * @param names gives numbers that no other start of anything has
   * @param heap gives the bytes by whose parts bounds are reckoned
   */
  JanusMessages(
      int self,
      StepQueue queue,
      ReplicaLink link,
      LongSupplier names,
      Taker taker,
      LongSupplier heap) {
    this.self = self;
    this.mail = new MessageBatcher(self, queue, link, names, this::read, heap);
    this.taker = taker;
  }

  /** Asks the replicas of some shards on a host. */
  void ask(List<Integer> shards, int to, Message message) {
    int first = shards.getFirst();
    if (to == self) {
      mail.here(() -> take(to, shards, message));
    } else if (shards.size() == 1) {
      send(TO_REPLICA, first, to, message::encode);
    } else {
      send(
          TO_REPLICAS,
          first,
          to,
          out -> {
            out.putVarLong(shards.size() - 1);
            shards.subList(1, shards.size()).forEach(out::putVarLong);
            message.encode(out);
          });
    }
  }

  private void take(int from, List<Integer> shards, Message message) {
    shards.forEach(shard -> taker.replica(from, shard, message));
  }

  void answer(int shard, int to, Message message) {
    if (to == self) {
      mail.here(() -> taker.coordinators(to, shard, message));
    } else {
      send(TO_COORDINATORS, shard, to, message::encode);
    }
  }

  /** Answers that a transaction is forgotten, and tells how it ended, as far as that is known. */
  void answer(int shard, int to, Optional<Message> end, Message forgot) {
    if (to == self) {
      end.ifPresent(message -> answer(shard, to, message));
      answer(shard, to, forgot);
    } else {
      send(
          TO_COORDINATORS,
          shard,
          to,
          out -> {
            end.ifPresent(message -> message.encode(out));
            forgot.encode(out);
          });
    }
  }

  void askKeys(int shard, int to, Consumer<Encoder> question) {
    send(KEYS, shard, to, question);
  }

  void tellKeys(int shard, int to, KeyQuestion.Told answer) {
    send(KEYS_TOLD, shard, to, answer::encode);
  }

  void transfer(int shard, int to, Encoder part) {
    send(TRANSFERS, shard, to, out -> out.putRaw(part.array(), 0, part.size()));
  }

  void snapshot(int shard, int to, SnapshotMessage message) {
    send(SNAPSHOTS, shard, to, message::encode);
  }

  private void send(int kind, int shard, int to, Consumer<Encoder> content) {
    Encoder out = new Encoder();
    content.accept(out.putByte(kind).putVarLong(shard));
    mail.send(to, out);
  }

  /** Takes a message that another host's link has carried: see {@link MessageBatcher#received}. */
  void received(int from, Decoder in) {
    mail.received(from, in);
  }

  /** Reads one message; returns the step that takes it. */
  private Runnable read(int from, Decoder in) {
    int kind = in.getByte();
    int shard = in.getCount(Transaction.MOST_SHARDS);
    switch (kind) {
      case TO_REPLICA -> {
        Message message = Message.decode(in);
        return () -> taker.replica(from, shard, message);
      }
      case TO_REPLICAS -> {
        List<Integer> shards = shards(shard, in);
        Message message = Message.decode(in);
        return () -> take(from, shards, message);
      }
      case TO_COORDINATORS -> {
        List<Message> all = new ArrayList<>();
        while (in.remaining() > 0) {
          all.add(Message.decode(in));
        }
        return () -> all.forEach(message -> taker.coordinators(from, shard, message));
      }
      case KEYS -> {
        KeyQuestion.Asked asked = KeyQuestion.Asked.decode(in);
        return () -> taker.asked(from, shard, asked);
      }
      case KEYS_TOLD -> {
        KeyQuestion.Told told = KeyQuestion.Told.decode(in);
        return () -> taker.told(from, shard, told);
      }
      case TRANSFERS -> {
        Decoder part = new Decoder(in.getRaw(in.remaining()));
        return () -> taker.transferred(from, shard, part);
      }
      case SNAPSHOTS -> {
        SnapshotMessage message = SnapshotMessage.decode(in);
        return () -> taker.snapshot(from, shard, message);
      }
      default -> throw new MalformedData("no message between hosts is of kind " + kind);
    }
  }

  private static List<Integer> shards(int first, Decoder in) {
    List<Integer> shards = new ArrayList<>(List.of(first));
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      shards.add(in.getCount(Transaction.MOST_SHARDS));
    }
    return shards;
  }

  /**
   * Returns what a message of a host's link says, in words for a person.
   *
   * @throws MalformedData if it is none
   */
  public static String inWords(Decoder in) {
    return MessageBatcher.inWords(in, JanusMessages::ofOne);
  }

  private static String ofOne(Decoder in) {
    int kind = in.getByte();
    int shard = in.getCount(Integer.MAX_VALUE);
    return switch (kind) {
      case TO_REPLICA, TO_COORDINATORS -> Message.decode(in) + ", shard " + shard;
      case TO_REPLICAS -> {
        List<Integer> shards = shards(shard, in);
        yield Message.decode(in) + ", shards " + shards;
      }
      case KEYS -> "which keys, shard " + shard;
      case KEYS_TOLD -> "keys, shard " + shard;
      case TRANSFERS -> "part of a memory, shard " + shard;
      default -> "about a snapshot, shard " + shard;
    };
  }
}
