package tutti.protocol.commit.twophase;

import java.util.List;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.DurableState;

/**
 * The participants to which a coordinator sends its request to vote, or its decision to abort.
 * Immutable.
 *
 * @param nodes in ascending order; empty in the records of participants
 */
record CollectingRecord(List<Integer> nodes) implements DurableState {

  CollectingRecord {
    nodes = List.copyOf(nodes);
  }

  @Override
  public void encode(Encoder out) {
    out.putVarLong(nodes.size());
    nodes.forEach(out::putVarLong);
  }

  /**
   * Reads one durable state and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no durable state
   */
  static CollectingRecord decode(Decoder in) {
    Integer[] nodes = new Integer[in.getCount(in.remaining())];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = in.getCount(Integer.MAX_VALUE);
    }
    return new CollectingRecord(List.of(nodes));
  }
}
