package tutti.engine.recovery;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.UnknownProtocol;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.RecordVisitor;
import tutti.engine.recovery.ReplayWorkers.Piece;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.RowRefused;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.record.LogRecord;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.engine.transaction.record.LogRecord.Effect;
import tutti.engine.transaction.record.LogRecord.Part;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.PersistedState;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.record.Resolutions;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.MalformedData;
import tutti.protocol.commit.RecordKind;

/**
 * Makes a node's state again: first from a checkpoint's entries, then from the log's records. An
 * actor is in its cell as soon as a record with its effects is replayed; only actors that have an
 * action in doubt, or one that waits for other actions, are kept here too. So a replay may continue
 * for as long as records come, and {@link #finish} is called only before the state is used. Not
 * thread-safe.
 */
final class Replay {
  private final CheckpointEntries entries;
  private final String folder;
  private final OutcomeTable outcomes;
  private final IdempotencyTable keys;
  private final PeerLogDependencies relied;
  private final ReplayWorkers workers;
  private final ReplayTables tables;

  /** The actors of which more is known than their cells say. */
  private final Map<ActorId, ReplayedActor> unsettled = new LinkedHashMap<>();

  private final Map<BranchKey, PreparedBranch> inDoubt = new LinkedHashMap<>();
  private final Map<Unfinished.Id, Unfinished> unfinished = new LinkedHashMap<>();
  private final Resolutions resolutions = new Resolutions();
  private @Nullable Application writer;
  private @Nullable RecordFormat format;
  private long records;

  /**
   * @param given the application that is to run
   * @param folder where the data is, for errors
   * @param tables the tables that the actors are put into
   * @param workers settled and ended by the caller
   */
  Replay(
      Application given,
      String folder,
      OutcomeTable outcomes,
      IdempotencyTable keys,
      PeerLogDependencies relied,
      ReplayTables tables,
      ReplayWorkers workers) {
    this.entries = new CheckpointEntries(this, given, folder, outcomes, keys, relied, workers);
    this.folder = folder;
    this.outcomes = outcomes;
    this.keys = keys;
    this.relied = relied;
    this.tables = tables;
    this.workers = workers;
  }

  /**
   * Returns the failure of an application that was given any bytes, and may fail in ways of its
   * own.
   */
  IOException refused(String what, RuntimeException e) {
    if (e instanceof RowRefused) {
      return OtherApplication.refused(folder, List.of(what + ": " + e.getMessage()));
    }
    return e instanceof UnknownProtocol
        ? new DataFolderRefused(
            DataFolderRefused.Kind.NEWER_FORMAT,
            "the data folder "
                + folder
                + " was written by a newer version of Tutti: "
                + what
                + " is of a transaction whose nodes agree in a way that this version does not have"
                + " ("
                + e.getMessage()
                + "). Nothing was changed. Start it with the newer version, or with the jar that"
                + " has the protocol, or name another folder",
            e)
        : new IOException(what + " cannot be read: " + e.getMessage(), e);
  }

  void remember(Unfinished machine) {
    unfinished.put(machine.id(), machine);
  }

  /** Reads one entry of the checkpoint. */
  void entry(byte[] bytes, int offset, int length) throws IOException {
    entries.entry(bytes, offset, length);
  }

  /** Takes records from now on as an application wrote them. */
  void wrote(Application application) {
    writer = application;
    format = new RecordFormat(application);
  }

  // --- the log ---

  /** Replays the log; at its end all is done that was read. */
  RecordVisitor log() {
    return new RecordVisitor() {
      @Override
      public void record(long position, byte[] bytes, int offset, int length) throws IOException {
        Replay.this.record(position, bytes, offset, length);
      }

      @Override
      public void end() throws IOException {
        workers.settle();
      }
    };
  }

  /** Replays one record of the log. */
  void record(long position, byte[] bytes, int offset, int length) throws IOException {
    Piece<LogRecord> piece =
        new Piece<>(
            in -> format().read(in),
            record -> record(position, record),
            e -> refused("the log's record at position " + position, e));
    workers.take(bytes, offset, length, piece);
  }

