package tutti.protocol.integrated.janus.graph;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A transaction's name and its participants, which a replica must know to ask about it. Equal names
 * have equal participants.
 *
 * @param shards the shards that it touches, the home shard first: its replicas take over from a
 *     coordinator that is gone
 */
public record Transaction(TransactionId id, List<Integer> shards)
    implements Comparable<Transaction> {

  /** No shard's number is this high. */
  public static final int MOST_SHARDS = 1 << 20;

  public Transaction {
    shards = List.copyOf(shards);
    if (shards.isEmpty()) {
      throw new IllegalArgumentException("a transaction touches one shard at least");
    }
  }

  public int home() {
    return shards.getFirst();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Transaction its && id.equals(its.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public int compareTo(Transaction other) {
    return id.compareTo(other.id);
  }

  public void encode(Encoder out) {
    id.encode(out);
    encode(shards, out);
  }

  static void encode(List<Integer> shards, Encoder out) {
    out.putVarLong(shards.size());
    shards.forEach(out::putVarLong);
  }

  public static Transaction decode(Decoder in) {
    return new Transaction(TransactionId.decode(in), shards(in));
  }

  static List<Integer> shards(Decoder in) {
    List<Integer> shards = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      shards.add(in.getCount(MOST_SHARDS));
    }
    if (shards.isEmpty()) {
      throw new MalformedData("a transaction touches one shard at least");
    }
    return List.copyOf(shards);
  }

  @Override
  public String toString() {
    return "T" + id;
  }
}
