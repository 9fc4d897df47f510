package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The ends of the last transactions that a replica has executed: a coordinator that was cut off
 * hears them when all the rest is forgotten. Confined to one thread.
 */
final class RecentOutcomes {
  private static final int MOST = 4096;

  /** The most bytes of outputs that are remembered: images and transfers have them, too. */
  private static final int MOST_BYTES = 4 << 20;

  private final Map<TransactionId, Message> ends = new LinkedHashMap<>();

  private final long mostBytes;

  /** The number of bytes of the outputs. */
  private long bytes;

  RecentOutcomes() {
    this(MOST_BYTES);
  }

  /**
   * @param mostBytes the most bytes of outputs, if that is less than the usual bound
   */
  RecentOutcomes(long mostBytes) {
    this.mostBytes = Math.min(MOST_BYTES, mostBytes);
  }

  /** Takes a record of the replica. */
  void add(Record fact) {
    switch (fact) {
      case Record.Decided(var transaction, Decision decision) -> {
        if (decision.abandoned()) {
          TransactionId id = transaction.id();
          put(id, new Message.Done(id, decision, Request.NONE));
        }
      }
      case Record.Executed(TransactionId id, PieceOutput output) ->
          put(id, new Message.Executed(id, output));
      default -> {}
    }
  }

  private void put(TransactionId id, Message end) {
    if (ends.putIfAbsent(id, end) == null) {
      bytes += bytes(end);
    }
    Iterator<Message> eldest = ends.values().iterator();
    while (ends.size() > MOST || bytes > mostBytes) {
      bytes -= bytes(eldest.next());
      eldest.remove();
    }
  }

  private static int bytes(Message end) {
    return end instanceof Message.Executed(_, PieceOutput output)
        ? output.payload().bytes().length
        : 0;
  }

  /** Takes what another replica remembers. */
  void add(Message end) {
    end.answersTo().ifPresent(id -> put(id, end));
  }

  /** Takes what {@link #parts} has written. */
  void read(Decoder in) {
    while (in.remaining() > 0) {
      add(Message.decode(in));
    }
  }

  /**
   * Returns the bytes of all that is remembered, in its order and in parts of about that length.
   */
  List<Encoder> parts(int bytes) {
    List<Encoder> parts = new ArrayList<>();
    for (Message end : ends.values()) {
      Encoder one = new Encoder();
      end.encode(one);
      if (parts.isEmpty() || parts.getLast().size() + one.size() > bytes) {
        parts.add(one);
      } else {
        parts.getLast().putRaw(one.array(), 0, one.size());
      }
    }
    return parts;
  }

  /** Gives all that is remembered, in its order. */
  void each(Consumer<Message> taker) {
    ends.values().forEach(taker);
  }

  /**
   * Returns the message with the end of a transaction, for its coordinator; empty if the end is not
   * remembered.
   */
  Optional<Message> of(TransactionId id) {
    return Optional.ofNullable(ends.get(id));
  }
}
