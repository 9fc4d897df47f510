package tutti.engine.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Optimisation;
import tutti.engine.distribution.member.Recovered;
import tutti.engine.distribution.peer.PeerLogs;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.NoJournal;
import tutti.engine.recovery.AheadEffect;
import tutti.engine.recovery.Checkpointer;
import tutti.engine.recovery.DataFolder;
import tutti.engine.recovery.FolderCopy;
import tutti.engine.recovery.FolderSettings;
import tutti.engine.recovery.FollowerCheckpoint;
import tutti.engine.recovery.ReplicaAdoption;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.runtime.StepQueue;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.TransactionSettings;
import tutti.engine.transaction.outcome.AnswerLog;
import tutti.engine.transaction.outcome.AnswerRecords;
import tutti.engine.transaction.outcome.AnsweredKeys;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.outcome.OutcomeStore;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.NodeLog;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Resolutions;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transport.Transport;
import tutti.model.Application;
import tutti.model.Encoder;

/**
 * The state of the actors of one node: the actors in their containers, and the folder that keeps
 * them with the tables of outcomes and keys. Everything else of a node, its transactions and its
 * talk with other nodes, is a term over such a state ({@link ShardTerm}). Thread-safe.
 */
public final class ShardState implements PeerStore {
  /**
   * The part of the heap, one of so many, for the log between two checkpoints of all replicas of a
   * host: they have it in memory, up to twice as long and with as much again beside it.
   */
  private static final int LOG_SHARE = 16;

  /** The least log between two checkpoints of a replica, whatever the heap is. */
  private static final long LEAST_LOG = 256 << 10;

  private final Deployment deployment;
  private final Ports ports;
  private final int fronts;
  private final long checkpointBytes;
  private final Directory directory;
  private final Snapshots snapshots;
  private final StepQueue service;
  private final CheckpointGate gate = new CheckpointGate();
  private final @Nullable DataFolder folder;
  private final @Nullable PeerLogs logs;
  private final IdempotencyTable keys;
  private @Nullable Transport transport;

  private ShardState(
      Application application, Deployment deployment, Ports ports, int fronts, boolean replica)
      throws IOException {
    this.deployment = deployment;
    this.ports = ports;
    this.fronts = fronts;
    this.checkpointBytes =
        replica ? checkpointBytes(deployment, ports) : deployment.journal().checkpointBytes();
    this.transport = ports.transport();
    this.service = ports.scheduler().newStepQueue("service");
    this.snapshots = new Snapshots(NodesSnapshots.limit(ports.scheduler(), service));
    this.directory = NodeContainers.of(application, deployment, ports, snapshots);
    NodeContainers.tellOfCores(deployment, directory, ports);
    Timestamps timestamps = directory.timestamps();
    if (timestamps != null) {
      snapshots.countBy(timestamps);
    }
    this.folder = folder(replica);
    this.logs = folder == null || fronts > 0 ? null : PeerLogs.open(folder.meta());
    if (folder == null && timestamps != null) {
      timestamps.begin();
    }
    this.keys =
        folder == null
            ? NodeFolder.keys(deployment.idempotency()).heldTo(ports.scheduler().clocks())
            : folder.keys();
    keys.sizedBy(new ResultSize(application.codec()));
    keys.begin();
    keys.answers().begin(ports.scheduler()::nanos);
  }

