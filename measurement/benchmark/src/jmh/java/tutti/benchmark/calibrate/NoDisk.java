package tutti.benchmark.calibrate;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tutti.engine.journal.Disk;

/**
 * A disk that takes no time and keeps nothing but sizes: only the engine's own work for a disk is
 * left. A new folder can be opened on it, and nothing be read back. Thread-safe.
 */
final class NoDisk implements Disk {
  private final Map<String, Content> files = new ConcurrentHashMap<>();

  @Override
  public List<String> list() {
    return files.keySet().stream().sorted().toList();
  }

  @Override
  public DiskFile open(String name, boolean create) {
    return new NoFile(files.computeIfAbsent(name, none -> new Content()));
  }

  @Override
  public boolean exists(String name) {
    return files.containsKey(name);
  }

  @Override
  public void rename(String from, String to) {
    Content content = files.remove(from);
    if (content != null) {
      files.put(to, content);
    }
  }

  @Override
  public void delete(String name) {
    files.remove(name);
  }

  @Override
  public void force() {}

  @Override
  public long free() {
    return Long.MAX_VALUE;
  }

  @Override
  public String describe() {
    return "no disk";
  }

  @Override
  public void close() {}

  private static final class Content {
    private final byte[] beginning = new byte[64 << 10];
    private volatile long size;
  }

  private record NoFile(Content content) implements DiskFile {
    @Override
    public long size() {
      return content.size;
    }

    @Override
    public int read(ByteBuffer into, long position) {
      int count = Math.clamp(content.size - position, 0, into.remaining());
      int kept = Math.clamp(content.beginning.length - position, 0, count);
      if (kept > 0) {
        into.put(content.beginning, (int) position, kept);
      }
      into.put(new byte[count - kept]);
      return count;
    }

    @Override
    public void write(ByteBuffer from, long position) {
      int count = from.remaining();
      content.size = Math.max(content.size, position + count);
      int kept = Math.clamp(content.beginning.length - position, 0, count);
      if (kept > 0) {
        from.get(content.beginning, (int) position, kept);
      }
      from.position(from.limit());
    }

    @Override
    public void force() {}

    @Override
    public void preallocate(long newSize) {
      content.size = Math.max(content.size, newSize);
    }

    @Override
    public void truncate(long newSize) {
      content.size = Math.min(content.size, newSize);
    }

    @Override
    public void close() {}
  }
}
