package tutti.engine.history;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * Told what happens, for checkers. Methods are called from many threads, some of them under an
 * actor's latch, so they must be short and must not call back.
 */
public interface History {
  /** Tells no listener. */
  History NONE = new History() {};

  /** Whether anyone listens; callers skip building what they would tell. */
  default boolean enabled() {
    return this != NONE;
  }

  /**
   * A transaction's decision stands in the log: it happens unless a crash comes before the log is
   * flushed up to {@code lsn}. Told in the transaction's own task, before any client or node learns
   * of it.
   *
   * @param attempt which of the transaction's attempts it was
   * @param key its idempotency key, or null
   * @param claims all that it holds: the actions, with their arrival positions and what they saw
   * @param results as the client will be told
   */
  default void decided(
      BranchKey attempt,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {}

  /**
   * A transaction that changed nothing has succeeded, and lets go of what it holds; its client is
   * told once the log is flushed up to {@code lsn}. Nothing of it stands in the log.
   *
   * @param results as the client will be told
   */
  default void looked(
      BranchKey attempt, @Nullable String key, long lsn, List<@Nullable Object> results) {}

  /**
   * This node has voted for what a transaction did on it, and the vote stands in its log: the
   * transaction's coordinator, another node, decides.
   *
   * @param claims all that it holds on this node so far
   */
  default void prepared(BranchKey branch, long lsn, List<Claim> claims) {}

  /**
   * The node that coordinates an attempt has itself voted for what it did there, and the vote
   * stands in its log: others may decide without it.
   *
   * @param claims all that it holds there
   */
  default void promised(BranchKey attempt, long lsn, List<Claim> claims) {}

  /**
   * What the coordinator decided of a vote stands in this node's log, or will never need to. Of a
   * branch that only read, and so never votes Yes: it lets go now, since its transaction has
   * executed everywhere ({@code committed} is true), though it may still abort.
   */
  default void branchEnded(BranchKey branch, boolean committed, long lsn) {}

  /**
   * That an attempt aborts, for which this node had voted, stands in its log; it need not have let
   * go yet.
   */
  default void aborting(BranchKey attempt) {}

  /** An attempt over several nodes that this node coordinates has aborted, and lets go here. */
  default void undone(BranchKey attempt) {}

  /** An action took effect and made this version of the actor (1 is the first). */
  default void wrote(TransactionId transaction, ActorId actor, long version, Call call) {}

  /** A transaction relied on this version of the actor. */
  default void read(TransactionId transaction, ActorId actor, long version) {}

  /**
   * A transaction was granted a look: an observation, or that an action is refused.
   *
   * @param claim what it holds, with what it looked at
   * @param version of the actor, without effects that are decided and not applied; what was seen is
   *     the same with them
   * @param value as {@link tutti.engine.concurrency.Verdict.Accept#result()}
   */
  default void relied(BranchKey attempt, Claim claim, long version, @Nullable Object value) {}

  /**
   * A grant is dropped immediately, since its question was given up before it came: its transaction
   * was not told of it, though it still runs.
   */
  default void withdrawn(Claim claim) {}
}
