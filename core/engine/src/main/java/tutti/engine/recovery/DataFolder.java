package tutti.engine.recovery;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Resolutions;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.request.Directory;
import tutti.model.Application;

/**
 * A node's data folder, opened and recovered. Used by one thread until the node runs; after that
 * {@link #rely}, {@link #relied}, {@link #rememberPeer} and {@link #peer} from any.
 *
 * <p>Between opening and {@link #populate} a node may decide branches in doubt by {@link #decided}.
 * If {@link #mustDecideFirst} says so the node must do that: actions that were accepted under
 * another application or concurrency control cannot be put back.
 */
public final class DataFolder {
  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);

  private final Application application;
  private final Directory directory;
  private final FoundActors found;
  private final FolderSettings settings;
  private final Disk disk;
  private final FolderMarks marks;
  private final KnownPeers peers;
  private final KnownFolders known;
  private final CheckpointStore checkpoints;
  private final OutcomeTable outcomes;
  private final IdempotencyTable keys;
  private final PeerLogDependencies relied = new PeerLogDependencies();

  /** The log in this folder; null if it is a replica's, whose log comes from its shard. */
  private final @Nullable SegmentedJournal own;

  private @Nullable Journal journal;
  private Supplier<FolderCopy.CopiedLog> copied = DataFolder::notLed;
  private long incarnation;
  private long folderId;

  /** The position that the newest checkpoint reaches. */
  private volatile long checkpointed;

  /** The position up to which a replica has replayed its shard's log. */
  private volatile long replayedTo;

  private final Replay replay;

  /** The position up to which decisions must be durable before a changed application takes over. */
  private long decidedUpTo;

  private volatile boolean populated;

  /** Whether the actors are dropped, so that no checkpoint of them may count. */
  private volatile boolean dropped;

  /**
   * Reads the folder; an empty one becomes this application's.
   *
   * @param directory of the containers that the actors are to be in, which are empty
   * @param entropy names a new folder
   * @throws DataFolderRefused if it cannot be used as it is; no data was lost
   * @throws IOException if the disk fails
   */
  public DataFolder(
      Directory directory,
      FolderSettings settings,
      Disk disk,
      Scheduler scheduler,
      RandomGenerator entropy)
      throws IOException {
    this(directory, settings, disk, scheduler, entropy, false);
  }

  private DataFolder(
      Directory directory,
      FolderSettings settings,
      Disk disk,
      Scheduler scheduler,
      RandomGenerator entropy,
      boolean replica)
      throws IOException {
    this.application = directory.application();
    this.directory = directory;
    this.found = new FoundActors(directory);
    this.settings = settings;
    this.disk = disk;
    MetaStore meta = MetaStore.open(disk);
    this.marks = new FolderMarks(meta, settings, disk.describe());
    this.peers = new KnownPeers(meta);
    this.incarnation = marks.nextIncarnation();
    this.folderId = marks.id(entropy);
    this.known = KnownFolders.of(meta, settings.owner(), !replica, entropy);
    this.checkpoints = new CheckpointStore(disk);
    this.outcomes =
        new OutcomeTable(
            settings.owner().node(),
            replica ? 0 : incarnation, // A replica names no transaction until it leads.
            settings.outcomesKept(),
            true,
            new ResultSize(application.codec()),
            scheduler.heap());
    this.keys = settings.keys();
    keys.sizedBy(new ResultSize(application.codec()));
    int threads = settings.parallel() && !replica ? scheduler.cores() : 0;
    ReplayWorkers workers = new ReplayWorkers(scheduler, threads, ReplayWorkers.BATCH_BYTES);
    this.replay = new Replay(application, disk.describe(), outcomes, keys, relied, found, workers);
    try {
      OptionalLong from = checkpoints.openLatest(replay::entry);
      if (!replica && !marks.isNew() && from.orElse(0) == 0) {
        requireLog();
      }
      if (from.isEmpty()) {
        WholeCheckpoint.writeFirst(application, disk, checkpoints);
        from = checkpoints.openLatest(replay::entry);
      }
      workers.settle();
      this.checkpointed = from.orElseThrow();
      this.replayedTo = checkpointed;
      this.own = replica ? null : open(settings, disk, scheduler);
    } finally {
      workers.end();
    }
    if (own != null) {
      journal = own;
      FolderCopy.CopiedLog files = new FolderCopy.OwnLog(disk, own);
      copied = () -> files;
      replay.finish();
      found.tell(disk.describe(), replay);
    } else {
      adoption().ofNew();
    }
  }

  /**
   * Refuses a folder in which a node has run, and that has neither a log nor a checkpoint that
   * would miss it: without that the node would begin with nothing of what it has acknowledged.
   */
  private void requireLog() throws IOException {
    if (disk.list().stream().noneMatch(name -> name.startsWith("log-"))) {
      throw new CorruptJournal(
          disk.describe(), "log-*", 0, "a node has run in this folder, and its log is gone");
    }
  }

  /**
   * Reads the folder of a replica: its newest checkpoint. The records behind it are given to {@link
   * #replay} as the shard chooses them; {@link #lead} ends that.
   *
   * @param disk the replica's part of its host's folder
   */
  public static DataFolder ofReplica(
      Directory directory,
      FolderSettings settings,
      Disk disk,
      Scheduler scheduler,
      RandomGenerator entropy)
      throws IOException {
    return new DataFolder(directory, settings, disk, scheduler, entropy, true);
  }

  private SegmentedJournal open(FolderSettings settings, Disk disk, Scheduler scheduler)
      throws IOException {
    SegmentedJournal log =
        SegmentedJournal.open(disk, settings.log(), scheduler, checkpointed, replay.log());
    log.grouping(settings.groups());
    log.lazily(settings.lazy());
    return log;
  }

  /** Returns the change of a replica's data to what is to run. */
  public ReplicaAdoption adoption() {
    return new ReplicaAdoption(this, marks, replay, found, disk.describe());
  }

  // --- a replica, until it leads ---

  /**
   * Replays a record of the shard's log; one that the checkpoint contains is left out.
   *
   * @param position just after the record
   */
  public void replay(long position, byte[] bytes) throws IOException {
    if (position > replayedTo) {
      replay.record(position, bytes, 0, bytes.length);
      replayedTo = position;
    }
  }

  /** Passes over an entry of the shard's log that is no record. */
  public void skip(long position) {
    replayedTo = Math.max(replayedTo, position);
  }

  /** Returns the position up to which the state has the shard's log. */
  public long replayedTo() {
    return replayedTo;
  }

  /** Returns the effects that are decided and not in their actors, which {@link #lead} applies. */
  public List<AheadEffect> ahead() {
    return replay.ahead();
  }

  /** Begins a checkpoint of all that was replayed. */
  public FollowerCheckpoint checkpoint() throws IOException {
    return new FollowerCheckpoint(this, directory, replay, replayedTo);
  }

  /** Returns the position that the newest checkpoint reaches. */
  public long checkpointed() {
    return checkpointed;
  }

  /**
   * Ends the replay: from now on the state is led from here, as a folder's is after its start.
   *
   * @param log of the term
   * @param term the number of the term, which stands for that of a start
   * @param copies gives the log for a copy
   */
  public void lead(Journal log, long term, Supplier<FolderCopy.CopiedLog> copies)
      throws IOException {
    journal = log;
    copied = copies;
    // All replicas of a shard are one folder to the other shards.
    folderId = 1 + settings.owner().node();
    incarnation = term;
    outcomes.begin(term);
    replay.finish();
    found.beginPositionsAt(term << Integer.SIZE);
  }

  /**
   * Drops the actors from memory, since the folder is about to be opened again; the folder is of no
   * use after that. What still runs finds no actors, and a checkpoint that is being made is never
   * completed.
   */
  public void drop() {
    // In this order: a checkpoint that has missed an actor finds it set.
    dropped = true;
    found.drop();
    directory.containers().forEach(container -> container.actors().drop());
  }

  /** Returns whether the actors are dropped. */
  public boolean isDropped() {
    return dropped;
  }

  // --- before the node runs ---

  /**
   * Returns the branches that voted Yes and whose end is not in the log, without those that were
   * decided since.
   */
  public List<PreparedBranch> inDoubt() {
    return replay.inDoubt();
  }

  /** The decisions of this node that not all voters are known to have heard. */
  public List<Unfinished> unfinished() {
    return replay.unfinished();
  }

  /**
   * Whether a branch in doubt cannot be put back, since the application, the concurrency control or
   * the isolation has changed: it must be decided before {@link #populate}.
   */
  public boolean mustDecideFirst() throws IOException {
    boolean same = !evolves() && marks.sameControl();
    return !same && !replay.inDoubt().isEmpty();
  }

  /**
   * Counts this start before other nodes hear of it, if a branch must be decided first: {@link
   * #populate} comes too late for that.
   */
  public void announce() throws IOException {
    marks.started(folderId, incarnation);
  }

  /**
   * Applies the end of a member in doubt, which is in the log: its effects go into the actors.
   * Before {@link #populate} only; the folder must not be populated under a changed application
   * before the journal is durable.
   *
   * @param decisionLsn the position of the decision to commit in the coordinator's log; 0 if
   *     unknown
   * @param lsn of the record that it has committed; ignored for an abort
   * @throws IllegalArgumentException if it is not in doubt
   */
  public void decided(PreparedBranch member, boolean commit, long decisionLsn, long lsn)
      throws IOException {
    if (replay.inDoubt(member.key()) == null) {
      throw new IllegalArgumentException(member.key() + " is not in doubt");
    }
    decidedUpTo = journal().end();
    if (commit) {
      relied.on(member.key().id().coordinator(), decisionLsn);
    }
    replay.ended(member, commit, lsn);
    replay.finish();
  }

  /** Writes records of the branches in doubt, as the application did that is to be replaced. */
  public RecordFormat records() {
    return replay.format();
  }

  /**
   * Ends the recovery: actors that another application wrote go into the containers in the form of
   * the application that is to run, and prepared branches hold their claims again. Call this once.
   *
   * @param owners makes the participant, {@code PREPARED}, that holds a branch's claims
   * @param inProgress the members that were resumed in this start: what they have learnt since goes
   *     into the checkpoint of another application
   * @return the claims of each branch in doubt: its actions in the order of its vote, then its
   *     reads
   * @throws DataFolderRefused if the folder's data cannot go on under this application
   * @throws IllegalStateException if a branch in doubt must be decided first, or the records of
   *     {@link #decided} are not durable
   */
  public Map<BranchKey, List<Claim>> populate(
      Function<PreparedBranch, Participant> owners, InProgress inProgress) throws IOException {
    if (mustDecideFirst()) {
      throw new IllegalStateException("something is in doubt that cannot be put back");
    }
    boolean evolves = evolves();
    // Not up to its end: this node may be told meanwhile that all have heard a decision of its own.
    long durable = journal().durable();
    if (evolves && durable < decidedUpTo) {
      throw new IllegalStateException("what was decided is not durable yet");
    }
    if (evolves) {
      found.convert(application.evolveFrom(replay.writer()), disk.describe());
    }
    Map<BranchKey, List<Claim>> held = new ReinstatedClaims(directory).of(replay, owners);
    replay.unsettled().clear();
    if (evolves) {
      writeEvolved(inProgress, durable);
    }
    if (own != null) {
      // This comes last: a folder that is refused stays as it was. Before the first transaction:
      // no number is used twice.
      marks.owned();
      announce();
      marks.deployed();
    }
    populated = true;
    return held;
  }

  /** Returns whether another application has written the data. */
  public boolean evolves() {
    return !Arrays.equals(replay.writer().source(), application.source());
  }

  /**
   * Writes the checkpoint that makes the folder the new application's; before it is complete, the
   * folder is the old one's.
   *
   * @param position up to which the log is durable; the records behind it do not depend on the
   *     application: that a decision was heard
   */
  private void writeEvolved(InProgress inProgress, long position) throws IOException {
    WholeCheckpoint.write(this, directory, inProgress, position);
    journal().truncateBefore(position);
    LOG.info("the data goes on under the changed application");
  }

  // --- for good ---

  /**
   * The identity of another node, as this node once met it.
   *
   * @param incarnation how often it had started on its folder
   * @param start drawn at random at that start
   */
  public record Peer(long folderId, long incarnation, long start) {}

  /** Names this folder, for ever: another one has another. */
  public long folderId() {
    return folderId;
  }

  /** Returns how another node last presented itself, or null if it never did. */
  public @Nullable Peer peer(int node) {
    return peers.get(node);
  }

  /** Remembers how another node presented itself; durable when this returns. Does disk work. */
  public void rememberPeer(int node, Peer presented) throws IOException {
    peers.remember(node, presented);
  }

  /**
   * Returns the numbers of the restored folders that are known here, including this one's, by their
   * nodes; empty if this folder was not restored.
   */
  public SortedMap<Integer, Long> knownFolders() {
    return known.all();
  }

  /** Remembers the folders that another node knows of; durable when this returns. */
  public void rememberFolders(SortedMap<Integer, Long> folders) throws IOException {
    known.remember(folders);
  }

  /**
   * Begins the timestamps after those of the last start, and keeps their ceiling from now on.
   *
   * @param service does the disk work, but for that of the first ceiling
   */
  public void keepCeilingOf(Timestamps timestamps, StepQueue service) throws IOException {
    new TimestampCeiling(marks.meta(), timestamps, service).begin();
  }

  /**
   * The highest position in each other node's log that a record of this folder relies on: a vote
   * that a decision counted, a decision that a branch committed by. A node that comes back with a
   * shorter log has lost acknowledged records.
   */
  public Map<Integer, Long> relied() {
    return relied.all();
  }

  /**
   * A record appended here relies on another node's log up to a position. Called before the
   * checkpoint gate is left.
   */
  public void rely(int node, long lsn) {
    relied.on(node, lsn);
  }

  PeerLogDependencies reliedOn() {
    return relied;
  }

  public long incarnation() {
    return incarnation;
  }

  /** Returns the end of the log as it was found; of a replica, 0. */
  public long foundEnd() {
    return own == null ? 0 : own.found();
  }

  /** Returns the log, which a replica has while it leads. */
  public Journal journal() {
    return Objects.requireNonNull(journal, "a replica has no log until it leads");
  }

  private static FolderCopy.CopiedLog notLed() {
    throw new IllegalStateException("a replica is copied while it leads");
  }

  /** Calls back, with the reason for a person, when the journal fails; once, on some thread. */
  public void onJournalFailure(Consumer<String> listener) {
    if (own != null) {
      own.onFailure(listener);
    }
  }

  /**
   * Truncates the log before a checkpoint, except for the part that a copy needs. The host does
   * that for a replica.
   */
  void truncateBefore(long position) {
    checkpointed = position;
    if (own != null) {
      own.truncateBefore(Math.min(position, checkpoints.kept()));
    }
  }

  /**
   * Begins a copy of the newest checkpoint and of the log up to its present end. From now until
   * {@link FolderCopy#letGo}, no later record is reported as durable. Waits for a flush that runs.
   *
   * @throws IllegalStateException if another copy is still open
   */
  public FolderCopy copy() {
    return FolderCopy.begin(disk, checkpoints, copied.get());
  }

  public OutcomeTable outcomes() {
    return outcomes;
  }

  /** Returns all that was ever resolved by hand here. */
  public Resolutions resolutions() {
    return replay.resolutions();
  }

  public IdempotencyTable keys() {
    return keys;
  }

  /** Whether the containers have the recovered state: a checkpoint of them before that is empty. */
  boolean populated() {
    return populated;
  }

  /** Returns the small files of the folder. */
  public MetaStore meta() {
    return marks.meta();
  }

  /** Returns the checkpoints of the folder. */
  public CheckpointStore checkpoints() {
    return checkpoints;
  }

  Application application() {
    return application;
  }
}
