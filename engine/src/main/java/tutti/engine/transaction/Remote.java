package tutti.engine.transaction;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.runtime.TaskExecutor;
import tutti.model.Encoder;
import tutti.protocol.commit.Entry;

/**
 * The other nodes, as a transaction that this node coordinates sees them: its actors there are
 * asked, and a commit protocol decides for all nodes together (docs/rulings.md#seams,
 * docs/rulings.md#ruling-1).
 */
public interface Remote {

  /** A node that has no others. */
  Remote NONE =
      local -> {
        throw new IllegalStateException("there is no other node");
      };

  /** Begins to coordinate an attempt, before its first ask of another node. In its task. */
  Coordination coordinate(Local local);

  /**
   * One attempt at a transaction as all its nodes see it. Called in its own task only, but where
   * its procedures' tasks may call it too.
   */
  interface Coordination {

    /**
     * Asks an actor of another node, and waits. By one task of the transaction at a time.
     *
     * @param vote whether that node is to vote at once, as it executes (PSAC §4.2): nothing more is
     *     known to be asked there
     */
    Reply ask(int node, Asker.Question question, boolean vote);

    /** Sends calls of procedures to a node, to run there together; on its home executor. */
    void send(int node, List<Procedures.Outgoing> calls);

    /** It need not wait for an answer any more, and why; from any thread. */
    void interrupt(Reason why);

    /**
     * Everything has executed, the set of nodes is closed: waits for the decision.
     *
     * @param changesHere whether this node has effects of it
     * @return null if it commits: whoever asked is told in time; else why not, and nothing is held
     *     any more
     */
    @Nullable Reason decide(boolean changesHere);

    /** Execution failed: all is undone, here and there. */
    void giveUp();
  }

  /** The coordinating node's own part of the transaction. Called on its home executor. */
  interface Local {
    BranchKey key();

    /** The transaction, as concurrency control on its own node knows it. */
    Participant participant();

    /** When it was submitted, in microseconds since 1970. */
    long age();

    /** Ends its execution: it need not wait for anything any more. From any thread. */
    void stop(Reason why);

    /** Why its execution is to end, or null; from any thread. */
    @Nullable Reason stopped();

    /** Its procedures that run now, or null. */
    Procedures.@Nullable Execution procedures();

    /** The transaction's time. */
    Instant now();

    /** In the scheduler's nanoseconds. */
    long deadlineNanos();

    long timeoutNanos();

    /** The executor that its task runs on: what concerns it happens there, one after another. */
    TaskExecutor home();

    /**
     * The record that this node has voted for its own part.
     *
     * @param branches the nonces of the other nodes' branches, by node
     */
    Encoder vote(LogRecord.Part part, SortedMap<Integer, Long> branches);

    /**
     * The same for a checkpoint.
     *
     * @param lsn where the vote stands in the log
     */
    InProgress.Prepared prepared(Written written, long lsn, SortedMap<Integer, Long> branches);

    /**
     * Appends that it commits.
     *
     * @param entry as the commit protocol calls it
     * @param voters the nodes that voted Yes: they are remembered until they have heard it
     * @return its log position
     * @throws Undecided if it is not in the log: nothing is decided
     */
    long append(Entry entry, LogRecord.Part part, List<LogRecord.Voter> voters) throws Undecided;

    /**
     * Everything has executed, and nodes where it only looked may be told to let go. A transaction
     * that they admit then can be over before this one is decided; so from here on reads wait for
     * what this one has changed here. Its {@linkplain Participant#epoch epoch} is known then.
     *
     * @param epoch the greatest of the other nodes, when they had executed
     * @return null, or what keeps it from being prepared here: nobody is told to let go then
     */
    @Nullable Reason executed(long epoch);

    /** The decision stands in the log: its effects are applied. */
    void commit(long lsn);

    /** Lets go of all that it holds here: it aborts, or commits without having changed anything. */
    void release();

    /**
     * A person has ended what it does here: its effects are applied, or let go. How it ends
     * elsewhere is not known, and its client is not told by this.
     *
     * @param lsn of the record that says so
     * @param phase of the checkpoint's gate in which that stands; left when all is applied
     */
    void overruled(boolean commit, long lsn, int phase);

    /** The newest log position here that whoever learns of the outcome depends on. */
    long observedLsn();

    /** It has committed, and its client may know. */
    void tell();

    /**
     * Its client hears that it is not known how it ends, and why; unless it has been told. What
     * becomes known later is there for who asks.
     */
    void doubt(String why);
  }

  /** A decision could not be written. */
  final class Undecided extends Exception {
    private final transient Reason reason;

    public Undecided(Reason reason) {
      super(reason.message());
      this.reason = reason;
    }

    public Reason reason() {
      return reason;
    }
  }
}
