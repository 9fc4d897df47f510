package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Group;

/** A command in the configuration log of a shard's views, which is a replicated log. Immutable. */
public sealed interface ViewCommand {

  /** The end of a view: a replica that has seen it does not act in the view any more. */
  record Close(long view) implements ViewCommand {}

  /**
   * The beginning of a view.
   *
   * @param record the merged record of the view before; its outcomes are executed
   * @param floor the timestamp up to which no transaction is remembered, unless it is in the record
   * @param joined the hosts with a new disk that act from this view on, with their disks' names
   */
  record Open(long view, List<Entry> record, Timestamp floor, SortedMap<Integer, Long> joined)
      implements ViewCommand {
    public Open {
      record = List.copyOf(record);
      joined = Collections.unmodifiableSortedMap(new TreeMap<>(joined));
    }
  }

  /** Appends this command's bytes. */
  default void encode(Encoder out) {
    switch (this) {
      case Close(long view) -> out.putByte(0).putVarLong(view);
      case Open(long view, List<Entry> record, Timestamp floor, Map<Integer, Long> joined) -> {
        encode(record, out.putByte(1).putVarLong(view));
        floor.encode(out);
        out.putVarLong(joined.size());
        joined.forEach((host, disk) -> out.putVarLong(host).putLong(disk));
      }
    }
  }

  /**
   * Reads a command and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no command
   */
  static ViewCommand decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Close(in.getVarLong());
      case 1 -> new Open(in.getVarLong(), entries(in), Timestamp.decode(in), joined(in));
      default ->
          throw new MalformedData("no command of a configuration log of views is of kind " + kind);
    };
  }

  /** Appends the bytes of some entries. */
  static void encode(List<Entry> entries, Encoder out) {
    out.putVarLong(entries.size());
    entries.forEach(entry -> entry.encode(out));
  }

  static List<Entry> entries(Decoder in) {
    List<Entry> entries = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      entries.add(Entry.decode(in));
    }
    return entries;
  }

  private static SortedMap<Integer, Long> joined(Decoder in) {
    SortedMap<Integer, Long> joined = new TreeMap<>();
    for (int left = in.getCount(Group.MOST_HOSTS); left > 0; left--) {
      joined.put(in.getCount(Group.MOST_HOSTS), in.getLong());
    }
    return joined;
  }
}
