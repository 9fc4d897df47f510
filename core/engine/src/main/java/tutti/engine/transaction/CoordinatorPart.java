package tutti.engine.transaction;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transaction.execution.Transaction;
import tutti.engine.transaction.record.BegunOperation;
import tutti.engine.transaction.record.LogRecord;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Result;
import tutti.model.Encoder;
import tutti.model.outside.Irrevocable;
import tutti.protocol.commit.RecordKind;

/**
 * The part of the coordinating node in an attempt that touches other nodes, too: the attempt under
 * the {@link LayeredProtocol}, as its commitment with other nodes uses it.
 */
final class CoordinatorPart implements Remote.Local {
  private final LayeredProtocol protocol;
  private final Transaction transaction;
  private final TaskExecutor executor;
  private final List<@Nullable Object> results;
  private final Supplier<Procedures.@Nullable Execution> procedures;

  CoordinatorPart(
      LayeredProtocol protocol,
      Transaction transaction,
      TaskExecutor executor,
      List<@Nullable Object> results,
      Supplier<Procedures.@Nullable Execution> procedures) {
    this.protocol = protocol;
    this.transaction = transaction;
    this.executor = executor;
    this.results = results;
    this.procedures = procedures;
  }

  @Override
  public Transaction transaction() {
    return transaction;
  }

  @Override
  public Procedures.@Nullable Execution procedures() {
    return procedures.get();
  }

  @Override
  public TaskExecutor home() {
    return executor;
  }

  @Override
  public OwnPart own(SortedMap<Integer, Long> branches) {
    Irrevocable operation = transaction.operation();
    return new OwnPart(
        transaction.submission().request().idempotency(),
        results,
        branches,
        operation == null ? null : BegunOperation.of(operation));
  }

  @Override
  public Encoder decision(RecordKind entry, LogRecord.Part part, List<Voter> voters) {
    OwnPart own = own(Collections.emptySortedMap());
    return protocol.decision(transaction, entry, part, own, voters);
  }

  @Override
  public Result executed(long epoch) {
    Result prepared = protocol.prepare(transaction, epoch);
    if (prepared instanceof Result.Done) {
      transaction.status(Status.PREPARED);
    }
    return prepared;
  }

  @Override
  public void commit(long lsn, int phase) {
    transaction.entered(phase);
    transaction.status(Status.COMMITTED);
    protocol.tellHistory(transaction, lsn, results);
    protocol.completion().decided(transaction.submission(), committed(), transaction.seen().now());
    protocol.letGo(transaction, null, lsn);
  }

  private Outcome.Committed committed() {
    return new Outcome.Committed(transaction.id(), results);
  }

  @Override
  public void release() {
    protocol.release(transaction, null);
  }

  @Override
  public void overruled(boolean commit, long lsn, int phase) {
    transaction.entered(phase);
    if (commit) {
      transaction.status(Status.COMMITTED);
      protocol.letGo(transaction, null, lsn);
    } else {
      release();
    }
  }

  @Override
  public void tell() {
    if (transaction.status() != Status.COMMITTED) {
      // There was nothing to decide on any node.
      protocol.tellThatItLooked(transaction, results);
    }
    protocol.completion().end(transaction.submission(), committed());
  }

  @Override
  public void unproven() {
    protocol.unproven(transaction);
  }

  @Override
  public void doubt(String why) {
    protocol.completion().end(transaction.submission(), new Outcome.InDoubt(transaction.id(), why));
  }
}
