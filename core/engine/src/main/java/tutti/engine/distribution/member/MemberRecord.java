package tutti.engine.distribution.member;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.LogRecord.Part;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.PersistedState;
import tutti.engine.transaction.record.Unfinished;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.RecordKind;

/**
 * The records that the log has of one {@link CommitMember}, and what a checkpoint must keep of it.
 * Every record of every member is appended here, in the checkpoint's gate; the rules of what a
 * checkpoint keeps after each are those by which recovery reads the log. On the member's queue;
 * other threads read {@link #prepared} and {@link #unfinished}.
 *
 * <ul>
 *   <li>A vote and a decision are forced; a participant's end is not, since its coordinator waits
 *       for it alone; a note is forced if the machine waits for it.
 *   <li>The gate is left once a record is appended and remembered here; after a commit only when
 *       its effects are applied, which is {@link tutti.engine.transaction.request.Holdings}' part.
 *   <li>Other nodes may rely on a position of this log only when it is durable.
 * </ul>
 */
public final class MemberRecord {
  /** The time, in nanoseconds, by which a record that is provoked to be durable late is so. */
  private static final long PROVOKED_NANOS = 3_000_000;

  /** The empty record for a journal that keeps nothing. */
  private static final Encoder NO_RECORD = new Encoder();

  private final CommitMember member;
  private final CommitContext context;
  private final long nonce;
  private final CommitProtocol protocol;
  private PersistedState written;

  /** The nodes of a coordinator's transaction, each with the nonce of its branch. */
  private SortedMap<Integer, Long> branches;

  private long voteLsn;
  private long outcomeLsn;

  /** The position of the newest record that is durable and that other nodes may rely on. */
  private long reliableLsn;

  private int phase;

  /** The entry that a checkpoint must keep while the member is in doubt, or null. */
  private volatile InProgress.@Nullable Prepared prepared;

  /** The entry that a checkpoint must keep before or after the doubt, or null. */
  private volatile @Nullable Unfinished unfinished;

  /** Makes the record of a member of which the log has nothing. */
  MemberRecord(CommitMember member, CommitProtocol protocol, long nonce) {
    this.member = member;
    this.context = member.context;
    this.nonce = nonce;
    this.protocol = protocol;
    this.written = PersistedState.nothing(protocol);
    this.branches = Collections.emptySortedMap();
  }

  /**
   * Makes the record of a member of which the log has something.
   *
   * @param voteLsn the position of its vote, if it is in doubt; else 0
   */
  MemberRecord(CommitMember member, Unfinished found, long voteLsn) {
    this.member = member;
    this.context = member.context;
    this.nonce = found.nonce();
    this.protocol = found.written().protocol();
    this.written = found.written();
    this.branches = found.branches();
    this.voteLsn = voteLsn;
    this.outcomeLsn = found.lsn();
    this.reliableLsn = Math.max(voteLsn, found.lsn());
  }

  /** Returns the protocol under which the member ends. May be called by any thread. */
  CommitProtocol protocol() {
    return protocol;
  }

  PersistedState written() {
    return written;
  }

  long nonce() {
    return nonce;
  }

  /** Returns the nodes of a coordinator's transaction, each with the nonce of its branch. */
  SortedMap<Integer, Long> branches() {
    return branches;
  }

  boolean voted() {
    return written.has(RecordKind.VOTE);
  }

  long voteLsn() {
    return voteLsn;
  }

  /** Returns the position of the commit; 0 if there is none. */
  long outcomeLsn() {
    return outcomeLsn;
  }

  /** Returns the position of the newest durable record that other nodes may rely on. */
  long reliableLsn() {
    return reliableLsn;
  }

  /** Returns the phase of the gate in which the commit was appended. */
  int phase() {
    return phase;
  }

  /**
   * Returns the data of a member in doubt that a checkpoint must keep; null if the member is not in
   * doubt. May be called by any thread.
   */
  public InProgress.@Nullable Prepared prepared() {
    return prepared;
  }

