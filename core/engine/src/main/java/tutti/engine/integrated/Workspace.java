package tutti.engine.integrated;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.container.Container;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.history.History;
import tutti.engine.procedure.ProcedureRunner;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.execution.AccessPredictor;
import tutti.engine.transaction.execution.Attempt;
import tutti.engine.transaction.execution.GuardedExecution;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transaction.execution.Transaction;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.request.Waiters;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Refusal;

/**
 * The execution of one attempt on copies of the actors that it uses: events, procedures, what they
 * observe, and what they sync with. Nothing that it does is seen outside before the protocol
 * commits {@link #writes}. In the attempt's own task.
 */
final class Workspace {

  /** The parts that all attempts of a host share. */
  static final class Parts {
    final ApplicationVersions versions;
    final Application application;
    final NodeRuntime runtime;
    final ItemFormat format;
    final KeyItems keys;
    final ResultSize sizes;
    final Waiters waiters;
    final History history;
    final AccessPredictor predictor = new AccessPredictor();

    /**
     * True if several hosts execute each transaction. Then the transaction must fail alike at all
     * of them, and is bounded by counts that are equal everywhere.
     */
    final boolean repeated;

    Parts(ApplicationVersions versions, NodeRuntime runtime, History history, boolean repeated) {
      this(versions, new ItemFormat(versions), runtime, history, repeated);
    }

    /**
     * @param format of the version of the application that is executed
     */
    Parts(
        ApplicationVersions versions,
        ItemFormat format,
        NodeRuntime runtime,
        History history,
        boolean repeated) {
      this.repeated = repeated;
      this.history = history;
      this.versions = versions;
      this.application = format.application();
      this.runtime = runtime;
      this.format = format;
      this.keys = new KeyItems(versions, format);
      this.sizes = new ResultSize(application.codec());
      this.waiters = new Waiters(runtime.scheduler(), runtime.service());
    }
  }

  private final Parts parts;
  private final Transaction transaction;
  private final Attempt attempt;
  private final ActorTable actors;
  private final PrivateCopies copies;

  /** An error of the procedures that is no end of the attempt: only if others make it, too. */
  private final AtomicReference<@Nullable VirtualMachineError> error = new AtomicReference<>();

  /**
   * @param now the time of the transaction
   * @param counted counts its results
   */
  Workspace(
      Parts parts,
      Submission submission,
      Instant now,
      TaskExecutor executor,
      ItemStore.Access access,
      ResultCount counted) {
    this.parts = parts;
    Scheduler scheduler = parts.runtime.scheduler();
    this.actors = new ActorTable(parts.application);
    this.copies = new PrivateCopies(access, parts.format, executor, parts.repeated);
    Container container = new Container(actors, copies, List.of(executor), true);
    Directory directory =
        new Directory(
            parts.application, new Placements(new Placement.Hash(), 1), 0, List.of(container));
    Observations nothing = Observations.at(now, submission.request().caller());
    this.transaction = new Transaction(submission, submission.age(), nothing);
    this.attempt =
        new Attempt(
            transaction,
            container,
            executor,
            new Attempt.Context(
                directory,
                ActorRequests.ofCopies(directory, scheduler, parts.waiters),
                parts.predictor,
                parts.history,
                Remote.NONE,
                (of, on, results, procedures) -> {
                  throw new IllegalStateException("all actors of " + of + " are here");
                },
                new RunParts(
                    directory, scheduler, procedures(directory), NoSnapshots.INSTANCE, false),
                parts.runtime),
            counted);
  }

  private Procedures procedures(Directory directory) {
    Scheduler scheduler = parts.runtime.scheduler();
    return parts.repeated
        ? ProcedureRunner.replicated(
            parts.application, directory, scheduler, thrown -> error.compareAndSet(null, thrown))
        : ProcedureRunner.of(
            parts.application, directory, scheduler, true, ProcedureRunner.Watched.NOTHING);
  }

  /** Executes all calls of the request; see {@link #error} where other replicas do so, too. */
  Result execute() {
    List<Call> calls = transaction.submission().request().calls();
    if (calls.size() > 1) {
      calls.forEach(this::fetch);
    }
    try {
      return GuardedExecution.of(attempt, parts.runtime.scheduler());
    } catch (StackOverflowError thrown) {
      error.compareAndSet(null, thrown);
      Call first = calls.getFirst();
      return new Result.Failed(
          new Reason.Refused(
              first.target(),
              first.action().name(),
              Refusal.of(Reason.INTERNAL_ERROR, first + " failed: " + thrown)));
    }
  }

  /**
   * Returns the error of the virtual machine that an attempt has come to which other replicas make,
   * too: it says nothing of what these come to. Null if it came to none.
   */
  @Nullable VirtualMachineError error() {
    return error.get();
  }

  /** Asks for the actor of a call, beside those of others; a key that is none is refused later. */
  private void fetch(Call call) {
    ActorType type = parts.application.type(call.target().type());
    Cell cell = type == null ? null : cell(call.target(), type);
    if (cell != null) {
      copies.fetch(cell);
    }
  }

  private @Nullable Cell cell(ActorId actor, ActorType type) {
    try {
      return actors.findOrCreate(actor, type);
    } catch (IllegalArgumentException noKey) {
      return null;
    }
  }

  /** Returns the name of the attempt for listeners. */
  BranchKey key() {
    return transaction.key();
  }

  /** Returns all that the attempt holds. */
  List<Claim> claims() {
    return List.copyOf(transaction.claims());
  }

  List<@Nullable Object> results() {
    return attempt.results();
  }

  /** Returns the time of the transaction. */
  Instant now() {
    return transaction.seen().now();
  }

  /** Returns the values that the attempt has made; called once, after which it executes no more. */
  SortedMap<ActorId, byte[]> writes() {
    SortedMap<ActorId, byte[]> writes = new TreeMap<>();
    for (Claim claim : transaction.claims()) {
      Call call = claim.call();
      if (call != null) {
        Cell cell = claim.cell();
        cell.lock();
        try {
          // A second claim at the actor goes on from the state that the first one has made.
          cell.apply(((CopyClaim) claim).effect(call), 0);
        } finally {
          cell.unlock();
        }
        writes.put(
            cell.id(),
            parts.format.encode(cell.id(), new ItemFormat.Item(cell.version(), cell.state())));
      }
    }
    return writes;
  }

  /** Tells the procedures how the attempt has failed. */
  void told(Result.Failed failed) {
    attempt.told(failed.reason());
  }
}
