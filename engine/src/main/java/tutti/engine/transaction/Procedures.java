package tutti.engine.transaction;

import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.model.ActorId;
import tutti.model.Call;

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

    /** The client is told of this failure: if it is a bug of the application, it is logged. */
    void told(Reason failure);
  }

  /**
   * The transaction that procedures belong to, as they see it. Its tasks use it at the same time,
   * except where it says otherwise.
   */
  interface Host {

    /** Where the attempt's own task is at home. */
    Container home();

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

    /**
     * Makes an event of a declarative actor happen with all that it synchronizes with. By one task
     * at a time.
     *
     * @param from where the calling task is at home
     * @param result gets what it gives
     * @return null, or why it cannot happen
     */
    @Nullable Reason event(Call call, Container from, Consumer<@Nullable Object> result);
  }
}
