package tutti.engine.integrated;

import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * A client's request as the action of an ordered transaction: all that its execution depends on but
 * the values of its items.
 *
 * @param attempt how often the request has begun anew
 * @param age as of its submission
 * @param now its time
 * @param writes the items that it may write
 */
record OrderedAction(
    TransactionId id,
    TransactionRequest request,
    int attempt,
    long age,
    Instant now,
    SortedSet<ActorId> writes) {

  /** The end of such an action, as its output tells it. */
  sealed interface Ended {
    /** The outcome; a refusal rests on the state before the transaction. */
    record Told(Outcome outcome) implements Ended {}

    /** A transaction with its idempotency key has committed before. */
    record Answered(Outcome.Committed former, Instant at) implements Ended {}

    /** The action needs an item that it has not named: nothing of it happened. */
    record Moved(ActorId to) implements Ended {}
  }

  /** The bytes of actions and outputs. */
  static final class Format {
    private static final int TOLD = 0;
    private static final int ANSWERED = 1;
    private static final int MOVED = 2;

    private final RecordParts parts;
    private final MessageFormat messages;

    Format(Application application) {
      this.parts = new RecordParts(application);
      this.messages = new MessageFormat(application);
    }

    /** Appends an item, whose type need not be the application's. */
    private static void item(Encoder out, ActorId item) {
      out.putString(item.type()).putString(item.key());
    }

    private static ActorId item(Decoder in) {
      return new ActorId(in.getString(), in.getString());
    }

    byte[] encode(OrderedAction action) {
      Encoder out = new Encoder();
      parts.id(out, action.id);
      messages.put(out, action.request);
      out.putVarLong(action.attempt).putSigned(action.age);
      parts.instant(out, action.now);
      RecordParts.list(out, action.writes, Format::item);
      return out.toByteArray();
    }

    OrderedAction action(byte[] bytes) {
      Decoder in = new Decoder(bytes);
      return new OrderedAction(
          parts.id(in),
          messages.request(in),
          in.getCount(Integer.MAX_VALUE),
          in.getSigned(),
          parts.instant(in),
          new TreeSet<>(RecordParts.list(in, Format::item)));
    }

    byte[] encode(Ended end) {
      Encoder out = new Encoder();
      switch (end) {
        case Ended.Told(Outcome outcome) -> messages.put(out.putByte(TOLD), outcome);
        case Ended.Answered(Outcome.Committed former, Instant at) -> {
          messages.put(out.putByte(ANSWERED), former);
          parts.instant(out, at);
        }
        case Ended.Moved(ActorId to) -> item(out.putByte(MOVED), to);
      }
      return out.toByteArray();
    }

    Ended end(byte[] bytes) {
      Decoder in = new Decoder(bytes);
      int kind = in.getByte();
      return switch (kind) {
        case TOLD -> new Ended.Told(messages.outcome(in));
        case ANSWERED ->
            new Ended.Answered((Outcome.Committed) messages.outcome(in), parts.instant(in));
        default -> new Ended.Moved(item(in));
      };
    }
  }
}
