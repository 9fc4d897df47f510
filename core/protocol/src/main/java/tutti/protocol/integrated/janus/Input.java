package tutti.protocol.integrated.janus;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;

/**
 * An input of a {@link Replica}: a request of its host, the end of an execution, or a command of
 * the shard's configuration log.
 */
public sealed interface Input {

  /** A piece of {@link Output.Execute} was executed. */
  record Ran(TransactionId id, PieceOutput output) implements Input {}

  /**
   * The execution of a piece of {@link Output.Execute} has ended in an error after which no process
   * continues; it has no output.
   */
  record Failed(TransactionId id) implements Input {}

  /**
   * A person has decided that a transaction which waits for a verdict is refused, although not all
   * replicas have reported that they hold it.
   */
  record Overruled(TransactionId id) implements Input {}

  /** The difference of {@link Output.Diverged} is recorded where people find it. */
  record Reported(TransactionId id) implements Input {}

  /**
   * A person has decided, where no majority agrees, with which results of these transactions all
   * replicas of the shard continue. One replica at least has each of the results. Every replica
   * gets this input.
   *
   * @param ends the digests of these results
   */
  record Upheld(SortedMap<TransactionId, Long> ends) implements Input {
    public Upheld {
      ends = Collections.unmodifiableSortedMap(new TreeMap<>(ends));
    }
  }

  /**
   * A coordinator on the host {@code asker} has asked for a transaction that all replicas of the
   * shard pass over on a person's order, since they cannot take it. The replica does not witness
   * the transaction, and answers so.
   */
  record PassedOver(Transaction transaction, Ballot ballot, int asker) implements Input {}

  /** The shard's input that {@link Output.Evaluate} has asked for. */
  record Evaluated(TransactionId id, int round, PieceInput word) implements Input {}

  /**
   * The leader of the shard's configuration log is known. Repeated to a replica that leads whenever
   * a term of it opens, after all commands that are chosen.
   */
  record Leads(int host) implements Input {}

  /** The next command of the configuration log is chosen; commands come in their order. */
  record Chosen(ConfigurationCommand change) implements Input {}

  /**
   * Commands of the configuration log were truncated before the replica got them: it continues from
   * the newest configuration, and lacks what came before. The commands behind that configuration
   * follow next.
   */
  record Missed(ConfigurationCommand.Open newest) implements Input {}

  /**
   * The durable state of a voter has come, except for the latest changes, so that the replica can
   * be a learner.
   *
   * @param is false if it has not come any more
   */
  record Prepared(boolean is) implements Input {}

  /**
   * The durable state of a voter is here and durable, as it was at one moment of a configuration in
   * which this replica is a learner.
   *
   * @param image the voter's {@link DurableState#image}
   */
  record Copied(List<Record> image) implements Input {
    public Copied {
      image = List.copyOf(image);
    }
  }

  /**
   * The data here was written by this version of the application, or by an older one. From now on,
   * a request of an older version is taken only if it was known before.
   *
   * @param number the number of the version; a number lower than an earlier one changes nothing
   */
  record Version(long number) implements Input {}
}
