package tutti.embedded;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Durations;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.model.Caller;
import tutti.model.actor.Actor;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Item;
import tutti.model.footprint.Source;

/**
 * The preamble of a client transaction (Atomic RMI §2): the actors that it uses, if the program
 * declares them, and its limits. Then {@link #run} runs a block of the program's own code as one
 * transaction. Immutable: each method returns another preamble.
 *
 * <pre>{@code
 * long left =
 *     tutti
 *         .transaction()
 *         .accesses(Account.class, "alice", 1)
 *         .accesses(Account.class, "bob", 1)
 *         .run(
 *             transaction -> {
 *               long has = transaction.call(Account.class, "alice", new Withdraw(10));
 *               transaction.call(Account.class, "bob", new Deposit(10));
 *               return has;
 *             });
 * }</pre>
 */
public final class TransactionStart {
  private final Client client;
  private final Consumer<ClientBlock> runner;
  private final @Nullable Footprint accesses;
  private final long timeoutNanos;
  private final int runs;
  private final Caller caller;

  private TransactionStart(
      Client client,
      Consumer<ClientBlock> runner,
      @Nullable Footprint accesses,
      long timeoutNanos,
      int runs,
      Caller caller) {
    this.client = client;
    this.runner = runner;
    this.accesses = accesses;
    this.timeoutNanos = timeoutNanos;
    this.runs = runs;
    this.caller = caller;
  }

  /**
   * An empty preamble, for programs that provide clients, such as test kits.
   *
   * @param client of the node
   * @param runner runs blocks on the node
   */
  public static TransactionStart of(Client client, Consumer<ClientBlock> runner) {
    return new TransactionStart(client, runner, null, client.timeoutNanos(), 1, Caller.NOBODY);
  }

  /** Declares that the transaction uses an actor, any number of times. */
  public TransactionStart accesses(Class<? extends Actor> type, String key) {
    return declares(new Item.Known(client.names().actor(type, key)), Bound.UNKNOWN);
  }

  /**
   * Declares that the transaction calls an actor at most {@code most} times, calls by its
   * procedures included. A transaction that declares any access uses only what it declares: a call
   * of another actor is refused as {@code undeclared-access}, and one call too many as {@code
   * supremum-exceeded}. Under {@code versioning} other transactions may use the actor as soon as
   * the last declared call has ended.
   *
   * @param most at least 1
   */
  public TransactionStart accesses(Class<? extends Actor> type, String key, int most) {
    return declares(new Item.Known(client.names().actor(type, key)), atMost(most));
  }

  /** Declares that the transaction uses an instance of a specification, any number of times. */
  public TransactionStart accesses(String specification, String key) {
    return declares(new Item.Known(client.names().instance(specification, key)), Bound.UNKNOWN);
  }

  /**
   * Declares that the transaction uses an instance at most {@code most} times. An event of the
   * instance is a use, and so is each read of it, by {@link ClientTransaction#read} or by an event.
   *
   * @param most at least 1
   */
  public TransactionStart accesses(String specification, String key, int most) {
    return declares(new Item.Known(client.names().instance(specification, key)), atMost(most));
  }

  private static Bound atMost(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("an actor is used at least once, but this is " + most);
    }
    return Bound.atMost(most);
  }

  private TransactionStart declares(Item item, Bound bound) {
    Footprint more = Footprint.of(item, Mode.WRITE, bound, Source.DECLARED);
    Footprint all = accesses == null ? more : accesses.and(more);
    return new TransactionStart(client, runner, all, timeoutNanos, runs, caller);
  }

  /**
   * Sets the time from the first step after which the transaction is rolled back, whatever the
   * block does. Without it, the deployment's {@code transaction-timeout} applies.
   *
   * @param timeout at least a nanosecond
   */
  public TransactionStart within(Duration timeout) {
    Objects.requireNonNull(timeout, "the timeout is null");
    if (timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException("a deadline lies ahead, but this is " + timeout);
    }
    long nanos = Durations.nanos(timeout);
    return new TransactionStart(client, runner, accesses, nanos, runs, caller);
  }

  /** Runs the block on behalf of a caller, whom events and procedures see. */
  public TransactionStart as(Caller other) {
    Objects.requireNonNull(other, "the caller is null");
    return new TransactionStart(client, runner, accesses, timeoutNanos, runs, other);
  }

  /**
   * Runs the block again, up to {@code more} times, if its transaction was aborted and may well
   * succeed a moment later: see {@link AbortedException#retryable}. Each run is a transaction of
   * its own, with a deadline of its own. Without this a block runs once.
   *
   * @param more at least 0
   */
  public TransactionStart retrying(int more) {
    if (more < 0) {
      throw new IllegalArgumentException("a block cannot run " + more + " times more");
    }
    return new TransactionStart(client, runner, accesses, timeoutNanos, more + 1, caller);
  }

  /**
   * Runs a block on the calling thread as one transaction: all that it calls takes effect, or
   * nothing. When the block returns, the transaction commits, and is as durable as the deployment
   * promises when this method returns. When the block throws, or {@linkplain
   * ClientTransaction#rollback rolls back}, the transaction has no effect.
   *
   * <p>The transaction holds what it has used while the block does other things, so a block should
   * be short. If the block hangs, or its thread ends, the deadline rolls the transaction back.
   *
   * @return the block's result
   * @throws AbortedException if the transaction conflicted with others, was the victim of a
   *     deadlock, or was not done in time
   * @throws RefusedException if a call was refused and the block did not catch that, or the block
   *     rolled back
   * @throws FailedException if a procedure failed
   * @throws InDoubtException if it is not known whether the transaction has committed
   */
  public <R extends @Nullable Object, X extends Exception> R run(TransactionBlock<R, X> block)
      throws X {
    for (int run = 1; ; run++) {
      ClientTransaction transaction =
          new ClientTransaction(client, new ClientBlock(accesses, timeoutNanos, caller, runner));
      try {
        return transaction.run(block);
      } catch (Exception thrown) {
        if (run == runs || !transaction.mayRunAgain()) {
          throw thrown;
        }
      }
    }
  }
}
