package tutti.engine.distribution.message;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.Sha256;

/**
 * The first message of a node, about itself: the properties that must agree between nodes, and its
 * identity.
 *
 * @param version of the messages
 * @param application a hash of its source
 * @param deployment a number over the settings that must be equal on all nodes
 * @param folder names its data folder; 0 if it has none
 * @param incarnation how often it has started on it
 * @param start drawn at random when it started
 * @param end the end of its log when it started
 */
public record Greeting(
    int version,
    byte[] application,
    long deployment,
    long folder,
    long incarnation,
    long start,
    long end) {

  /** Returns whether all knowledge of the node is lost when it ends. */
  public boolean keepsNothing() {
    return folder == 0;
  }

  public static byte[] hash(Application application) {
    return Sha256.of(application.source());
  }

  public byte[] write() {
    return Seal.put(
            new Encoder()
                .putVarLong(version)
                .putBytes(application)
                .putLong(deployment)
                .putLong(folder)
                .putVarLong(incarnation)
                .putLong(start)
                .putVarLong(end))
        .toByteArray();
  }

  /**
   * @throws MalformedData if it is none, or was damaged; of a greeting of another version only the
   *     version is read
   */
  public static Greeting read(byte[] bytes) {
    Decoder in = new Decoder(bytes);
    int version = in.getCount(Integer.MAX_VALUE);
    if (version != MessageFormat.VERSION) {
      return new Greeting(version, new byte[0], 0, 0, 0, 0, 0);
    }
    in = Seal.open(bytes, 0, bytes.length);
    return new Greeting(
        in.getCount(Integer.MAX_VALUE),
        in.getBytes(),
        in.getLong(),
        in.getLong(),
        in.getVarLong(),
        in.getLong(),
        in.getVarLong());
  }

  /**
   * Returns why a node that sends this cannot be talked to by a node that sends {@code own}, or
   * null.
   */
  public @Nullable String differsFrom(Greeting own) {
    if (version != own.version) {
      return "it speaks version "
          + version
          + " of the messages, this node version "
          + own.version
          + ": run the same version of Tutti on all nodes";
    }
    if (!Arrays.equals(application, own.application)) {
      return "it runs another application ("
          + text(application)
          + ", here "
          + text(own.application)
          + "): start all nodes with the same specifications";
    }
    if (deployment != own.deployment) {
      return "it has another deployment: nodes, placement, concurrency-control, isolation,"
          + " durability and commit must be the same on all nodes";
    }
    return null;
  }

  private static String text(byte[] hash) {
    return HexFormat.of().formatHex(hash, 0, Math.min(hash.length, 6));
  }
}
