package tutti.protocol.integrated.tapir;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.machine.ProtocolRecord;

/** The records of a replica in its host's log. Immutable. */
public sealed interface Record extends ProtocolRecord {

  /** The disk was blank when a replica started on it, and has this name. */
  record Disk(long name) implements Record {}

  /** The replica does not act in this view any more. */
  record Closed(long view) implements Record {}

  /** The replica has taken over the record of this view. */
  record Opened(ViewCommand.Open open) implements Record {}

  /** The entry of a transaction, in place of the one before. */
  record EntryLogged(Entry entry) implements Record {}

  /**
   * An image of the replica begins, with this durable state without the versions. The versions
   * follow between other records.
   */
  record Imaged(Image image) implements Record {}

  /**
   * Some of the executed versions of an item.
   *
   * @param read the highest timestamp of a committed transaction that read the item
   */
  record Item(ActorId name, SortedMap<Timestamp, Part.Value> versions, Timestamp read)
      implements Record {
    public Item {
      versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
    }
  }

  /**
   * The versions of an item up to {@code floor} are removed: the replica whose image is taken over
   * had none of them when its floor was {@code floor}.
   */
  record Removed(ActorId name, Timestamp floor) implements Record {}

  /** The image that was begun is complete: no record before its begin is needed any more. */
  record Complete() implements Record {}

  /** Appends this record's bytes. */
  default void encode(Encoder out) {
    switch (this) {
      case Disk(long name) -> out.putByte(0).putLong(name);
      case Closed(long view) -> out.putByte(1).putVarLong(view);
      case Opened(ViewCommand.Open open) -> open.encode(out.putByte(2));
      case EntryLogged(Entry entry) -> entry.encode(out.putByte(3));
      case Imaged(Image image) -> image.encode(out.putByte(4));
      case Item(ActorId name, SortedMap<Timestamp, Part.Value> versions, Timestamp read) -> {
        Part.encode(name, out.putByte(5));
        out.putVarLong(versions.size());
        versions.forEach(
            (version, value) -> {
              version.encode(out);
              out.putBytes(value.bytes());
            });
        read.encode(out);
      }
      case Complete() -> out.putByte(6);
      case Removed(ActorId name, Timestamp floor) -> {
        Part.encode(name, out.putByte(7));
        floor.encode(out);
      }
    }
  }

  /**
   * Reads one record and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no record
   */
  static Record decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Disk(in.getLong());
      case 1 -> new Closed(in.getVarLong());
      case 2 -> {
        if (!(ViewCommand.decode(in) instanceof ViewCommand.Open open)) {
          throw new MalformedData("a view that is opened has a record");
        }
        yield new Opened(open);
      }
      case 3 -> new EntryLogged(Entry.decode(in));
      case 4 -> new Imaged(Image.decode(in));
      case 5 -> new Item(Part.item(in), versions(in), Timestamp.decode(in));
      case 6 -> new Complete();
      case 7 -> new Removed(Part.item(in), Timestamp.decode(in));
      default -> throw new MalformedData("no record of a replica is of kind " + kind);
    };
  }

  private static SortedMap<Timestamp, Part.Value> versions(Decoder in) {
    SortedMap<Timestamp, Part.Value> versions = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      versions.put(Timestamp.decode(in), new Part.Value(in.getBytes()));
    }
    return versions;
  }
}
