package tutti.engine.transaction.execution;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.record.LogRecord;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.commit.RecordKind;

/**
 * The other nodes, as a transaction that this node coordinates sees them: it asks its actors there,
 * and a commit protocol decides for all nodes together (docs/rulings.md#seams,
 * docs/rulings.md#ruling-1).
 */
public interface Remote {

  /** A node that has no others. */
  Remote NONE =
      local -> {
        throw new IllegalStateException("there is no other node");
      };

  /**
   * The ways to ask actors of other nodes.
   *
   * @param earlyVotes whether votes may travel with answers, where the protocol allows it
   * @param together whether actors of several nodes are asked at once
   * @param answersFirst whether a node that votes early answers before its vote is in the log. That
   *     pays where nodes are asked one by one and a log is on several hosts: the next node is asked
   *     while the vote travels to a majority, so that three votes take one round trip of the
   *     replicas and not three. The vote is a message of its own
   */
  record Asking(boolean earlyVotes, boolean together, boolean answersFirst) {}

  /** Returns whether actors of several nodes are asked at once. */
  default boolean asksTogether() {
    return false;
  }

  /** Begins to coordinate an attempt, before its first question to another node. In its task. */
  Coordination coordinate(Local local);

  /**
   * One attempt at a transaction as all its nodes see it. Only the attempt's own task calls it,
   * except where a method allows the tasks of its procedures, too.
   */
  interface Coordination {

    /**
     * Asks an actor of another node. One node answers its questions one after another; several
     * nodes answer theirs at the same time. Called by one task of the transaction at a time.
     *
     * @param vote whether that node is to vote immediately, as it executes (PSAC §4.2), since no
     *     further question to it is known
     */
    Promise<Reply> ask(int node, ActorRequests.Question question, boolean vote);

    /** Returns the places at actors of other nodes. */
    Places places();

    /** Sends calls of procedures to a node, to run there together; on its home executor. */
    void send(int node, List<Procedures.Outgoing> calls);

    /** Ends the waiting for an answer, with a reason. May be called by any thread. */
    void interrupt(Reason why);

    /**
     * Waits for the decision: everything has executed, and the set of nodes is closed.
     *
     * @param changesHere whether the transaction has effects on this node
     * @return done if the transaction commits: the decision is sent to every node that was asked,
     *     in time; else the reason why not, and no claim is held any more
     */
    Result decide(boolean changesHere);

    /** Undoes all, here and on other nodes: execution failed. */
    void giveUp();
  }

  /**
   * The places of an attempt at actors of other nodes, under a control that {@linkplain
   * tutti.engine.concurrency.ConcurrencyControl#begins begins}.
   */
  interface Places {

    /**
     * Takes a place at actors of another node, and waits ({@link
     * tutti.engine.concurrency.Work.Begin}).
     *
     * @param hold whether the node keeps others from beginning there until {@link #begun}
     */
    Reply begin(int node, List<DeclaredUse> uses, boolean hold);

    /** Tells a node that the attempt has begun everywhere. */
    void begun(int node);

    /** Tells a node, if it takes part, that the attempt does not use an actor there again. */
    void release(int node, ActorId actor);

    /**
     * Asks all nodes to answer when all transactions have ended that were before this one there.
     *
     * @param confirms whether a refusal is to be told that rests on what the attempt has seen
     * @return a grant when all have answered, or why one of them does not
     */
    Promise<Reply> settle(boolean confirms);

    /**
     * Asks the nodes on which the attempt changes something to lock it, where concurrency control
     * {@linkplain tutti.engine.concurrency.ConcurrencyControl#locksLast locks last}.
     *
     * @return a grant when all have locked, or why one of them does not
     */
    Promise<Reply> lockChanges();
  }

  /** The coordinating node's own part of the transaction. Called on its home executor. */
  interface Local {
    /** Returns the attempt, with what it has seen and what it holds on this node. */
    Transaction transaction();

    /** Returns the transaction's procedures that run now, or null. */
    Procedures.@Nullable Execution procedures();

    /**
     * Returns the executor of the transaction's task: all steps about the transaction run there,
     * one after another.
     */
    TaskExecutor home();

    /**
     * Returns the part that recovery needs to settle the answer to the client.
     *
     * @param branches the nonces of the other nodes' branches, by node
     */
    OwnPart own(SortedMap<Integer, Long> branches);

    /**
     * Writes the record that the transaction commits.
     *
     * @param entry as the commit protocol calls it
     * @param voters the nodes that voted Yes: they are remembered until they have heard it
     */
    Encoder decision(RecordKind entry, LogRecord.Part part, List<LogRecord.Voter> voters);

    /**
     * Prepares this node's part when everything has executed, before nodes where the transaction
     * only read are asked to release their locks. A transaction that those nodes admit then can end
     * before this one is decided, so from now on reads wait for what this transaction has changed
     * here. The transaction's {@linkplain Participant#epoch epoch} is known then.
     *
     * @param epoch the greatest epoch of the other nodes when they had executed
     * @return done, or the reason why it cannot be prepared here: then no node is asked to release
     *     its locks
     */
    Result executed(long epoch);

    /**
     * Applies the effects, once the decision is in the log.
     *
     * @param lsn the position of the record of that
     * @param phase the phase of the checkpoint's gate that contains the record; left when all is
     *     applied
     */
    void commit(long lsn, int phase);

    /**
     * Releases all that the transaction holds here: it aborts, or commits without having changed
     * anything.
     */
    void release();

    /**
     * Applies or drops the transaction's effects here, as a person has decided. The call decides
     * neither how the transaction ends elsewhere, nor what its client is answered.
     *
     * @param lsn the position of the record of that
     * @param phase the phase of the checkpoint's gate that contains the record; left when all is
     *     applied
     */
    void overruled(boolean commit, long lsn, int phase);

    /** Tells the client that the transaction has committed. */
    void tell();

    /**
     * Tells the client that nothing has happened: the transaction has written nothing anywhere, and
     * what it has seen may not stand.
     */
    void unproven();

    /**
     * Tells the client that the outcome is not known, and why, unless the client has been told. A
     * client that asks later gets what is known then.
     */
    void doubt(String why);
  }
}
