package tutti.protocol.integrated.janus.graph;

import java.util.Arrays;

/**
 * The bytes of an action or of an output, of which the protocol knows nothing.
 *
 * @param bytes not to be changed
 */
public record Payload(byte[] bytes) {

  /** No bytes: the output of a transaction that was abandoned. */
  public static final Payload NONE = new Payload(new byte[0]);

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload(byte[] its) && Arrays.equals(bytes, its);
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
