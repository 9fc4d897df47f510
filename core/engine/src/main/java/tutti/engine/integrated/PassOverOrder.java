package tutti.engine.integrated;

import java.util.Optional;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * An order in the configuration log of a shard, by which all its replicas pass over a transaction.
 * Immutable.
 *
 * @param place the number of the transaction's place
 * @param transaction the transaction's id and shards, as its protocol writes them
 * @param by the person who has ordered it
 * @param reason the person's words
 */
public record PassOverOrder(long place, byte[] transaction, String by, String reason) {
  /** The first byte of an order, which no other command of a configuration log has. */
  private static final int KIND = 254;

  /** Appends this order's bytes. */
  public Encoder encode(Encoder out) {
    return out.putByte(KIND).putLong(place).putBytes(transaction).putMessage(by).putMessage(reason);
  }

  /**
   * Reads an order, if a command of a configuration log is one.
   *
   * @throws tutti.model.MalformedData if it is damaged
   */
  public static Optional<PassOverOrder> of(byte[] command) {
    if (command.length == 0 || Byte.toUnsignedInt(command[0]) != KIND) {
      return Optional.empty();
    }
    Decoder in = new Decoder(command);
    in.getByte();
    return Optional.of(
        new PassOverOrder(in.getLong(), in.getBytes(), in.getString(), in.getString()));
  }
}
