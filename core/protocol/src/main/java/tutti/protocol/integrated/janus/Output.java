package tutti.protocol.integrated.janus;

import java.util.SortedMap;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;

/** An output of a {@link Replica}: a decision of the protocol, or what its host is to execute. */
public sealed interface Output {

  /** Appends a command to the shard's configuration log, which this replica leads. */
  record Append(ConfigurationCommand change) implements Output {}

  /**
   * Executes a piece; {@link Input.Ran} has its output. All earlier pieces with a conflict have
   * been executed. After a crash, a piece whose output was not durable is executed again: those of
   * its writes that are durable must agree with the durable outputs.
   *
   * @param payloads the last inputs of all participants; empty if the participants exchange none
   * @param again whether an execution here has ended the process, and either another replica's
   *     execution has not, or this has happened only once
   */
  record Execute(TransactionId id, Piece piece, SortedMap<Integer, Payload> payloads, boolean again)
      implements Output {}

  /**
   * Finds the output of a transaction that all replicas have agreed to refuse, since its execution
   * has ended the process of a host; {@link Input.Ran} has it. Nothing of it is executed.
   */
  record Refuse(TransactionId id) implements Output {}

  /**
   * The replica cannot continue: other replicas have executed the transaction, and each of several
   * executions here has ended the process. The replica stops, until it gets the durable state of
   * another replica.
   */
  record Stuck(TransactionId id) implements Output {}

  /** The record of the failed execution is durable: the process is to end. */
  record Fail(TransactionId id) implements Output {}

  /**
   * Finds the shard's input about a piece, in the state before the piece; {@link Input.Evaluated}
   * has it. All earlier pieces with a conflict have been executed, and no later one.
   *
   * @param round counted from 1
   * @param payloads the inputs of all participants in the round before; empty in the first round
   */
  record Evaluate(TransactionId id, Piece piece, int round, SortedMap<Integer, Payload> payloads)
      implements Output {}

  /**
   * Reads the items of a piece immediately, and sends their {@link Message.Value} to the host
   * {@code host}.
   */
  record Read(int host, long number, Piece piece) implements Output {}

  /**
   * The replica's execution of a transaction had another result than that of other replicas, so the
   * replica decides and executes nothing more. If the right result is known, {@link Input.Reported}
   * follows, and then the durable state of another replica replaces this one's. This output may be
   * repeated.
   *
   * @param own the digest of this replica's result
   * @param right the digest of the result that most replicas have; 0 if no majority agrees
   */
  record Diverged(TransactionId id, Request request, long own, long right) implements Output {}

  /**
   * The coordinator of a transaction seems to be gone: another should begin, unless the host runs
   * one already.
   *
   * @param above the ballot that the replica heeds
   */
  record TakeOver(Transaction transaction, Ballot above) implements Output {}
}
