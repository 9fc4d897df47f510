package tutti.engine.node.replicated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transfer.StateSink;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.LogMark;

/**
 * The receiver of a checkpoint, for a replica that lacks a part of the log that was let go. It is
 * fetched not as fast as it can be, so that a transfer takes neither the sender's disk nor the
 * network from those that work. It goes on after an interruption where it was, also in the host's
 * next life: what has come stays in a file of its own. All steps are in the replica's queue.
 *
 * <p>An error of the disk, or a checkpoint that is damaged, is an {@link UncheckedIOException}.
 */
final class CheckpointSink implements StateSink<CheckpointSink.Offer> {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointSink.class);

  /** A piece is asked for so long after the one before has come: 64 MiB in a second at most. */
  static final long PIECE_NANOS = 4_000_000;

  /** The bytes after which a part is forced; a start goes on behind a multiple of them. */
  static final int FORCED_BYTES = 4 << 20;

  /** The key of the offer that was taken up, in the replica's small files. */
  private static final String TAKEN = "checkpoint-coming";

  private static final String PREFIX = "coming-";

  private final Disk disk;
  private final MetaStore meta;
  private final CheckpointStore store;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Supplier<Have> have;
  private final Consumer<Reached> complete;
  private @Nullable Coming coming;

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
  record Offer(int from, Reached reached, long size) {
    private byte[] encoded() {
      return reached.encode(new Encoder().putVarLong(from)).putVarLong(size).toByteArray();
    }

    private static Offer decode(byte[] bytes) {
      Decoder in = new Decoder(bytes);
      return new Offer(in.getCount(Integer.MAX_VALUE), Reached.decode(in), in.getVarLong());
    }

    private String file() {
      return PREFIX + CheckpointStore.name(reached.position());
    }
  }

  /** A checkpoint that is on its way here. */
  private static final class Coming {
    private final Offer offer;
    private long at;

    Coming(Offer offer, long at) {
      this.offer = offer;
      this.at = at;
    }

    private byte[] cursor() {
      return CheckpointSource.cursor(offer.reached.position(), at);
    }
  }

  /**
   * @param disk has the replica's files only
   * @param meta of that disk
   * @param have gives what this replica has
   * @param complete takes the place that a checkpoint reaches which is complete here
   */
  CheckpointSink(
      Disk disk,
      MetaStore meta,
      Scheduler scheduler,
      StepQueue queue,
      Supplier<Have> have,
      Consumer<Reached> complete)
      throws IOException {
    this.disk = disk;
    this.meta = meta;
    this.store = new CheckpointStore(disk);
    this.scheduler = scheduler;
    this.queue = queue;
    this.have = have;
    this.complete = complete;
  }

  @Override
  public Optional<Offer> offered(int from, Decoder in) {
    Offer offer = new Offer(from, Reached.decode(in), in.getVarLong());
    long position = offer.reached.position();
    Have has = have.get();
    if (position <= has.reached.position()) {
      // The machine has not heard of it: a crash came between.
      complete.accept(has.reached);
    } else if (position > has.replayed) {
      return Optional.of(offer);
    } else if (position == has.checkpointed) {
      complete.accept(offer.reached);
    }
    return Optional.empty();
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
  @Override
  public byte[] begin(int from, Offer offer) {
    try {
      Coming next = new Coming(offer, hereOf(offer));
      LOG.info("a checkpoint of {} bytes comes, from byte {} on", offer.size, next.at);
      coming = next;
      return next.cursor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long hereOf(Offer offer) throws IOException {
    if (taken(offer::equals).isEmpty() || !disk.exists(offer.file())) {
      forget();
      meta.put(TAKEN, offer.encoded());
      return 0;
    }
    try (Disk.DiskFile file = disk.open(offer.file(), false)) {
      // Bytes behind a multiple are written only when all before it are forced.
      return Math.max(0, Math.min(file.size(), offer.size) - 1) / FORCED_BYTES * FORCED_BYTES;
    }
  }

  @Override
  public Step take(Decoder piece) {
    Coming it = coming;
    if (it == null) {
      return new Step.Unusable();
    }
    try {
      return take(it, piece.getRaw(piece.remaining()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Step take(Coming it, byte[] bytes) throws IOException {
    try (Disk.DiskFile file = disk.open(it.offer.file(), true)) {
      if (it.at == 0) {
        file.truncate(0);
      }
      file.write(ByteBuffer.wrap(bytes), it.at);
      it.at += bytes.length;
      if (it.at % FORCED_BYTES == 0) {
        file.force();
        disk.force();
      }
    }
    if (it.at < it.offer.size && bytes.length > 0) {
      return new Step.Next(it.cursor(), step -> scheduler.after(PIECE_NANOS, queue, step));
    }
    coming = null;
    store.install(it.offer.file(), it.offer.reached.position());
    forget();
    complete.accept(it.offer.reached);
    return new Step.Installed();
  }

  @Override
  public void discard() {
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
