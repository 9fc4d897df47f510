package tutti.engine.node.replicated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.LogMark;

/**
 * The receiver of a checkpoint: a replica that lacks a part of the log that was let go. It asks one
 * sender for one piece at a time, and not as fast as it can, so that a transfer takes neither the
 * sender's disk nor the network from those that work. It goes on after an interruption where it
 * was, also in the host's next life: what has come stays in a file of its own. All steps are in the
 * replica's queue.
 */
final class CheckpointTransfer {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointTransfer.class);

  /** The most bytes of a shard's checkpoint that are under way to one replica. */
  static final int PIECE_BYTES = 256 << 10;

  /** A piece is asked for so long after the one before has come: 64 MiB in a second at most. */
  static final long PIECE_NANOS = 4_000_000;

  /** The bytes after which a part is forced; a start goes on behind a multiple of them. */
  static final int FORCED_BYTES = 4 << 20;

  /** The offers without a piece between them after which another sender is taken. */
  private static final int PATIENCE = 3;

  /** The kinds of messages; a host that sends checkpoints takes the last two. */
  static final int OFFER = 0;

  static final int FETCH = 1;
  static final int PIECE = 2;
  static final int ASK = 3;

  /** The key of the offer that was taken up, in the replica's small files. */
  private static final String TAKEN = "checkpoint-coming";

  private static final String PREFIX = "coming-";

  private final Disk disk;
  private final MetaStore meta;
  private final CheckpointStore store;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Way way;
  private @Nullable Coming coming;

  /** A way to the shard's replicas on other hosts; what is sent may be lost. */
  @FunctionalInterface
  interface Way {
    void send(int host, Encoder part);
  }

  /**
   * A place in the shard's log that a checkpoint reaches.
   *
   * @param terms the number of terms up to it
   */
  record Reached(LogMark mark, long terms) {
    /** The key of the place that the newest checkpoint reaches, in a replica's small files. */
    private static final String META = "checkpoint-reaches";

    static final Reached NOTHING = new Reached(LogMark.START, 0);

    static Reached of(MetaStore meta) throws IOException {
      return meta.get(META).map(bytes -> decode(new Decoder(bytes))).orElse(NOTHING);
    }

    void keep(MetaStore meta) throws IOException {
      meta.put(META, encode(new Encoder()).toByteArray());
    }

    long position() {
      return mark.position();
    }

    Encoder encode(Encoder out) {
      mark.encode(out);
      return out.putVarLong(terms);
    }

    static Reached decode(Decoder in) {
      return new Reached(LogMark.decode(in), in.getVarLong());
    }
  }

  /**
   * The part of its shard's log that a replica has.
   *
   * @param reached the place that is known to be contained in a durable checkpoint
   * @param checkpointed the position that the newest checkpoint reaches
   * @param replayed the position up to which the state has the log
   */
  record Have(Reached reached, long checkpointed, long replayed) {}

  /** A checkpoint that a host has offered. */
  private record Offer(int from, Reached reached, long size) {
    byte[] encoded() {
      return reached.encode(new Encoder().putVarLong(from)).putVarLong(size).toByteArray();
    }

    static Offer decode(byte[] bytes) {
      Decoder in = new Decoder(bytes);
      return new Offer(in.getCount(Integer.MAX_VALUE), Reached.decode(in), in.getVarLong());
    }
  }

  /** A checkpoint that is on its way here. */
  private static final class Coming {
    private final Offer offer;
    private long at;

    /** The offers since a piece has come. */
    private int idle;

    Coming(Offer offer, long at) {
      this.offer = offer;
      this.at = at;
    }

    String file() {
      return PREFIX + CheckpointStore.name(offer.reached.position());
    }
  }

  /**
   * @param disk has the replica's files only
   * @param meta of that disk
   */
  CheckpointTransfer(Disk disk, MetaStore meta, Scheduler scheduler, StepQueue queue, Way way)
      throws IOException {
    this.disk = disk;
    this.meta = meta;
    this.store = new CheckpointStore(disk);
    this.scheduler = scheduler;
    this.queue = queue;
    this.way = way;
  }

  /**
   * Takes an offer.
   *
   * @param have what this replica has
   * @return the place that a checkpoint reaches which is complete here; else null
   */
  @Nullable Reached offered(int from, Decoder in, Have have) throws IOException {
    Offer offer = new Offer(from, Reached.decode(in), in.getVarLong());
    long position = offer.reached.position();
    if (position <= have.reached.position()) {
      // The machine has not heard of it: a crash came between.
      return have.reached;
    }
    if (position <= have.replayed) {
      return position == have.checkpointed ? offer.reached : null;
    }
    Coming now = coming;
    if (now == null || isStuck(now, offer)) {
      now = begin(offer);
      coming = now;
      fetch(now);
    } else if (now.idle > 0 && now.offer.equals(offer)) {
      // The question or its answer was lost.
      fetch(now);
    }
    now.idle++;
    return null;
  }

  /** Whether another offer is better than the one that was taken up: its sender has it no more. */
  private static boolean isStuck(Coming now, Offer other) {
    boolean sameSender = now.offer.from == other.from;
    return !now.offer.equals(other) && (now.idle >= PATIENCE || sameSender && now.idle > 0);
  }

  /**
   * Returns the place that the checkpoint reaches which was taken up last, if it was not given up.
   */
  @Nullable Reached taken() throws IOException {
    return taken(offer -> true).map(Offer::reached).orElse(null);
  }

  private Optional<Offer> taken(Predicate<Offer> which) throws IOException {
    return meta.get(TAKEN).filter(it -> it.length > 0).map(Offer::decode).filter(which);
  }

  /** Goes on with what has come of that very checkpoint, perhaps in an earlier life. */
  private Coming begin(Offer offer) throws IOException {
    boolean known = taken(offer::equals).isPresent();
    Coming next = new Coming(offer, 0);
    if (known && disk.exists(next.file())) {
      try (Disk.DiskFile file = disk.open(next.file(), false)) {
        // Bytes behind a multiple are written only when all before it are forced.
        next.at = Math.max(0, Math.min(file.size(), offer.size) - 1) / FORCED_BYTES * FORCED_BYTES;
      }
    } else {
      forget();
      meta.put(TAKEN, offer.encoded());
    }
    LOG.info(
        "a checkpoint of {} bytes comes from host {}, from byte {} on",
        offer.size,
        offer.from,
        next.at);
    return next;
  }

  private void fetch(Coming it) {
    Encoder out = new Encoder().putByte(FETCH).putVarLong(it.offer.reached.position());
    way.send(it.offer.from, out.putVarLong(it.at));
  }

  /**
   * Takes a piece.
   *
   * @return the place that a checkpoint reaches which is complete here now; else null
   */
  @Nullable Reached piece(int from, Decoder in) throws IOException {
    long position = in.getVarLong();
    long at = in.getVarLong();
    byte[] bytes = in.getBytes();
    Coming it = coming;
    if (it == null
        || it.offer.from != from
        || it.offer.reached.position() != position
        || it.at != at) {
      return null;
    }
    try (Disk.DiskFile file = disk.open(it.file(), true)) {
      if (at == 0) {
        file.truncate(0);
      }
      file.write(ByteBuffer.wrap(bytes), at);
      it.at += bytes.length;
      if (it.at % FORCED_BYTES == 0) {
        file.force();
        disk.force();
      }
    }
    it.idle = 0;
    if (it.at < it.offer.size && bytes.length > 0) {
      scheduler.after(PIECE_NANOS, queue, () -> goOn(it));
      return null;
    }
    coming = null;
    store.install(it.file(), position);
    forget();
    return it.offer.reached;
  }

  private void goOn(Coming it) {
    if (coming == it) {
      fetch(it);
    }
  }

  /** Gives up what is on its way here, and what has come of it: it may be damaged. */
  void giveUp() {
    coming = null;
    try {
      forget();
    } catch (IOException e) {
      LOG.warn("what has come of a checkpoint is left behind: {}", e.getMessage());
    }
  }

  private void forget() throws IOException {
    if (taken(offer -> true).isPresent()) {
      meta.put(TAKEN, new byte[0]);
    }
    for (String name : disk.list()) {
      if (name.startsWith(PREFIX)) {
        disk.delete(name);
      }
    }
  }
}
