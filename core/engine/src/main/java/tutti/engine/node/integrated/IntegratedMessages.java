package tutti.engine.node.integrated;

import java.util.List;
import java.util.function.Function;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.MessageInWords;
import tutti.engine.integrated.janus.JanusMessages;
import tutti.engine.integrated.tapir.TapirMessages;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.multipaxos.MultiPaxos;

/** The kinds of messages between hosts, and their content for tools that show them. */
public final class IntegratedMessages {
  /** Between the replicas of the configuration logs. */
  static final int CONFIGURATION_LOG = 1;

  /** Between the machines of the protocol. */
  static final int MACHINES = 2;

  /** A question of one node to another, or its answer. */
  static final int QUESTION = 3;

  /** A report for people. */
  static final int REPORT = 4;

  /** A part of an order to pass over an entry. */
  static final int PASS_OVER = 5;

  /** A message with the word alone that each has: how far the sender's log is durable. */
  static final int LOG = 6;

  private IntegratedMessages() {}

  /** Returns whether the protocol's machines agree on transactions by this message. */
  public static boolean isOfMachines(byte[] bytes, int offset) {
    return bytes[offset] == MACHINES;
  }

  /** Returns how many messages of machines go as this one; 1, if it is another. */
  public static int parts(byte[] bytes, int offset, int length) {
    if (!isOfMachines(bytes, offset)) {
      return 1;
    }
    Decoder in = LogWord.open(bytes, offset, length);
    in.getByte();
    int parts = 0;
    while (in.remaining() > 0) {
      in.part(in.getCount(in.remaining()));
      parts++;
    }
    return Math.max(1, parts);
  }

  /** Returns the reader of messages between hosts that run an application. */
  public static Function<byte[], MessageInWords> reader(
      Application application, Replication.Protocol protocol) {
    MessageInWords.Reader nodes = new MessageInWords.Reader(application);
    return bytes -> {
      try {
        Decoder in = LogWord.open(bytes, 0, bytes.length);
        return switch (in.getByte()) {
          case CONFIGURATION_LOG -> {
            String shard = "shard " + in.getVarLong();
            in.getLong();
            yield plain(MultiPaxos.decode(in).getClass().getSimpleName(), shard);
          }
          case MACHINES ->
              protocol == Replication.Protocol.JANUS
                  ? plain("Janus", JanusMessages.inWords(in))
                  : plain("TAPIR", TapirMessages.inWords(in));
          case QUESTION -> nodes.read(in.getRaw(in.remaining()));
          case REPORT -> plain("Report", "");
          case PASS_OVER -> plain("PassOver", "");
          case LOG -> plain("Log", "");
          default -> plain("(unknown)", "");
        };
      } catch (MalformedData damaged) {
        return plain("(damaged)", String.valueOf(damaged.getMessage()));
      }
    };
  }

  private static MessageInWords plain(String name, String detail) {
    return new MessageInWords(name, detail, List.of(), null, -1);
  }
}
