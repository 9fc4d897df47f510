package tutti.protocol.replication;

import java.util.Arrays;

/**
 * The bytes of one record of the shard's log, of which the machine knows nothing. Immutable, as
 * long as the array that it was made of is left alone.
 */
public final class Command implements LogEntry.Content {
  private final byte[] bytes;

  /**
   * A command of these bytes, which are not copied.
   *
   * @param bytes not to be changed any more
   */
  public Command(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The bytes, not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Command command && Arrays.equals(bytes, command.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length <= 8 ? Arrays.toString(bytes) : bytes.length + " bytes";
  }
}
