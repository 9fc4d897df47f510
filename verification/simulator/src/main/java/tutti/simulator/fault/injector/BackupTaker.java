package tutti.simulator.fault.injector;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.node.Backups.Begun;
import tutti.model.Application;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;

/**
 * Takes backups of all nodes while clients go on, as the command line does: any node is asked to
 * begin one, gives all files of all nodes, and is told the end. The newest complete one is kept.
 */
public final class BackupTaker {
  /** The largest number of backups in a run. */
  private static final int MOST = 8;

  /** The largest number of backups that are asked for as hosts begin with another version. */
  private static final int MOST_AT_A_START = 12;

  /** The longest pause between two of these, in nanoseconds. */
  private static final long SOON_NANOS = 4_000_000;

  private final RunContext run;
  private final Cluster cluster;
  private final SimulatedClient hand;
  private final Supplier<Running> running;
  private final RandomGenerator random;
  private @Nullable Taken newest;
  private boolean attempted;

  /** Whether the newest one is kept, whatever comes later. */
  private boolean enough;

  /** The application and the deployment that all nodes run at a moment. */
  public record Running(
      Application application, Deployment deployment, SimulatedApplication.Scenario scenario) {}

  /**
   * A complete backup.
   *
   * @param asked when it was asked for, in nanoseconds of the world
   * @param running what the nodes ran then
   * @param disks the files of each node, by its number
   */
  public record Taken(Begun begun, long asked, Running running, List<SimulatedDisk> disks) {}

  /**
   * @param hand does it
   * @param running tells what the nodes run just now
   */
  public BackupTaker(
      RunContext run, Cluster cluster, SimulatedClient hand, Supplier<Running> running) {
    this.run = run;
    this.cluster = cluster;
    this.hand = hand;
    this.running = running;
    this.random = run.faults().random(FaultKind.BACKUP);
  }

  /** The newest complete one, or null if there is none. */
  public @Nullable Taken newest() {
    return newest;
  }

  /** Whether any was asked for: a node that did not hear its end keeps a copy for a while. */
  public boolean attempted() {
    return attempted;
  }

  /** Takes one after another until {@code over}. In a task only. */
  public void work(BooleanSupplier over) {
    long pauseNanos = 1_000_000L << random.nextInt(8);
    for (int left = MOST; left > 0; left--) {
      hand.pause(1 + random.nextLong(pauseNanos));
      NodeUnderTest at = over.getAsBoolean() ? null : cluster.open(random);
      if (over.getAsBoolean() || enough) {
        return;
      }
      if (at != null) {
        take(at);
      }
    }
  }

  /**
   * Takes one as soon as it can be had, while all nodes begin with another version of the
   * application: their data is still of the one before. One time in two it is the last one of the
   * run. In a task only.
   */
  public void atAStart(SimulatedClient other, BooleanSupplier over) {
    Taken before = newest;
    for (int left = MOST_AT_A_START; left > 0 && newest == before; left--) {
      NodeUnderTest at = cluster.node(random.nextInt(cluster.nodes().size()));
      while (!at.up() && !over.getAsBoolean()) {
        other.pause(1 + random.nextLong(SOON_NANOS / 8));
      }
      if (over.getAsBoolean() || enough) {
        return;
      }
      take(at);
      other.pause(1 + random.nextLong(SOON_NANOS));
    }
    enough |= newest != before && random.nextBoolean();
  }

  private void take(NodeUnderTest at) {
    attempted = true;
    long asked = run.world().nanos();
    Running now = running.get();
    List<Integer> lives = lives();
    run.world().trace("a backup is asked for at node " + at.number());
    switch (at.queries().beginBackup()) {
      case Result.Good<Begun>(var begun) -> {
        List<SimulatedDisk> disks = copies(at, begun, lives);
        at.queries().endBackup(begun.id());
        if (disks != null) {
          run.world().trace("backup " + begun.id() + " is complete");
          run.reached().add(CoveragePoint.BACKUP_TAKEN);
          run.faults().happened(FaultKind.BACKUP);
          newest = new Taken(begun, asked, now, disks);
        }
      }
      case Result.Failed<Begun>(var code, var why) -> run.world().trace("no backup: " + code);
      case null -> run.world().trace("no backup: its node is down");
    }
  }

  /** Returns all files of all nodes, or null if one cannot be had. */
  private @Nullable List<SimulatedDisk> copies(NodeUnderTest at, Begun begun, List<Integer> lives) {
    List<SimulatedDisk> disks = new ArrayList<>();
    for (NodeCopy node : begun.nodes()) {
      SimulatedDisk disk = new SimulatedDisk();
      for (Map.Entry<String, Long> file : node.files().entrySet()) {
        Source source = new Source(at, begun.id(), node.node(), file.getKey());
        if (!copy(source, file.getValue(), disk, lives)) {
          return null;
        }
      }
      disks.add(disk);
    }
    return disks;
  }

  private List<Integer> lives() {
    return cluster.nodes().stream().map(NodeUnderTest::lives).toList();
  }

  /** A file of a node, to be read at any one. */
  private record Source(NodeUnderTest at, String backup, int node, String file) {
    /** The next piece; null if it cannot be had. */
    byte @Nullable [] piece(long from) {
      return at.queries().readBackup(backup, node, file, from)
              instanceof Result.Good<byte[]>(var bytes)
          ? bytes
          : null;
    }
  }

  /**
   * @param lives of the nodes when the backup was asked for: questions of then that reach a later
   *     one make another copy, whose files do not fit, and the backup fails
   */
  private boolean copy(Source source, long size, SimulatedDisk to, List<Integer> lives) {
    try (DiskFile file = to.open(source.file(), true)) {
      long at = 0;
      while (at < size) {
        byte[] piece = source.piece(at);
        if (piece == null) {
          return false;
        }
        if (piece.length == 0 || piece.length > size - at) {
          if (lives.equals(lives())) {
            run.found(
                "backup",
                "%s of node %s has %s bytes, and was to have %s"
                    .formatted(source.file(), source.node(), at + piece.length, size));
          }
          return false;
        }
        file.write(ByteBuffer.wrap(piece), at);
        at += piece.length;
      }
      file.force();
      to.force();
      return true;
    } catch (IOException e) {
      throw new IllegalStateException("a disk without faults fails", e);
    }
  }
}