  private void record(long position, LogRecord record) {
    records++;
    switch (record) {
      case LogRecord.Decision decision -> decided(position, decision);
      case LogRecord.Vote(var key, var part, long nonce, var work, var own) ->
          prepare(
              new PreparedBranch(
                  key, written(key, part, RecordKind.VOTE), nonce, position, work, own));
      case LogRecord.BranchCommitted(var key, var part, long nonce, var decisionLsn, var work) -> {
        relied.on(key.id().coordinator(), decisionLsn);
        branchCommitted(key, part, nonce, work, position);
      }
      case LogRecord.BranchAborted(var key, var part, long nonce) ->
          branchAborted(key, part, nonce);
      case LogRecord.Finished(var key, var witness) ->
          unfinished.remove(new Unfinished.Id(key, witness));
      case LogRecord.Note note -> noted(note);
      case LogRecord.Resolved resolved -> resolved(position, resolved);
      case LogRecord.Learnt learnt -> learnt(learnt);
      case LogRecord.Answered(var key, String idempotencyKey, var at) ->
          keys.answers().add(idempotencyKey, at);
      case LogRecord.PassedOver(var key, long _, String by, String why, Instant _) ->
          outcomes.passedOver(key.id(), by, why);
    }
  }

  /** Returns a member's entries in the log, with one record more. */
  private PersistedState written(BranchKey key, Part part, RecordKind entry) {
    PreparedBranch prepared = inDoubt.get(key);
    Unfinished known = unfinished.get(new Unfinished.Id(key, false));
    PersistedState before =
        prepared != null
            ? prepared.written()
            : known != null ? known.written() : PersistedState.nothing(part.protocol());
    return before.with(entry, part.memory());
  }

  private void noted(LogRecord.Note note) {
    PreparedBranch prepared = note.witness() ? null : inDoubt.get(note.key());
    if (prepared != null) {
      PersistedState newer = prepared.written().with(RecordKind.NOTE, note.part().memory());
      inDoubt.put(note.key(), prepared.with(newer));
      return;
    }
    Unfinished known = unfinished.get(new Unfinished.Id(note.key(), note.witness()));
    PersistedState before =
        known == null ? PersistedState.nothing(note.part().protocol()) : known.written();
    remember(
        new Unfinished(
            note.key(),
            note.witness(),
            before.with(RecordKind.NOTE, note.part().memory()),
            note.nonce(),
            known == null ? 0 : known.lsn(),
            known == null ? Collections.emptySortedMap() : known.branches()));
  }

  private void decided(long position, LogRecord.Decision decision) {
    BranchKey key = decision.key();
    TransactionId id = key.id();
    PersistedState written = written(key, decision.part(), decision.entry());
    inDoubt.remove(key);
    apply(id, decision.work(), position);
    Outcome.Committed outcome = new Outcome.Committed(id, decision.results());
    outcomes.recovered(outcome);
    Idempotency idempotency = decision.idempotency();
    if (idempotency != null) {
      keys.recovered(idempotency, outcome, decision.work().seen().now());
    }
    if (decision.voters().isEmpty()) {
      unfinished.remove(new Unfinished.Id(key, false));
    } else {
      TreeMap<Integer, Long> branches = new TreeMap<>();
      for (Voter voter : decision.voters()) {
        relied.on(voter.node(), voter.lsn());
        branches.put(voter.node(), voter.nonce());
      }
      remember(new Unfinished(key, false, written, 0, position, branches));
    }
  }

  void prepare(PreparedBranch branch) {
    unfinished.remove(new Unfinished.Id(branch.key(), false));
    PreparedBranch former = inDoubt.put(branch.key(), branch);
    if (former != null) {
      withdraw(former);
    }
    for (Effect effect : branch.work().effects()) {
      ReplayedActor actor = actorOf(effect);
      actor.prepared(branch.key(), effect, branch.work().seen());
      keep(actor);
    }
  }

