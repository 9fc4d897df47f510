package tutti.simulator.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import tutti.engine.journal.ForwardingDisk;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.world.SimulatedScheduler;

/** A node's disk, whose writes, flushes and failures are kept for a reader. */
public record TracedDisk(SimulatedDisk disk, SimulatedScheduler world, int node)
    implements ForwardingDisk {
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
  public DiskFile open(String name, boolean create) throws IOException {
    return new TracedFile(name, disk.open(name, create));
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

  private final class TracedFile implements ForwardingFile {
    private final String name;
    private final DiskFile file;

    TracedFile(String name, DiskFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public DiskFile file() {
      return file;
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
  }
}
