package tutti.protocol.integrated.tapir;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/** The records of a replica in its host's log. Immutable. */
public sealed interface Fact {

  /** The disk was blank when a replica started on it, and has this name. */
  record Disk(long name) implements Fact {}

  /** The replica does not act in this view any more. */
  record Closed(long view) implements Fact {}

  /** The replica has taken over the record of this view. */
  record Opened(ViewEntry.Open open) implements Fact {}

  /** The entry of a transaction, in place of the one before. */
  record Noted(Entry entry) implements Fact {}

  /** Appends this record's bytes. */
  default void encode(Encoder out) {
    switch (this) {
      case Disk(long name) -> out.putByte(0).putLong(name);
      case Closed(long view) -> out.putByte(1).putVarLong(view);
      case Opened(ViewEntry.Open open) -> open.encode(out.putByte(2));
      case Noted(Entry entry) -> entry.encode(out.putByte(3));
    }
  }

  /**
   * Reads one record and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no record
   */
  static Fact decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Disk(in.getLong());
      case 1 -> new Closed(in.getVarLong());
      case 2 -> {
        if (!(ViewEntry.decode(in) instanceof ViewEntry.Open open)) {
          throw new MalformedData("a view that is opened has a record");
        }
        yield new Opened(open);
      }
      case 3 -> new Noted(Entry.decode(in));
      default -> throw new MalformedData("no record of a replica is of kind " + kind);
    };
  }
}
