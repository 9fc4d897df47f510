package tutti.engine.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.integrated.ReplicaImages;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Image;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Timestamp;

/**
 * The transfer of a replica's memory to one that lacks a part of the configuration log's log which
 * was let go. The sender keeps nothing of it: a piece is the items behind a name, as they are when
 * it is asked for, since versions that are newer than the image do no harm. The receiver puts them
 * into its log and its memory as they come, and goes on from the image when it has all. Of the
 * items that it has and that do not come it lets go then, as far as the floor reaches that the
 * other replica had at the piece: they are not there any more. Confined to the host's queue of
 * machines.
 */
final class ImageTransfer {
  private static final Logger LOG = LoggerFactory.getLogger(ImageTransfer.class);

  private static final int OFFER = 0;
  private static final int FETCH = 1;
  private static final int PIECE = 2;

  /** The offers without a piece between them after which a transfer begins anew. */
  private static final int PATIENCE = 3;

  private final ShardDriver driver;
  private final TapirHost host;
  private @Nullable Coming coming;
  private long installed;

  /** A memory that is on its way here. */
  private static final class Coming {
    final int from;
    private @Nullable Image image;
    private @Nullable ActorId last;

    /** The items here that are not among those that have come: the other replica let them go. */
    final List<Record.Removed> gone = new ArrayList<>();

    /** The offers since a piece has come. */
    private int idle;

    Coming(int from) {
      this.from = from;
    }
  }

  ImageTransfer(ShardDriver driver, TapirHost host) {
    this.driver = driver;
    this.host = host;
  }

  /** Returns how many memories came from other hosts. */
  long installed() {
    return installed;
  }

  /** The configuration log's replica on that host lacks what was let go. */
  void offer(int to) {
    send(
        to,
        new Encoder()
            .putByte(OFFER)
            .putVarLong(driver.configurationLog().place().mark().position()));
  }

  private DurableState memory() {
    return driver.machine().memory();
  }

  private void send(int to, Encoder part) {
    host.mail().sendImage(driver.shard(), to, part);
  }

  /**
   * Takes a part of a transfer.
   *
   * @throws MalformedData if the bytes are none
   */
  void received(int from, Decoder in) {
    int kind = in.getByte();
    switch (kind) {
      case OFFER -> offered(from, in.getVarLong());
      case FETCH -> fetched(from, in.getBoolean() ? item(in) : null);
      case PIECE -> piece(from, in);
      default -> throw new MalformedData("no part of a transfer is of kind " + kind);
    }
  }

  private static ActorId item(Decoder in) {
    return new ActorId(in.getString(), in.getString());
  }

  private static void put(@Nullable ActorId item, Encoder out) {
    out.putBoolean(item != null);
    if (item != null) {
      out.putString(item.type()).putString(item.key());
    }
  }

  private void offered(int from, long position) {
    if (position <= driver.configurationLog().place().mark().position()) {
      // The configuration log has not heard of it: a crash came between.
      driver.reached(memory().place());
      return;
    }
    Coming now = coming;
    if (now == null || now.idle >= PATIENCE || (now.idle > 0 && now.from != from)) {
      LOG.info("shard {} comes from host {}", driver.shard(), from);
      now = new Coming(from);
      coming = now;
      fetch(now);
    } else if (now.idle > 0) {
      // The question or its answer was lost.
      fetch(now);
    }
    now.idle++;
  }

  private void fetch(Coming it) {
    Encoder out = new Encoder().putByte(FETCH);
    put(it.last, out);
    send(it.from, out);
  }

  private void fetched(int to, @Nullable ActorId after) {
    Encoder out = new Encoder().putByte(PIECE);
    put(after, out);
    out.putBoolean(after == null);
    if (after == null) {
      memory().image(driver.configurationLog().place()).forOthers().encode(out);
    } else {
      memory().floor().encode(out.putVarLong(memory().view()));
    }
    List<Record.Item> items = memory().items(after, ReplicaImages.PIECE_BYTES);
    out.putVarLong(items.size());
    items.forEach(item -> item.encode(out));
    send(to, out);
  }

  private void piece(int from, Decoder in) {
    ActorId after = in.getBoolean() ? item(in) : null;
    Image first = in.getBoolean() ? Image.decode(in) : null;
    long view = first == null ? in.getVarLong() : first.number();
    Timestamp floor = first == null ? Timestamp.decode(in) : first.floor();
    List<Record.Item> items = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      if (!(Record.decode(in) instanceof Record.Item item)) {
        throw new MalformedData("a memory that comes has a record that is no item");
      }
      items.add(item);
    }
    Coming it = coming;
    boolean isNext =
        it != null && it.from == from && (after == null ? it.last == null : after.equals(it.last));
    if (it == null || !isNext) {
      return;
    }
    Image image = first == null ? it.image : first;
    if (image == null || view < Math.max(image.number(), memory().view())) {
      // What that replica has may have been let go of since, by this one as by all that go on.
      coming = null;
      return;
    }
    it.image = image;
    it.idle = 0;
    take(it, image, floor, items);
  }

  private void take(Coming it, Image image, Timestamp floor, List<Record.Item> items) {
    long lsn = 0;
    for (Record.Item item : items) {
      memory().add(item);
      lsn = driver.append(item);
    }
    it.gone.addAll(memory().missing(floor, it.last, items));
    if (items.isEmpty()) {
      coming = null;
      installed++;
      driver.install(image, it.gone);
      return;
    }
    it.last = items.getLast().name();
    host.parts()
        .log()
        .whenDurable(
            lsn,
            durable ->
                driver.step(
                    () -> {
                      if (durable && coming == it) {
                        fetch(it);
                      }
                    }));
  }
}
