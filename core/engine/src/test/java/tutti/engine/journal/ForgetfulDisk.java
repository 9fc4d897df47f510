package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A folder in memory that forgets what was not forced when it crashes: each unforced sector of 512
 * bytes is kept or lost on its own, and renames, creations and deletions are kept up to some point
 * of their order. Not thread-safe.
 */
public final class ForgetfulDisk implements Disk {
  static final int SECTOR = 512;

  private final TreeMap<String, Content> names = new TreeMap<>();
  private final List<TreeMap<String, Content>> namesSinceForce = new ArrayList<>();
  long free = Long.MAX_VALUE;
  public @Nullable IOException failWrites;
  public @Nullable IOException failForces;
  int forces;
  int freeAsked;

  /** The power goes after this many more changes; each from then on fails. */
  public int changesLeft = Integer.MAX_VALUE;

  /**
   * A file's bytes as programs see them, as they are on the platters, and the sectors that the
   * operating system means to write. A failed force forgets these, as some systems do.
   */
  private static final class Content {
    byte[] seen = new byte[0];
    byte[] forced = new byte[0];
    final BitSet dirty = new BitSet();

    void force() {
      forced = Arrays.copyOf(forced, seen.length);
      dirty.stream().forEach(this::keep);
      dirty.clear();
    }

    void keep(int sector) {
      int at = sector * SECTOR;
      if (at < forced.length) {
        System.arraycopy(seen, at, forced, at, Math.min(SECTOR, forced.length - at));
      }
    }
  }

  public ForgetfulDisk() {
    remember();
  }

  private void change() throws IOException {
    if (changesLeft <= 0) {
      throw new IOException("the power is off");
    }
    changesLeft--;
  }

  private void remember() {
    namesSinceForce.add(new TreeMap<>(names));
  }

  /** The disk of a machine that starts again after losing its power. */
  public ForgetfulDisk crash(RandomGenerator random) {
    ForgetfulDisk after = new ForgetfulDisk();
    TreeMap<String, Content> kept = namesSinceForce.get(random.nextInt(namesSinceForce.size()));
    kept.forEach((name, content) -> after.names.put(name, torn(content, random)));
    after.namesSinceForce.clear();
    after.remember();
    return after;
  }

  /** Returns a copy of the files, all forced. */
  public ForgetfulDisk copy() {
    ForgetfulDisk copy = new ForgetfulDisk();
    names.forEach(
        (name, content) -> {
          Content same = new Content();
          same.seen = content.seen.clone();
          same.forced = content.seen.clone();
          copy.names.put(name, same);
        });
    copy.namesSinceForce.clear();
    copy.remember();
    return copy;
  }

  private static Content torn(Content content, RandomGenerator random) {
    Content after = new Content();
    after.seen = content.seen.clone();
    int size = random.nextBoolean() ? content.seen.length : content.forced.length;
    after.forced = Arrays.copyOf(content.forced, Math.min(size, content.seen.length));
    int keep = random.nextInt(101);
    content.dirty.stream().filter(sector -> random.nextInt(100) < keep).forEach(after::keep);
    after.seen = after.forced.clone();
    return after;
  }

  /** The bytes of a file, to look at or to damage. */
  byte[] bytes(String name) {
    return names.get(name).seen;
  }

  @Override
  public List<String> list() {
    return List.copyOf(names.keySet());
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    Content content = names.get(name);
    if (content == null) {
      if (!create) {
        throw new IOException("no file " + name);
      }
      change();
      content = new Content();
      names.put(name, content);
      remember();
    }
    return new Open(content);
  }

  @Override
  public boolean exists(String name) {
    return names.containsKey(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    change();
    Content content = names.remove(from);
    if (content == null) {
      throw new IOException("no file " + from);
    }
    names.put(to, content);
    remember();
  }

  @Override
  public void delete(String name) throws IOException {
    change();
    names.remove(name);
    remember();
  }

  @Override
  public void force() throws IOException {
    change();
    namesSinceForce.clear();
    remember();
  }

  @Override
  public long free() {
    freeAsked++;
    return free;
  }

  @Override
  public String describe() {
    return "memory";
  }

  @Override
  public void close() {}

  private final class Open implements DiskFile {
    private final Content content;

    Open(Content content) {
      this.content = content;
    }

    @Override
    public long size() {
      return content.seen.length;
    }

    @Override
    public int read(ByteBuffer into, long position) {
      int count = (int) Math.max(0, Math.min(into.remaining(), content.seen.length - position));
      into.put(content.seen, (int) position, count);
      return count;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      if (failWrites != null) {
        throw failWrites;
      }
      boolean cut = changesLeft <= 1;
      change();
      int end = (int) position + from.remaining();
      if (end > content.seen.length) {
        content.seen = Arrays.copyOf(content.seen, end);
      }
      content.dirty.set((int) position / SECTOR, (end + SECTOR - 1) / SECTOR);
      from.get(content.seen, (int) position, from.remaining());
      if (cut) {
        changesLeft = 0;
        throw new IOException("the power went during a write");
      }
    }

    @Override
    public void force() throws IOException {
      change();
      forces++;
      if (failForces != null) {
        content.dirty.clear();
        throw failForces;
      }
      content.force();
    }

    @Override
    public void preallocate(long size) throws IOException {
      change();
      content.seen = Arrays.copyOf(content.seen, (int) Math.max(size, content.seen.length));
    }

    @Override
    public void truncate(long size) throws IOException {
      change();
      content.seen = Arrays.copyOf(content.seen, (int) size);
    }

    @Override
    public void close() {}
  }

  /** Returns the bytes of the log's files. */
  public long logBytes() throws IOException {
    long bytes = 0;
    for (String name : list()) {
      if (name.startsWith("log-")) {
        try (DiskFile file = open(name, false)) {
          bytes += file.size();
        }
      }
    }
    return bytes;
  }
}