  /**
   * Opens the state on the node's disk, and recovers it.
   *
   * @throws DataFolderRefused if the data folder cannot be used as it is
   * @throws IOException if the disk fails
   */
  public static ShardState open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    return new ShardState(application, deployment, ports, 0, false);
  }

  /**
   * Opens the state of a replica at its newest checkpoint.
   *
   * @param ports whose disk has this replica's files only; without a transport
   * @param hosts how many hosts there are, each of which takes requests of clients
   * @throws DataFolderRefused if the files cannot be used as they are
   * @throws IOException if the disk fails
   */
  public static ShardState ofReplica(
      Application application, Deployment deployment, Ports ports, int hosts) throws IOException {
    return new ShardState(application, deployment, ports, hosts, true);
  }

  private @Nullable DataFolder folder(boolean replica) throws IOException {
    Disk disk = ports.disk();
    if (deployment.durability() == Durability.OFF) {
      return null;
    }
    if (disk == null) {
      throw new IllegalArgumentException(
          "durability = " + deployment.durability() + " needs a disk");
    }
    FolderSettings settings = NodeFolder.settings(deployment, ports.self(), ports.outcomesKept());
    settings.keys().heldTo(ports.scheduler().clocks());
    if (!replica && deployment.nodeCount() > 1) {
      // It has dated keys by its own clock while it knew few others.
      settings.keys().doubtingRecords();
    }
    return replica
        ? DataFolder.ofReplica(directory, settings, disk, ports.scheduler(), ports.entropy())
        : new DataFolder(directory, settings, disk, ports.scheduler(), ports.entropy());
  }

  // --- before a term ---

  /** Returns whether a transaction is in doubt in what was found. */
  public boolean isInDoubt() {
    return !kept().inDoubt().isEmpty();
  }

  /** Returns whether another version of the application wrote what was found. */
  public boolean evolves() {
    return kept().evolves();
  }

  /** Returns the data that was found, to be spread over other folders. */
  public RestoredFolder.Spread spread() {
    return new RestoredFolder.Spread(ports.self(), kept(), directory);
  }

  /** Ends the use of a state over which no term was begun. */
  public void close() {
    kept().journal().close();
  }

  // --- a replica, until it leads ---

  /**
   * Replays a record that the shard has chosen; one that is contained already has no effect.
   *
   * @param position just after the record
   */
  public void replay(long position, byte[] bytes) throws IOException {
    kept().replay(position, bytes);
  }

  /**
   * Passes over an entry of the shard's log that is no record.
   *
   * @param position just after the entry
   */
  public void skip(long position) {
    kept().skip(position);
  }

  /** Returns the entry that a record orders to pass over; empty for a record of another kind. */
  public OptionalLong passedOver(byte[] record) {
    return kept().records().passedOver(record);
  }

  /**
   * Returns the record that orders to pass over an entry.
   *
   * @param failed the bytes of that entry
   * @throws tutti.model.MalformedData if it names no transaction
   */
  public Encoder passOver(byte[] failed, long entry, String by, String reason) {
    return kept().records().passedOver(failed, entry, by, reason, ports.scheduler().now());
  }

  /** Whether another application, concurrency control or isolation has written the data. */
  public boolean isOthers() throws IOException {
    return kept().adoption().isDue();
  }

  /**
   * Returns the change of the data to what is to run; the state is to be opened again behind it.
   */
  public ReplicaAdoption adoption() {
    return kept().adoption();
  }

  /** Returns the position up to which the state has the shard's log. */
  public long replayedTo() {
    return kept().replayedTo();
  }

  /**
   * Returns the effects that are decided and that the actors of a follower do not have yet, of each
   * actor in order of arrival; none of a leader.
   */
  public List<AheadEffect> ahead() {
    return kept().ahead();
  }

  /** Begins a checkpoint of all that was replayed; written by the thread that replays. */
  public FollowerCheckpoint checkpoint() throws IOException {
    return kept().checkpoint();
  }

  /** Returns the position that the newest checkpoint reaches. */
  public long checkpointed() {
    return kept().checkpointed();
  }

  /** Returns the checkpoints of the folder. */
  public CheckpointStore checkpoints() {
    return kept().checkpoints();
  }

  /** Returns how much log there is between two checkpoints, about, in bytes. */
  public long checkpointBytes() {
    return checkpointBytes;
  }

  /** Returns how much log there is between two checkpoints of a replica, which has it in memory. */
  private static long checkpointBytes(Deployment deployment, Ports ports) {
    long fits = ports.scheduler().heap().most() / LOG_SHARE / deployment.shardCount();
    return Math.min(deployment.journal().checkpointBytes(), Math.max(LEAST_LOG, fits));
  }

  /**
   * Ends the replay; a term over the state may begin.
   *
   * @param log of the term
   * @param to reaches the leaders of the other shards
   * @param term the number of the term
   * @param copies gives the log for a backup
   */
  public void lead(Journal log, Transport to, long term, Supplier<FolderCopy.CopiedLog> copies)
      throws IOException {
    transport = to;
    kept().lead(log, term, copies);
  }

  /**
   * Drops the actors from memory, since the state is about to be opened again: the two would not
   * fit into a heap that has room for one. A term over this state must be over. Its transactions
   * keep the actors that they have and are stopped at their next question to one; their log is
   * over, and so are their snapshots.
   */
  public void drop() {
    // In this order: a query that has missed a row finds its snapshot ended.
    snapshots.endAll();
    kept().drop();
  }

  /** Returns whether the actors are dropped: what is left of the state must not be used. */
  public boolean isDropped() {
    return kept().isDropped();
  }

  private DataFolder kept() {
    return Objects.requireNonNull(folder, "a replica keeps its data");
  }

  // --- its parts ---

  Deployment deployment() {
    return deployment;
  }

  Ports ports() {
    return ports;
  }

  /** Returns how many take requests of clients without being a node; 0 without replicas. */
  int fronts() {
    return fronts;
  }

  @Nullable Transport transport() {
    return transport;
  }

  public Directory directory() {
    return directory;
  }

  Snapshots snapshots() {
    return snapshots;
  }

  /** Returns the queue of the node's short steps. */
  StepQueue service() {
    return service;
  }

  /** Returns what is entered before a record is appended, and left when its effects are applied. */
  CheckpointGate gate() {
    return gate;
  }

  /** Returns the folder; null if nothing is kept. */
  @Nullable DataFolder folder() {
    return folder;
  }

  /** Returns the keys of requests. */
  public IdempotencyTable keys() {
    return keys;
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
        : new Checkpointer(folder, directory, gate, inProgress, ports.scheduler(), checkpointBytes);
  }

  /** Returns the settings of transactions over this state. */
  TransactionSettings transactionSettings() {
    return new TransactionSettings(
        deployment.ablation().has(Optimisation.UPDATE_LOCKS),
        deployment.ablation().has(Optimisation.EARLY_LOCK_RELEASE),
        deployment.ablation().has(Optimisation.DRY_RUNS));
  }

  /**
   * Returns the outcomes that clients may ask for.
   *
   * @param among whether there are other nodes
   */
  OutcomeStore outcomes(long incarnation, boolean among) {
    OutcomeTable outcomes =
        folder != null
            ? folder.outcomes()
            : new OutcomeTable(
                ports.self(),
                incarnation,
                ports.outcomesKept(),
                false,
                new ResultSize(directory.application().codec()),
                ports.scheduler().heap());
    return new OutcomeStore(outcomes, keys, among ? answered(incarnation) : null);
  }

  private AnsweredKeys answered(long incarnation) {
    return new AnsweredKeys(incarnation, keys.answers(), ports.scheduler().nanos());
  }

  /** Returns the log of answers without an effect, for the leaders to come. */
  AnswerLog answers(NodeLog log) {
    return fronts > 0 ? new AnswerRecords(log, keys.answers(), ports.scheduler()) : AnswerLog.NONE;
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
  // A leader of a shard with replicas has all that any leader before it has told, whatever disk it
  // is on; and a greeting says where its log ended when it began, not when it is heard.

  @Override
  public @Nullable Known peer(int node) {
    DataFolder.Peer known = folder == null || fronts > 0 ? null : folder.peer(node);
    return known == null ? null : new Known(known.folderId(), known.incarnation(), known.start());
  }

  @Override
  public void remember(int node, Known known) {
    if (folder != null && fronts == 0) {
      try {
        folder.rememberPeer(
            node, new DataFolder.Peer(known.folder(), known.incarnation(), known.start()));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remember node number " + node, e);
      }
    }
  }

  @Override
  public @Nullable PeerLogs logs() {
    return logs;
  }

  @Override
  public SortedMap<Integer, Long> folders() {
    return folder == null || fronts > 0 ? new TreeMap<>() : folder.knownFolders();
  }

  @Override
  public void remember(SortedMap<Integer, Long> folders) {
    if (folder != null && fronts == 0) {
      try {
        folder.rememberFolders(folders);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remember the folders of other nodes", e);
      }
    }
  }

  @Override
  public long relied(int node) {
    return folder == null || fronts > 0 ? 0 : folder.relied().getOrDefault(node, 0L);
  }

  @Override
  public void rely(int node, long lsn) {
    if (folder != null) {
      folder.rely(node, lsn);
    }
  }
}
