package tutti.engine.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.distribution.member.Recovered;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.NoJournal;
import tutti.engine.recovery.Checkpointer;
import tutti.engine.recovery.DataFolder;
import tutti.engine.runtime.StepQueue;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Resolutions;
import tutti.engine.transaction.request.Directory;
import tutti.model.Application;

/**
 * The state of the actors of one node: the actors in their containers, and the folder that keeps
 * them with the tables of outcomes and keys. Everything else of a node, its transactions and its
 * talk with other nodes, is a reign over such a state ({@link LocalNode}). Thread-safe.
 *
 * @param service the queue of the node's short steps
 * @param gate is entered before a record is appended, and left when its effects are applied
 * @param folder null if nothing is kept
 */
record ShardState(
    Deployment deployment,
    Ports ports,
    Directory directory,
    Snapshots snapshots,
    StepQueue service,
    CheckpointGate gate,
    @Nullable DataFolder folder,
    IdempotencyTable keys)
    implements PeerStore {

  /**
   * Opens the state on the node's disk, and recovers it.
   *
   * @throws DataFolderRefused if the data folder cannot be used as it is
   * @throws IOException if the disk fails
   */
  static ShardState open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    StepQueue service = ports.scheduler().newStepQueue("service");
    Snapshots snapshots = new Snapshots(NodesSnapshots.limit(ports.scheduler(), service));
    Directory directory = NodeContainers.of(application, deployment, ports, snapshots);
    NodeContainers.tellOfCores(deployment, directory, ports);
    Timestamps timestamps = directory.timestamps();
    if (timestamps != null) {
      snapshots.countBy(timestamps);
    }
    DataFolder folder = folder(deployment, ports, directory);
    if (folder == null && timestamps != null) {
      timestamps.begin();
    }
    return new ShardState(
        deployment,
        ports,
        directory,
        snapshots,
        service,
        new CheckpointGate(),
        folder,
        folder == null ? NodeFolder.keys(deployment) : folder.keys());
  }

  private static @Nullable DataFolder folder(
      Deployment deployment, Ports ports, Directory directory) throws IOException {
    Disk disk = ports.disk();
    if (deployment.durability() == Durability.OFF) {
      return null;
    }
    if (disk == null) {
      throw new IllegalArgumentException(
          "durability = " + deployment.durability() + " needs a disk");
    }
    return new DataFolder(
        directory,
        NodeFolder.settings(deployment, ports.self(), ports.outcomesKept()),
        disk,
        ports.scheduler(),
        ports.entropy());
  }

  /** Returns the log, as transactions are to use it. */
  Journal log() {
    return folder == null ? new NoJournal() : ports.watched().log().apply(folder.journal());
  }

  /**
   * Returns how often the node has started. Without a folder that is not counted: the number only
   * has to differ from the last one.
   */
  long incarnation() {
    return folder != null ? folder.incarnation() : 1 + ports.entropy().nextLong(1L << 30);
  }

  /** Returns the identity of the folder; 0 without one. */
  long folderId() {
    return folder == null ? 0 : folder.folderId();
  }

  /** Returns the writer of checkpoints, or null if nothing is kept. */
  @Nullable Checkpointer checkpointer(InProgress inProgress) {
    return folder == null
        ? null
        : new Checkpointer(
            folder,
            directory,
            gate,
            inProgress,
            ports.scheduler(),
            deployment.journal().checkpointBytes());
  }

  OutcomeTable outcomes(long incarnation) {
    return folder != null
        ? folder.outcomes()
        : new OutcomeTable(
            ports.self(),
            incarnation,
            ports.outcomesKept(),
            false,
            new ResultSize(directory.application().codec()));
  }

  /**
   * Returns the knowledge of the node's former starts.
   *
   * @param format of the records of a node without a folder
   */
  Recovered recovered(RecordFormat format) {
    return new Recovered(
        this,
        folder == null ? format : folder.records(),
        this::late,
        folder == null ? new Resolutions() : folder.resolutions());
  }

  /**
   * Returns the outcome that a client may still ask for of a transaction in doubt at the last
   * start.
   */
  private @Nullable LateOutcome late(TransactionId id, OwnPart own) {
    return folder == null ? null : new LateOutcome(id, own, folder.outcomes(), keys);
  }

  // --- its memory of its peers; without a folder it remembers none ---

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
