package tutti.engine.transaction.seam;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.submission.DeclaredAccesses;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Refusal;
import tutti.model.outside.Irrevocable;
import tutti.model.relation.store.RowStore;

/** The engine that runs the procedures of relational actors, as their transactions see it. */
public interface Procedures {

  /** The procedures of an application that has no relational actors. */
  Procedures NONE =
      host -> {
        throw new IllegalStateException("the application has no procedures");
      };

  /** Begins the procedures of one attempt at a transaction, before the first of its root calls. */
  Execution begin(Host host);

  /** The procedures of one attempt. */
  interface Execution {

    /**
     * Runs a root call and all that it calls, to their ends. Only in the attempt's own task.
     *
     * @return done if all of it has succeeded; nothing of it runs any more
     */
    Result run(Call root);

    /** Returns the result of the last root call, as the client is told it. */
    Object result();

    /**
     * Returns the reason why the attempt cannot succeed any more; null if it can. May be called by
     * any thread.
     */
    @Nullable Reason stopped();

    /**
     * Gives the claims that the attempt holds on this node, in the order of first use; while
     * nothing runs.
     */
    void claims(Consumer<Claim> sink);

    /**
     * Runs a call that another node has made in the same transaction, in a task of its own; a call
     * of an actor of a third node is sent on to that node. May be called by any thread.
     *
     * @param done is called once, when the call has ended with all that it called, or is given up;
     *     on some thread
     */
    void perform(RemoteCall call, Consumer<RemoteEnd> done);

    /** Fails the attempt: each task that runs ends at its next access, call or take. */
    void fail(Reason why);

    /**
     * Returns whether no task of the attempt goes on unless another node answers; there may be no
     * task at all.
     */
    boolean quiet();

    /** Returns whether the attempt has tasks at all. */
    boolean running();

    /** Keeps the execution from being {@link #quiet} while it is told several things. */
    void hold();

    /** Ends a {@link #hold}. */
    void letGo();

    /** Logs a failure that a client gets, if it is a bug of the application. */
    void told(Reason failure);
  }

  /**
   * The result of an event and of all that it synchronizes with.
   *
   * @param result what the event gave
   * @param partners procedures that must succeed too: the caller of the event calls them
   */
  record Happened(@Nullable Object result, List<Call> partners) {}

  /** A call of an actor of another node, and the listener that is told of its end. */
  record Outgoing(RemoteCall call, Consumer<RemoteEnd> done) {}

  /**
   * The transaction that procedures belong to, as they see it. Its tasks use it at the same time,
   * except where a method says otherwise.
   */
  interface Host {

    /** Returns the home container of the attempt's own task. */
    Container home();

    /** Adds the transaction's name to a line of the log. */
    LoggingEventBuilder named(LoggingEventBuilder line);

    /** Returns the transaction's time. */
    Instant now();

    /** Returns the caller of the transaction's request. */
    Caller caller();

    /** Returns the deadline, in the scheduler's nanoseconds. */
    long deadlineNanos();

    long timeoutNanos();

    /** Returns why the transaction is to end, or null: another part of the node wants it to end. */
    @Nullable Reason stopped();

    /** Fails the attempt: no task of it need wait for any actor any more. */
    void stopWaiting(Reason why);

    /**
     * Asks for the rows of an actor of this node, or for locks on them, and waits. The caller keeps
     * the claim.
     *
     * @param work {@link Work.Run} or {@link Work.Lock}
     * @param from the home container of the calling task
     */
    PendingRequest.Answer ask(ActorId actor, Work work, Container from);

    /**
     * Returns the accesses that the transaction's client has declared; null if it declared none.
     */
    default @Nullable DeclaredAccesses declared() {
      return null;
    }

    /**
     * Returns the rows of an actor of this node that are used without {@linkplain #ask asking}: in
     * the snapshot that is read, or in a dry run; null if the actor is asked.
     *
     * @param writes whether the rows may be written
     */
    default @Nullable RowStore apart(ActorId actor, boolean writes) {
      return null;
    }

    /**
     * Makes an event of a declarative actor happen with all that it synchronizes with. Called by
     * one task at a time.
     *
     * @param from the home container of the calling task
     * @param happened is called with the result
     */
    Result event(Call call, Container from, Consumer<Happened> happened);

    /**
     * Returns whether this node coordinates: then it makes events happen, otherwise they are remote
     * calls.
     */
    boolean coordinates();

    /**
     * Takes an irrevocable operation.
     *
     * @param by the actor whose procedure says it
     * @param operation null if another procedure than a root call says it
     */
    default Result irrevocable(ActorId by, String procedure, @Nullable Irrevocable operation) {
      return new Result.Failed(
          new Reason.Refused(
              by,
              procedure,
              Refusal.of(
                  "irrevocable-misplaced",
                  "only the procedure that a client calls first may do an irrevocable operation")));
    }

    /**
     * Sends calls to other nodes. Each is {@code done} once, on some thread, also if the
     * transaction fails meanwhile.
     */
    void send(List<Outgoing> calls);

    /**
     * Releases an actor that the transaction does not use again, and whose calls have ended, so
     * that other transactions may use it. Called by one task at a time.
     */
    default void release(ActorId actor) {}

    /**
     * Counts a result that a call has come to; fails if there are too many.
     *
     * @param result a {@link tutti.engine.relational.ProcedureResult}
     * @param told whether the client gets it; else another procedure does
     */
    default Result returned(Object result, boolean told) {
      return Result.DONE;
    }

    /**
     * Hears that the execution may have become {@linkplain Execution#quiet quiet}; on any thread.
     */
    void quiet();
  }
}
