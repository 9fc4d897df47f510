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
   * Executes a piece; {@link Input.Ran} has its output. All pieces with a conflict that come before
   * have run. A piece whose output was not durable is given again after a crash: what is durable of
   * its writes must be what the durable outputs tell.
   *
   * @param payloads of the last words of all participants; none if they exchange none
   * @param again whether an execution here has ended the process: another replica's has not, or it
   *     has happened once
   */
  record Execute(TransactionId id, Piece piece, SortedMap<Integer, Payload> payloads, boolean again)
      implements Output {}

  /**
   * Finds the output of a transaction that all replicas have agreed to refuse, since its execution
   * has ended the process of a host; {@link Input.Ran} has it. Nothing of it is executed.
   */
  record Refuse(TransactionId id) implements Output {}

  /**
   * The replica cannot go on: other replicas have executed that transaction, and each of several
   * executions here has ended the process. It stops, until it gets the memory of another one.
   */
  record Stuck(TransactionId id) implements Output {}

  /** The failure of that transaction's execution is durable: the process is to end. */
  record Fail(TransactionId id) implements Output {}

  /**
   * Finds the shard's word about a piece in the state before it; {@link Input.Evaluated} has it.
   * All pieces with a conflict that come before have run, and none behind it has.
   *
   * @param round from 1
   * @param payloads of the words of all participants in the round before; none in the first
   */
  record Evaluate(TransactionId id, Piece piece, int round, SortedMap<Integer, Payload> payloads)
      implements Output {}

  /** Reads the items of a piece at once, and sends their {@link Message.Value} to that host. */
  record Read(int host, long number, Piece piece) implements Output {}

  /**
   * The replica has executed a transaction to another end than others: it decides and executes
   * nothing. If it is known which end is right, {@link Input.Reported} follows, and then the memory
   * of another replica takes the place of this one's; it may be told again.
   *
   * @param own the digest of what it has come to
   * @param right the digest that most have come to; 0 if no majority agrees
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
