package tutti.engine.transaction.submission;

import java.nio.ByteBuffer;
import java.util.List;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.Sha256;
import tutti.model.ValueCodec;

/**
 * The fingerprint of a request under an Idempotency-Key: two hashes of 32 bits, each the first
 * bytes of a SHA-256. Requests are the same if one of the two is.
 *
 * <ul>
 *   <li>The upper half is of what the client wrote. By it a request is the same under a later
 *       version of the application, which has other defaults, or one more argument. It is 0 where
 *       that is not known.
 *   <li>The lower half is of the calls as the server understood them, by the first names of all
 *       that has one. By it a request is the same if it differs in white space, in the order of
 *       fields, in how a character is escaped, in whether a default is written out, in zeros at the
 *       end of a decimal number, or in a name that has changed.
 * </ul>
 *
 * <p>For example, {@code {"by": 10}} was sent while {@code note} was {@code "x"} where it is left
 * out. It comes again when that is {@code "y"}: its lower half is another one now, and its upper
 * half the same.
 *
 * <p>Folders of before have one hash of 64 bits of the values in their order, which is compared
 * whole.
 */
public final class RequestFingerprint {
  private RequestFingerprint() {}

  /**
   * Returns a key with the fingerprint of the calls that it is sent with.
   *
   * @param single whether one event was asked for by its own path: the answers differ
   * @param written the arguments of each call as the client wrote them: JSON, as a tree
   */
  public static Idempotency of(
      String key, List<Call> calls, boolean single, ValueCodec codec, List<?> written) {
    long own =
        (long) written(calls, single, written) << Integer.SIZE
            | Integer.toUnsignedLong(understood(calls, single, codec));
    return new Idempotency(key, own, former(calls, single, codec));
  }

  /** Returns whether two fingerprints are of the same request. */
  public static boolean isSame(long one, long other) {
    long differ = one ^ other;
    return differ == 0
        || (int) differ == 0 && (int) one != 0
        || differ >>> Integer.SIZE == 0 && one >>> Integer.SIZE != 0;
  }

  private static int written(List<Call> calls, boolean single, List<?> written) {
    Encoder out = new Encoder();
    out.putBoolean(single).putVarLong(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      out.putString(call.target().type()).putString(call.target().key());
      WrittenForm.encode(written.get(i), out.putString(call.action().name()));
    }
    return (int) (hash(out) >>> Integer.SIZE);
  }

  private static int understood(List<Call> calls, boolean single, ValueCodec codec) {
    Encoder out = new Encoder();
    out.putBoolean(single).putVarLong(calls.size());
    calls.forEach(call -> codec.encodeNamed(call, out));
    return (int) (hash(out) >>> Integer.SIZE);
  }

  /** Returns the fingerprint that earlier versions of Tutti gave to a request. */
  private static long former(List<Call> calls, boolean single, ValueCodec codec) {
    Encoder out = new Encoder();
    out.putBoolean(single).putVarLong(calls.size());
    for (Call call : calls) {
      out.putString(call.target().type()).putString(call.target().key());
      out.putString(call.action().name()).putVarLong(call.arguments().size());
      for (Object argument : call.arguments()) {
        codec.encodeMeaning(argument, out);
      }
    }
    return hash(out);
  }

  private static long hash(Encoder bytes) {
    return ByteBuffer.wrap(Sha256.of(bytes.toByteArray())).getLong();
  }
}
