package tutti.engine.transaction.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.history.History;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.ClaimEnds;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.model.outside.Irrevocable;

/**
 * The execution of one attempt: its events, its procedures, and its coordination with other nodes.
 * Only the attempt's own task calls it; where procedures run, their tasks call it one at a time.
 */
public final class Attempt extends EventExecution {
  private static final Reason NOT_NEEDED =
      new Reason.Unavailable("given-up", "another event of the transaction was refused");
  private static final Refusal MISPLACED =
      Refusal.of(
          "irrevocable-misplaced",
          "only the procedure that a client calls first may do an irrevocable operation, and of a"
              + " client's block only the block itself: other procedures may run on other nodes");

  private final TaskExecutor executor;
  private final Remote remote;
  private final Locals locals;
  final RunParts runs;
  private final NodeRuntime runtime;
  private final VersionReservations places;
  private volatile Remote.@Nullable Coordination coordination;
  private volatile Procedures.@Nullable Execution execution;

  /** The execution of the procedures; kept also after it has ended and its grants are confirmed. */
  private Procedures.@Nullable Execution ran;

  /** Whether the procedure runs that may say an irrevocable operation: the first root call. */
  private boolean mayAct;

  /** The actors of other nodes whose procedures were called; on the home executor. */
  private @Nullable SortedSet<ActorId> calledElsewhere;

  /** The parts that all attempts on a node share. */
  public record Context(
      Directory directory,
      ActorRequests requests,
      AccessPredictor predictor,
      History history,
      Remote remote,
      Locals locals,
      RunParts runs,
      NodeRuntime runtime) {}

  /** Makes a transaction's own part for its coordination, if other nodes take part. */
  @FunctionalInterface
  public interface Locals {
    Remote.Local of(
        Transaction transaction,
        TaskExecutor executor,
        List<@Nullable Object> results,
        Supplier<Procedures.@Nullable Execution> procedures);
  }

  /**
   * @param counted counts the attempt's results
   */
  public Attempt(
      Transaction transaction,
      Container home,
      TaskExecutor executor,
      Context context,
      ResultCount counted) {
    super(transaction, home, context, counted);
    this.remote = context.remote();
    this.locals = context.locals();
    this.runs = context.runs();
    this.runtime = context.runtime();
    this.executor = executor;
    this.places = new VersionReservations(this);
    transaction.interruptedBy(this::interrupt);
  }

  @Override
  @Nullable Reason stopped() {
    Procedures.Execution running = execution;
    return running == null ? transaction.stopped() : running.stopped();
  }

  /** Ends the attempt's waiting, here or for another node. May be called by any thread. */
  void interrupt(Reason why) {
    requests.stop(transaction, why);
    Remote.Coordination with = coordination;
    if (with != null) {
      with.interrupt(why);
    }
    ClientBlock block = transaction.submission().block();
    if (block != null) {
      block.wake();
    }
  }

  public List<@Nullable Object> results() {
    return results;
  }

  /**
   * Returns the coordination with other nodes, which decides the transaction; null if it touched
   * none and does nothing irrevocable: all has executed.
   */
  public Remote.@Nullable Coordination decides() {
    return transaction.operation() == null ? coordination : with();
  }

  /** Returns the coordination with other nodes; null if the attempt has touched none. */
  public Remote.@Nullable Coordination coordination() {
    return coordination;
  }

  /** Executes all calls, until one is not accepted. */
  public Result execute() {
    for (int i = 0; i < roots.size(); i++) {
      results.add(null);
    }
    boolean begins = directory.begins();
    if (begins || transaction.submission().retries() > 0) {
      if ((begins ? places.begin() : reserve()) instanceof Result.Failed failed) {
        return failed;
      }
    }
    ClientBlock block = transaction.submission().block();
    if (block != null) {
      return run(block);
    }
    if (callsProcedures()) {
      return inOrder();
    }
    todo.addAll(roots);
    inCommonOrder();
    Result drained = drain();
    return drained instanceof Result.Done && !toRun.isEmpty() ? runPartners() : drained;
  }

  private Result run(ClientBlock block) {
    try {
      return new BlockExecution(this, block, runtime).run();
    } finally {
      if (ran != null) {
        ran.claims(transaction::hold);
      }
    }
  }

  /** Returns the execution of the procedures of a block, and begins it if there is none. */
  Procedures.Execution procedures() {
    Procedures.Execution running = ran;
    return running == null ? begin() : running;
  }

  private boolean callsProcedures() {
    for (Call call : roots) {
      if (call.action() instanceof ProcedureAction) {
        return true;
      }
    }
    return false;
  }