  /**
   * Returns the data of a member without claims that a checkpoint must keep. May be called by any
   * thread.
   */
  @Nullable Unfinished unfinished() {
    return unfinished;
  }

  /** Returns the part of a record that belongs to the commit protocol. */
  Part part(CommitRecord entry) {
    return new Part(protocol(), entry.memory());
  }

  // --- what a checkpoint keeps ---

  /** Keeps a member that has voted before this start, and holds its claims again. */
  void reinstated(InProgress.Prepared again) {
    prepared = again;
  }

  /** Keeps a member that holds nothing. */
  public void remember() {
    prepared = null;
    unfinished =
        new Unfinished(member.key(), member.isWitness(), written, nonce, outcomeLsn, branches);
  }

  /** Keeps nothing of the member any more: it has ended, or another member keeps it. */
  void forget() {
    prepared = null;
    unfinished = null;
  }

  /** Remembers the nodes of a coordinator's transaction for records that follow. */
  void branches(SortedMap<Integer, Long> known) {
    branches = known;
  }

  /** Keeps a member whose outcome is in the log, if anything must be kept of it. */
  private void ended() {
    if (Unfinished.isOver(written, branches)) {
      forget();
    } else {
      remember();
    }
  }

  // --- records ---

  /** Returns the bytes of a vote; they may be more than {@link CommitContext#maxVoteBytes}. */
  Encoder voteBytes(
      CommitRecord entry, Observations seen, List<Claim> claims, @Nullable OwnPart own) {
    return context.log().journal().keepsRecords()
        ? context.log().format().vote(member.key(), part(entry), nonce, claims, seen, own)
        : NO_RECORD;
  }

  /**
   * Appends a vote.
   *
   * @param claims the claims, which are not changed any more
   * @param own the coordinator's own part; null for a participant
   */
  void vote(
      CommitRecord entry,
      boolean told,
      Encoder bytes,
      Observations seen,
      List<Claim> claims,
      @Nullable OwnPart own)
      throws JournalFailed {
    int entered = context.log().gate().enter();
    try {
      voteLsn = context.log().append(bytes);
      written = written.with(RecordKind.VOTE, entry.memory());
      prepared = new InProgress.Prepared(member.key(), written, nonce, voteLsn, seen, claims, own);
      unfinished = null;
    } finally {
      context.log().gate().exit(entered);
    }
    if (own == null) {
      context.log().history().prepared(member.key(), voteLsn, claims);
    } else {
      context.log().history().promised(member.key(), voteLsn, claims);
    }
    whenDurable(voteLsn, RecordKind.VOTE, told);
  }

  /**
   * Appends the record that the transaction commits, inside the gate, which is left when the commit
   * is applied.
   *
   * @param voters for a coordinator, the nodes to which the commit must be sent, each with the
   *     nonce of its branch
   */
  void commit(CommitRecord entry, boolean told, Encoder bytes, SortedMap<Integer, Long> voters)
      throws JournalFailed {
    boolean forced = entry.entry() == RecordKind.DECISION;
    phase = context.log().gate().enter();
    boolean logged = false;
    try {
      // Other nodes know that this node has heard a decision of others: that costs no flush.
      outcomeLsn = forced ? context.log().append(bytes) : context.log().appendLazily(bytes);
      logged = true;
    } finally {
      if (!logged) {
        context.log().gate().exit(phase);
      }
    }
    if (voted()) {
      // A leader of the others applies its part only once this record is durable.
      context.log().history().ending(member.key());
    }
    written = written.with(entry.entry(), entry.memory());
    branches = voters;
    if (!member.coordinates()) {
      ended();
    } else if (voters.isEmpty()) {
      forget();
    } else {
      remember();
    }
    if (forced) {
      whenDurable(outcomeLsn, entry.entry(), told);
    } else if (told) {
      whenDurableLazily(outcomeLsn, entry.entry());
    }
  }

