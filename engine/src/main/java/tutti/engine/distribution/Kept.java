package tutti.engine.distribution;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.LogRecord.Part;
import tutti.engine.transaction.Unfinished;
import tutti.engine.transaction.Written;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Found;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timer;

/**
 * A machine for which nothing executes: a witness, or a member that recovery found. It goes on
 * under the protocol of its own records. On one queue.
 */
class Kept implements Commitment.Host {
  final Ground ground;
  final Machines machines;
  final Unfinished.Id id;
  final StepQueue queue;
  private final boolean coordinates;
  private final long nonce;
  private final SortedMap<Integer, Long> branches;
  private final Commitment commitment;
  private Written written;
  private long lsn;

  /** The position of the newest record that is durable and that other nodes may rely on. */
  private long durableLsn;

  /** The entry that a checkpoint must keep, or null. */
  private volatile @Nullable Unfinished unfinished;

  /** Makes a machine that recovery found. */
  Kept(Ground ground, Machines machines, Unfinished found, StepQueue queue) {
    this(ground, machines, found, queue, recovered(ground, found));
    this.unfinished = found;
  }

  /** Makes a witness that has heard nothing yet. */
  Kept(Ground ground, Machines machines, BranchKey key, CommitProtocol protocol) {
    this(
        ground,
        machines,
        new Unfinished(key, true, Written.nothing(protocol), 0, 0, Collections.emptySortedMap()),
        ground.service(),
        protocol.witness(ground.self(), key.id().coordinator()));
  }

  private Kept(
      Ground ground, Machines machines, Unfinished found, StepQueue queue, CommitMachine machine) {
    this.ground = ground;
    this.machines = machines;
    this.id = found.id();
    this.queue = queue;
    this.nonce = found.nonce();
    this.lsn = found.lsn();
    this.durableLsn = lsn;
    this.branches = found.branches();
    this.written = found.written();
    this.coordinates = !id.witness() && key().id().coordinator() == ground.self().node();
    this.commitment = new Commitment(machine, this, ground.scheduler(), queue);
  }

  private static CommitMachine recovered(Ground ground, Unfinished found) {
    int coordinator = found.key().id().coordinator();
    Role role =
        found.witness()
            ? Role.WITNESS
            : coordinator == ground.self().node() ? Role.COORDINATOR : Role.PARTICIPANT;
    Written written = found.written();
    return written
        .protocol()
        .recovered(
            ground.self(),
            new Found(
                role,
                coordinator,
                written.entries(),
                written.has(Entry.DECISION) ? found.voters() : Set.of(),
                written.memory()));
  }

  public final BranchKey key() {
    return id.key();
  }

  final CommitProtocol protocol() {
    return written.protocol();
  }

  final Written written() {
    return written;
  }

  final long nonce() {
    return nonce;
  }

  final SortedMap<Integer, Long> branches() {
    return branches;
  }

  final boolean coordinates() {
    return coordinates;
  }

  final Commitment commitment() {
    return commitment;
  }

  /** Returns what a checkpoint must keep of a machine that holds nothing, or null. */
  final @Nullable Unfinished unfinished() {
    return unfinished;
  }

  /** Returns what a checkpoint must keep of a machine that holds something, or null. */
  InProgress.@Nullable Prepared prepared() {
    return null;
  }

  final Role role() {
    Role member = coordinates ? Role.COORDINATOR : Role.PARTICIPANT;
    return id.witness() ? Role.WITNESS : member;
  }

  /** Returns a view for people; on the queue. */
  final Underway view(Views views) {
    return views.of(
        new Views.Subject(
            key(),
            role(),
            protocol(),
            began(),
            true,
            inDoubtHere(),
            this instanceof Overruled,
            holds(),
            Map.of(),
            0),
        commitment);
  }

  /** Returns when the machine's transaction began, if that is known. */
  @Nullable Instant began() {
    return null;
  }

  /** Returns whether the member has voted, holds its claims, and does not know how it ends. */
  boolean inDoubtHere() {
    return false;
  }

  /** Returns the actors that the member keeps from other transactions. */
  List<ActorId> holds() {
    return List.of();
  }

  /** Continues the machine from its records. */
  void resume() {
    commitment.on(new Event.Restarted());
  }