  private void withdraw(PreparedBranch branch) {
    for (Effect effect : branch.work().effects()) {
      ReplayedActor actor = actorOf(effect);
      actor.withdrawn(branch.key(), effect);
      keep(actor);
    }
  }

  /**
   * Takes a branch out of doubt: it has committed.
   *
   * @param position the position of the record of that
   */
  private void branchCommitted(
      BranchKey key, Part part, long nonce, BranchWork work, long position) {
    PersistedState written = written(key, part, RecordKind.COMMITTED);
    inDoubt.remove(key);
    apply(key.id(), work, position);
    ended(key, written, nonce, position, Collections.emptySortedMap());
  }

  /** Takes a member out of doubt: it has aborted. */
  private void branchAborted(BranchKey key, Part part, long nonce) {
    PersistedState written = written(key, part, RecordKind.ABORTED);
    PreparedBranch branch = inDoubt.remove(key);
    if (branch != null) {
      withdraw(branch);
    }
    // A checkpoint may have seen that it is over, and kept only the part that is to be remembered.
    Unfinished known = unfinished.get(new Unfinished.Id(key, false));
    SortedMap<Integer, Long> branches =
        known == null ? Collections.emptySortedMap() : known.branches();
    OwnPart own = branch == null ? null : branch.own();
    ended(key, written, nonce, 0, own == null ? branches : own.branches());
  }

  /**
   * Takes a member out of doubt: a person has ended it. The member is still to learn its outcome.
   */
  private void resolved(long position, LogRecord.Resolved record) {
    PreparedBranch member = record.member();
    PreparedBranch before = inDoubt.remove(member.key());
    if (record.how().commit()) {
      apply(member.key().id(), member.work(), position);
    } else if (before != null) {
      withdraw(before);
    }
    remember(Unfinished.of(member));
    resolutions.add(record.how());
  }

  private void learnt(LogRecord.Learnt record) {
    BranchKey key = record.key();
    PersistedState written =
        written(key, record.part(), record.commit() ? RecordKind.COMMITTED : RecordKind.ABORTED);
    Resolution resolution = resolutions.get(key);
    OwnPart own = resolution == null ? null : resolution.own();
    // A checkpoint may have seen that it is learnt, and not the part that is to be remembered.
    Unfinished known = unfinished.get(new Unfinished.Id(key, false));
    SortedMap<Integer, Long> branches =
        known == null ? Collections.emptySortedMap() : known.branches();
    resolutions.learnt(key, record.commit(), record.at());
    if (own != null && record.commit()) {
      Outcome.Committed outcome = new Outcome.Committed(key.id(), own.results());
      outcomes.recovered(outcome);
      Idempotency idempotency = own.idempotency();
      if (idempotency != null) {
        keys.recovered(idempotency, outcome, record.at());
      }
    }
    if (record.commit() && !branches.isEmpty()) {
      remember(new Unfinished(key, false, written, record.nonce(), 0, branches));
    } else {
      ended(key, written, record.nonce(), 0, branches);
    }
  }

  /** A machine has found out how a member ended that was in doubt. */
  void ended(PreparedBranch member, boolean commit, long position) {
    inDoubt.remove(member.key());
    if (commit) {
      apply(member.key().id(), member.work(), position);
    } else {
      withdraw(member);
    }
  }

  private void ended(
      BranchKey key,
      PersistedState written,
      long nonce,
      long lsn,
      SortedMap<Integer, Long> branches) {
    if (Unfinished.isOver(written, branches)) {
      unfinished.remove(new Unfinished.Id(key, false));
    } else {
      remember(new Unfinished(key, false, written, nonce, lsn, branches));
    }
  }

  private void apply(TransactionId id, BranchWork work, long position) {
    for (Effect effect : work.effects()) {
      ReplayedActor actor = actorOf(effect);
      actor.decided(id, effect, work.seen(), position);
      keep(actor);
    }
  }

