package tutti.engine.integrated.tapir;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tutti.engine.integrated.KeyQuestion;
import tutti.engine.integrated.MessageBatcher;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Timestamp;

/**
 * The messages between the machines of hosts, as bytes. All but {@link #received} is confined to
 * the host's queue of machines.
 */
public final class TapirMessages {
  private static final int TO_REPLICA = 0;
  private static final int TO_COORDINATORS = 1;
  private static final int KEYS = 2;
  private static final int KEYS_TOLD = 3;
  private static final int IMAGES = 4;
  private static final int FLOOR = 5;

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

    /** Takes the timestamp up to which a shard remembers nothing. */
    void floor(Timestamp floor);
  }

  /**
   * @param names gives numbers that no other start of anything has
   * @param heap gives the bytes by whose parts bounds are reckoned
   */
  TapirMessages(
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

  void ask(int shard, int to, Message message) {
    if (to == self) {
      mail.here(() -> taker.replica(to, shard, message));
    } else {
      send(TO_REPLICA, shard, to, message::encode);
    }
  }

  void answer(int shard, int to, Message message) {
    if (to == self) {
      mail.here(() -> taker.coordinators(to, shard, message));
    } else {
      send(TO_COORDINATORS, shard, to, message::encode);
    }
  }

  void askKeys(int shard, int to, Consumer<Encoder> question) {
    send(KEYS, shard, to, question);
  }

  void tellKeys(int shard, int to, KeyQuestion.Told answer) {
    send(KEYS_TOLD, shard, to, answer::encode);
  }

  void transfer(int shard, int to, Encoder part) {
    send(IMAGES, shard, to, out -> out.putRaw(part.array(), 0, part.size()));
  }

  void tellFloor(int shard, int to, Timestamp floor) {
    send(FLOOR, shard, to, floor::encode);
  }

  private void send(int kind, int shard, int to, Consumer<Encoder> content) {
    Encoder out = new Encoder();
    out.putByte(kind).putVarLong(shard);
    content.accept(out);
    mail.send(to, out);
  }

  /** Takes a message that another host's link has carried: see {@link MessageBatcher#received}. */
  void received(int from, Decoder in) {
    mail.received(from, in);
  }

  /** Reads one message; returns the step that takes it. */
  private Runnable read(int from, Decoder in) {
    int kind = in.getByte();
    int shard = in.getCount(Integer.MAX_VALUE);
    switch (kind) {
      case TO_REPLICA -> {
        Message message = Message.decode(in);
        return () -> taker.replica(from, shard, message);
      }
      case TO_COORDINATORS -> {
        Message message = Message.decode(in);
        return () -> taker.coordinators(from, shard, message);
      }
      case KEYS -> {
        KeyQuestion.Asked asked = KeyQuestion.Asked.decode(in);
        return () -> taker.asked(from, shard, asked);
      }
      case KEYS_TOLD -> {
        KeyQuestion.Told told = KeyQuestion.Told.decode(in);
        return () -> taker.told(from, shard, told);
      }
      case FLOOR -> {
        Timestamp floor = Timestamp.decode(in);
        return () -> taker.floor(floor);
      }
      case IMAGES -> {
        Decoder part = new Decoder(in.getRaw(in.remaining()));
        return () -> taker.transferred(from, shard, part);
      }
      default -> throw new MalformedData("no message between hosts is of kind " + kind);
    }
  }

  /**
   * Returns what a message of a host's link says, in words for a person.
   *
   * @throws MalformedData if it is none
   */
  public static String inWords(Decoder in) {
    return MessageBatcher.inWords(in, TapirMessages::ofOne);
  }

  private static String ofOne(Decoder in) {
    int kind = in.getByte();
    int shard = in.getCount(Integer.MAX_VALUE);
    return switch (kind) {
      case TO_REPLICA, TO_COORDINATORS -> Message.decode(in) + ", shard " + shard;
      case KEYS -> "which keys, shard " + shard;
      case KEYS_TOLD -> "keys, shard " + shard;
      case FLOOR -> "nothing earlier is remembered, shard " + shard;
      default -> "part of an image, shard " + shard;
    };
  }
}
