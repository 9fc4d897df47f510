package tutti.engine.recovery;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.OneRowEach;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.Uninterruptibly;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.model.ActorId;
import tutti.model.Decoder;

/**
 * The threads that help the thread that replays. The replaying thread reads frames and keeps all
 * tables, in the order of the log; the workers decode the records that it reads, in batches, and
 * write their rows. One worker writes all rows of a key, and so in the order of the log: whatever
 * the timing, the result equals that of one thread, including the numbers of the rows. Without
 * workers, the caller does all of this immediately.
 *
 * <p>The memory has bounds: no more than a window is decoded at a time, and before a batch is
 * replayed, its worker has written all that it was given before that batch. Used by the thread that
 * replays, except for the steps.
 */
final class ReplayWorkers {
  /** The size of a batch: some hundred rows, so that the hand-over costs little in comparison. */
  static final int BATCH_BYTES = 128 << 10;

  /** The limit beyond which the oldest batch is waited for, however few there are. */
  private static final long MOST_BYTES = 8 << 20;

  private final Scheduler scheduler;
  private final int count;
  private final int batchBytes;
  private final ArrayDeque<Batch> window = new ArrayDeque<>();
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
  private final OneRowEach keys = new OneRowEach();
  private StepQueue[] queues = {};
  private List<List<Write>> writes = List.of();
  private Batch batch = new Batch();
  private @Nullable Piece<?> current;
  private long windowBytes;
  private long sent;
  private long written;

  /**
   * @param count how many; with less than two there is no gain, so there are none
   * @param batchBytes how much one decodes at a time; none is started for less
   */
  ReplayWorkers(Scheduler scheduler, int count, int batchBytes) {
    this.scheduler = scheduler;
    this.count = count < 2 ? 0 : count;
    this.batchBytes = batchBytes;
  }

  /**
   * A record of the log, or an entry with rows.
   *
   * @param read decodes it; on any thread
   * @param replay does it again, when all before it is done; on the caller's thread
   * @param refusal the failure that is told if either fails, or one of its rows cannot be written
   */
  record Piece<T>(
      Function<Decoder, T> read,
      Consumer<T> replay,
      Function<RuntimeException, IOException> refusal) {
    void run(Decoder in) throws IOException {
      try {
        replay.accept(read.apply(in));
      } catch (RuntimeException e) {
        throw refusal.apply(e);
      }
    }
  }

  /** A piece and its bytes, and the values that a worker has decoded from them. */
  private static final class Item<T> {
    private final Piece<T> piece;
    private final byte[] bytes;
    private @Nullable T made;
    private @Nullable Throwable failed;

    Item(Piece<T> piece, byte[] bytes) {
      this.piece = piece;
      this.bytes = bytes;
    }

    void decode() {
      try {
        made = piece.read.apply(new Decoder(bytes));
      } catch (Throwable e) {
        failed = e;
      }
    }

    void replay() throws IOException {
      if (failed instanceof Error e) {
        throw e;
      }
      try {
        if (failed instanceof RuntimeException e) {
          throw e;
        }
        piece.replay.accept(Objects.requireNonNull(made));
      } catch (RuntimeException e) {
        throw piece.refusal.apply(e);
      }
    }
  }

  private static final class Batch {
    private final List<Item<?>> items = new ArrayList<>();
    private final CountDownLatch decoded = new CountDownLatch(1);
    private long bytes;

    void decode() {
      items.forEach(Item::decode);
      decoded.countDown();
    }
  }

  /** A row that is to be written, for a piece; counted in the order of the log. */
  private record Write(
      long number, ActorId actor, ActorRows rows, Change change, long tid, Piece<?> of) {}

  private record Failure(long number, Throwable why) {}

  /** Decodes and replays a piece, now or soon; the bytes are copied if it is not done now. */
  <T> void take(byte[] bytes, int offset, int length, Piece<T> piece) throws IOException {
    if (count == 0) {
      piece.run(new Decoder(bytes, offset, length));
      return;
    }
    batch.items.add(new Item<>(piece, Arrays.copyOfRange(bytes, offset, offset + length)));
    batch.bytes += length;
    if (batch.bytes >= batchBytes) {
      start();
      send();
    }
    while (window.size() > 2 * count || windowBytes > MOST_BYTES) {
      replayOldest();
    }
  }

