package tutti.engine.history;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.protocol.replication.LogEntry;

/**
 * A listener that is told of each event, for checkers. Methods are called from many threads, some
 * of them under an actor's latch, so they must be short and must not call back.
 */
public interface History {
  /** Calls no listener. */
  History NONE = new History() {};

  /** Whether anyone listens; callers skip building the events that they would tell. */
  default boolean enabled() {
    return this != NONE;
  }

  /**
   * Notes that a transaction's decision is in the log: the transaction happens unless a crash comes
   * before the log is flushed up to {@code lsn}. Called in the transaction's own task, before any
   * client or node learns of the decision.
   *
   * @param attempt the attempt of the transaction
   * @param key the transaction's idempotency key; null if it has none
   * @param claims all that the transaction holds: the actions, with their arrival positions and
   *     observations
   * @param results the results that the client will get
   */
  default void decided(
      BranchKey attempt,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {}

  /**
   * A transaction without changes has succeeded, and releases its claims; its client is told once
   * the log is flushed up to {@code lsn}. The log has no record of it.
   *
   * @param results as the client will be told
   */
  default void looked(
      BranchKey attempt, @Nullable String key, long lsn, List<@Nullable Object> results) {}

  /**
   * Notes that the node has voted for a transaction's work on it, and that the vote is in its log:
   * the transaction's coordinator, another node, decides.
   *
   * @param claims all that the transaction holds on this node so far
   */
  default void prepared(BranchKey branch, long lsn, List<Claim> claims) {}

  /**
   * The node that coordinates an attempt has itself voted for the work there, and the vote is in
   * its log: others may decide without it.
   *
   * @param claims all that it holds there
   */
  default void promised(BranchKey attempt, long lsn, List<Claim> claims) {}

  /**
   * Notes that the coordinator's decision about a vote is in this node's log, or need never be. A
   * branch that only read, and so never votes Yes, releases its claims now, since its transaction
   * has executed everywhere ({@code committed} is true), though the transaction may still abort.
   */
  default void branchEnded(BranchKey branch, boolean committed, long lsn) {}

  /**
   * The end of an attempt that this node had voted for is in its log, to commit or to abort; the
   * node need not have applied the effects or released the claims yet, and a crash may still take
   * the record.
   */
  default void ending(BranchKey attempt) {}

  /**
   * An attempt over several nodes that this node coordinates has aborted, and releases its claims
   * here.
   */
  default void undone(BranchKey attempt) {}

  /** An action took effect and made this version of the actor (1 is the first). */
  default void wrote(TransactionId transaction, ActorId actor, long version, Call call) {}

  /** A transaction relied on this version of the actor. */
  default void read(TransactionId transaction, ActorId actor, long version) {}

  /**
   * Notes that a transaction was granted a read: an observation, or the fact that an action is
   * refused.
   *
   * @param claim the transaction's claim, with its observation
   * @param version the version of the actor, without effects that are decided and not applied; the
   *     observation is equal with them
   * @param value as {@link tutti.engine.concurrency.Verdict.Accept#result()}
   */
  default void relied(BranchKey attempt, Claim claim, long version, @Nullable Object value) {}

  /**
   * A grant is dropped immediately, since its question was given up before it came: its transaction
   * was not told of it, though it still runs.
   */
  default void withdrawn(Claim claim) {}

  // --- integrated protocols, where any host may end a transaction ---

  /**
   * An attempt has executed, and asks to be committed: from now on it may commit, also when its
   * host is gone. Told in the transaction's own task.
   *
   * @param claims all that it holds, on copies: the versions of the actors are the positions of its
   *     actions
   * @param results as the client will be told
   */
  default void proposed(
      BranchKey attempt,
      @Nullable String key,
      List<Claim> claims,
      List<@Nullable Object> results) {}

  /**
   * Notes that a participant has executed its part of an attempt that has committed, and needs no
   * other participant's result. Every replica of the participant calls this before a client is
   * answered.
   *
   * @param calls the number of the request's calls, at all participants
   * @param places the places of the participant's calls among them
   * @param claims all that the part holds, as in {@link #proposed}
   * @param results the results of the participant's calls
   */
  default void executedPart(
      BranchKey attempt,
      int calls,
      List<Integer> places,
      List<Claim> claims,
      List<@Nullable Object> results) {}

  /** The protocol has given a proposed attempt this name, before any other host hears of it. */
  default void named(BranchKey attempt, String name) {}

  /** A host knows that the attempt of that name has committed. Told by several hosts. */
  default void committed(String name) {}

  /** A replica of a shard has appended a record of its protocol to the host's log. */
  default void recorded(int shard) {}

  /**
   * Notes that the graph of transactions has grown, at a replica of a shard, or at a coordinator
   * that has asked the replica.
   *
   * @param vertices the number of transactions that are new to the replica
   * @param edges the number of new edges: dependencies that replicas have answered to a
   *     coordinator, or that are decided
   * @param components the number of components that are now ordered behind all that they wait for
   */
  default void graphGrew(int shard, int vertices, int edges, int components) {}

  // --- hosts with replicas of shards ---

  /**
   * Returns the history of one term of this host over a shard, which begins now: all that is told
   * of the shard's transactions belongs to a term. Usually it is this history.
   *
   * @param term its number, which no other term of the shard has
   */
  default History ofTerm(int shard, long term) {
    return this;
  }

  /**
   * Notes that entries of a shard's log are known to be chosen by this host's replica. Called in
   * the order of the log, before a term begins that rests on them, and again after a restart.
   */
  default void chosen(int shard, List<LogEntry> entries) {}
}
