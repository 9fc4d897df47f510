package tutti.engine.journal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Disk;

/**
 * A folder as it is now, for a trial: what is written to it stays in memory and is forgotten, and
 * no file of the folder is opened for writing. It takes no lock, so a node may be at work in the
 * folder; then what is read is of several moments. Thread-safe.
 */
public final class ReadOnlyFolder implements Disk {
  private static final int PAGE = 4096;

  private final Path folder;
  private final TreeMap<String, Content> names = new TreeMap<>();

  private ReadOnlyFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens a folder that is there.
   *
   * @throws IOException if it cannot be read
   */
  public static ReadOnlyFolder open(Path path) throws IOException {
    ReadOnlyFolder disk = new ReadOnlyFolder(path.toAbsolutePath().normalize());
    FolderDisk.requireFiles(disk.folder);
    try (Stream<Path> files = Files.list(disk.folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = String.valueOf(file.getFileName());
        if (!FolderDisk.isMark(name)) {
          disk.names.put(name, new Content(FileChannel.open(file, StandardOpenOption.READ)));
        }
      }
    } catch (IOException | RuntimeException e) {
      disk.close();
      throw e;
    }
    return disk;
  }

  /** The bytes of a file: the pages that were written, over those of the file if there is one. */
  private static final class Content {
    private final @Nullable FileChannel file;
    private final Map<Long, byte[]> pages = new HashMap<>();
    private long size;

    /** Where the file's own bytes end: those behind were cut. */
    private long kept;

    Content() {
      this.file = null;
    }

    Content(FileChannel file) throws IOException {
      this.file = file;
      this.size = file.size();
      this.kept = size;
    }

    private byte[] page(long number) throws IOException {
      byte[] written = pages.get(number);
      if (written != null) {
        return written;
      }
      byte[] page = new byte[PAGE];
      long from = number * PAGE;
      if (file != null && from < kept) {
        ByteBuffer into = ByteBuffer.wrap(page, 0, (int) Math.min(PAGE, kept - from));
        int count = 0;
        while (into.hasRemaining() && count >= 0) {
          count = file.read(into, from + into.position());
        }
      }
      return page;
    }

    void read(ByteBuffer into, long position) throws IOException {
      long at = position;
      while (into.hasRemaining() && at < size) {
        int within = (int) (at % PAGE);
        int count = (int) Math.min(Math.min(into.remaining(), PAGE - within), size - at);
        into.put(page(at / PAGE), within, count);
        at += count;
      }
    }

    void write(ByteBuffer from, long position) throws IOException {
      long at = position;
      while (from.hasRemaining()) {
        int within = (int) (at % PAGE);
        int count = Math.min(from.remaining(), PAGE - within);
        byte[] page = page(at / PAGE);
        from.get(page, within, count);
        pages.put(at / PAGE, page);
        at += count;
      }
      size = Math.max(size, at);
    }

    void truncate(long to) throws IOException {
      if (to < size && to % PAGE != 0) {
        byte[] page = page(to / PAGE);
        Arrays.fill(page, (int) (to % PAGE), PAGE, (byte) 0);
        pages.put(to / PAGE, page);
      }
      pages.keySet().removeIf(number -> number * PAGE >= to);
      kept = Math.min(kept, to);
      size = Math.min(size, to);
    }
  }

  private Content existing(String name) throws IOException {
    Content content = names.get(name);
    if (content == null) {
      throw new NoSuchFileException(name);
    }
    return content;
  }

  @Override
  public synchronized List<String> list() {
    return List.copyOf(names.keySet());
  }

  @Override
  public synchronized DiskFile open(String name, boolean create) throws IOException {
    if (create) {
      names.computeIfAbsent(name, made -> new Content());
    }
    return new Handle(existing(name));
  }

  @Override
  public synchronized boolean exists(String name) {
    return names.containsKey(name);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    names.put(to, existing(from));
    names.remove(from);
  }

  @Override
  public synchronized void delete(String name) {
    names.remove(name);
  }

  @Override
  public void force() {}

  @Override
  public long free() {
    return Long.MAX_VALUE;
  }

  @Override
  public String describe() {
    return FolderDisk.inWords(folder);
  }

  @Override
  public synchronized void close() throws IOException {
    for (Content content : names.values()) {
      if (content.file != null) {
        content.file.close();
      }
    }
  }

  private final class Handle implements DiskFile {
    private final Content content;

    Handle(Content content) {
      this.content = content;
    }

    @Override
    public long size() {
      synchronized (ReadOnlyFolder.this) {
        return content.size;
      }
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      synchronized (ReadOnlyFolder.this) {
        int before = into.position();
        content.read(into, position);
        return into.position() - before;
      }
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      synchronized (ReadOnlyFolder.this) {
        content.write(from, position);
      }
    }

    @Override
    public void force() {}

    @Override
    public void preallocate(long size) {
      synchronized (ReadOnlyFolder.this) {
        content.size = Math.max(content.size, size);
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      synchronized (ReadOnlyFolder.this) {
        content.truncate(size);
      }
    }

    @Override
    public void close() {}
  }
}
