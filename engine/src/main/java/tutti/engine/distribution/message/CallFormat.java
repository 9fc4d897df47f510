package tutti.engine.distribution.message;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.Reply.Numbered;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;

/** The format of procedure calls between nodes, and of their ends, as bytes. Thread-safe. */
final class CallFormat {
  private static final int MOST_NESTED = 1 << 16;

  private final RecordParts parts;
  private final ValueCodec codec;

  CallFormat(RecordParts parts, ValueCodec codec) {
    this.parts = parts;
    this.codec = codec;
  }

  void calls(Encoder out, List<Numbered<RemoteCall>> calls) {
    all(out, calls, this::call);
  }

  List<Numbered<RemoteCall>> calls(Decoder in) {
    return all(in, this::call);
  }

  void ends(Encoder out, List<Numbered<RemoteEnd>> ends) {
    all(out, ends, this::end);
  }

  List<Numbered<RemoteEnd>> ends(Decoder in) {
    return all(in, this::end);
  }

  private static <T> void all(Encoder out, List<Numbered<T>> all, BiConsumer<Encoder, T> each) {
    out.putVarLong(all.size());
    for (Numbered<T> one : all) {
      each.accept(out.putVarLong(one.number()), one.value());
    }
  }

  private static <T> List<Numbered<T>> all(Decoder in, Function<Decoder, T> each) {
    int count = in.getCount(RecordParts.MOST_ITEMS);
    List<Numbered<T>> all = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      all.add(new Numbered<>(in.getCount(Integer.MAX_VALUE), each.apply(in)));
    }
    return all;
  }

  private void call(Encoder out, RemoteCall call) {
    parts.call(out, call.call());
    out.putBoolean(call.readOnly()).putVarLong(call.path().size());
    for (RemoteCall.Step step : call.path()) {
      parts.actor(out, step.actor());
      out.putString(step.procedure()).putVarLong(step.madeAt());
    }
  }

  private RemoteCall call(Decoder in) {
    var call = parts.call(in);
    boolean readOnly = in.getBoolean();
    int count = in.getCount(MOST_NESTED);
    List<RemoteCall.Step> path = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      path.add(
          new RemoteCall.Step(parts.actor(in), in.getString(), in.getCount(Integer.MAX_VALUE)));
    }
    return new RemoteCall(call, readOnly, path);
  }

  private void end(Encoder out, RemoteEnd end) {
    value(out, end.result());
    out.putVarLong(end.below().size());
    for (RemoteEnd.Below each : end.below()) {
      parts.actor(out.putSigned(each.caller()), each.actor());
      out.putString(each.procedure()).putVarLong(each.madeAt()).putBoolean(each.last());
    }
    out.putVarLong(end.partners().size());
    end.partners().forEach(partner -> parts.call(out, partner));
  }

  private RemoteEnd end(Decoder in) {
    Object result = value(in);
    int count = in.getCount(RecordParts.MOST_ITEMS);
    List<RemoteEnd.Below> below = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      long caller = in.getSigned();
      if (caller < RemoteEnd.ITSELF || caller >= i) {
        throw new MalformedData("call " + i + " was not made by call " + caller);
      }
      below.add(
          new RemoteEnd.Below(
              (int) caller,
              parts.actor(in),
              in.getString(),
              in.getCount(Integer.MAX_VALUE),
              in.getBoolean()));
    }
    int more = in.getCount(RecordParts.MOST_ITEMS);
    List<Call> partners = new ArrayList<>(Math.min(more, 64));
    for (int i = 0; i < more; i++) {
      partners.add(parts.call(in));
    }
    return new RemoteEnd(result, below, partners);
  }

  /** Writes a value that an actor gave. */
  void value(Encoder out, @Nullable Object value) {
    switch (value) {
      case ActorState state -> parts.state(out.putByte(1), state);
      case Boolean yes -> out.putByte(yes ? 3 : 2);
      case null, default -> codec.encode(value, out.putByte(0));
    }
  }

  @Nullable Object value(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> codec.decode(in);
      case 1 -> parts.state(in);
      case 2 -> false;
      case 3 -> true;
      default -> throw new MalformedData("a value of unknown kind " + kind);
    };
  }
}