  /** Appends an abort, or a record that decides nothing here. */
  void note(CommitRecord entry, boolean told) throws JournalFailed {
    Encoder bytes = bytes(entry);
    boolean ofBranch = entry.entry() == RecordKind.ABORTED && !member.coordinates();
    boolean forced = told && !ofBranch;
    int entered = context.log().gate().enter();
    long lsn;
    try {
      lsn = forced ? context.log().append(bytes) : context.log().appendLazily(bytes);
      written = written.with(entry.entry(), entry.memory());
      noted(entry);
    } finally {
      context.log().gate().exit(entered);
    }
    if (entry.entry() == RecordKind.ABORTED) {
      context.log().history().ending(member.key());
    }
    if (forced) {
      whenDurable(lsn, entry.entry(), told);
    } else if (told) {
      whenDurableLazily(lsn, entry.entry());
    }
  }

  private Encoder bytes(CommitRecord entry) {
    boolean witness = member.isWitness();
    return switch (entry.entry()) {
      case FINISHED -> context.log().format().finished(member.key(), protocol(), witness);
      case ABORTED -> context.log().format().branchAborted(member.key(), part(entry), nonce);
      default -> context.log().format().note(member.key(), witness, part(entry), nonce);
    };
  }

  private void noted(CommitRecord entry) {
    InProgress.Prepared doubtful = prepared;
    switch (entry.entry()) {
      case FINISHED -> forget();
      case ABORTED -> ended();
      default -> {
        if (doubtful != null) {
          prepared = doubtful.with(written);
        } else {
          remember();
        }
      }
    }
  }

  /**
   * Appends the outcome that a member has learnt that a person had ended.
   *
   * @param learnt runs in the gate
   * @return its position
   */
  long learn(CommitRecord entry, boolean told, boolean commit, Encoder bytes, Runnable learnt)
      throws JournalFailed {
    int entered = context.log().gate().enter();
    long lsn;
    try {
      lsn = context.log().append(bytes);
      written = written.with(entry.entry(), entry.memory());
      learnt.run();
      if (commit && !branches.isEmpty()) {
        remember();
      } else {
        ended();
      }
    } finally {
      context.log().gate().exit(entered);
    }
    if (told) {
      whenDurable(lsn, entry.entry(), told);
    }
    return lsn;
  }

  // --- durability ---

  /** Tells the member, if it wants to know, when the log is durable up to a position. */
  private void whenDurable(long lsn, RecordKind entry, boolean told) {
    context.log().journal().whenDurable(lsn, durable -> persisted(entry, told, durable));
  }

  /** Tells the member when all up to a position is durable, and what was seen is the newest. */
  void whenCurrent(long lsn) {
    context
        .log()
        .journal()
        .whenCurrent(
            lsn, durable -> member.queue().step(durable ? member::observed : member::undurable));
  }

  /** Tells the member when the log is durable up to a position, without bringing a flush about. */
  private void whenDurableLazily(long lsn, RecordKind entry) {
    context.log().journal().whenDurableLazily(lsn, durable -> persisted(entry, true, durable));
  }

  private void persisted(RecordKind entry, boolean told, boolean durable) {
    if (durable && isLate(entry)) {
      context
          .runtime()
          .scheduler()
          .after(PROVOKED_NANOS, member.queue(), () -> durably(entry, told));
    } else if (durable) {
      member.queue().step(() -> durably(entry, told));
    } else {
      member.queue().step(member::undurable);
    }
  }

  private boolean isLate(RecordKind entry) {
    return switch (entry) {
      case VOTE ->
          !member.coordinates() && context.runtime().scheduler().injects(FaultPoint.VOTE_LATE);
      case DECISION -> context.runtime().scheduler().injects(FaultPoint.DECISION_LATE);
      default -> false;
    };
  }

  private void durably(RecordKind entry, boolean told) {
    switch (entry) {
      case VOTE -> reliableLsn = Math.max(reliableLsn, voteLsn);
      case COMMITTED, DECISION -> reliableLsn = Math.max(reliableLsn, outcomeLsn);
      default -> {}
    }
    if (told) {
      member.durably();
    }
  }
}
