package tutti.engine.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import tutti.engine.container.Container;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.LogCopy;
import tutti.engine.journal.MetaStore;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.request.Directory;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.Sha256;

/**
 * A folder into which the files of a backup were put, before any node opens it.
 *
 * <p>A restored folder is a new folder: its name differs from the original's, so that no node of
 * the original cluster mistakes it for the original; and it knows the names of the other folders of
 * its backup, and no others, so that it connects to no other node. The names are a function of the
 * backup, so that the nodes of a backup can be restored apart, on machines that do not know each
 * other. Two restores of one backup get equal names, and {@link KnownFolders different numbers}:
 * nodes of different restores refuse each other.
 */
public final class RestoredFolder {
  /**
   * The number of starts by which the names of the restored folder's transactions are ahead of the
   * original's.
   */
  public static final long INCARNATIONS = 1000;

  private static final String BACKUP = "restored-from";

  private static final int PIECE_BYTES = 1 << 20;

  /**
   * The content of a folder.
   *
   * @param actors in its checkpoint
   * @param records in the log after it
   */
  public record Contents(long actors, long records) {}

  private RestoredFolder() {}

  /**
   * Reads all of it, and checks every checksum that the node wrote with its data.
   *
   * @throws CorruptJournal if a file is damaged or missing
   */
  public static Contents check(Disk disk) throws IOException {
    MetaStore.open(disk);
    long[] actors = new long[1];
    OptionalLong from =
        new CheckpointStore(disk)
            .openLatest(
                (bytes, offset, length) -> {
                  if (length > 0 && bytes[offset] == CheckpointFormat.ACTOR) {
                    actors[0]++;
                  }
                });
    if (from.isEmpty()) {
      throw new CorruptJournal(disk.describe(), "checkpoint-*", 0, "there is no checkpoint");
    }
    return new Contents(actors[0], LogCopy.check(disk, from.getAsLong()));
  }

  /**
   * Makes it a folder of its own; durable when this returns.
   *
   * @param backup names the backup
   * @param node the number of the node whose folder it is
   * @param incarnations how often each node of the backup had started, by number
   */
  public static void adopt(Disk disk, String backup, int node, Map<Integer, Long> incarnations)
      throws IOException {
    MetaStore meta = MetaStore.open(disk);
    meta.put(BACKUP, backup.getBytes(StandardCharsets.UTF_8));
    KnownFolders.forget(meta);
    meta.put(MetaStore.STARTS, new byte[0]);
    meta.put(MetaStore.STARTS_MET, new byte[0]);
    KnownPeers peers = new KnownPeers(meta);
    for (Map.Entry<Integer, Long> each : incarnations.entrySet()) {
      long id = folderId(backup, each.getKey());
      long incarnation = each.getValue() + INCARNATIONS;
      if (each.getKey() == node) {
        meta.put(FolderMarks.FOLDER_ID, new Encoder().putLong(id).toByteArray());
        meta.put(FolderMarks.INCARNATION, new Encoder().putLong(incarnation).toByteArray());
      } else {
        peers.remember(each.getKey(), new DataFolder.Peer(id, incarnation, 0));
      }
    }
  }

  /** Returns whether a folder was restored. */
  static boolean isRestored(MetaStore meta) throws IOException {
    return meta.get(BACKUP).isPresent();
  }

