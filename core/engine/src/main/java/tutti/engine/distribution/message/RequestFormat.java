package tutti.engine.distribution.message;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.DerivedFormat.Part;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The format of requests and of their outcomes, written by hand: every transaction that a node
 * passes on to another one is sent in it. Thread-safe.
 */
record RequestFormat(RecordParts parts, Part<Reason> reasons) {
  private static final int NO_KEY = 0;

  /** A key as Janus' logs of before have it. */
  private static final int KEY = 1;

  private static final int KEY_WITH_FORMER = 2;

  /** Added to the kind of the key where the request's caller stands behind it. */
  private static final int WITH_CALLER = 4;

  void request(Encoder out, TransactionRequest request) {
    RecordParts.list(out, request.calls(), parts::call);
    Caller caller = request.caller();
    key(out, request.idempotency(), caller.isNobody() ? 0 : WITH_CALLER);
    if (!caller.isNobody()) {
      caller.encode(out);
    }
    out.putVarLong(request.timeoutNanos()).putSigned(request.stalenessNanos());
  }

  TransactionRequest request(Decoder in) {
    List<Call> calls = RecordParts.list(in, parts::call);
    if (calls.isEmpty()) {
      throw new MalformedData("a request without calls");
    }
    int kind = in.getByte();
    Idempotency key = key(in, kind & ~WITH_CALLER);
    // Requests in Janus' logs of before are of nobody.
    Caller caller = (kind & WITH_CALLER) == 0 ? Caller.NOBODY : Caller.decode(in);
    return new TransactionRequest(calls, key, in.getVarLong(), in.getSigned(), caller);
  }

  private static void key(Encoder out, @Nullable Idempotency key, int more) {
    if (key == null) {
      out.putByte(NO_KEY + more);
    } else if (key.former() == 0) {
      out.putByte(KEY + more).putString(key.key()).putLong(key.fingerprint());
    } else {
      out.putByte(KEY_WITH_FORMER + more).putString(key.key());
      out.putLong(key.fingerprint()).putLong(key.former());
    }
  }

  private static @Nullable Idempotency key(Decoder in, int kind) {
    return switch (kind) {
      case NO_KEY -> null;
      case KEY -> new Idempotency(in.getString(), in.getLong());
      case KEY_WITH_FORMER -> new Idempotency(in.getString(), in.getLong(), in.getLong());
      default -> throw new MalformedData("a key of unknown kind " + kind);
    };
  }

  void outcome(Encoder out, Outcome outcome) {
    switch (outcome) {
      case Outcome.Committed(var id, var results, var age) -> {
        parts.id(out.putByte(0), id);
        parts.values(out, results);
        out.putSigned(age == null ? -1 : age.toNanos());
      }
      case Outcome.Aborted(var id, var reason) -> {
        parts.id(out.putByte(1), id);
        reasons.write(out, reason);
      }
      case Outcome.InDoubt(var id, var why, _) -> {
        parts.id(out.putByte(2), id);
        out.putMessage(why);
      }
    }
  }

  Outcome outcome(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Outcome.Committed(parts.id(in), parts.values(in), age(in.getSigned()));
      case 1 -> new Outcome.Aborted(parts.id(in), reasons.read(in));
      case 2 -> new Outcome.InDoubt(parts.id(in), in.getString());
      default -> throw new MalformedData("an outcome of unknown kind " + kind);
    };
  }

  private static @Nullable Duration age(long nanos) {
    return nanos < 0 ? null : Duration.ofNanos(nanos);
  }
}
