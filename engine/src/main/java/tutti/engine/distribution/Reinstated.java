package tutti.engine.distribution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Container;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.Claims;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.LateOutcome;
import tutti.engine.transaction.LogRecord.Voter;
import tutti.engine.transaction.OwnPart;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.RecordFormat;
import tutti.engine.transaction.Unfinished;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Meaning;

/**
 * A member that had voted when its node stopped, a participant or a coordinator: it holds its
 * claims again, and ends as its protocol finds out. Questions that came after its vote are lost.
 */
final class Reinstated extends Kept implements Participant, Doubtful {
  private final PreparedBranch found;
  private final Directory directory;
  private final Distribution.Decided decided;
  private final @Nullable LateOutcome outcome;
  private List<Claim> claims = List.of();
  private long decisionLsn;
  private long endLsn;
  private int phase;
  private volatile InProgress.@Nullable Prepared prepared;
  private volatile Status status = Status.PREPARED;

  /**
   * @param decided is told how it ended, before its claims are
   * @param outcome the outcome that its client may still ask for, if this node coordinates it
   */
  Reinstated(
      Ground ground,
      Machines machines,
      PreparedBranch found,
      Directory directory,
      StepQueue queue,
      Distribution.Decided decided,
      @Nullable LateOutcome outcome) {
    super(ground, machines, unfinished(found), queue);
    this.found = found;
    this.directory = directory;
    this.decided = decided;
    this.outcome = outcome;
    remember(false);
  }

  private static Unfinished unfinished(PreparedBranch found) {
    OwnPart own = found.own();
    return new Unfinished(
        found.key(),
        false,
        found.written(),
        found.nonce(),
        found.voteLsn(),
        own == null ? new TreeMap<>() : own.branches());
  }

  /** Gives the member its claims again. */
  void holds(List<Claim> again) {
    claims = List.copyOf(again);
    prepared =
        new InProgress.Prepared(
            key(),
            written(),
            found.nonce(),
            found.voteLsn(),
            found.work().seen(),
            claims,
            found.own());
  }

  @Override
  InProgress.@Nullable Prepared prepared() {
    return prepared;
  }

  @Override
  public TransactionId id() {
    return key().id();
  }

