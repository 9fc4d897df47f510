package tutti.engine.transaction.submission;

import java.nio.ByteBuffer;
import java.util.List;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.Sha256;
import tutti.model.ValueCodec;

/**
 * The fingerprint of a request under an Idempotency-Key: two hashes of 32 bits, each the first
 * bytes of a SHA-256. Requests are the same if one of the two is.
 *
 * <ul>
 *   <li>The lower half is of the calls as the server understood them. By it a request is the same
 *       if it differs in white space, in the order of fields, in how a character is escaped, in
 *       whether a default is written out, or in zeros at the end of a decimal number.
 *   <li>The upper half is of what the client wrote. By it a request is the same under a later
 *       version of the application, too, which has other defaults, one more argument, or the
 *       constants of an enum in another order. It is 0 where that is not known.
 * </ul>
 *
 * <p>Folders of before have fingerprints whose both halves are of the calls as they were
 * understood: their lower half is the same as today's.
 *
 * <p>For example, {@code {"by": 10}} was sent while {@code note} was {@code "x"} where it is left
 * out. It comes again when that is {@code "y"}: its lower half is another one now, and its upper
 * half the same.
 */
public final class RequestFingerprint {
  private RequestFingerprint() {}

  /**
   * Returns the fingerprint of some calls.
   *
   * @param single whether one event was asked for by its own path: the answers differ
   * @param written the call or the calls as the client wrote them, in the one form of them that
   *     does not hang on the application
   */
  public static long of(List<Call> calls, boolean single, ValueCodec codec, Encoder written) {
    return (long) half(written) << Integer.SIZE
        | Integer.toUnsignedLong(understood(calls, single, codec));
  }

  /** Returns whether two fingerprints are of the same request. */
  public static boolean isSame(long one, long other) {
    long differ = one ^ other;
    return differ == 0
        || (int) differ == 0 && (int) one != 0
        || differ >>> Integer.SIZE == 0 && one >>> Integer.SIZE != 0;
  }

  private static int half(Encoder bytes) {
    return ByteBuffer.wrap(Sha256.of(bytes.toByteArray())).getInt();
  }

  /** Returns the lower half, which is that of the eight bytes that folders of before have. */
  private static int understood(List<Call> calls, boolean single, ValueCodec codec) {
    Encoder out = new Encoder();
    out.putBoolean(single).putVarLong(calls.size());
    for (Call call : calls) {
      out.putString(call.target().type()).putString(call.target().key());
      out.putString(call.action().name()).putVarLong(call.arguments().size());
      for (Object argument : call.arguments()) {
        codec.encodeMeaning(argument, out);
      }
    }
    return (int) ByteBuffer.wrap(Sha256.of(out.toByteArray())).getLong();
  }
}
