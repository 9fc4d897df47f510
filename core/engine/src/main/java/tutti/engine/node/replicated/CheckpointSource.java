package tutti.engine.node.replicated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.Disk;
import tutti.engine.node.replicated.CheckpointSink.Reached;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.replication.CatchUp;
import tutti.engine.transfer.StateSource;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The sender of checkpoints of one replica, and the log that is kept for those that lag. Any
 * replica sends: a leader that must offer a checkpoint asks the others in turn to do so, and offers
 * its own only when all have been asked. A checkpoint that is being fetched is kept, with the log
 * behind it, when newer ones are made: a transfer that takes longer than that comes to its end. All
 * steps are in the replica's queue.
 */
final class CheckpointSource implements StateSource {
  /** The most bytes of a shard's checkpoint that are under way to one replica. */
  static final int PIECE_BYTES = 256 << 10;

  /** A checkpoint is kept until this many times the log between two checkpoints is behind it. */
  private static final int MOST_BEHIND = 8;

  private final Disk disk;
  private final List<Integer> others;
  private final Replica replica;
  private final CatchUp catchUp;

  /** The number of offers that were due so far, by the host that lacks a checkpoint. */
  private final Map<Integer, Integer> turns = new HashMap<>();

  /** The position from which on the log was kept when it was let go last. */
  private long from;

  private boolean holdsTooMuch;
  private @Nullable Fetched fetched;

  /** The replica that sends. */
  interface Replica {
    /** Returns the place that the newest checkpoint reaches. */
    Reached reached();

    /** Returns the checkpoints of the replica's state. */
    CheckpointStore checkpoints();

    /** Lets the log go that the newest checkpoint contains. */
    void release();
  }

  /** A checkpoint that is kept for replicas that fetch it. */
  private static final class Fetched {
    private final CheckpointStore of;
    private final Reached reached;

    /** The replica has made a newer checkpoint, and no piece was fetched since. */
    private boolean idle;

    Fetched(CheckpointStore of, Reached reached) {
      this.of = of;
      this.reached = reached;
    }
  }

  /**
   * @param disk has the replica's files only
   */
  CheckpointSource(Disk disk, ReplicaLayout layout, int shard, Replica replica) {
    this.disk = disk;
    this.others = layout.hostsOf(shard).stream().filter(host -> host != layout.self()).toList();
    this.catchUp = layout.deployment().replication().catchUp();
    this.replica = replica;
  }

  /**
   * Returns the position from which on the log is kept: for replicas that lag, and for one that
   * fetches a checkpoint, which goes on behind it.
   *
   * @param newest the place that the newest checkpoint reaches
   * @param between how much log there is between two checkpoints, about
   */
  long keptFrom(Reached newest, long between) {
    long spare = holdsTooMuch ? 0 : catchUp.spareBytes(size(newest.position()), between);
    from = Math.max(0, newest.position() - spare);
    from = fetched == null ? from : Math.min(from, fetched.reached.position());
    return from;
  }

  /** The size of a checkpoint, in bytes; 0 if it cannot be read, and then it is not sent. */
  private long size(long position) {
    try (Disk.DiskFile file = disk.open(CheckpointStore.name(position), false)) {
      return file.size();
    } catch (IOException e) {
      return 0;
    }
  }

  /** The replica has a newer checkpoint: one that nobody fetches any more is let go. */
  void advanced(Reached newest, long between) {
    holdsTooMuch = false;
    letGoOfIdle(newest, between);
  }

  /**
   * The replica's oldest records hold too much of the host's log: it keeps none for others until it
   * has a newer checkpoint, but behind one that is being fetched.
   */
  void holdTooMuch(Reached newest, long between) {
    holdsTooMuch = true;
    letGoOfIdle(newest, between);
  }

  private void letGoOfIdle(Reached newest, long between) {
    Fetched it = fetched;
    if (it != null) {
      long behind = newest.position() - it.reached.position();
      if (it.idle || behind > MOST_BEHIND * between) {
        it.of.giveUp(it.reached.position());
        fetched = null;
      } else {
        it.idle = true;
      }
    }
  }

  /** The replica's state is dropped, and with it the claims on its checkpoints. */
  void stateDropped() {
    fetched = null;
  }

  /**
   * A replica lacks a part of the log that this leader has let go: another replica is asked for a
   * checkpoint that ends where the leader's log begins, or later; or this one offers its own.
   */
  @Override
  public Optional<Referral> refer(int to) {
    List<Integer> asked = others.stream().filter(host -> host != to).toList();
    int turn = (turns.merge(to, 1, Integer::sum) - 1) % (asked.size() + 1);
    return turn < asked.size()
        ? Optional.of(new Referral(asked.get(turn), new Encoder().putVarLong(from)))
        : Optional.empty();
  }

  @Override
  public boolean suffices(int to, Decoder need) {
    replica.release();
    return offered().position() >= need.getVarLong() && others.contains(to);
  }

  @Override
  public boolean offer(Encoder out) {
    Reached ours = offered();
    long size = size(ours.position());
    ours.encode(out).putVarLong(size);
    return size > 0;
  }

  private Reached offered() {
    return fetched == null ? replica.reached() : fetched.reached;
  }

  /** Returns the cursor of the piece at a byte of the checkpoint that reaches a position. */
  static byte[] cursor(long position, long at) {
    return new Encoder().putVarLong(position).putVarLong(at).toByteArray();
  }

  @Override
  public Answer piece(int to, long transfer, Decoder cursor, Encoder out) {
    long position = cursor.getVarLong();
    long at = cursor.getVarLong();
    String name = CheckpointStore.name(position);
    try {
      if (!disk.exists(name)) {
        return Answer.GONE;
      }
      keep(position, replica.reached(), replica.checkpoints());
      ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
      try (Disk.DiskFile file = disk.open(name, false)) {
        file.read(piece, at);
      }
      out.putRaw(piece.array(), 0, piece.position());
      return Answer.PIECE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keep(long position, Reached newest, CheckpointStore store) {
    Fetched it = fetched;
    if (it != null && it.reached.position() == position) {
      it.idle = false;
    } else if (it == null && newest.position() == position) {
      long kept = store.keep();
      if (kept == position) {
        fetched = new Fetched(store, newest);
      } else {
        store.giveUp(kept);
      }
    }
  }
}
