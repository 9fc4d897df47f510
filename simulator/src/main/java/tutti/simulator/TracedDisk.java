package tutti.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import tutti.engine.journal.Disk;
import tutti.simulator.trace.TraceEvent;

/** A node's disk, whose writes, flushes and failures are kept for a reader. */
final class TracedDisk implements Disk {
  private final SimulatedDisk disk;
  private final SimulatedScheduler world;
  private final int node;

  TracedDisk(SimulatedDisk disk, SimulatedScheduler world, int node) {
    this.disk = disk;
    this.world = world;
    this.node = node;
  }

  private interface Operation {
    void run() throws IOException;
  }

  private void run(Operation operation, TraceEvent done) throws IOException {
    try {
      operation.run();
    } catch (IOException e) {
      world.record(new TraceEvent.DiskFailed(node, String.valueOf(e.getMessage())));
      throw e;
    }
    world.record(done);
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    return new TracedFile(name, disk.open(name, create));
  }

  @Override
  public boolean exists(String name) throws IOException {
    return disk.exists(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    run(() -> disk.rename(from, to), new TraceEvent.Written(node, from + " → " + to, 0, 0));
  }

  @Override
  public void delete(String name) throws IOException {
    run(() -> disk.delete(name), new TraceEvent.Written(node, name + " is deleted", 0, 0));
  }

  @Override
  public void force() throws IOException {
    run(disk::force, new TraceEvent.Forced(node, "the folder"));
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
  public void close() {
    disk.close();
  }

  private final class TracedFile implements DiskFile {
    private final String name;
    private final DiskFile file;

    TracedFile(String name, DiskFile file) {
      this.name = name;
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
      int bytes = from.remaining();
      run(() -> file.write(from, position), new TraceEvent.Written(node, name, position, bytes));
    }

    @Override
    public void force() throws IOException {
      run(file::force, new TraceEvent.Forced(node, name));
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
