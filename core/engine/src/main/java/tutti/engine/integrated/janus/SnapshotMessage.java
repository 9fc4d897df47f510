package tutti.engine.integrated.janus;

import java.util.Optional;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.janus.graph.Payload;

/** A message between hosts about a snapshot of a shard's items. */
sealed interface SnapshotMessage {
  /**
   * A question for the value that an item had in a snapshot; the answer comes once the host has the
   * snapshot.
   *
   * @param number a number that no other question has
   */
  record Read(String snapshot, long number, ActorId item) implements SnapshotMessage {}

  /** The value that it had; none, if the host does not have the snapshot any more. */
  record Seen(long number, Optional<Payload> value) implements SnapshotMessage {}

  /** No query reads that snapshot any more. */
  record Drop(String snapshot) implements SnapshotMessage {}

  default void encode(Encoder out) {
    switch (this) {
      case Read(String snapshot, long number, ActorId item) ->
          out.putByte(0)
              .putString(snapshot)
              .putLong(number)
              .putString(item.type())
              .putString(item.key());
      case Seen(long number, Optional<Payload> value) -> {
        out.putByte(value.isPresent() ? 1 : 2).putLong(number);
        value.ifPresent(payload -> out.putBytes(payload.bytes()));
      }
      case Drop(String snapshot) -> out.putByte(3).putString(snapshot);
    }
  }

  /**
   * Reads a message.
   *
   * @throws MalformedData if the bytes are no message
   */
  static SnapshotMessage decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Read(in.getString(), in.getLong(), new ActorId(in.getString(), in.getString()));
      case 1 -> new Seen(in.getLong(), Optional.of(new Payload(in.getBytes())));
      case 2 -> new Seen(in.getLong(), Optional.empty());
      case 3 -> new Drop(in.getString());
      default -> throw new MalformedData("no message about a snapshot is of kind " + kind);
    };
  }
}