  /** Runs the root calls one after the other: a procedure sees the effects of those before it. */
  private Result inOrder() {
    Procedures.Execution running = begin();
    try {
      for (int i = 0; i < roots.size(); i++) {
        Call call = roots.get(i);
        Result made;
        if (call.action() instanceof ProcedureAction) {
          mayAct = i == 0;
          made = running.run(call);
          mayAct = false;
          results.set(i, made instanceof Result.Done ? running.result() : null);
        } else {
          todo.add(call);
          made = drain();
          if (made instanceof Result.Done) {
            made = run(running, takeToRun());
          }
        }
        if (made instanceof Result.Failed failed) {
          return failed;
        }
      }
      return Result.of(running.stopped());
    } finally {
      running.claims(transaction::hold);
    }
  }

  /**
   * Takes an irrevocable operation of a procedure.
   *
   * @param said null if another procedure than a root call says it
   */
  Result irrevocable(ActorId by, String procedure, @Nullable Irrevocable said) {
    return said != null && mayAct
        ? take(by, procedure, said)
        : new Result.Failed(new Reason.Refused(by, procedure, MISPLACED));
  }

  /** Takes an irrevocable operation. */
  Result take(ActorId by, String action, Irrevocable said) {
    Refusal refused =
        transaction.operation() == null
            ? runtime.outside().refusal(said)
            : Refusal.of(
                "irrevocable-twice",
                "a transaction does one irrevocable operation at most: of two, one could fail after"
                    + " the other has happened");
    if (refused != null) {
      return new Result.Failed(new Reason.Refused(by, action, refused));
    }
    transaction.operation(said);
    return Result.DONE;
  }

  private Procedures.Execution begin() {
    Procedures.Execution running = runs.procedures().begin(new AttemptHost(this));
    execution = running;
    ran = running;
    return running;
  }

  private Result runPartners() {
    Procedures.Execution running = begin();
    try {
      Result ran = run(running, takeToRun());
      return ran instanceof Result.Done ? Result.of(running.stopped()) : ran;
    } finally {
      running.claims(transaction::hold);
    }
  }

  /** Runs the procedures that events have as partners, one after the other: as root calls. */
  static Result run(Procedures.Execution running, List<Call> partners) {
    for (Call call : partners) {
      if (running.run(call) instanceof Result.Failed failed) {
        return failed;
      }
    }
    return Result.DONE;
  }

  /**
   * Checks whether all grants of this attempt still stand, here and on other nodes: a refusal rests
   * on them. A node validates all that it has granted before it grants anything more.
   */
  public Result confirm() {
    // The reason that ended the procedures does not end this check.
    execution = null;
    if (directory.begins()) {
      return places.settle(true);
    }
    if (ClaimEnds.validate(directory, transaction.claims()) instanceof Result.Failed here) {
      return here;
    }
    Map<Integer, ActorId> nodes = new TreeMap<>();
    for (ActorId actor : touchedElsewhere()) {
      nodes.putIfAbsent(directory.nodeOf(actor), actor);
    }
    for (ActorId actor : nodes.values()) {
      if (ask(actor, new Work.Observe(Observation.NOTHING), false)
          instanceof Reply.Stopped(var reason)) {
        return new Result.Failed(reason);
      }
    }
    return Result.DONE;
  }

  /**
   * Releases an actor that this transaction does not use again, so that the transactions behind it
   * may use the actor.
   */
  void release(ActorId actor) {
    if (directory.begins()) {
      places.release(actor, ran);
    }
  }

  /** As {@link #release}, of an actor that was announced at the start; while procedures run. */
  void releaseAnnounced(ActorId actor) {
    places.release(actor, null);
  }

  /**
   * Waits for all transactions that were before this one at its actors: all has executed.
   *
   * @return done, or why this attempt cannot commit
   */
  public Result settle() {
    return places.settle(false);
  }

  /**
   * Locks the actors of other nodes that this attempt changes.
   *
   * @return done, or the conflict
   */
  public Result lockElsewhere(Remote.Coordination with) {
    return with.places().lockChanges().await() instanceof Reply.Stopped(var why)
        ? new Result.Failed(why)
        : Result.DONE;
  }

  /**
   * Returns whether procedures have run on other nodes: a refusal may rest on their observations.
   */
  public boolean ranElsewhere() {
    return calledElsewhere != null;
  }

  private List<ActorId> touchedElsewhere() {
    List<ActorId> all = new ArrayList<>(transaction.actorsElsewhere());
    if (calledElsewhere != null) {
      all.addAll(calledElsewhere);
    }
    return all;
  }

