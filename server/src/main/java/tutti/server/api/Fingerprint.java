package tutti.server.api;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.ValueCodec;

/**
 * Stands for a request under an Idempotency-Key: the first eight bytes of SHA-256 over its calls as
 * they were understood. Two bodies that differ in white space, in the order of fields, or in how a
 * character is escaped are the same request; one that leaves an argument out differs from one that
 * gives it.
 */
final class Fingerprint {
  private Fingerprint() {}

  /**
   * @param single whether one event was asked for by its own path: the answers differ
   */
  static long of(List<Call> calls, LeftOut leftOut, boolean single, ValueCodec codec) {
    Encoder out = new Encoder();
    out.putBoolean(single).putVarLong(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      out.putString(call.target().type()).putString(call.target().key());
      out.putString(call.action().name()).putVarLong(call.arguments().size());
      for (int j = 0; j < call.arguments().size(); j++) {
        boolean given = !leftOut.contains(i, j);
        out.putBoolean(given);
        if (given) {
          codec.encode(call.arguments().get(j), out);
        }
      }
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(out.array(), 0, out.size());
      return ByteBuffer.wrap(digest.digest()).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