  /** Copies all files of a disk to another one, and forces them. */
  public static void copy(Disk from, Disk to) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    for (String name : List.copyOf(from.list())) {
      try (DiskFile file = from.open(name, false);
          DiskFile copy = to.open(name, true)) {
        copy.truncate(0);
        for (long at = 0; at < file.size(); at += piece.limit()) {
          file.read(piece.clear(), at);
          copy.write(piece.flip(), at);
        }
        copy.force();
      }
    }
    to.force();
  }

  /**
   * Returns the source of the application under which the newest checkpoint of a folder was
   * written; empty if there is none.
   */
  public static Optional<byte[]> application(Disk disk) throws IOException {
    List<byte[]> found = new ArrayList<>();
    new CheckpointStore(disk)
        .openLatest(
            (bytes, offset, length) -> {
              if (length > 0 && bytes[offset] == CheckpointFormat.APPLICATION) {
                found.add(new Decoder(bytes, offset + 1, length - 1).getBytes());
              }
            });
    return found.stream().findFirst();
  }

  /** Returns the name of the backup that was restored into a node's folder; empty if none was. */
  public static Optional<String> backup(Disk disk) throws IOException {
    return MetaStore.open(disk).get(BACKUP).map(it -> new String(it, StandardCharsets.UTF_8));
  }

  /** Returns whose a node's folder is, in words; empty if it is no node's. */
  public static Optional<String> owner(Disk disk) throws IOException {
    return member(disk).map(FolderOwner::self);
  }

  /** Returns the owner of a node's folder; empty if it is no node's. */
  public static Optional<FolderOwner> member(Disk disk) throws IOException {
    return MetaStore.open(disk).get(FolderOwner.META).map(FolderOwner::decode);
  }

  /**
   * Refuses a folder that belongs to another owner, as a start does.
   *
   * @throws tutti.engine.journal.DataFolderRefused if a start of that owner would refuse it
   */
  public static void requireOwner(Disk disk, FolderOwner owner) throws IOException {
    owner.check(MetaStore.open(disk), disk.describe());
  }

  /** Returns how often a node has started on a folder; 0 if none has. */
  public static long starts(Disk disk) throws IOException {
    return MetaStore.open(disk).get(FolderMarks.INCARNATION).map(FolderMarks::number).orElse(0L);
  }

  /** Returns the settings under which a node has last run on a folder, as a deployment file. */
  public static Optional<String> settings(Disk disk) throws IOException {
    return MetaStore.open(disk)
        .get(FolderMarks.DEPLOYMENT)
        .map(it -> new String(it, StandardCharsets.UTF_8));
  }

  /** Returns the placement of actors on nodes under which a folder was written, as text. */
  public static String placement(Disk disk) throws IOException {
    return MetaStore.open(disk)
        .get(FolderOwner.META)
        .map(bytes -> FolderOwner.decode(bytes).placement())
        .orElse("");
  }

  /** Makes a folder another owner's, wherever its actors belong. */
  public static void own(Disk disk, FolderOwner owner) throws IOException {
    owner.put(MetaStore.open(disk));
  }

  /**
   * Copies the checkpoint of a folder into the empty part of a host's folder that a replica has,
   * with what the data was written under. The log behind it is not copied.
   *
   * @return the position that the copy reaches: one more, since the log of a shard has nothing
   *     before its first entry
   */
  public static long copyTo(Disk replica, Disk folder) throws IOException {
    CheckpointStore store = new CheckpointStore(folder);
    long position = position(store, folder) + 1;
    MetaStore from = MetaStore.open(folder);
    MetaStore to = MetaStore.open(replica);
    for (String name : List.of(FolderMarks.DEPLOYMENT, FolderMarks.CONCURRENCY)) {
      Optional<byte[]> kept = from.get(name);
      if (kept.isPresent()) {
        to.put(name, kept.get());
      }
    }
    try (CheckpointWriter writer = new CheckpointStore(replica).begin(position)) {
      store.openLatest(writer::add);
      writer.commit();
    }
    return position;
  }

  /** Returns the records of a folder's log behind its checkpoint, in order. */
  public static List<byte[]> records(Disk folder) throws IOException {
    List<byte[]> records = new ArrayList<>();
    LogCopy.read(
        folder,
        position(new CheckpointStore(folder), folder),
        (position, bytes, at, length) -> records.add(Arrays.copyOfRange(bytes, at, at + length)));
    return records;
  }

  private static long position(CheckpointStore store, Disk folder) throws IOException {
    return store
        .openLatest((bytes, offset, length) -> {})
        .orElseThrow(
            () -> new CorruptJournal(folder.describe(), "checkpoint-*", 0, "there is none"));
  }

  /**
   * One of several folders over which data is spread again, with nothing in doubt.
   *
   * @param number the folder's number among them
   * @param directory the directory of the containers that have its actors
   */
  public record Spread(int number, DataFolder folder, Directory directory) {}

  /**
   * Fills an empty folder, one of several that share the data of others, with the actors that
   * belong to it, and with all idempotency keys, since the first actor of a key's request is not
   * known.
   *
   * @param keys the idempotency keys of all folders
   * @param node the number of the folder that is filled
   * @param count the number of folders
   * @param nodeOf returns the folder to which each actor belongs
   */
  public static void spread(
      List<Spread> from,
      IdempotencyTable keys,
      int node,
      int count,
      ToIntFunction<ActorId> nodeOf,
      Disk to)
      throws IOException {
    long timestamp = 0;
    MetaStore meta = MetaStore.open(to);
    try (CheckpointWriter writer = new CheckpointStore(to).begin(0)) {
      CheckpointFormat format =
          new CheckpointFormat(from.getFirst().directory.application(), writer);
      format.application();
      for (Spread each : from) {
        if (each.folder.evolves()) {
          throw new IllegalArgumentException("another application has written the data");
        }
        timestamp = Math.max(timestamp, TimestampCeiling.kept(each.folder.meta()));
        actors(each.directory, id -> nodeOf.applyAsInt(id) == node, format);
      }
      for (Spread each : from) {
        if (each.number % count == node) {
          format.resolutions(each.folder.resolutions());
          format.outcomes(each.folder.outcomes());
        }
      }
      format.keys(keys);
      writer.commit();
    }
    TimestampCeiling.keep(meta, timestamp);
  }

  /**
   * Fills an empty folder with these actors and idempotency keys of a backup, with nothing in
   * doubt.
   *
   * @param actors the actors, each of which the caller must not use again
   * @return the number of actors
   */
  public static long make(
      Application application,
      FolderOwner owner,
      Iterator<Cell> actors,
      IdempotencyTable keys,
      Disk to)
      throws IOException {
    long count = 0;
    owner.put(MetaStore.open(to));
    try (CheckpointWriter writer = new CheckpointStore(to).begin(0)) {
      CheckpointFormat format = new CheckpointFormat(application, writer);
      format.application();
      for (; actors.hasNext(); count++) {
        FuzzyRowScan rows = format.actor(actors.next(), (ReplayedActor) null);
        while (rows != null && format.rows(rows)) {}
      }
      format.keys(keys);
      writer.commit();
    }
    return count;
  }

  private static void actors(Directory directory, Predicate<ActorId> here, CheckpointFormat format)
      throws IOException {
    for (Container container : directory.containers()) {
      for (Cell cell : container.actors()) {
        FuzzyRowScan rows = here.test(cell.id()) ? format.actor(cell, container.control()) : null;
        while (rows != null && format.rows(rows)) {}
      }
    }
  }

  /** Returns the id of the folder of a node of a backup; never 0, which means none. */
  private static long folderId(String backup, int node) {
    byte[] name = (backup + "/" + node).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(Sha256.of(name)).getLong() | 1;
  }
}
