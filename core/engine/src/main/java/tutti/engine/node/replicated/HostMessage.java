package tutti.engine.node.replicated;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.MessageInWords;
import tutti.engine.node.integrated.IntegratedMessages;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.transfer.StateTransfer;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.multipaxos.MultiPaxos;

/**
 * The kinds of messages between hosts, and their content for tools that show or charge for them.
 */
public final class HostMessage {
  /** Between replicas: what {@link tutti.engine.replication.ReplicaLink} carries. */
  static final int REPLICATION = 1;

  /**
   * A leader's message about itself: the shard, the term, its greeting, the position up to which
   * the shard's log is chosen.
   */
  static final int LEADS = 2;

  /** Between parties: who sends in which term, who receives in which, a message of theirs. */
  static final int PARTY = 3;

  /** Between the replicas of one shard: the shard, a part of a {@link StateTransfer}. */
  static final int TRANSFER = 4;

  /** Between hosts: what {@link ReplicaReports} says. */
  static final int REPORT = 5;

  /** A host's message about a shard that is stopped there: the shard, the entry, and why. */
  static final int STOPPED = 6;

  /** Between hosts: what {@link PassOvers} says. */
  static final int PASS_OVER = 7;

  /** A message with the word alone that each has: how far the sender's log is durable. */
  static final int LOG = 8;

  private HostMessage() {}

  /** Returns whether replicas agree on a log by this message. */
  public static boolean isOfReplication(byte[] bytes, int offset) {
    return bytes[offset] == REPLICATION;
  }

  /**
   * Returns the message between nodes that a message between hosts carries from one leader or front
   * to another; null if it carries none.
   *
   * @throws MalformedData if the bytes are no message between hosts, or were damaged
   */
  public static byte @Nullable [] carried(byte[] bytes, int offset, int length) {
    Decoder in = LogWord.open(bytes, offset, length);
    if (in.getByte() != PARTY) {
      return null;
    }
    for (int skipped = 0; skipped < 4; skipped++) {
      in.getVarLong();
    }
    return in.getBytes();
  }

  /**
   * Returns the reader of messages between nodes that run an application.
   *
   * @param deployment of the nodes
   */
  public static Function<byte[], MessageInWords> reader(
      Application application, Deployment deployment) {
    if (deployment.integrated()) {
      return IntegratedMessages.reader(application, deployment.replication().protocol());
    }
    MessageInWords.Reader nodes = new MessageInWords.Reader(application);
    return deployment.replication().active() ? bytes -> inWords(nodes, bytes) : nodes::read;
  }

  /**
   * Reads one message between hosts; bytes that are none are described as such.
   *
   * @param reader reads what parties say to each other
   */
  private static MessageInWords inWords(MessageInWords.Reader reader, byte[] bytes) {
    try {
      byte[] carried = carried(bytes, 0, bytes.length);
      if (carried != null) {
        return reader.read(carried);
      }
      Decoder in = LogWord.open(bytes, 0, bytes.length);
      return switch (in.getByte()) {
        case REPLICATION -> {
          String shard = "shard " + in.getVarLong();
          in.getLong();
          yield plain(MultiPaxos.decode(in).getClass().getSimpleName(), shard);
        }
        case LEADS -> plain("Leads", "shard " + in.getVarLong() + ", term " + in.getVarLong());
        case TRANSFER -> plain("Transfer", "shard " + in.getVarLong());
        case REPORT -> plain("Report", "");
        case LOG -> plain("Log", "");
        default -> plain("(unknown)", "");
      };
    } catch (MalformedData damaged) {
      return plain("(damaged)", String.valueOf(damaged.getMessage()));
    }
  }

  private static MessageInWords plain(String name, String detail) {
    return new MessageInWords(name, detail, List.of(), null, -1);
  }
}
