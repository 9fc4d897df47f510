package tutti.simulator.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.ActorView;
import tutti.model.ActorId;
import tutti.model.Call;

/** An event of a run, for a reader. Nodes are named by their numbers. */
public sealed interface TraceEvent {
  /** An event at one node. */
  sealed interface AtNode extends TraceEvent {
    int node();
  }

  /** An event of a message between nodes. */
  sealed interface OfMessage extends TraceEvent {
    long message();

    int from();

    int to();

    byte[] bytes();
  }

  /** The beginning or the end of a fault that lasts. */
  sealed interface OfFault extends TraceEvent {
    String what();

    List<Integer> nodes();
  }

  /** A question of a client to a node, or the answer. */
  sealed interface OfAsk extends AtNode {
    long ask();

    String client();
  }

  /** An event in words. */
  record Note(String text) implements TraceEvent {}

  // --- the network ---

  /**
   * A message left.
   *
   * @param message the number of the message, which copies of one message share
   */
  record Sent(long message, int from, int to, byte[] bytes) implements OfMessage {}

  /**
   * A message, or a copy of it, will not arrive.
   *
   * @param how the reason of the loss, in a word or two
   */
  record Lost(long message, int from, int to, byte[] bytes, String how) implements OfMessage {}

  /**
   * A message, or a copy of it, is handed to its receiver.
   *
   * @param late whether it was sent in an earlier session
   */
  record Arrived(long message, int from, int to, byte[] bytes, boolean late) implements OfMessage {}

  // --- nodes and their disks ---

  /**
   * A node runs again, or for the first time.
   *
   * @param life counts its starts from 1
   */
  record Up(int node, int life) implements AtNode {}

  record Crashed(int node) implements AtNode {}

  /** A node was stopped in order. */
  record Stopped(int node) implements AtNode {}

  record Written(int node, String file, long position, int bytes) implements AtNode {}

  /** Earlier writes to a file are now safe. */
  record Forced(int node, String file) implements AtNode {}

  record DiskFailed(int node, String what) implements AtNode {}

  // --- faults that last ---

  /**
   * A fault begins.
   *
   * @param what names the fault, until {@link FaultEnded} with the same name and nodes
   * @param nodes the nodes that the fault concerns
   */
  record FaultBegan(String what, List<Integer> nodes) implements OfFault {}

  /** A fault that {@linkplain FaultBegan began} is over. */
  record FaultEnded(String what, List<Integer> nodes) implements OfFault {}

  // --- clients ---

  /**
   * A client asks a node for something.
   *
   * @param ask the number of the ask among all, so that the answer can be found
   * @param key its idempotency key, or null
   */
  record Asked(long ask, String client, int node, @Nullable String key, String what)
      implements OfAsk {}

  /**
   * A client is answered, or learns that it will not be.
   *
   * @param transaction that the answer is about, or null
   * @param good whether the client hoped for it
   */
  record Answered(
      long ask,
      String client,
      int node,
      @Nullable TransactionId transaction,
      String what,
      boolean good)
      implements OfAsk {}

  // --- what should not be ---

  /** An invariant does not hold, as of the step before. */
  record Broken(int node, String invariant, String what) implements AtNode {}

  // --- logs and effects ---

  /** A node voted Yes, and its vote stands in its log, to be forced. */
  record Voted(int node, BranchKey key, long lsn, List<Call> acts) implements AtNode {}

  /**
   * A commit is in the log of the node that decided it, not forced yet.
   *
   * @param key the idempotency key of its client; null if it has none
   */
  record Decided(
      int node, TransactionId transaction, @Nullable String key, long lsn, List<Call> acts)
      implements AtNode {}

  /** A node has learnt the end of a branch. */
  record Ended(int node, BranchKey key, boolean committed, long lsn) implements AtNode {}

  /** An action took effect and made this version. */
  record Took(int node, TransactionId transaction, ActorId actor, long version, Call call)
      implements AtNode {}

  /** A transaction relied on this version. */
  record Saw(int node, TransactionId transaction, ActorId actor, long version) implements AtNode {}

  /**
   * The actors of a node that have changed since the snapshot before.
   *
   * @param gone the actors that the node has forgotten since: nothing had happened to them
   */
  record Snapshot(int node, List<ActorView> changed, List<ActorId> gone) implements AtNode {}
}
