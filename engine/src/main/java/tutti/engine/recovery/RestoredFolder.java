package tutti.engine.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.Disk;
import tutti.engine.journal.LogCopy;
import tutti.engine.journal.MetaStore;
import tutti.model.Encoder;
import tutti.model.Sha256;

/**
 * A folder in which the files of a backup were put, before any node opens it.
 *
 * <p>A restored folder is a new folder: its name differs from the original's, so that no node of
 * the original takes it for that one; and it knows the names of the other folders of its backup,
 * and no others, so that it talks to no other node. The names are a function of the backup: the
 * nodes of one can be restored apart, on machines that do not know each other. Two restores of one
 * backup get equal names; a node that has met one refuses the other, as it does every copy ({@code
 * PeerIncarnations}).
 */
public final class RestoredFolder {
  /**
   * The number of starts by which the names of the restored folder's transactions are ahead of the
   * original's.
   */
  private static final long INCARNATIONS = 1000;

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
    Peers peers = new Peers(meta);
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

  /** Returns the id of the folder of a node of a backup; never 0, which means none. */
  private static long folderId(String backup, int node) {
    byte[] name = (backup + "/" + node).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(Sha256.of(name)).getLong() | 1;
  }
}
