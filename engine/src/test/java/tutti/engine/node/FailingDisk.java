package tutti.engine.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import tutti.engine.journal.Disk;

/** A disk whose flushes of log files begin to fail on demand. */
final class FailingDisk implements Disk {
  private final Disk disk;
  volatile boolean failing;

  FailingDisk(Disk disk) {
    this.disk = disk;
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    return new FailingFile(disk.open(name, create));
  }

  @Override
  public boolean exists(String name) throws IOException {
    return disk.exists(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(name);
  }

  @Override
  public void force() throws IOException {
    disk.force();
  }

  @Override
  public long free() throws IOException {
    return disk.free();
  }

  @Override
  public String describe() {
    return disk.describe();
  }

  @Override
  public void close() throws IOException {
    disk.close();
  }

  private final class FailingFile implements DiskFile {
    private final DiskFile file;

    FailingFile(DiskFile file) {
      this.file = file;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return file.read(into, position);
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      file.write(from, position);
    }

    @Override
    public void force() throws IOException {
      if (failing) {
        throw new IOException("Input/output error");
      }
      file.force();
    }

    @Override
    public void preallocate(long size) throws IOException {
      file.preallocate(size);
    }

    @Override
    public void truncate(long size) throws IOException {
      file.truncate(size);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
