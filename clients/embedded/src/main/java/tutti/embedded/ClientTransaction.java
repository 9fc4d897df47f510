package tutti.embedded;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.runtime.Described;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.outside.Irrevocable;
import tutti.model.outside.OutsideAction;
import tutti.model.outside.OutsideService;

/**
 * A transaction whose calls a block of the program's own code makes, one after another. For the
 * thread of the block, until the block has returned.
 *
 * <p>What a block sees is provisional: it holds if the transaction commits. A block must therefore
 * not tell anybody else before it has ended; its result is told afterwards.
 *
 * <p>A call that is refused gives a {@link RefusedException}, or a {@link FailedException} if the
 * procedure failed. A block may catch it and do something else: the refused call has left nothing,
 * no effect and no lock, and the calls before it stand. So the refusal says how things were; they
 * may be different when the transaction commits. Any other {@link TransactionException} means that
 * the transaction has ended: all that the block can still do is end, too.
 */
public final class ClientTransaction {
  private final Client client;
  private final ClientBlock block;
  private boolean begun;
  private boolean over;
  private @Nullable Irrevocable operation;

  /** The end of the transaction, or null; a commit has no exception. */
  private @Nullable Outcome outcome;

  private @Nullable TransactionException ended;

  ClientTransaction(Client client, ClientBlock block) {
    this.client = client;
    this.block = block;
  }

  /**
   * Calls a procedure of an actor, and waits for its result. The procedure sees the effects of the
   * calls before it.
   *
   * @throws RefusedException if the actor refuses
   * @throws FailedException if the procedure fails
   * @throws AbortedException if the transaction was rolled back
   * @throws IllegalArgumentException if the application has no such procedure
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // the procedure itself made the result
  public <A extends Actor, R extends @Nullable Object> R call(
      Class<A> type, String key, Procedure<? super A, R> procedure) {
    ActorId actor = client.names().actor(type, key);
    Object result = work(new BlockStep.Perform(client.names().call(actor, procedure)));
    return (R) (result instanceof ProcedureResult it ? it.value() : result);
  }

  /**
   * Makes an event of an instance happen, with all events that are in sync with it. An instance
   * takes part in at most one event of a transaction.
   *
   * @param arguments by parameter, as {@link InstanceHandle#call} takes them
   * @return the event's result, null for most
   * @throws RefusedException if a rule refuses the event
   * @throws AbortedException if the transaction was rolled back
   * @throws IllegalArgumentException if there is no such event, or the arguments do not fit it
   */
  public @Nullable Object event(
      String specification, String key, String event, Map<String, ?> arguments) {
    ActorId instance = client.names().instance(specification, key);
    return work(new BlockStep.Perform(client.names().event(instance, event, arguments)));
  }

  /**
   * Returns the state of an instance, which stays as it is until the transaction ends. Events of
   * this transaction do not show in it: they happen when the transaction commits. An instance to
   * which no event has happened is in its initial state.
   *
   * @throws AbortedException if the transaction was rolled back
   */
  public InstanceState read(String specification, String key) {
    ActorId instance = client.names().instance(specification, key);
    return client
        .names()
        .state(instance, Objects.requireNonNull((ActorState) work(new BlockStep.Look(instance))));
  }

  /**
   * Says that the transaction does not use an actor again. Under {@code versioning} other
   * transactions may use the actor from now on; under any other concurrency control this does
   * nothing.
   */
  public void release(Class<? extends Actor> type, String key) {
    release(client.names().actor(type, key));
  }

  /** Says that the transaction does not use an instance again, as the method above does. */
  public void release(String specification, String key) {
    release(client.names().instance(specification, key));
  }

  private void release(ActorId actor) {
    goOn();
    if (begun) {
      put(new BlockStep.Release(actor));
    }
  }

  /**
   * Does an operation on the outside world when the block has returned and all else of the
   * transaction is prepared, as {@link Actor#irrevocable} does for a procedure. The transaction
   * commits if the operation has happened, and aborts if it has not. A transaction has at most one
   * such operation.
   *
   * @param key the operation's key at the service
   * @param action does the work, on another thread than the block's
   * @param check the class of the service that can answer whether the operation has happened
   * @throws IllegalStateException if the transaction has an operation already
   */
  public <S extends OutsideService> void irrevocable(
      String key, OutsideAction<S> action, Class<S> check) {
    goOn();
    if (operation != null) {
      throw new IllegalStateException(
          "a transaction does one irrevocable operation at most: of two, one could fail after the"
              + " other has happened");
    }
    operation = Irrevocable.of(key, action, check);
  }

  /**
   * Rolls the transaction back: none of its calls has an effect. The result is to be thrown: {@code
   * throw transaction.rollback("sold out")}. If the block returns nevertheless, the transaction
   * does not commit, and the caller gets the exception.
   *
   * @param reason for people, cut at 2000 characters; the code is {@code rolled-back}
   * @return the exception to throw
   */
  public RefusedException rollback(String reason) {
    goOn();
    BlockStep.RollBack step = new BlockStep.RollBack(reason);
    if (begun) {
      put(step);
    }
    TransactionException known = ended;
    RefusedException asked =
        known instanceof RefusedException refused ? refused : Answers.rolledBack(step);
    ended = asked;
    return asked;
  }

  /** Runs the block that this transaction is for. */
  <R extends @Nullable Object, X extends Exception> R run(TransactionBlock<R, X> code) throws X {
    boolean returned = false;
    try {
      R result = code.run(this);
      returned = true;
      goOn();
      if (begun) {
        put(new BlockStep.Commit(operation));
      } else if (operation != null) {
        throw new IllegalStateException(
            "an irrevocable operation belongs to the calls of a transaction, and it has none");
      }
      if (ended != null) {
        throw ended;
      }
      return result;
    } catch (Throwable thrown) {
      if (!returned && begun && outcome == null) {
        put(new BlockStep.RollBack("the block ended with " + Described.text(thrown)));
      }
      throw thrown;
    } finally {
      over = true;
    }
  }

  /** Returns whether the transaction was aborted, and another run of the block may succeed. */
  boolean mayRunAgain() {
    return ended instanceof AbortedException aborted && aborted.retryable();
  }

  private @Nullable Object work(BlockStep.Work step) {
    goOn();
    begun = true;
    return switch (put(step)) {
      case StepAnswer.Done(Object result) -> result;
      case StepAnswer.Refused(var transaction, var reason) ->
          throw Answers.exception(new Outcome.Aborted(transaction, reason), null);
      case StepAnswer.Ended _ -> throw Objects.requireNonNull(ended);
    };
  }

  private StepAnswer put(BlockStep step) {
    StepAnswer answer =
        client
            .connection()
            .<StepAnswer>await(
                client.timeoutNanos(),
                () -> new StepAnswer.Ended(client.unanswered()),
                told -> block.put(step, told));
    if (answer instanceof StepAnswer.Ended(Outcome end)) {
      outcome = end;
      if (!(end instanceof Outcome.Committed)) {
        ended = Answers.exception(end, null);
      }
    }
    return answer;
  }

  /** Makes sure that the transaction has not ended. */
  private void goOn() {
    if (ended != null) {
      throw ended;
    }
    if (outcome != null) {
      throw new IllegalStateException("the transaction has committed");
    }
    if (over) {
      throw new IllegalStateException("the transaction is over: its block has returned");
    }
  }
}