  /** Receives a message of the commit protocol; on the queue. */
  void received(int from, PeerMessage.Commit message) {
    if (message.nonce() != 0 && !isMeant(from, message)) {
      return;
    }
    commitment.on(new Event.Received(from, message.message()));
  }

  /**
   * Returns whether a branch that a message names, or that names itself, is the one that is meant.
   */
  private boolean isMeant(int from, PeerMessage.Commit message) {
    if (!coordinates) {
      return message.nonce() == nonce;
    }
    Long known = branches.get(from);
    if (known != null && known != 0 && known != message.nonce()) {
      Nonces.undoStale(ground.peers(), from, message);
      return false;
    }
    return true;
  }

  /** Hears that a node can be reached again; on the queue. */
  void sayAgain(int node) {
    if (commitment.missing().contains(node)) {
      commitment.on(new Event.TimerFired(coordinates ? Timer.RETRY : Timer.INQUIRE));
    }
  }

  @Override
  public void say(int to, CommitMessage message) {
    long name = 0;
    if (!id.witness() && !message.forWitness()) {
      if (coordinates) {
        name = branches.getOrDefault(to, 0L);
      } else if (to == key().id().coordinator()) {
        name = nonce;
      }
    }
    ground
        .peers()
        .send(
            to,
            new PeerMessage.Commit(key(), name, durableLsn, 0, new Saying(protocol(), message)));
  }

  @Override
  public boolean write(Effect.Persist record) {
    try {
      int entered = ground.gate().enter();
      long at;
      try {
        Encoder bytes = bytes(record);
        at = record.tell() ? ground.append(bytes) : ground.appendLazily(bytes);
        noted(record);
      } finally {
        ground.gate().exit(entered);
      }
      if (record.entry() == Entry.ABORTED) {
        ground.history().aborting(key());
      }
      if (record.tell()) {
        whenDurable(at, record.entry());
      }
      return true;
    } catch (JournalFailed failed) {
      // Recovery goes on from what is in the log.
      return false;
    }
  }

  final void whenDurable(long at, Entry entry) {
    ground.journal().whenDurable(at, durable -> persisted(durable, entry));
  }

  /** Waits for the log to be durable, without bringing a flush about. */
  final void whenDurableLazily(long at, Entry entry) {
    ground.journal().whenDurableLazily(at, durable -> persisted(durable, entry));
  }

  private void persisted(boolean durable, Entry entry) {
    if (durable) {
      queue.step(() -> durably(entry));
    }
  }

  private void durably(Entry entry) {
    if (entry == Entry.COMMITTED || entry == Entry.DECISION) {
      durableLsn = lsn;
    }
    commitment.on(new Event.Persisted(entry));
  }

  private Encoder bytes(Effect.Persist record) {
    return switch (record.entry()) {
      case FINISHED -> ground.format().finished(key(), protocol(), id.witness());
      case ABORTED -> ground.format().branchAborted(key(), part(record), nonce);
      case NOTE -> ground.format().note(key(), id.witness(), part(record), nonce);
      case VOTE, DECISION, COMMITTED, OBSERVED ->
          throw new IllegalStateException(this + " does not write " + record.entry());
    };
  }

  final Part part(Effect.Persist record) {
    return new Part(protocol(), record.memory());
  }

  /** Records that the log has the record. */
  void noted(Effect.Persist record) {
    written = written.with(record.entry(), record.memory());
    unfinished = record.entry() == Entry.FINISHED ? null : remembered();
  }

  /** Records that the log has the commit, at that position. */
  final void decided(Effect.Persist record, long at) {
    lsn = at;
    written = written.with(record.entry(), record.memory());
  }

  final void remember(boolean it) {
    unfinished = it ? remembered() : null;
  }

  private Unfinished remembered() {
    return new Unfinished(key(), id.witness(), written, nonce, lsn, branches);
  }

  @Override
  public void awaitObserved() {
    throw new IllegalStateException(this + " has observed nothing");
  }

  @Override
  public void settle(boolean commit) {
    throw new IllegalStateException(this + " holds nothing");
  }

  @Override
  public void tell(boolean commit) {
    // The client to be told is gone with the crash, or has been told.
  }

  @Override
  public void end() {
    machines.ended(this);
  }

  @Override
  public String toString() {
    return (id.witness() ? "witness of " : "recovered ") + key();
  }
}