  @Override
  public long age() {
    return 0;
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public boolean coordinatedElsewhere() {
    return !coordinates();
  }

  @Override
  public @Nullable String doubt() {
    return status == Status.PREPARED
        ? Doubt.inWords(null, key().id().coordinator(), ground.peers())
        : null;
  }

  /** Returns the actors that the member holds while it is in doubt. */
  List<ActorId> actors() {
    return claims.stream().map(claim -> claim.cell().id()).distinct().toList();
  }

  @Override
  Instant began() {
    return found.began();
  }

  @Override
  List<ActorId> holds() {
    return status == Status.PREPARED ? found.actors() : List.of();
  }

  @Override
  boolean inDoubtHere() {
    return status == Status.PREPARED;
  }

  @Override
  public StepQueue queue() {
    return queue;
  }

  @Override
  public RecordFormat format() {
    return ground.format();
  }

  @Override
  public @Nullable PreparedBranch inDoubt() {
    return status == Status.PREPARED ? found.with(written()) : null;
  }

  @Override
  public void overruled(boolean commit, long lsn, int entered, Unfinished remembered) {
    prepared = null;
    status = commit ? Status.COMMITTED : Status.ABORTED;
    ground.history().branchEnded(key(), commit, commit ? lsn : 0);
    decided.decided(found, commit, 0, lsn, remembered);
    phase = entered;
    if (commit) {
      apply(lsn);
    } else {
      ground.gate().exit(entered);
      claims.forEach(claim -> step(claim, container -> Claims.abort(container, claim)));
    }
    commitment().abandon();
  }

  @Override
  public @Nullable LateOutcome lateOutcome() {
    return outcome;
  }

  @Override
  void received(int from, PeerMessage.Commit message) {
    if (message.meaning() == Meaning.COMMIT && from == id().coordinator()) {
      decisionLsn = message.lsn();
    }
    super.received(from, message);
  }

  @Override
  public boolean write(Effect.Persist record) {
    Entry entry = record.entry();
    return entry == Entry.COMMITTED || entry == Entry.DECISION
        ? committed(record)
        : super.write(record);
  }

  private boolean committed(Effect.Persist record) {
    List<Voter> voters = new ArrayList<>();
    commitment()
        .voters()
        .forEach(node -> voters.add(new Voter(node, 0, branches().getOrDefault(node, 0L))));
    OwnPart own = found.own();
    Encoder bytes =
        own == null
            ? ground
                .format()
                .branchCommitted(key(), part(record), nonce(), found.work(), decisionLsn)
            : ground
                .format()
                .decision(key(), record.entry(), part(record), own, found.work(), voters);
    phase = ground.gate().enter();
    boolean logged = false;
    try {
      endLsn = own == null ? ground.appendLazily(bytes) : ground.append(bytes);
      logged = true;
    } catch (JournalFailed failed) {
      return false;
    } finally {
      if (!logged) {
        ground.gate().exit(phase);
      }
    }
    ground.memory().rely(id().coordinator(), decisionLsn);
    prepared = null;
    decided(record, endLsn);
    remember(own == null ? !protocol().endsWithOutcome(record.memory()) : !voters.isEmpty());
    if (outcome != null) {
      outcome.decided(found.work().seen().now());
    }
    if (record.tell() && own == null) {
      whenDurableLazily(endLsn, record.entry());
    } else if (record.tell()) {
      whenDurable(endLsn, record.entry());
    }
    return true;
  }

  @Override
  void noted(Effect.Persist record) {
    super.noted(record);
    InProgress.Prepared doubtful = prepared;
    if (record.entry() != Entry.NOTE) {
      prepared = null;
      remember(record.entry() == Entry.ABORTED && !protocol().endsWithOutcome(record.memory()));
    } else if (doubtful != null) {
      prepared = doubtful.with(written());
      remember(false);
    }
  }

  @Override
  public void settle(boolean commit) {
    status = commit ? Status.COMMITTED : Status.ABORTED;
    tellHistory(commit);
    decided.decided(found, commit, decisionLsn, endLsn, unfinished());
    if (commit) {
      // A reader of a participant's effects relies on the participant's vote, which is durable.
      apply(coordinates() ? endLsn : found.voteLsn());
    } else {
      claims.forEach(claim -> step(claim, container -> Claims.abort(container, claim)));
    }
    LateOutcome late = outcome;
    if (late != null && commit) {
      ground
          .journal()
          .whenDurable(
              endLsn,
              durable -> {
                if (durable) {
                  late.ended(true);
                }
              });
    } else if (late != null) {
      late.ended(false);
    }
  }

  private void tellHistory(boolean commit) {
    LateOutcome late = outcome;
    if (late == null) {
      ground.history().branchEnded(key(), commit, commit ? endLsn : 0);
    } else if (commit) {
      ground.history().decided(key(), late.key(), endLsn, claims, late.results());
    } else {
      ground.history().undone(key());
    }
  }

  private void apply(long lsn) {
    int entered = phase;
    if (claims.isEmpty()) {
      ground.gate().exit(entered);
    }
    AtomicInteger open = new AtomicInteger(claims.size());
    for (Claim claim : claims) {
      step(
          claim,
          container -> {
            Claims.commit(container, claim, lsn);
            if (open.decrementAndGet() == 0) {
              ground.gate().exit(entered);
            }
          });
    }
  }

  private void step(Claim claim, Consumer<Container> what) {
    Container container = directory.containerOf(claim.cell().id());
    container.route(claim.cell().id()).step(() -> what.accept(container));
  }
}