  private ReplayedActor actorOf(Effect effect) {
    ActorId id = effect.call().target();
    ReplayedActor known = unsettled.get(id);
    if (known != null) {
      return known;
    }
    Cell cell = tables.of(writer(), id).findOrCreate(id, type(id));
    return new ReplayedActor(cell, cell.nextPosition(), workers);
  }

  /** Remembers an actor for as long as its cell does not say all that is known of it. */
  void keep(ReplayedActor actor) {
    ActorId id = actor.cell().id();
    if (!actor.isSettled()) {
      unsettled.put(id, actor);
    } else {
      unsettled.remove(id);
      if (actor.cell().version() == 0) {
        tables.of(writer(), id).dropIfUnused(actor.cell());
      }
    }
  }

  /** Puts an actor where a checkpoint says; the caller keeps it. */
  ReplayedActor restored(ActorId id, ActorState state, long version, long next, long low) {
    Cell cell = tables.of(writer(), id).insert(id, type(id), state);
    cell.restore(state, version, next);
    return new ReplayedActor(cell, low, workers);
  }

  /** Returns an actor's cell; null if nothing was found of the actor so far. */
  @Nullable Cell find(ActorId id) {
    return tables.of(writer(), id).find(id);
  }

  ActorType type(ActorId id) {
    ActorType type = writer().type(id.type());
    if (type == null) {
      throw new MalformedData("no actor type " + id.type());
    }
    return type;
  }

  // --- the end ---

  /** Checks that no two rows that were written have equal primary keys as they are read today. */
  void requireOneRowEach() throws IOException {
    try {
      workers.requireOneRowEach();
    } catch (RowRefused e) {
      throw refused("what was written", e);
    }
  }

  /**
   * Ends the replay after the last record, when all is settled: an action that is undecided and not
   * prepared never happened. Decided effects are applied unless one in doubt arrived before them.
   */
  void finish() throws IOException {
    requireOneRowEach();
    for (ReplayedActor actor : List.copyOf(unsettled.values())) {
      try {
        actor.finish();
      } catch (RuntimeException e) {
        throw new IOException(
            "the last actions of " + actor.cell().id() + " cannot be done again: " + e.getMessage(),
            e);
      }
      keep(actor);
    }
    for (PreparedBranch branch : inDoubt.values()) {
      for (Effect effect : branch.work().effects()) {
        ReplayedActor actor = unsettled.get(effect.call().target());
        if (actor == null || !actor.holds(branch.key(), effect)) {
          throw new IOException(
              branch.key()
                  + " is in doubt, but "
                  + effect.call().target()
                  + " has gone on beyond its position "
                  + effect.position());
        }
      }
    }
  }

  /** Returns the actors with actions that are not applied, after {@link #finish}. */
  Map<ActorId, ReplayedActor> unsettled() {
    return unsettled;
  }

  /** Returns the effects that {@link #finish} would apply, by actor, in order of arrival. */
  List<AheadEffect> ahead() {
    return unsettled.values().stream()
        .flatMap(actor -> actor.ahead().stream())
        .map(each -> new AheadEffect(each.effect().call(), each.seen()))
        .toList();
  }

  /** The members that voted and whose end was not found, oldest vote first. */
  List<PreparedBranch> inDoubt() {
    return new ArrayList<>(inDoubt.values());
  }

  /** Returns that branch, or null if it is not in doubt. */
  @Nullable PreparedBranch inDoubt(BranchKey key) {
    return inDoubt.get(key);
  }

  /** Returns the machines without claims that must be remembered, oldest first. */
  List<Unfinished> unfinished() {
    return new ArrayList<>(unfinished.values());
  }

  Resolutions resolutions() {
    return resolutions;
  }

  long records() {
    return records;
  }

  /** The application that wrote the data. */
  Application writer() {
    if (writer == null) {
      throw new MalformedData("no application is named before the first entry");
    }
    return writer;
  }

  RecordFormat format() {
    if (format == null) {
      throw new MalformedData("no application is named before the first entry");
    }
    return format;
  }
}
