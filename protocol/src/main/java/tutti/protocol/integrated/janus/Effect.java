package tutti.protocol.integrated.janus;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Change;

/**
 * A step that a machine asks for. Effects are carried out in the order in which they are given; a
 * host may crash between any two.
 */
public sealed interface Effect {

  /** The ends of a transaction, as its coordinator tells them. */
  enum Outcome {
    COMMITTED,
    /** A participant has refused it, in its place: nothing of it was executed. */
    REFUSED,
    /** No replica that was heard had the transaction's request: it never happens. */
    ABANDONED,
    /** Too many replicas had too many transactions, and it was abandoned: it never happens. */
    OVERLOADED,
    /** The transaction has ended, so long ago that no replica knows how. */
    UNKNOWN
  }

  /** Sends a message to the replica of that shard on that host, which may be this one. */
  record Ask(int shard, int host, Message message) implements Effect {}

  /** Sends a message to the coordinators of its transaction, or to the reader, on that host. */
  record Answer(int host, Message message) implements Effect {}

  /**
   * Appends a record to the host's log, behind everything that was appended before; {@link
   * Event.Persisted} counts it once it is durable.
   *
   * @param forced whether an answer waits for it; if not, it may wait for one that is
   */
  record Persist(Fact record, boolean forced) implements Effect {}

  /** Appends a command to the shard's register, which this replica leads. */
  record Append(Change change) implements Effect {}

  /** Sets a timer, in place of the one of this name that may be running. */
  record SetTimer(Event.Timer timer, long nanos) implements Effect {}

  /** Stops a timer that may be running. */
  record CancelTimer(Event.Timer timer) implements Effect {}

  /**
   * Executes a piece; {@link Event.Ran} has its output. All pieces with a conflict that come before
   * have run. A piece whose output was not durable is given again after a crash: what is durable of
   * its writes must be what the durable outputs tell.
   *
   * @param payloads of the last words of all participants; none if they exchange none
   * @param again whether an execution here has ended the process: another replica's has not, or it
   *     has happened once
   */
  record Execute(TransactionId id, Piece piece, SortedMap<Integer, Payload> payloads, boolean again)
      implements Effect {}

  /**
   * Finds the output of a transaction that all replicas have agreed to refuse, since its execution
   * has ended the process of a host; {@link Event.Ran} has it. Nothing of it is executed.
   */
  record Refuse(TransactionId id) implements Effect {}

  /**
   * The replica cannot go on: other replicas have executed that transaction, and each of several
   * executions here has ended the process. It stops, until it gets the memory of another one.
   */
  record Stuck(TransactionId id) implements Effect {}

  /** The failure of that transaction's execution is durable: the process is to end. */
  record Fail(TransactionId id) implements Effect {}

  /**
   * Finds the shard's word about a piece in the state before it; {@link Event.Evaluated} has it.
   * All pieces with a conflict that come before have run, and none behind it has.
   *
   * @param round from 1
   * @param payloads of the words of all participants in the round before; none in the first
   */
  record Evaluate(TransactionId id, Piece piece, int round, SortedMap<Integer, Payload> payloads)
      implements Effect {}

  /** Reads the items of a piece at once, and sends their {@link Message.Value} to that host. */
  record Read(int host, long number, Piece piece) implements Effect {}

  /** The read has these values. */
  record HasRead(long number, Payload values) implements Effect {}

  /**
   * The replica has executed a transaction to another end than others: it decides and executes
   * nothing. If it is known which end is right, {@link Event.Reported} follows, and then the memory
   * of another replica takes the place of this one's; it may be told again.
   *
   * @param own the digest of what it has come to
   * @param right the digest that most have come to; 0 if no majority agrees
   */
  record Diverged(TransactionId id, Request request, long own, long right) implements Effect {}

  /**
   * The coordinator of a transaction seems to be gone: another should begin, unless the host runs
   * one already.
   *
   * @param above the ballot that the replica heeds
   */
  record TakeOver(Transaction transaction, Ballot above) implements Effect {}

  /**
   * The outcome of the coordinator's transaction, which may be told.
   *
   * @param outputs those of the participants, if it committed or was refused
   */
  record Ended(Transaction transaction, Outcome outcome, SortedMap<Integer, Payload> outputs)
      implements Effect {
    public Ended {
      outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    }
  }

  /**
   * A majority of each participant's replicas has executed the transaction: it counts no more among
   * those that its front has in flight.
   */
  record Freed(Transaction transaction) implements Effect {}

  /**
   * The coordinator has nothing left to do.
   *
   * @param settled whether every participant has forgotten the transaction
   */
  record Done(Transaction transaction, boolean settled) implements Effect {}
}