  /** Tells the procedures that the client is told of this failure. */
  public void told(Reason failure) {
    Procedures.Execution known = ran;
    if (known != null) {
      known.told(failure);
    }
  }

  /** Remembers for the next attempt where this one met another transaction. */
  public void remember(Reason.Conflict met) {
    transaction.submission().met(met.cause());
    switch (met.cause()) {
      case CONFLICT, CASCADE -> {}
      case SUPREMUM -> {
        places.broken(met.actor());
        transaction.submission().unbounded(met.actor());
      }
      case MOVED_KEY -> {
        places.broken(met.actor());
        rememberActors(List.of());
        transaction.submission().priorActors().add(met.actor());
      }
    }
  }

  /** Remembers for the next attempt which actors this one came to. */
  public void rememberActors(List<Reason.Wait> cycle) {
    SortedSet<ActorId> prior = transaction.submission().priorActors();
    for (Claim claim : transaction.claims()) {
      prior.add(claim.cell().id());
    }
    prior.addAll(touchedElsewhere());
    if (!cycle.isEmpty()) {
      prior.add(cycle.getFirst().actor());
    }
  }

  /**
   * Reserves a place at every actor that earlier attempts touched, in the common order, by an
   * observation that cannot change. Where an observation locks, such attempts cannot deadlock each
   * other.
   */
  private Result reserve() {
    for (ActorId actor : transaction.submission().priorActors()) {
      switch (ask(actor, new Work.Observe(Observation.NOTHING), true)) {
        case Reply.Stopped(var reason) -> {
          return new Result.Failed(reason);
        }
        case Reply.Granted granted -> {}
        case Reply.OfActor other -> throw unexpected(other);
      }
    }
    return Result.DONE;
  }

  @Override
  Reply.OfActor askThere(ActorRequests.Question question) {
    Reply.OfActor reply = (Reply.OfActor) transaction.await(putThere(question, true));
    if (reply instanceof Reply.Granted) {
      transaction.holdElsewhere(question.work(), question.target());
    }
    return reply;
  }

  @Override
  Promise<Reply> putThere(ActorRequests.Question question, boolean last) {
    int node = directory.nodeOf(question.target());
    return with().ask(node, question, last && votesNow(question.work(), node));
  }

  @Override
  void stopAskingThere() {
    with().interrupt(NOT_NEEDED);
  }

  /** Returns the coordination with other nodes, which is begun if there is none. */
  Remote.Coordination with() {
    Remote.Coordination with = coordination;
    if (with == null) {
      with = executor.isCurrent() ? together() : togetherByStep();
    }
    return with;
  }

  /**
   * Returns the coordination of this attempt, and begins it if there is none; on its home executor.
   */
  private Remote.Coordination together() {
    Remote.Coordination with = coordination;
    if (with == null) {
      with = remote.coordinate(locals.of(transaction, executor, results, () -> execution));
      coordination = with;
    }
    return with;
  }

  private Remote.Coordination togetherByStep() {
    Promise<Remote.Coordination> made = new Promise<>();
    executor.step(() -> made.complete(together()));
    return made.await();
  }

  /** Sends calls of procedures to other nodes. */
  void send(List<Procedures.Outgoing> calls) {
    if (executor.isCurrent()) {
      sendAtHome(calls);
    } else {
      executor.step(() -> sendAtHome(calls));
    }
  }

  private void sendAtHome(List<Procedures.Outgoing> calls) {
    SortedSet<ActorId> actors = calledElsewhere;
    if (actors == null) {
      actors = new TreeSet<>();
      calledElsewhere = actors;
    }
    Map<Integer, List<Procedures.Outgoing>> byNode = new TreeMap<>();
    for (Procedures.Outgoing each : calls) {
      ActorId target = each.call().target();
      actors.add(target);
      byNode.computeIfAbsent(directory.nodeOf(target), _ -> new ArrayList<>()).add(each);
    }
    Remote.Coordination with = together();
    byNode.forEach(with::send);
    // A failure before the coordination existed could not end the coordination's waiting.
    Reason why = stopped();
    if (why != null) {
      with.interrupt(why);
    }
  }

  /** Returns whether a node may vote as it executes: no further call to that node is known. */
  private boolean votesNow(Work work, int node) {
    // Procedures may change their writes until all of them have ended.
    if (!(work instanceof Work.Act)
        || !directory.preparesEarly()
        || transaction.submission().block() != null
        || ran != null
        || !toRun.isEmpty()) {
      return false;
    }
    for (Call call : todo) {
      if (directory.nodeOf(call.target()) == node) {
        return false;
      }
    }
    return !requests.injects(FaultPoint.VOTE_APART);
  }
}
