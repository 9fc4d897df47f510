package tutti.engine.transaction.submission;

import java.nio.ByteBuffer;
import java.util.List;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.Sha256;
import tutti.model.ValueCodec;

/**
 * The fingerprint of a request under an Idempotency-Key: the first eight bytes of SHA-256 over its
 * calls as the server understood them. Two bodies are the same request if they differ only in white
 * space, in the order of fields, in how a character is escaped, in whether a default is written
 * out, or in zeros at the end of a decimal number.
 */
public final class RequestFingerprint {
  private RequestFingerprint() {}

  /**
   * @param single whether one event was asked for by its own path: the answers differ
   */
  public static long of(List<Call> calls, boolean single, ValueCodec codec) {
    Encoder out = new Encoder();
    out.putBoolean(single).putVarLong(calls.size());
    for (Call call : calls) {
      out.putString(call.target().type()).putString(call.target().key());
      out.putString(call.action().name()).putVarLong(call.arguments().size());
      for (Object argument : call.arguments()) {
        codec.encodeMeaning(argument, out);
      }
    }
    return ByteBuffer.wrap(Sha256.of(out.toByteArray())).getLong();
  }
}
