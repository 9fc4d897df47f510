package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * A transaction's name and its participants.
 *
 * @param shards the shards that it touches, the home shard first: its replicas take over from a
 *     coordinator that is gone
 */
public record Transaction(Timestamp id, List<Integer> shards) {

  /** No shard's number is this high. */
  static final int MOST_SHARDS = 1 << 20;

  public Transaction {
    shards = List.copyOf(shards);
    if (shards.isEmpty()) {
      throw new IllegalArgumentException("a transaction touches one shard at least");
    }
  }

  int home() {
    return shards.getFirst();
  }

  /** Appends this name's bytes. */
  public void encode(Encoder out) {
    id.encode(out);
    out.putVarLong(shards.size());
    shards.forEach(out::putVarLong);
  }

  /**
   * Reads a name, and leaves the bytes that follow it.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public static Transaction decode(Decoder in) {
    Timestamp id = Timestamp.decode(in);
    List<Integer> shards = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      shards.add(in.getCount(MOST_SHARDS));
    }
    if (shards.isEmpty()) {
      throw new tutti.model.MalformedData("a transaction touches one shard at least");
    }
    return new Transaction(id, shards);
  }
}
