package tutti.engine.node.integrated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.backup.ItemCut;
import tutti.engine.backup.NodeBackups;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.ItemValues;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.PrefixedDisk;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.Ports;
import tutti.engine.recovery.FolderOwner;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.runtime.StepQueue;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.outcome.IdempotencyTable;

/**
 * A host's part in backups: the cuts of its replicas, written into files of the host's folder in
 * the form that the folder of a node without an integrated protocol has, until they are read. Its
 * work is done in steps of one queue, which may wait for the disk. Thread-safe.
 *
 * <p>A copy says of which version of the application it is, and a value becomes one of today's
 * version where it is copied. So a host copies nothing until it knows which versions wrote what it
 * has.
 */
final class ReplicaCopies {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaCopies.class);

  private static final String PREFIX = "backup-";

  private final ApplicationVersions versions;
  private final Deployment deployment;
  private final Ports ports;
  private final Cuts machines;
  private final ItemValues values;
  private final StepQueue queue;
  private final Map<CopyName, Copy> copies = new HashMap<>();

  /** The cuts of the replicas of this host. */
  interface Cuts {
    /**
     * Lets a replica here hold for a backup, if the protocol needs that; tells its cut once it has
     * one.
     */
    void hold(CopyName copy, Consumer<Result<ItemCut>> done);

    /** Ends the holding, and gives the cut, which has been one of all shards until now. */
    void letGo(CopyName copy, Consumer<Result<ItemCut>> done);

    /** Gives a cut up. */
    void giveUp(CopyName copy);
  }

  /** A copy, from the question for it on. */
  private static final class Copy {
    final List<Consumer<Answer>> waiting = new ArrayList<>();
    @Nullable Answer answer;
    @Nullable Disk files;
    long lastUse;
  }

  /**
   * @param deployment with an integrated protocol
   */
  ReplicaCopies(ApplicationVersions versions, Deployment deployment, Ports ports, Cuts machines) {
    this.versions = versions;
    this.deployment = deployment;
    this.ports = ports;
    this.machines = machines;
    this.values = new ItemValues(versions);
    this.queue = ports.scheduler().newStepQueue("backup");
  }

  /** Removes files of backups that a crash has left. */
  static void clean(Disk disk) throws IOException {
    for (String name : List.copyOf(disk.list())) {
      if (name.startsWith(PREFIX)) {
        disk.delete(name);
      }
    }
  }

  /** Answers a question about a backup to this host alone. */
  void answer(Question.OfBackup question, Consumer<Answer> answer) {
    switch (question) {
      case Question.BackupHold(String name) -> hold(CopyName.of(name), answer);
      case Question.BackupLetGo(String name) -> queue.step(() -> letGo(CopyName.of(name), answer));
      case Question.BackupPiece(String name, String file, long at) ->
          queue.step(() -> answer.accept(read(CopyName.of(name), file, at)));
      case Question.BackupEnd(String name) -> {
        machines.giveUp(CopyName.of(name));
        queue.step(
            () -> {
              drop(CopyName.of(name));
              answer.accept(new Answer.Done());
            });
      }
    }
  }

  private void hold(CopyName name, Consumer<Answer> answer) {
    @Nullable Answer early = unreadable(name);
    if (early != null) {
      answer.accept(early);
      return;
    }
    machines.hold(
        name,
        result ->
            answer.accept(
                switch (result) {
                  case Result.Good<ItemCut>(ItemCut cut) -> toCopy(name, cut, 0, Map.of());
                  case Result.Failed<ItemCut>(var code, var why) -> new Answer.Failed(code, why);
                }));
  }

  /** Returns why the items of a cut cannot be copied here, or null. */
  private @Nullable Answer unreadable(CopyName name) {
    String why = name.copied() ? versions.unsettled() : null;
    return why == null ? null : new Answer.Failed("not-ready", why);
  }

  private static Answer toCopy(CopyName name, ItemCut cut, long actors, Map<String, Long> files) {
    return new Answer.ToCopy(
        new NodeCopy(name.shard(), HostParts.MOST_STARTS, cut.place(), actors, files));
  }

  private void letGo(CopyName name, Consumer<Answer> answer) {
    Copy known = copies.get(name);
    if (known != null && known.answer != null) {
      answer.accept(known.answer);
      return;
    }
    if (known != null) {
      known.waiting.add(answer);
      return;
    }
    Copy copy = new Copy();
    copy.waiting.add(answer);
    copies.put(name, copy);
    machines.letGo(name, result -> queue.step(() -> cut(name, copy, result)));
  }

  private void cut(CopyName name, Copy copy, Result<ItemCut> result) {
    if (copies.get(name) != copy) {
      return;
    }
    Answer answer =
        switch (result) {
          case Result.Failed<ItemCut>(var code, var why) -> new Answer.Failed(code, why);
          case Result.Good<ItemCut>(ItemCut cut) when !name.copied() ->
              toCopy(name, cut, 0, Map.of());
          case Result.Good<ItemCut>(ItemCut cut) -> write(name, copy, cut);
        };
    copy.answer = answer;
    copy.waiting.forEach(each -> each.accept(answer));
    copy.waiting.clear();
    used(name, copy);
  }

  private void used(CopyName name, Copy copy) {
    copy.lastUse = ports.scheduler().nanos();
    ports.scheduler().after(NodeBackups.KEEP_NANOS, queue, () -> look(name, copy));
  }

  private void look(CopyName name, Copy copy) {
    long left = copy.lastUse + NodeBackups.KEEP_NANOS - ports.scheduler().nanos();
    if (copies.get(name) != copy) {
      return;
    }
    if (left <= 0) {
      drop(name);
    } else {
      ports.scheduler().after(left, queue, () -> look(name, copy));
    }
  }

  private Answer write(CopyName name, Copy copy, ItemCut cut) {
    @Nullable Answer early = unreadable(name);
    if (early != null) {
      return early;
    }
    Disk host = Objects.requireNonNull(ports.disk(), "a host has a disk");
    Disk files = new PrefixedDisk(host, PREFIX + name.text() + "-");
    copy.files = files;
    IdempotencyTable keys = IdempotencyTable.onTheWay(Integer.MAX_VALUE);
    FolderOwner owner = NodeFolder.settings(deployment.ofShards(), name.shard(), 1).owner();
    Iterator<Cell> cells =
        cut.items().stream()
            .filter(each -> ItemValues.isActor(each.getKey()) && each.getValue().length > 0)
            .map(each -> values.cell(each.getKey(), each.getValue()))
            .iterator();
    try {
      values.putKeys(cut.items(), keys);
      long actors = RestoredFolder.make(versions.today(), owner, cells, keys, files);
      Map<String, Long> sizes = new TreeMap<>();
      for (String file : files.list()) {
        try (DiskFile it = files.open(file, false)) {
          sizes.put(file, it.size());
        }
      }
      return toCopy(name, cut, actors, sizes);
    } catch (IOException | RuntimeException e) {
      return failed(e);
    }
  }

  private Answer read(CopyName name, String file, long at) {
    Copy copy = copies.get(name);
    Disk files = copy == null ? null : copy.files;
    if (copy == null || files == null || !(copy.answer instanceof Answer.ToCopy(NodeCopy made))) {
      return new Answer.Failed(
          "backup-unknown",
          "backup "
              + name.text()
              + " is not kept here: it has ended, was given up, or the host was restarted; begin"
              + " another one");
    }
    String lacks = made.lacks(file);
    if (lacks != null) {
      return new Answer.Failed(NodeCopy.NO_FILE, lacks);
    }
    copy.lastUse = ports.scheduler().nanos();
    try (DiskFile from = files.open(file, false)) {
      ByteBuffer into = ByteBuffer.allocate(NodeBackups.PIECE_BYTES);
      from.read(into, at);
      return new Answer.Bytes(Arrays.copyOf(into.array(), into.position()));
    } catch (IOException | RuntimeException e) {
      return failed(e);
    }
  }

  private static Answer failed(Exception e) {
    LOG.warn("a backup failed", e);
    return new Answer.Failed(
        "backup-failed", "its files could not be written or read: " + e.getMessage());
  }

  private void drop(CopyName name) {
    Copy copy = copies.remove(name);
    Disk files = copy == null ? null : copy.files;
    if (files == null) {
      return;
    }
    try {
      for (String file : List.copyOf(files.list())) {
        files.delete(file);
      }
    } catch (IOException e) {
      LOG.warn("files of backup {} stay until the next start: {}", name.text(), e.getMessage());
    }
  }
}
