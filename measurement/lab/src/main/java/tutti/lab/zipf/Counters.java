package tutti.lab.zipf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.NodeKeys;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;

/** The application of counters: one type, whose fields are numbers. Immutable. */
final class Counters implements Application {
  private static final byte[] SOURCE = "counters".getBytes(StandardCharsets.UTF_8);
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  private final Counter counter = new Counter();

  /** Returns the counter of a shard that has that number there. */
  static ActorId id(int shard, long number) {
    return new ActorId(Counter.NAME, NodeKeys.key(shard, Math.toIntExact(number)));
  }

  /** Returns a request that increments counters, all of them or none. */
  TransactionRequest increments(List<ActorId> counters) {
    List<Call> calls = counters.stream().map(this::increment).toList();
    return new TransactionRequest(calls, null, TIMEOUT_NANOS);
  }

  /** Returns the call that counts by one. */
  Call increment(ActorId id) {
    return new Call(id, counter.increment(), List.of());
  }

  /** Returns the call that sets a counter, and tells its former value. */
  Call set(ActorId id, long value) {
    return new Call(id, counter.set(), List.of(value));
  }

  /** Returns a call that throws. */
  Call mistaken(ActorId id) {
    return new Call(id, counter.mistaken(), List.of());
  }

  @Override
  public List<ActorType> types() {
    return List.of(counter);
  }

  @Override
  public @Nullable ActorType type(String name) {
    return name.equals(Counter.NAME) ? counter : null;
  }

  @Override
  public ValueCodec codec() {
    return Numbers.CODEC;
  }

  @Override
  public byte[] source() {
    return SOURCE.clone();
  }

  @Override
  public Application reload(byte[] source) {
    if (!Arrays.equals(source, SOURCE)) {
      throw new MalformedData("not the counters of the bench");
    }
    return this;
  }

  @Override
  public Evolution evolveFrom(Application older) {
    return new Evolution(List.of(), (actor, old) -> old);
  }

  private static final class Numbers implements ValueCodec {
    static final Numbers CODEC = new Numbers();

    @Override
    public void encode(@Nullable Object value, Encoder out) {
      out.putBoolean(value != null);
      if (value instanceof Long number) {
        out.putSigned(number);
      }
    }

    @Override
    public @Nullable Object decode(Decoder in) {
      return in.getBoolean() ? in.getSigned() : null;
    }
  }
}
