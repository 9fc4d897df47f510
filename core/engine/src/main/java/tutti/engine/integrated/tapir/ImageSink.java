package tutti.engine.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemCursor;
import tutti.engine.transfer.StateSink;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Image;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Timestamp;

/**
 * The receiver of another replica's durable state. The items go into the log and into memory as
 * they come, and the replica continues from the image when all have come. Then the replica removes
 * those of its items that did not come, as far as the other replica's floor at that piece reaches:
 * those items do not exist any more.
 */
final class ImageSink implements StateSink<ImageSink.Memory> {

  /** The only state that a host offers: its memory, as it is at each piece. */
  enum Memory {
    OF_NOW
  }

  private final Replica replica;
  private @Nullable Image image;
  private @Nullable ActorId last;

  /** The items here that are not among those that have come: the other replica let them go. */
  private final List<Record.Removed> gone = new ArrayList<>();

  /** The replica that takes the memory. */
  interface Replica {
    DurableState memory();

    /** Returns the place of the configuration log that the memory reaches. */
    LogPosition place();

    /** Appends a record of which the machine is not told; returns its number. */
    long append(Record record);

    /** Runs a step on the replica's queue once a record is durable. */
    void whenDurable(long lsn, Runnable step);

    /**
     * Continues from the durable state of another replica, whose versions are here.
     *
     * @param gone the versions that the other replica has removed
     */
    void install(Image image, List<Record.Removed> gone);

    /** Tells the configuration log of a place that the memory reaches, once that is durable. */
    void reached(LogPosition place);
  }

  ImageSink(Replica replica) {
    this.replica = replica;
  }

  @Override
  public Optional<Memory> offered(int from, Decoder offer) {
    if (offer.getVarLong() <= replica.place().mark().position()) {
      // The configuration log has not heard of it: a crash came between.
      replica.reached(replica.memory().place());
      return Optional.empty();
    }
    return Optional.of(Memory.OF_NOW);
  }

  @Override
  public byte[] begin(int from, Memory state) {
    image = null;
    last = null;
    gone.clear();
    return ItemCursor.encode(null, new Encoder()).toByteArray();
  }

  @Override
  public Step take(Decoder piece) {
    Image first = piece.getBoolean() ? Image.decode(piece) : null;
    long view = first == null ? piece.getVarLong() : first.number();
    Timestamp floor = first == null ? Timestamp.decode(piece) : first.floor();
    List<Record.Item> items = new ArrayList<>();
    for (int left = piece.getCount(piece.remaining()); left > 0; left--) {
      if (!(Record.decode(piece) instanceof Record.Item item)) {
        throw new MalformedData("a memory that comes has a record that is no item");
      }
      items.add(item);
    }
    Image its = first == null ? image : first;
    if (its == null || view < Math.max(its.number(), replica.memory().view())) {
      // What that replica has may have been let go of since, by this one as by all that go on.
      return new Step.Unusable();
    }
    image = its;
    return take(its, floor, items);
  }

  private Step take(Image its, Timestamp floor, List<Record.Item> items) {
    long lsn = 0;
    for (Record.Item item : items) {
      replica.memory().add(item);
      lsn = replica.append(item);
    }
    gone.addAll(replica.memory().missing(floor, last, items));
    if (items.isEmpty()) {
      replica.install(its, List.copyOf(gone));
      return new Step.Installed();
    }
    last = items.getLast().name();
    long durable = lsn;
    return new Step.Next(
        ItemCursor.encode(last, new Encoder()).toByteArray(),
        step -> replica.whenDurable(durable, step));
  }
}
