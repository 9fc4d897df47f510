package tutti.engine.integrated.janus;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.integrated.StepGuard;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The subject of an order by which all replicas of a shard continue with the results of one of
 * them, where replicas had different results and no majority agrees. In a {@link PassOverOrder} it
 * stands in the place of a transaction to pass over.
 *
 * @param ends the digests of the results that are right from then on, by their transactions
 */
record UpheldEnds(SortedMap<TransactionId, Long> ends) {
  /** The first bytes, with which no transaction begins, since no number is that high. */
  private static final long MARK = -1;

  /** The numbers of these places have a bit that those of steps have not. */
  private static final long PLACES = StepGuard.NUMBERS;

  /** Returns the number of the place at which a shard is stopped by that transaction. */
  static long place(TransactionId id) {
    return PLACES | JanusPlace.number(id);
  }

  /** Returns whether a shard is stopped at that place since its replicas came to different ends. */
  static boolean isAt(long place) {
    return (place & PLACES) != 0;
  }

  byte[] bytes() {
    Encoder out = new Encoder().putLong(MARK).putVarLong(ends.size());
    ends.forEach(
        (id, digest) -> {
          id.encode(out);
          out.putLong(digest);
        });
    return out.toByteArray();
  }

  /** Reads the ends of an order; none, if it is about something else. */
  static Optional<UpheldEnds> of(PassOverOrder order) {
    Decoder in = new Decoder(order.transaction());
    if (!isAt(order.place()) || in.remaining() < Long.BYTES || in.getLong() != MARK) {
      return Optional.empty();
    }
    SortedMap<TransactionId, Long> ends = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      ends.put(TransactionId.decode(in), in.getLong());
    }
    return Optional.of(new UpheldEnds(ends));
  }
}
