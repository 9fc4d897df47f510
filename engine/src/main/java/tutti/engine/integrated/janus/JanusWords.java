package tutti.engine.integrated.janus;

import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.janus.Message;

/** The messages between hosts of Janus, in words. */
public final class JanusWords {
  private JanusWords() {}

  /**
   * Returns what a message of a host's link says, in words for a person.
   *
   * @throws MalformedData if it is none
   */
  public static String inWords(Decoder in) {
    int kind = in.getByte();
    int shard = in.getCount(Integer.MAX_VALUE);
    return switch (kind) {
      case JanusHost.TO_REPLICA, JanusHost.TO_COORDINATORS ->
          Message.decode(in) + ", shard " + shard;
      case JanusHost.KEYS -> "which keys, shard " + shard;
      default -> "keys, shard " + shard;
    };
  }
}
