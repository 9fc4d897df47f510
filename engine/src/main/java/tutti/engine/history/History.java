package tutti.engine.history;

import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * Told what happens, for checkers. Methods are called from many threads, some of them under an
 * actor's latch, so they must be short and must not call back.
 */
public interface History {
  /** Tells nobody. */
  History NONE = new History() {};

  /** Whether anyone listens; callers skip building what they would tell. */
  default boolean enabled() {
    return this != NONE;
  }

  /** An action took effect and made this version of the actor (1 is the first). */
  default void wrote(TransactionId transaction, ActorId actor, long version, Call call) {}

  /** A transaction relied on this version of the actor. */
  default void read(TransactionId transaction, ActorId actor, long version) {}
}