  private void start() {
    if (queues.length == 0) {
      queues = new StepQueue[count];
      Arrays.setAll(queues, i -> scheduler.newStepQueue("recovery-" + i));
      writes = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        writes.add(new ArrayList<>());
      }
    }
  }

  private void send() {
    Batch full = batch;
    batch = new Batch();
    windowBytes += full.bytes;
    window.add(full);
    if (queues.length == 0) {
      full.decode();
    } else {
      queues[(int) (sent++ % count)].step(full::decode);
    }
  }

  private void replayOldest() throws IOException {
    Batch oldest = window.remove();
    windowBytes -= oldest.bytes;
    Uninterruptibly.await(oldest.decoded);
    IOException refused = null;
    try {
      for (Item<?> item : oldest.items) {
        current = item.piece;
        item.replay();
      }
    } catch (IOException e) {
      refused = e;
    }
    hand();
    if (refused != null || failure.get() != null) {
      refuse(refused);
    }
  }

  /** Gives each worker the rows that it is to write. */
  private void hand() {
    for (int i = 0; i < queues.length; i++) {
      List<Write> its = writes.get(i);
      if (!its.isEmpty()) {
        writes.set(i, new ArrayList<>(its.size()));
        queues[i].step(() -> its.forEach(this::write));
      }
    }
  }

  private void write(Write it) {
    Failure before = failure.get();
    if (before != null && before.number < it.number) {
      return;
    }
    try {
      keys.apply(it.actor, it.rows, it.change, it.tid);
    } catch (RuntimeException e) {
      failed(new Failure(it.number, it.of.refusal.apply(e)));
    } catch (Error e) {
      failed(new Failure(it.number, e));
    }
  }

  private void failed(Failure it) {
    failure.accumulateAndGet(
        it, (known, other) -> known == null || other.number < known.number ? other : known);
  }

  /**
   * Throws the failure that is first in the order of the log, whichever thread was faster; writes
   * come before.
   */
  private void refuse(@Nullable IOException refused) throws IOException {
    finishWrites();
    Failure first = failure.get();
    Throwable why = first == null ? refused : first.why;
    if (why instanceof IOException e) {
      throw e;
    } else if (why instanceof Error e) {
      throw e;
    }
  }

  private void finishWrites() {
    CountDownLatch done = new CountDownLatch(queues.length);
    for (StepQueue queue : queues) {
      queue.step(done::countDown);
    }
    Uninterruptibly.await(done);
  }

  /** Writes rows of an actor, after all that was to be written before. */
  void write(ActorId actor, ActorRows rows, List<Change> changes) {
    for (Change change : changes) {
      long tid = rows.nextTid();
      Piece<?> piece = current;
      if (queues.length == 0 || piece == null) {
        keys.apply(actor, rows, change, tid);
      } else {
        writes
            .get(worker(actor, change))
            .add(new Write(written++, actor, rows, change, tid, piece));
      }
    }
  }

  /**
   * Returns the worker of a row: neighbours have one, as far as hashes tell, since two would meet
   * in the nodes of the index.
   */
  private int worker(ActorId actor, Change change) {
    int hash = (actor.hashCode() * 31 + change.relation()) * 31 + (change.key().hashCode() >> 8);
    return (hash * 0x9E3779B9 >>> 16) % count;
  }

  /** Returns when all that was taken is done. */
  void settle() throws IOException {
    if (!batch.items.isEmpty()) {
      send();
    }
    while (!window.isEmpty()) {
      replayOldest();
    }
    refuse(null);
  }

  /**
   * Requires, when all is done, that no two rows that were written have one primary key today.
   *
   * @throws tutti.engine.storage.rows.RowRefused if some do
   */
  void requireOneRowEach() {
    keys.require();
  }

  /** Ends the threads. The caller does all later work. */
  void end() {
    finishWrites();
    for (StepQueue queue : queues) {
      queue.end();
    }
    queues = new StepQueue[0];
  }
}
