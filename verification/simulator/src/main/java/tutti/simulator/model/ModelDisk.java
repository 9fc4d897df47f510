package tutti.simulator.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import tutti.engine.journal.Disk;

/**
 * A node's disk in the model: one flush after another, each as long as one on the calibrated
 * machine, and longer by the bytes written since the one before. Zeros that are written in advance
 * cost nothing.
 *
 * <p>A run never reads its log again: of each file only the beginning is kept.
 */
final class ModelDisk implements Disk {
  private static final int KEPT_BYTES = 256 << 10;
  private static final double KIB = 1024;

  private final ModelWorld world;
  private final MachineModel machine;
  private final RandomGenerator random;
  private final Map<String, Content> files = new TreeMap<>();
  private long written;
  private long freeAt;

  ModelDisk(ModelWorld world, MachineModel machine, RandomGenerator random) {
    this.world = world;
    this.machine = machine;
    this.random = random;
  }

  private void flush() {
    world.charge(Constant.FLUSH_COST);
    double longer = written / KIB * machine.value(Constant.DISK_KIB);
    written = 0;
    freeAt = Math.max(freeAt, world.nanos()) + (long) (machine.flush(random) + longer);
    world.blockUntil(freeAt);
  }

  @Override
  public List<String> list() {
    return List.copyOf(files.keySet());
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    if (create) {
      files.computeIfAbsent(name, none -> new Content());
    }
    Content content = files.get(name);
    if (content == null) {
      throw new NoSuchFileException(name);
    }
    return new Handle(name, content);
  }

  @Override
  public boolean exists(String name) {
    return files.containsKey(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Content content = files.remove(from);
    if (content == null) {
      throw new NoSuchFileException(from);
    }
    files.put(to, content);
  }

  @Override
  public void delete(String name) {
    files.remove(name);
  }

  @Override
  public void force() {
    flush();
  }

  @Override
  public long free() {
    return Long.MAX_VALUE;
  }

  @Override
  public String describe() {
    return "a disk of the model";
  }

  @Override
  public void close() {}

  /** A file: its size, and the bytes of its beginning. */
  private static final class Content {
    private byte[] bytes = new byte[0];
    private long size;
  }

  private final class Handle implements DiskFile {
    private final String name;
    private final Content content;

    Handle(String name, Content content) {
      this.name = name;
      this.content = content;
    }

    @Override
    public long size() {
      return content.size;
    }

    @Override
    public int read(ByteBuffer into, long position) {
      int count = Math.clamp(content.size - position, 0, into.remaining());
      if (position + count > KEPT_BYTES) {
        throw new IllegalStateException(
            "the model keeps only the first " + KEPT_BYTES + " bytes of " + name);
      }
      byte[] found = new byte[count];
      int there = Math.clamp(content.bytes.length - position, 0, count);
      System.arraycopy(content.bytes, there == 0 ? 0 : (int) position, found, 0, there);
      into.put(found);
      return count;
    }

    @Override
    public void write(ByteBuffer from, long position) {
      int count = from.remaining();
      written += count;
      content.size = Math.max(content.size, position + count);
      int kept = Math.clamp(KEPT_BYTES - position, 0, count);
      if (kept > 0) {
        int end = (int) position + kept;
        if (end > content.bytes.length) {
          content.bytes = Arrays.copyOf(content.bytes, Math.min(KEPT_BYTES, 2 * end));
        }
        from.get(content.bytes, (int) position, kept);
      }
      from.position(from.limit());
    }

    @Override
    public void force() {
      flush();
    }

    @Override
    public void preallocate(long size) {
      content.size = Math.max(content.size, size);
    }

    @Override
    public void truncate(long size) {
      content.size = Math.min(content.size, size);
      if (size < content.bytes.length) {
        content.bytes = Arrays.copyOf(content.bytes, (int) size);
      }
    }

    @Override
    public void close() {}
  }
}
