package tutti.engine.transaction;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.relation.RowStore;

/**
 * What runs the procedures of relational actors, as the transactions that they belong to see it.
 */
public interface Procedures {

  /** Of an application without relational actors. */
  Procedures NONE =
      host -> {
        throw new IllegalStateException("the application has no procedures");
      };

  /** Begins the procedures of one attempt at a transaction, before the first of its root calls. */
  Execution begin(Host host);

  /** The procedures of one attempt. */
  interface Execution {

    /**
     * Runs a root call and all that it calls, to their ends. In the attempt's own task.
     *
     * @return null if all of it has succeeded, else why not; nothing of it runs any more
     */
    @Nullable Reason run(Call root);

    /** What the last root call gave, as the client is told it. */
    Object result();

    /** Why the attempt cannot succeed any more, or null; from any thread. */
    @Nullable Reason stopped();

    /** Tells what it holds on this node, in the order of first use; while nothing runs. */
    void claims(Consumer<Claim> sink);

    /**
     * Runs a call that another node has made in the same transaction, in a task of its own; one of
     * an actor of a third node goes on to there. From any thread.
     *
     * @param done is told once, when it has ended with all that it called, or is given up; on some
     *     thread
     */
    void perform(RemoteCall call, Consumer<RemoteEnd> done);

    /** Nothing can come of it any more: what runs ends at its next access, call or take. */
    void fail(Reason why);

    /** Whether none of its tasks goes on unless another node answers; there may be none at all. */
    boolean quiet();

    /** Whether it has tasks at all. */
    boolean running();

    /** Keeps it from being {@link #quiet}, while several things are told to it. */
    void hold();

    /** The end of {@link #hold}. */
    void letGo();

    /** The client is told of this failure: if it is a bug of the application, it is logged. */
    void told(Reason failure);
  }

  /**
   * What came of an event and all that it synchronizes with.
   *
   * @param result what the event gave
   * @param partners procedures that must succeed too: whoever called the event calls them
   */
  record Happened(@Nullable Object result, List<Call> partners) {}

  /** A call of an actor of another node, and who is told of its end. */
  record Outgoing(RemoteCall call, Consumer<RemoteEnd> done) {}

  /**
   * The transaction that procedures belong to, as they see it. Its tasks use it at the same time,
   * except where it says otherwise.
   */
  interface Host {

    /** Where the attempt's own task is at home. */
    Container home();

    /** Adds which transaction it is to a line of the log. */
    LoggingEventBuilder named(LoggingEventBuilder line);

    /** The transaction's time. */
    Instant now();

    /** In the scheduler's nanoseconds. */
    long deadlineNanos();

    long timeoutNanos();

    /** Why the transaction is to end, or null: others want it to. */
    @Nullable Reason stopped();

    /** The attempt fails: no task of it need wait for any actor any more. */
    void stopWaiting(Reason why);

    /**
     * Asks for the rows of an actor of this node, or for locks on them, and waits. Whoever asks
     * keeps the claim.
     *
     * @param work {@link Work.Run} or {@link Work.Lock}
     * @param from where the calling task is at home
     */
    Ask.Answer ask(ActorId actor, Work work, Container from);

    /** The rows of an actor of this node in the snapshot that is read; null if none is. */
    default @Nullable RowStore snapshot(ActorId actor) {
      return null;
    }

    /**
     * Makes an event of a declarative actor happen with all that it synchronizes with. By one task
     * at a time.
     *
     * @param from where the calling task is at home
     * @param happened is told what came of it
     * @return null, or why it cannot happen
     */
    @Nullable Reason event(Call call, Container from, Consumer<Happened> happened);

    /** Whether this node coordinates: then it makes events happen, else they are remote calls. */
    boolean coordinates();

    /**
     * Sends calls to other nodes. Each is {@code done} once, on some thread, also if the
     * transaction fails meanwhile.
     */
    void send(List<Outgoing> calls);

    /** The execution may have become {@linkplain Execution#quiet quiet}; on any thread. */
    void quiet();
  }
}
