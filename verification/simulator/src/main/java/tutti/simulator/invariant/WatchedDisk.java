package tutti.simulator.invariant;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForwardingDisk;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.invariant.rule.JournalInvariants;
import tutti.simulator.invariant.step.LogStep;
import tutti.simulator.invariant.step.LogStep.Kind;
import tutti.simulator.invariant.step.LogStory;
import tutti.simulator.invariant.step.NodeLife;

/** A node's disk; before every operation that the log's invariants are about, these are checked. */
final class WatchedDisk implements ForwardingDisk {
  /** {@code TFM1}: a frame begins. */
  private static final int FRAME = 0x54464D31;

  private static final int HEADER_BYTES = 4096;
  private static final int BLOCK = 512;
  private static final int FRAME_BYTES = 32;
  private static final int LENGTH_AT = 8;
  private static final int POSITION_AT = 16;

  private final Disk disk;
  private final NodeLife life;
  private final LogStory log;
  private final Inspector inspector;

  /** Segments from earlier lives that have not been forced in this one. */
  private final Set<String> foundAtStart = new HashSet<>();

  WatchedDisk(Disk disk, NodeLife life, Inspector inspector) throws IOException {
    this.disk = disk;
    this.life = life;
    this.log = life.log();
    this.inspector = inspector;
    for (String name : disk.list()) {
      log.found(LogStep.checkpoint(name));
      if (LogStep.isLog(name)) {
        foundAtStart.add(name);
      }
    }
  }

  private void look(Kind kind, String file, long from, String name) throws IOException {
    if (!life.over()) {
      List<String> files = kind != Kind.WRITE_FRAME && LogStep.isLog(file) ? list() : List.of();
      inspector.look(
          life.node(), JournalInvariants.ALL, new LogStep(kind, log, file, from, name, files));
    }
  }

  @Override
  public Disk disk() {
    return disk;
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    return new WatchedFile(name, disk.open(name, create));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    look(Kind.RENAME, from, -1, to);
    disk.rename(from, to);
    log.named = Math.max(log.named, LogStep.checkpoint(to));
  }

  @Override
  public void delete(String name) throws IOException {
    look(Kind.DELETE, name, -1, "");
    disk.delete(name);
  }

  @Override
  public void force() throws IOException {
    disk.force();
    log.folderForced();
  }

  /** Returns whether another opener has the folder: what is forced here is not on its disk. */
  private boolean isTakenOver() {
    Disk innermost = disk;
    while (innermost instanceof ForwardingDisk outer) {
      innermost = outer.disk();
    }
    return innermost instanceof SimulatedDisk simulated && simulated.successor() != null;
  }

  private final class WatchedFile implements ForwardingFile {
    private final String name;
    private final DiskFile file;

    WatchedFile(String name, DiskFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public DiskFile file() {
      return file;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      int at = from.position();
      boolean frame =
          LogStep.isLog(name) && from.remaining() >= FRAME_BYTES && from.getInt(at) == FRAME;
      long begin = frame ? from.getLong(at + POSITION_AT) : -1;
      long end = frame ? begin + from.getInt(at + LENGTH_AT) : -1;
      if (frame) {
        look(Kind.WRITE_FRAME, name, begin, "");
      }
      log.written(name);
      try {
        file.write(from, position);
      } catch (IOException e) {
        log.failed |= LogStep.isLog(name);
        throw e;
      }
      if (frame) {
        log.frame(name, end);
      }
    }

    @Override
    public void force() throws IOException {
      try {
        file.force();
      } catch (IOException e) {
        log.failed |= LogStep.isLog(name);
        throw e;
      }
      log.failed |= isTakenOver();
      if (LogStep.isLog(name) && foundAtStart.remove(name)) {
        log.foundForced(endOfFound());
      }
      log.forced(name);
    }

    /** The position at which the frames end in a file that is older than the node's life. */
    private long endOfFound() throws IOException {
      long start = LogStep.segment(name);
      long end = start;
      ByteBuffer header = ByteBuffer.allocate(FRAME_BYTES);
      while (file.read(header.clear(), HEADER_BYTES + end - start) == FRAME_BYTES
          && header.getInt(0) == FRAME
          && header.getLong(POSITION_AT) == end) {
        end = (end + header.getInt(LENGTH_AT) + BLOCK - 1) / BLOCK * BLOCK;
      }
      return end;
    }
  }
}
