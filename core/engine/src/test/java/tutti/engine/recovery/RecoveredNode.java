package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.ByKind;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.concurrency.optimistic.actor.Optimistic;
import tutti.engine.concurrency.optimistic.tl2.TransactionalLocking;
import tutti.engine.concurrency.pathsensitive.PathSensitive;
import tutti.engine.concurrency.versioning.Discipline;
import tutti.engine.concurrency.versioning.Versioning;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.node.NodeFolder;
import tutti.engine.relational.LockedRows;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.outcome.Decisions;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.store.KeyRange;
import tutti.protocol.commit.RecordKind;

/**
 * A node's storage without its transactions: a test holds, decides and applies step by step. Not
 * thread-safe; all steps run on the test's thread.
 */
final class RecoveredNode {
  static final int SELF = 0;

  final ManualScheduler scheduler = new ManualScheduler();
  final CheckpointGate gate = new CheckpointGate();
  final DataFolder folder;
  final Directory directory;
  final Checkpointer checkpointer;

  /** The transactions in doubt when the node came up, with their claims of before. */
  final List<Branch> found = new ArrayList<>();

  final Map<BranchKey, InProgress.Prepared> prepared = new LinkedHashMap<>();
  final Map<BranchKey, Unfinished> unfinished = new LinkedHashMap<>();
  private int number;

  /** How a node is opened. */
  record Opening(
      Application application,
      Disk disk,
      long checkpointBytes,
      ConcurrencyControlKind control,
      BiConsumer<DataFolder, ManualScheduler> beforePopulation) {}

  RecoveredNode(Application application, Disk disk, long checkpointBytes) throws Exception {
    this(
        new Opening(
            application,
            disk,
            checkpointBytes,
            ConcurrencyControlKind.PATH_SENSITIVE,
            (folder, scheduler) -> {}));
  }

