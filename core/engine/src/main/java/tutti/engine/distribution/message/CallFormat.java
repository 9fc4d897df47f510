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
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;

/** The format of procedure calls between nodes, and of their ends, as bytes. Thread-safe. */
record CallFormat(RecordParts parts, ValueCodec codec) {
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
    RecordParts.list(out, all, (to, one) -> each.accept(to.putVarLong(one.number()), one.value()));
  }

  private static <T> List<Numbered<T>> all(Decoder in, Function<Decoder, T> each) {
    return RecordParts.list(
        in, from -> new Numbered<>(from.getCount(Integer.MAX_VALUE), each.apply(from)));
  }

  void call(Encoder out, RemoteCall call) {
    parts.call(out, call.call());
    out.putBoolean(call.readOnly()).putVarLong(call.path().size());
    for (RemoteCall.Step step : call.path()) {
      parts.actor(out, step.actor());
      out.putString(step.procedure()).putVarLong(step.madeAt());
    }
  }

  RemoteCall call(Decoder in) {
    var call = parts.call(in);
    boolean readOnly = in.getBoolean();
    return new RemoteCall(call, readOnly, RecordParts.list(in, this::step));
  }

  private RemoteCall.Step step(Decoder in) {
    return new RemoteCall.Step(parts.actor(in), in.getString(), in.getCount(Integer.MAX_VALUE));
  }

  void end(Encoder out, RemoteEnd end) {
    value(out, end.result());
    out.putVarLong(end.below().size());
    for (RemoteEnd.Below each : end.below()) {
      parts.actor(out.putSigned(each.caller()), each.actor());
      out.putString(each.procedure()).putVarLong(each.madeAt()).putBoolean(each.last());
    }
    RecordParts.list(out, end.partners(), parts::call);
  }

  RemoteEnd end(Decoder in) {
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
    return new RemoteEnd(result, below, RecordParts.list(in, parts::call));
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
