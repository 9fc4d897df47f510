package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.pathsensitive.PathSensitive;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.CheckpointGate;
import tutti.engine.transaction.Decisions;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.Seen;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Call;

/**
 * A node's storage without its transactions: a test holds, decides and applies step by step. Not
 * thread-safe; all steps run on the test's thread.
 */
final class RecoveredNode {
  final ManualScheduler scheduler = new ManualScheduler();
  private final RandomGenerator entropy = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
  final CheckpointGate gate = new CheckpointGate();
  final DataFolder folder;
  final Directory directory;
  final Checkpointer checkpointer;
  private int number;

  RecoveredNode(Application application, Disk disk, long checkpointBytes) throws Exception {
    Deployment d = Deployment.DEFAULT;
    Deployment deployment =
        new Deployment(
            d.concurrencyControl(),
            Isolation.OBJECT,
            d.durability(),
            2,
            2,
            d.router(),
            d.placement(),
            d.pathSensitive(),
            new JournalSettings(32 << 10, checkpointBytes, Duration.ZERO),
            d.admission(),
            d.idempotency(),
            d.transactionTimeout());
    folder = new DataFolder(application, deployment, disk, scheduler, entropy, 0);
    List<Container> containers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ConcurrencyControl control =
          new PathSensitive(Effects.UNHEARD, Isolation.OBJECT, d.pathSensitive());
      containers.add(new Container(i, new ActorTable(application), control, List.of(), d.router()));
    }
    directory = new Directory(application, new Placements(d.placement(), 2), 0, containers);
    folder.populate(
        directory,
        branch -> {
          throw new AssertionError("in doubt: " + branch);
        });
    checkpointer =
        new Checkpointer(folder, directory, gate, InProgress.NONE, scheduler, checkpointBytes);
  }

  /** A transaction that is in progress, then in the log, then applied. */
  final class Tx implements Participant {
    final TransactionId id = new TransactionId(0, folder.incarnation(), number++);
    final Seen seen =
        Seen.at(scheduler.now())
            .with(new ActorId("Account", "seen"), new tutti.model.Observation.OfField(0), 5L);
    final List<Claim> claims = new ArrayList<>();
    final List<Claim> unapplied = new ArrayList<>();
    long lsn;
    private int phase;
    private Status status = Status.ACTIVE;

    @Override
    public TransactionId id() {
      return id;
    }

    @Override
    public long age() {
      return id.number();
    }

    @Override
    public Status status() {
      return status;
    }

    Outcome.Committed outcome() {
      return new Outcome.Committed(id, List.of(id.number()));
    }

    /** False if the actor does not accept it now; nothing is held of this call then. */
    boolean act(Call call) {
      Cell cell =
          directory
              .containerOf(call.target())
              .actors()
              .findOrCreate(call.target(), directory.typeOf(call.target()));
      Request request =
          new Request(this, cell, new Work.Act(call), seen) {
            @Override
            public void resolve(Verdict verdict) {
              throw new AssertionError("it was withdrawn");
            }
          };
      Verdict verdict = control(cell).request(request);
      if (verdict instanceof Verdict.Accept accept) {
        claims.add(accept.claim());
        return true;
      }
      if (verdict instanceof Verdict.Delay) {
        assertThat(control(cell).withdraw(request)).isTrue();
      }
      return false;
    }

    /** Puts it into the log; its effects come later. */
    void decide() throws Exception {
      phase = Decisions.enter(gate);
      Idempotency key = new Idempotency("key-" + id, id.number());
      List<Object> results = List.of(id.number());
      byte[] record = Decisions.record(directory.application(), id, key, results, seen, claims);
      lsn = folder.journal().append(record, 0, record.length);
      status = Status.COMMITTED;
      Decisions.decided(folder.outcomes(), folder.keys(), key, outcome(), seen);
      unapplied.addAll(claims);
    }

    /** Applies one effect; true if it was the last. */
    boolean applyOne() {
      Claim claim = unapplied.removeFirst();
      control(claim.cell()).commit(claim, lsn);
      if (unapplied.isEmpty()) {
        Decisions.exit(gate, phase);
        checkpointer.grown(lsn);
      }
      return unapplied.isEmpty();
    }

    void abort() {
      status = Status.ABORTED;
      claims.forEach(claim -> control(claim.cell()).abort(claim));
    }

    void commit() throws Exception {
      decide();
      while (!applyOne()) {}
    }
  }

  private ConcurrencyControl control(Cell cell) {
    return directory.containerOf(cell.id()).control();
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
