package tutti.engine.transaction.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.rows.RowRefused;
import tutti.engine.transaction.record.LogRecord.Effect;
import tutti.engine.transaction.record.LogRecord.Look;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.Observation;
import tutti.model.ValueCodec;

/**
 * The format of the parts of records, checkpoints and messages, for one application: types and
 * actions are numbers of that application. Every read may throw {@link MalformedData}. Thread-safe.
 */
public final class RecordParts {
  public static final int MOST_ITEMS = 1 << 20;

  /** Added to the number of observations where the transaction's caller stands before them. */
  private static final int WITH_CALLER = MOST_ITEMS + 1;

  private final Application application;
  private final ValueCodec codec;
  private final List<ActorType> types;

  public RecordParts(Application application) {
    this.application = application;
    this.codec = application.codec();
    this.types = application.types();
  }

  /** Writes how many there are, and then each. */
  public static <T> void list(Encoder out, Collection<T> all, BiConsumer<Encoder, T> each) {
    out.putVarLong(all.size());
    for (T one : all) {
      each.accept(out, one);
    }
  }

  public static <T> List<T> list(Decoder in, Function<Decoder, T> each) {
    int count = in.getCount(MOST_ITEMS);
    List<T> all = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      all.add(each.apply(in));
    }
    return all;
  }

  public void id(Encoder out, TransactionId id) {
    out.putVarLong(id.node())
        .putVarLong(id.incarnation())
        .putVarLong(id.number())
        .putVarLong(id.coordinator());
  }

  public TransactionId id(Decoder in) {
    return new TransactionId(
        in.getCount(Integer.MAX_VALUE),
        in.getVarLong(),
        in.getVarLong(),
        in.getCount(Integer.MAX_VALUE));
  }

  public void key(Encoder out, BranchKey key) {
    id(out, key.id());
    out.putVarLong(key.attempt());
  }

  public BranchKey key(Decoder in) {
    return new BranchKey(id(in), in.getCount(Integer.MAX_VALUE));
  }

  public void values(Encoder out, List<? extends @Nullable Object> values) {
    out.putVarLong(values.size());
    for (Object value : values) {
      codec.encode(value, out);
    }
  }

  public List<@Nullable Object> values(Decoder in) {
    return list(in, codec::decode);
  }

  public void actor(Encoder out, ActorId actor) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).name().equals(actor.type())) {
        out.putVarLong(i).putString(actor.key());
        return;
      }
    }
    throw new IllegalStateException("the application has no actor type " + actor.type());
  }

  public ActorId actor(Decoder in) {
    return new ActorId(types.get(in.getCount(types.size() - 1)).name(), in.getString());
  }

  public void state(Encoder out, ActorState state) {
    out.putVarLong(state.stage()).putVarLong(state.size());
    for (int i = 0; i < state.size(); i++) {
      codec.encode(state.field(i), out);
    }
  }

  public ActorState state(Decoder in) {
    int stage = in.getCount(1 << 16);
    @Nullable Object[] fields = new @Nullable Object[in.getCount(1 << 16)];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = codec.decode(in);
    }
    return new ActorState(stage, fields);
  }

  public void instant(Encoder out, Instant at) {
    time(out, at);
  }

  public Instant instant(Decoder in) {
    return time(in);
  }

  /** Appends a time, for which no application is needed. */
  public static void time(Encoder out, Instant at) {
    out.putSigned(at.getEpochSecond()).putVarLong(at.getNano());
  }

  /** Reads a time. */
  public static Instant time(Decoder in) {
    long second = in.getSigned();
    int nano = in.getCount(999_999_999);
    if (second < Instant.MIN.getEpochSecond() || second > Instant.MAX.getEpochSecond()) {
      throw new MalformedData("no time is " + second + " seconds from 1970");
    }
    return Instant.ofEpochSecond(second, nano);
  }

  public void seen(Encoder out, Observations seen) {
    instant(out, seen.now());
    List<Observations.Fact> facts = seen.isEmpty() ? List.of() : seen.facts();
    if (seen.caller().isNobody()) {
      // As records of before have it, which know no callers.
      out.putVarLong(facts.size());
    } else {
      seen.caller().encode(out.putVarLong(WITH_CALLER + facts.size()));
    }
    for (Observations.Fact fact : facts) {
      actor(out, fact.actor());
      observation(out, fact.what());
      if (fact.value() instanceof ActorState state) {
        state(out.putBoolean(true), state);
      } else {
        codec.encode(fact.value(), out.putBoolean(false));
      }
    }
  }

  public Observations seen(Decoder in) {
    Instant now = instant(in);
    int count = in.getCount(WITH_CALLER + MOST_ITEMS);
    boolean called = count >= WITH_CALLER;
    Observations seen = Observations.at(now, called ? Caller.decode(in) : Caller.NOBODY);
    count -= called ? WITH_CALLER : 0;
    for (int i = 0; i < count; i++) {
      ActorId actor = actor(in);
      Observation what = observation(in);
      seen = seen.with(actor, what, in.getBoolean() ? state(in) : codec.decode(in));
    }
    return seen;
  }

  public void observation(Encoder out, Observation what) {
    switch (what) {
      case Observation.OfField(var index) -> out.putByte(0).putVarLong(index);
      case Observation.InStages(var stages) -> out.putByte(1).putLong(stages);
      case Observation.Whole() -> out.putByte(2);
    }
  }

  public Observation observation(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Observation.OfField(in.getCount(1 << 16));
      case 1 -> new Observation.InStages(in.getLong());
      case 2 -> new Observation.Whole();
      default -> throw new MalformedData("an observation of unknown kind " + kind);
    };
  }

  /**
   * Writes a call without whether it is negated: an action never is, and a forbidden one says so
   * itself.
   */
  public void call(Encoder out, Call call) {
    actor(out, call.target());
    out.putVarLong(call.action().index());
    values(out, call.arguments());
  }

  // Arguments are never null; the codec's type cannot express that.
  @SuppressWarnings({"NullAway", "unchecked"})
  public Call call(Decoder in) {
    ActorId actor = actor(in);
    ActorType type = application.type(actor.type());
    List<Action> actions = type == null ? List.of() : type.actions();
    int index = in.getCount(Math.max(0, actions.size() - 1));
    if (index >= actions.size()) {
      throw new MalformedData("no action " + index + " of " + actor.type());
    }
    List<Object> arguments;
    try {
      arguments = (List<Object>) (List<?>) values(in);
    } catch (RowRefused e) {
      throw new RowRefused(actor + ": " + e.getMessage(), e);
    }
    return new Call(actor, actions.get(index), arguments);
  }

  public void effect(Encoder out, Call call, long position, long low) {
    call(out, call);
    out.putVarLong(position).putVarLong(position - low);
  }

  public Effect effect(Decoder in) {
    Call call = call(in);
    long position = in.getVarLong();
    return new Effect(call, position, position - in.getVarLong());
  }

  void look(Encoder out, ActorId actor, Work work) {
    actor(out, actor);
    switch (work) {
      case Work.Observe(var what) -> observation(out.putByte(0), what);
      case Work.Forbid(var call) -> {
        call(out.putByte(1), call);
        out.putBoolean(call.negated());
      }
      case Work.Act act -> throw new IllegalArgumentException("an action is no look: " + act);
      case Work.Run _, Work.Begin _ -> observation(out.putByte(0), Observation.NOTHING);
      case Work.Lock lock -> throw new IllegalArgumentException("a lock is no look: " + lock);
      case Work.Read _, Work.Settle _ ->
          throw new IllegalArgumentException("holds nothing: " + work);
    }
  }

  Look look(Decoder in) {
    ActorId actor = actor(in);
    int kind = in.getByte();
    Work work =
        switch (kind) {
          case 0 -> new Work.Observe(observation(in));
          case 1 -> new Work.Forbid(forbidden(in));
          default -> throw new MalformedData("a look of unknown kind " + kind);
        };
    return new Look(actor, work);
  }

  private Call forbidden(Decoder in) {
    Call call = call(in);
    return new Call(call.target(), call.action(), call.arguments(), in.getBoolean());
  }
}
