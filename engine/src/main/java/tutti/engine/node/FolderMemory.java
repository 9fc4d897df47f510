package tutti.engine.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.member.Recovered;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.recovery.DataFolder;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Resolutions;

/** The memory of its peers that a node keeps in its data folder; without one it remembers none. */
record FolderMemory(@Nullable DataFolder folder) implements PeerStore {

  /**
   * Returns what a node knows of its former starts.
   *
   * @param format of the records of a node without a folder
   */
  static Recovered recovered(
      @Nullable DataFolder folder,
      RecordFormat format,
      BiFunction<TransactionId, OwnPart, @Nullable LateOutcome> late) {
    return new Recovered(
        new FolderMemory(folder),
        folder == null ? format : folder.records(),
        late,
        folder == null ? new Resolutions() : folder.resolutions());
  }

  @Override
  public @Nullable Known peer(int node) {
    DataFolder.Peer known = folder == null ? null : folder.peer(node);
    return known == null ? null : new Known(known.folderId(), known.incarnation(), known.start());
  }

  @Override
  public void remember(int node, Known known) {
    if (folder != null) {
      try {
        folder.rememberPeer(
            node, new DataFolder.Peer(known.folder(), known.incarnation(), known.start()));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remember node number " + node, e);
      }
    }
  }

  @Override
  public long relied(int node) {
    return folder == null ? 0 : folder.relied().getOrDefault(node, 0L);
  }

  @Override
  public void rely(int node, long lsn) {
    if (folder != null) {
      folder.rely(node, lsn);
    }
  }
}
