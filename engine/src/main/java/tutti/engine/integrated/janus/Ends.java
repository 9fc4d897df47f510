package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.Fact;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Output;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The ends of the last transactions that a replica has executed: a coordinator that was cut off
 * hears them when all the rest is forgotten. Confined to one thread.
 */
final class Ends {
  private static final int MOST = 4096;

  private final Map<TransactionId, Message> ends =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionId, Message> eldest) {
          return size() > MOST;
        }
      };

  /** Takes a record of the replica. */
  void add(Fact fact) {
    switch (fact) {
      case Fact.Decided(var transaction, Decision decision) -> {
        if (decision.abandoned()) {
          TransactionId id = transaction.id();
          ends.put(id, new Message.Done(id, decision, Request.NONE));
        }
      }
      case Fact.Executed(TransactionId id, Output output) ->
          ends.putIfAbsent(id, new Message.Executed(id, output));
      default -> {}
    }
  }

  /** Takes what another replica remembers. */
  void add(Message end) {
    end.answersTo().ifPresent(id -> ends.putIfAbsent(id, end));
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

  /** Returns what tells a coordinator the end of its transaction; none if it is not remembered. */
  Optional<Message> of(TransactionId id) {
    return Optional.ofNullable(ends.get(id));
  }
}
