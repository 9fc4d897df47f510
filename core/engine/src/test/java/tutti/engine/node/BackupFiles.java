package tutti.engine.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.recovery.RestoredFolder;

/** Takes backups as a client would, and puts them into folders. */
final class BackupFiles {
  private BackupFiles() {}

  static Backups.Begun begin(RunningNode at) throws Exception {
    return switch (attempt(at)) {
      case Result.Good<Backups.Begun>(var begun) -> begun;
      case Result.Failed<Backups.Begun>(var code, var why) ->
          throw new AssertionError(code + ": " + why);
    };
  }

  static Result<Backups.Begun> attempt(RunningNode at) throws Exception {
    CompletableFuture<Result<Backups.Begun>> begun = new CompletableFuture<>();
    at.node.backups().begin(begun::complete);
    return RunningNode.await(begun);
  }

  static byte[] read(RunningNode at, String id, int node, String file, long from) throws Exception {
    CompletableFuture<Result<byte[]>> piece = new CompletableFuture<>();
    at.node.backups().read(id, node, file, from, piece::complete);
    return switch (RunningNode.await(piece)) {
      case Result.Good<byte[]>(var bytes) -> bytes;
      case Result.Failed<byte[]>(var code, var why) -> throw new IOException(code + ": " + why);
    };
  }

  static void end(RunningNode at, Backups.Begun backup) throws Exception {
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    at.node.backups().end(backup.id(), () -> ended.complete(true));
    RunningNode.await(ended);
  }

  /**
   * Reads all of it into {@code node-0}, {@code node-1}, … of a folder, and makes them restored.
   */
  static void restore(RunningNode at, Backups.Begun backup, Path to) throws Exception {
    Map<Integer, Long> incarnations = new TreeMap<>();
    backup.nodes().forEach(each -> incarnations.put(each.node(), each.incarnation()));
    List<Part> parts = parts(at, backup, to);
    for (int i = 0; i < parts.size(); i++) {
      try (Disk disk = parts.get(i).files()) {
        RestoredFolder.adopt(disk, backup.id(), backup.nodes().get(i).node(), incarnations);
      }
    }
  }

  /** Reads all of it into {@code node-0}, {@code node-1}, … of a folder, which are left open. */
  static List<Part> parts(RunningNode at, Backups.Begun backup, Path to) throws Exception {
    List<Part> parts = new ArrayList<>();
    for (NodeCopy each : backup.nodes()) {
      Disk disk = FolderDisk.open(to.resolve("node-" + each.node()));
      for (Map.Entry<String, Long> file : each.files().entrySet()) {
        copy(at, backup.id(), each.node(), file.getKey(), file.getValue(), disk);
      }
      RestoredFolder.check(disk);
      parts.add(new Part(disk, each.incarnation()));
    }
    return parts;
  }

  private static void copy(RunningNode at, String id, int node, String name, long size, Disk to)
      throws Exception {
    try (DiskFile file = to.open(name, true)) {
      long position = 0;
      byte[] piece;
      while ((piece = read(at, id, node, name, position)).length > 0) {
        file.write(ByteBuffer.wrap(piece), position);
        position += piece.length;
      }
      if (position != size) {
        throw new AssertionError(name + " has " + position + " bytes, not " + size);
      }
    }
  }
}
