package tutti.protocol.integrated.tapir;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.replication.Group;

/**
 * The durable state of a replica at one moment, without its versions. Together with the versions of
 * that moment or of later ones, it is a checkpoint: versions belong to transactions whose outcome
 * is settled, and executing such a transaction again changes nothing. Immutable.
 *
 * @param place the position of the configuration log up to which the state contains commands
 * @param view the newest view that was opened
 * @param joined the newest disk of each host that has acted in a view
 * @param floor the timestamp up to which no transaction is remembered, unless it is in the record
 * @param ended the outcomes of settled transactions that left the record
 * @param begun the record with which the view began, without settled transactions
 * @param record the record
 */
public record Image(
    LogPosition place,
    Own own,
    View view,
    SortedMap<Integer, Long> joined,
    Timestamp floor,
    SortedMap<Timestamp, Outcome> ended,
    List<Entry> begun,
    List<Entry> record) {

  /**
   * The replica's own disk.
   *
   * @param disk the name of the disk
   * @param member whether the replica remembers all that it has answered on this disk and on
   *     earlier ones
   */
  public record Own(long disk, boolean member) {}

  /**
   * A view.
   *
   * @param closed whether it has ended
   */
  public record View(long number, boolean closed) {}

  public Image {
    joined = Collections.unmodifiableSortedMap(new TreeMap<>(joined));
    ended = Collections.unmodifiableSortedMap(new TreeMap<>(ended));
    begun = List.copyOf(begun);
    record = List.copyOf(record);
  }

  /** Returns the image for other replicas, which have not said what is in the record. */
  public Image forOthers() {
    return new Image(place, new Own(0, false), view, joined, floor, ended, begun, List.of());
  }

  /** Returns the number of the view. */
  public long number() {
    return view.number;
  }

  /** Appends this image's bytes. */
  public void encode(Encoder out) {
    place.encode(out);
    out.putLong(own.disk).putBoolean(own.member);
    out.putVarLong(view.number).putBoolean(view.closed);
    out.putVarLong(joined.size());
    joined.forEach((host, disk) -> out.putVarLong(host).putLong(disk));
    floor.encode(out);
    out.putVarLong(ended.size());
    ended.forEach(
        (id, outcome) -> {
          id.encode(out);
          out.putByte(outcome.ordinal());
        });
    ViewCommand.encode(begun, out);
    ViewCommand.encode(record, out);
  }

  /**
   * Reads an image and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no image
   */
  public static Image decode(Decoder in) {
    LogPosition place = LogPosition.decode(in);
    Own own = new Own(in.getLong(), in.getBoolean());
    View view = new View(in.getVarLong(), in.getBoolean());
    SortedMap<Integer, Long> joined = new TreeMap<>();
    for (int left = in.getCount(Group.MOST_HOSTS); left > 0; left--) {
      joined.put(in.getCount(Group.MOST_HOSTS), in.getLong());
    }
    Timestamp floor = Timestamp.decode(in);
    SortedMap<Timestamp, Outcome> ended = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      ended.put(Timestamp.decode(in), Entry.outcome(in));
    }
    return new Image(
        place, own, view, joined, floor, ended, ViewCommand.entries(in), ViewCommand.entries(in));
  }
}