  RecoveredNode(Opening opening) throws Exception {
    Application application = opening.application;
    long checkpointBytes = opening.checkpointBytes;
    Deployment d = Deployment.DEFAULT;
    Deployment deployment =
        d.toBuilder()
            .concurrencyControl(opening.control)
            .isolation(Isolation.OBJECT)
            .containers(2)
            .executors(2)
            .journal(new JournalSettings(32 << 10, checkpointBytes, Duration.ZERO))
            .build();
    RandomGenerator entropy = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    List<Container> containers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ConcurrencyControl control =
          new ByKind(control(deployment), new TwoPhaseLocking(Effects.UNHEARD));
      containers.add(new Container(new ActorTable(application), control, List.of(), false));
    }
    directory = new Directory(application, new Placements(d.placement(), 2), SELF, containers);
    folder =
        new DataFolder(
            directory,
            NodeFolder.settings(deployment, SELF, OutcomeTable.KEPT),
            opening.disk,
            scheduler,
            entropy);
    opening.beforePopulation.accept(folder, scheduler);
    folder.unfinished().forEach(decision -> unfinished.put(decision.key(), decision));
    Map<BranchKey, List<Claim>> held = folder.populate(this::find, new Begun());
    folder.inDoubt().forEach(branch -> keep(branch, held.get(branch.key())));
    checkpointer =
        new Checkpointer(folder, directory, gate, new Begun(), scheduler, checkpointBytes);
  }

  /** Returns a directory of one container that is empty. */
  static Directory directory(Application application) {
    Container only =
        new Container(
            new ActorTable(application), new TwoPhaseLocking(Effects.UNHEARD), List.of(), false);
    return new Directory(
        application, new Placements(Deployment.DEFAULT.placement(), 1), SELF, List.of(only));
  }

  private static ConcurrencyControl control(Deployment deployment) {
    return switch ((ConcurrencyControlKind) deployment.concurrencyControl()) {
      case TWO_PHASE_LOCKING, NO_WAIT, WAIT_DIE, WOUND_WAIT -> new TwoPhaseLocking(Effects.UNHEARD);
      case VERSIONING, VERSIONING_RW, EXCLUSIVE_LOCKS, READ_WRITE_LOCKS ->
          new Versioning(Effects.UNHEARD, Discipline.VERSIONING, 64);
      case OPTIMISTIC -> new Optimistic(Effects.UNHEARD);
      case TL2 -> new TransactionalLocking(Effects.UNHEARD, new Timestamps(SELF, 2, () -> 0));
      case PATH_SENSITIVE ->
          new PathSensitive(Effects.UNHEARD, new PathSensitive.Settings(false, 8, true, 1024));
    };
  }

  private Branch find(PreparedBranch it) {
    Branch branch = new Branch(this, it.key(), it.work().seen());
    branch.status = Participant.Status.PREPARED;
    branch.voted = true;
    branch.votedForAll = true;
    found.add(branch);
    return branch;
  }

  private void keep(PreparedBranch it, List<Claim> claims) {
    found.stream()
        .filter(branch -> branch.key.equals(it.key()))
        .forEach(branch -> branch.claims.addAll(claims));
    prepared.put(
        it.key(),
        new InProgress.Prepared(
            it.key(), it.written(), it.nonce(), it.voteLsn(), it.work().seen(), claims, it.own()));
  }

  private final class Begun implements InProgress {
    @Override
    public void prepared(long before, Consumer<Prepared> sink) {
      prepared.values().forEach(sink);
    }

    @Override
    public void unfinished(Consumer<Unfinished> sink) {
      unfinished.values().forEach(sink);
    }
  }

  /** A transaction of this node's own: in progress, then in the log, then applied. */
  final class Tx extends Holder {
    final TransactionId id = key.id();
    List<Object> results = List.of(id.number());
    long lsn;

    Tx() {
      this(SELF, folder.incarnation());
    }

    /** One that a client gave to another node. */
    Tx(int front, long frontIncarnation) {
      super(
          RecoveredNode.this,
          new BranchKey(new TransactionId(front, frontIncarnation, number++, SELF), 0),
          surroundings());
    }

    Outcome.Committed outcome() {
      return new Outcome.Committed(id, results);
    }

    /** Puts it into the log; its effects come later. */
    void decide(Voter... voters) throws Exception {
      Idempotency idempotency = new Idempotency("key-" + id, id.number());
      lsn =
          append(
              new RecordFormat(directory.application())
                  .decision(
                      key,
                      RecordKind.DECISION,
                      Usual.PART,
                      new OwnPart(idempotency, results, new TreeMap<>()),
                      seen,
                      claims,
                      List.of(voters)));
      status = Status.COMMITTED;
      then(() -> Decisions.decided(folder.outcomes(), folder.keys(), idempotency, outcome(), seen));
      thenEndAllClaims(true, lsn);
      for (Voter voter : voters) {
        then(() -> folder.rely(voter.node(), voter.lsn()));
      }
      if (voters.length > 0) {
        then(() -> unfinished.put(key, Usual.unfinished(key, lsn, branches(voters))));
      }
    }

    void commit() throws Exception {
      decide();
      while (!step()) {}
    }
  }

  private static TreeMap<Integer, Long> branches(Voter... voters) {
    TreeMap<Integer, Long> branches = new TreeMap<>();
    for (Voter voter : voters) {
      branches.put(voter.node(), voter.nonce());
    }
    return branches;
  }

  Observations surroundings() {
    if (directory.application().type("Account") == null) {
      return Observations.at(scheduler.now());
    }
    return Observations.at(scheduler.now())
        .with(new ActorId("Account", "seen"), new Observation.OfField(0), 5L);
  }

  /** Commits these calls, which must be accepted. */
  Tx run(Call... calls) throws Exception {
    Tx tx = new Tx();
    for (Call call : calls) {
      assertThat(tx.act(call)).as(call.toString()).isTrue();
    }
    tx.commit();
    return tx;
  }

  /** All rows of an actor, by relation; empty if there is no such actor. */
  Map<String, List<Record>> rows(String type, String key) {
    ActorId id = new ActorId(type, key);
    Cell cell = directory.containerOf(id).actors().find(id);
    Map<String, List<Record>> all = new TreeMap<>();
    if (cell != null) {
      ActorRows rows = ActorRows.of(cell.state());
      LockedRows locked = new LockedRows(id, rows, true);
      for (RelationDefinition<?, ?> relation : rows.relations()) {
        List<Record> each = new ArrayList<>();
        locked.scan(relation.number(), 0, KeyRange.ALL, false, each::add);
        all.put(relation.name(), each);
      }
    }
    return all;
  }

  void pass(long nanos) {
    scheduler.advance(nanos);
    scheduler.runAll();
  }

  /** An account's balance, or -1 if it is not there. */
  long balance(String account) {
    ActorId id = new ActorId("Account", account);
    Cell cell = directory.containerOf(id).actors().find(id);
    return cell == null ? -1 : TestBank.balance(cell.state());
  }
}
