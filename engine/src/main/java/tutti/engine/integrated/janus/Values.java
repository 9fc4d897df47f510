package tutti.engine.integrated.janus;

import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.graph.Payload;

/** The format of items with their values: in words, in answers to reads, and in records. */
final class Values {
  private Values() {}

  static void encode(SortedMap<ActorId, byte[]> values, Encoder out) {
    out.putVarLong(values.size());
    values.forEach(
        (item, value) -> out.putString(item.type()).putString(item.key()).putBytes(value));
  }

  static SortedMap<ActorId, byte[]> decode(Decoder in) {
    SortedMap<ActorId, byte[]> values = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      values.put(new ActorId(in.getString(), in.getString()), in.getBytes());
    }
    return values;
  }

  static Payload payload(SortedMap<ActorId, byte[]> values) {
    Encoder out = new Encoder();
    encode(values, out);
    return new Payload(out.toByteArray());
  }

  static SortedMap<ActorId, byte[]> of(Payload payload) {
    return decode(new Decoder(payload.bytes()));
  }
}
