package tutti.engine.integrated.janus;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ReplicaImages;
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

  /** Puts values among items; no bytes stand for an item that is not there any more. */
  static void put(Map<ActorId, byte[]> values, Map<ActorId, byte[]> items) {
    values.forEach(
        (item, value) -> {
          if (value.length == 0) {
            items.remove(item);
          } else {
            items.put(item, value);
          }
        });
  }

  /**
   * Some items with their values.
   *
   * @param last the last item of the piece, even if its value is not among these; null if there
   *     were none
   */
  record Piece(@Nullable ActorId last, SortedMap<ActorId, byte[]> values) {}

  /**
   * Returns the first items, about as many as a piece has. Those that are not there are left out.
   */
  static Piece piece(SortedMap<ActorId, byte[]> items) {
    SortedMap<ActorId, byte[]> piece = new TreeMap<>();
    ActorId last = null;
    int bytes = 0;
    for (Map.Entry<ActorId, byte[]> each : items.entrySet()) {
      if (bytes >= ReplicaImages.PIECE_BYTES) {
        break;
      }
      last = each.getKey();
      bytes += last.type().length() + last.key().length() + each.getValue().length;
      if (each.getValue().length > 0) {
        piece.put(last, each.getValue());
      }
    }
    return new Piece(last, piece);
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
