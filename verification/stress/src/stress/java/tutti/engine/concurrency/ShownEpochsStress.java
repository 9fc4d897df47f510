package tutti.engine.concurrency;

import java.time.Instant;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.concurrency.locking.row.RowLocking;
import tutti.engine.concurrency.optimistic.row.RowOptimistic;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.execution.Transaction;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Relation;
import tutti.model.relation.store.RowStore;

/**
 * A transaction that gets its epoch in the moment in which that epoch ends, and a read of the whole
 * actor that shows a change of the next one: the read waits, unless the transaction is of the next
 * epoch, too.
 */
public final class ShownEpochsStress {
  private static final RelationalActorType TYPE = type();

  private ShownEpochsStress() {}

  /** An actor with a relation. */
  public static final class Shop extends tutti.model.actor.Actor {
    record Item(long id) {}

    final Relation<Long, Item> items = relation("items", Item.class, Item::id);
  }

  private static RelationalActorType type() {
    RelationalActorType type =
        new RelationalApplication(
                JavaApplication.named("shops").actor("Shop", Shop::new).build(), null)
            .type(Shop.class);
    if (type == null) {
      throw new AssertionError("no such type");
    }
    return type;
  }

  /** Locks of rows: the two transactions have locked a row each. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It has the old epoch: the read waits.")
  @Outcome(id = "2, [01]", expect = Expect.ACCEPTABLE, desc = "It has the new epoch.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "The read misses a transaction of the old epoch.")
  @State
  public static class Locked extends Race {
    public Locked() {
      super(true);
    }

    @Actor
    public void first(JI_Result result) {
      result.r1 = entered();
    }

    @Actor
    public void second(JI_Result result) {
      result.r2 = readWaits() ? 1 : 0;
    }
  }

  /** Rows that are validated: the two transactions have locked a row each, the later one first. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It has the old epoch: the read waits.")
  @Outcome(id = "2, [01]", expect = Expect.ACCEPTABLE, desc = "It has the new epoch.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "The read misses a transaction of the old epoch.")
  @State
  public static class Validated extends Race {
    public Validated() {
      super(false);
    }

    @Actor
    public void first(JI_Result result) {
      result.r1 = entered();
    }

    @Actor
    public void second(JI_Result result) {
      result.r2 = readWaits() ? 1 : 0;
    }
  }

  /** Two transactions that have written a row each. */
  abstract static class Race {
    private final Snapshots snapshots = new Snapshots();
    private final CheckpointGate gate = new CheckpointGate();
    private final ConcurrencyControl control;
    private final Cell cell = new Cell(new ActorId("Shop", "s"), TYPE, TYPE.blank("s"));
    private final Transaction later = transaction(1);
    private final Transaction earlier = transaction(2);

    Race(boolean locks) {
      control =
          locks
              ? new RowLocking(Effects.UNHEARD, snapshots, WaitRule.NO_WAIT, true)
              : new RowOptimistic(Effects.UNHEARD, snapshots);
      writes(later);
      writes(earlier);
    }

    private static Transaction transaction(long number) {
      Submission submission =
          new Submission(
              new TransactionId(0, 1, number),
              new TransactionRequest(List.of(), null, 1),
              0,
              number,
              outcome -> {});
      return new Transaction(submission, number, Observations.at(Instant.EPOCH));
    }

    private void writes(Transaction transaction) {
      Verdict verdict = control.request(new Ask(transaction, cell, new Work.Run(true)));
      Claim claim = ((Verdict.Accept) verdict).claim();
      transaction.claims().add(claim);
      RowStore rows = claim.rows();
      if (rows == null) {
        throw new AssertionError("no rows");
      }
      long id = transaction.id().number();
      rows.insert(0, id, new Shop.Item(id));
      control.lock(claim);
    }

    /** Returns the epoch that the earlier transaction gets. */
    final long entered() {
      earlier.enter(gate, snapshots, 0);
      return earlier.epoch();
    }

    /** Ends the first epoch, commits a change of the next one, and reads the actor. */
    final boolean readWaits() {
      snapshots.close(1);
      later.enter(gate, snapshots, 0);
      later.status(Status.COMMITTED);
      control.commit(later.claims().getFirst(), 7);
      return control.request(new Ask(transaction(3), cell, new Work.Read()))
          instanceof Verdict.Delay;
    }
  }

  /** A request to which nobody hears a later answer. */
  private static final class Ask extends ActorRequest {
    Ask(Participant owner, Cell cell, Work work) {
      super(owner, cell, work, Observations.at(Instant.EPOCH));
    }

    @Override
    public void resolve(Verdict verdict) {}
  }
}
