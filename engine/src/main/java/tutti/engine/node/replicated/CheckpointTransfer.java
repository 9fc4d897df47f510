package tutti.engine.node.replicated;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.Disk;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.LogMark;

/**
 * The transfer of a checkpoint to a replica that lacks a part of the log that was let go: both ends
 * of it. The receiver asks for one piece at a time, and goes on after an interruption. All steps
 * are in the replica's queue.
 */
final class CheckpointTransfer {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointTransfer.class);
  private static final int PIECE_BYTES = 256 << 10;

  private static final int OFFER = 0;
  private static final int FETCH = 1;
  private static final int PIECE = 2;

  private final int shard;
  private final Disk disk;
  private final HostLinks links;
  private final CheckpointStore store;
  private @Nullable Coming coming;

  /**
   * A place in the shard's log that a checkpoint of this host reaches.
   *
   * @param reigns the number of reigns up to it
   */
  record Reached(LogMark mark, long reigns) {}

  /**
   * The part of its shard's log that a replica has.
   *
   * @param reached the place that is known to be contained in a durable checkpoint
   * @param checkpointed the position that the newest checkpoint reaches
   * @param replayed the position up to which the state has the log
   */
  record Have(Reached reached, long checkpointed, long replayed) {}

  /** A checkpoint that is on its way here. */
  private static final class Coming {
    private final int from;
    private final Reached reached;
    private final long size;
    private long at;
    private boolean moved;

    Coming(int from, Reached reached, long size) {
      this.from = from;
      this.reached = reached;
      this.size = size;
    }

    long position() {
      return reached.mark.position();
    }
  }

  /**
   * @param disk has the replica's files only
   */
  CheckpointTransfer(int shard, Disk disk, HostLinks links) throws IOException {
    this.shard = shard;
    this.disk = disk;
    this.links = links;
    this.store = new CheckpointStore(disk);
  }

  /** Offers the newest checkpoint of this host. */
  void offer(int to, Reached reached) throws IOException {
    String name = CheckpointStore.name(reached.mark.position());
    if (disk.exists(name)) {
      Encoder out = new Encoder().putByte(OFFER);
      reached.mark.encode(out);
      links.transfer(shard, to, out.putVarLong(reached.reigns).putVarLong(size(name)));
    }
  }

  private long size(String name) throws IOException {
    try (Disk.DiskFile file = disk.open(name, false)) {
      return file.size();
    }
  }

  /**
   * Takes a message of the other end.
   *
   * @param have what this replica has
   * @return the place that a checkpoint reaches which is complete here; else null
   */
  @Nullable Reached received(int from, Decoder in, Have have) throws IOException {
    int kind = in.getByte();
    switch (kind) {
      case OFFER -> {
        LogMark mark = LogMark.decode(in);
        return offered(from, new Reached(mark, in.getVarLong()), in.getVarLong(), have);
      }
      case FETCH -> send(from, in.getVarLong(), in.getVarLong());
      case PIECE -> {
        return piece(from, in.getVarLong(), in.getVarLong(), in.getBytes());
      }
      default -> LOG.warn("host {} sends a part of a transfer that is none: {}", from, kind);
    }
    return null;
  }

  private @Nullable Reached offered(int from, Reached reached, long size, Have have) {
    Coming now = coming;
    long position = reached.mark.position();
    if (position <= have.reached.mark.position()) {
      // The machine has not heard of it: a crash came between.
      return have.reached;
    }
    if (position <= have.replayed) {
      return position == have.checkpointed ? reached : null;
    }
    if (now == null || now.from != from || !now.reached.equals(reached)) {
      now = new Coming(from, reached, size);
      coming = now;
      LOG.info("shard {} comes by a checkpoint of {} bytes from host {}", shard, size, from);
    }
    if (!now.moved) {
      fetch(now);
    }
    now.moved = false;
    return null;
  }

  private void fetch(Coming it) {
    Encoder out = new Encoder().putByte(FETCH).putVarLong(it.position()).putVarLong(it.at);
    links.transfer(shard, it.from, out);
  }

  private void send(int to, long position, long at) throws IOException {
    String name = CheckpointStore.name(position);
    if (!disk.exists(name)) {
      return;
    }
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    try (Disk.DiskFile file = disk.open(name, false)) {
      file.read(piece, at);
    }
    Encoder out = new Encoder(PIECE_BYTES + 32).putByte(PIECE).putVarLong(position).putVarLong(at);
    out.putVarLong(piece.position()).putRaw(piece.array(), 0, piece.position());
    links.transfer(shard, to, out);
  }

  private @Nullable Reached piece(int from, long position, long at, byte[] bytes)
      throws IOException {
    Coming it = coming;
    if (it == null || it.from != from || it.position() != position || it.at != at) {
      return null;
    }
    try (Disk.DiskFile file = disk.open(CheckpointStore.unfinished(position), true)) {
      if (at == 0) {
        file.truncate(0);
      }
      file.write(ByteBuffer.wrap(bytes), at);
    }
    it.at += bytes.length;
    it.moved = true;
    if (it.at < it.size && bytes.length > 0) {
      fetch(it);
      return null;
    }
    coming = null;
    store.install(position);
    return it.reached;
  }

  /** Gives up what is on its way here. */
  void giveUp() {
    coming = null;
  }
}
