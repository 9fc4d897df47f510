package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A disk on which one thing that is done to some of the files fails, on demand. Thread-safe. */
public final class FailingDisk implements ForwardingDisk {
  private final Disk disk;
  private final String prefix;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private volatile @Nullable What failing;

  /** The operations that may fail. */
  public enum What {
    OPEN,
    /** The write at the beginning of a file. */
    WRITE,
    FORCE,
    RENAME,
    /** Any other write. */
    LATER_WRITE,
    /** A write for which there is no memory. */
    MEMORY
  }

  /**
   * @param prefix how the names of the files begin that are meant; empty for all
   */
  public FailingDisk(Disk disk, String prefix) {
    this.disk = disk;
    this.prefix = prefix;
  }

  /** From now on {@code what} fails, and nothing else; null for nothing. */
  public void fail(@Nullable What what) {
    failing = what;
  }

  /** How often something has failed. */
  public int failures() {
    return failures.get();
  }

  /** How many of the files are open. */
  public int open() {
    return open.get();
  }

  private boolean means(String name) {
    return name.startsWith(prefix);
  }

  private void failIf(String name, What what) throws IOException {
    if (means(name) && failing == what) {
      failures.incrementAndGet();
      throw new IOException("Input/output error");
    }
  }

  @Override
  public Disk disk() {
    return disk;
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    failIf(name, What.OPEN);
    DiskFile file = disk.open(name, create);
    if (means(name)) {
      open.incrementAndGet();
    }
    return new FailingFile(name, file);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    failIf(from, What.RENAME);
    disk.rename(from, to);
  }

  private final class FailingFile implements ForwardingFile {
    private final String name;
    private final DiskFile file;
    private boolean closed;

    FailingFile(String name, DiskFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public DiskFile file() {
      return file;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      if (means(name) && failing == What.MEMORY) {
        failures.incrementAndGet();
        throw new OutOfMemoryError("Java heap space");
      }
      failIf(name, position == 0 ? What.WRITE : What.LATER_WRITE);
      file.write(from, position);
    }

    @Override
    public void force() throws IOException {
      failIf(name, What.FORCE);
      file.force();
    }

    @Override
    public void close() throws IOException {
      if (!closed && means(name)) {
        closed = true;
        open.decrementAndGet();
      }
      file.close();
    }
  }
}
