package tutti.engine.transaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.Observation;
import tutti.model.ValueCodec;

/**
 * What the journal holds of a committed transaction: enough to make its effects again, and to
 * answer its idempotency key (DESIGN §2). It names actors, never containers.
 *
 * @param seen the time and the observations that the effects are computed with
 * @param effects one per actor that acted
 */
public record DecisionRecord(
    TransactionId id,
    @Nullable Idempotency idempotency,
    List<@Nullable Object> results,
    Seen seen,
    List<Effect> effects) {

  /** The first byte of a record: there may be other kinds one day. */
  static final int DECISION = 1;

  private static final int MOST_ITEMS = 1 << 20;

  /**
   * One action as it is to be done again.
   *
   * @param position its arrival position at the actor
   * @param low all actions before this position are in the log before this record, or never
   *     happened
   */
  public record Effect(Call call, long position, long low) {}

  /** Writes and reads records of one application: types and actions are numbers of it. */
  public static final class Format {
    private final Application application;
    private final ValueCodec codec;
    private final List<ActorType> types;

    public Format(Application application) {
      this.application = application;
      this.codec = application.codec();
      this.types = application.types();
    }

    Encoder write(Transaction transaction, List<@Nullable Object> results) {
      Encoder out = new Encoder(256);
      out.putByte(DECISION);
      id(out, transaction.id());
      idempotency(out, transaction.submission().request().idempotency());
      values(out, results);
      seen(out, transaction.seen());
      List<Claim> claims = transaction.claims();
      int effects = 0;
      for (Claim claim : claims) {
        effects += claim.call() == null ? 0 : 1;
      }
      out.putVarLong(effects);
      for (Claim claim : claims) {
        Call call = claim.call();
        if (call != null) {
          effect(out, call, claim.position(), claim.low());
        }
      }
      return out;
    }

    /**
     * @throws MalformedData if the bytes are no record of this application
     */
    public DecisionRecord read(Decoder in) {
      int kind = in.getByte();
      if (kind != DECISION) {
        throw new MalformedData("a record of unknown kind " + kind);
      }
      TransactionId id = id(in);
      Idempotency idempotency = idempotency(in);
      List<@Nullable Object> results = values(in);
      Seen seen = seen(in);
      int count = in.getCount(MOST_ITEMS);
      List<Effect> effects = new ArrayList<>(Math.min(count, 64));
      for (int i = 0; i < count; i++) {
        effects.add(effect(in));
      }
      if (in.remaining() > 0) {
        throw new MalformedData(in.remaining() + " bytes more than the record should have");
      }
      return new DecisionRecord(id, idempotency, results, seen, effects);
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

    private void idempotency(Encoder out, @Nullable Idempotency idempotency) {
      out.putBoolean(idempotency != null);
      if (idempotency != null) {
        out.putString(idempotency.key()).putLong(idempotency.fingerprint());
      }
    }

    private @Nullable Idempotency idempotency(Decoder in) {
      return in.getBoolean() ? new Idempotency(in.getString(), in.getLong()) : null;
    }

    public void values(Encoder out, List<@Nullable Object> values) {
      out.putVarLong(values.size());
      for (Object value : values) {
        codec.encode(value, out);
      }
    }

    public List<@Nullable Object> values(Decoder in) {
      int count = in.getCount(MOST_ITEMS);
      List<@Nullable Object> values = new ArrayList<>(Math.min(count, 64));
      for (int i = 0; i < count; i++) {
        values.add(codec.decode(in));
      }
      return values;
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
      out.putSigned(at.getEpochSecond()).putVarLong(at.getNano());
    }

    public Instant instant(Decoder in) {
      long second = in.getSigned();
      int nano = in.getCount(999_999_999);
      if (second < Instant.MIN.getEpochSecond() || second > Instant.MAX.getEpochSecond()) {
        throw new MalformedData("no time is " + second + " seconds from 1970");
      }
      return Instant.ofEpochSecond(second, nano);
    }

    public void seen(Encoder out, Seen seen) {
      instant(out, seen.now());
      if (seen.isEmpty()) {
        out.putVarLong(0);
        return;
      }
      List<Seen.Fact> facts = seen.facts();
      out.putVarLong(facts.size());
      for (Seen.Fact fact : facts) {
        actor(out, fact.actor());
        switch (fact.what()) {
          case Observation.OfField(var index) -> out.putByte(0).putVarLong(index);
          case Observation.InStages(var stages) -> out.putByte(1).putLong(stages);
          case Observation.Whole() -> out.putByte(2);
        }
        if (fact.value() instanceof ActorState state) {
          state(out.putBoolean(true), state);
        } else {
          codec.encode(fact.value(), out.putBoolean(false));
        }
      }
    }

    public Seen seen(Decoder in) {
      Seen seen = Seen.at(instant(in));
      int count = in.getCount(MOST_ITEMS);
      for (int i = 0; i < count; i++) {
        ActorId actor = actor(in);
        int kind = in.getByte();
        Observation what =
            switch (kind) {
              case 0 -> new Observation.OfField(in.getCount(1 << 16));
              case 1 -> new Observation.InStages(in.getLong());
              case 2 -> new Observation.Whole();
              default -> throw new MalformedData("an observation of unknown kind " + kind);
            };
        seen = seen.with(actor, what, in.getBoolean() ? state(in) : codec.decode(in));
      }
      return seen;
    }

    public void effect(Encoder out, Call call, long position, long low) {
      actor(out, call.target());
      out.putVarLong(call.action().index());
      values(out, call.arguments());
      out.putVarLong(position).putVarLong(position - low);
    }

    @SuppressWarnings("NullAway") // arguments are never null; the codec cannot say so
    public Effect effect(Decoder in) {
      ActorId actor = actor(in);
      ActorType type = application.type(actor.type());
      List<Action> actions = type == null ? List.of() : type.actions();
      int index = in.getCount(Math.max(0, actions.size() - 1));
      if (index >= actions.size()) {
        throw new MalformedData("no action " + index + " of " + actor.type());
      }
      List<Object> arguments = (List<Object>) (List<?>) values(in);
      long position = in.getVarLong();
      return new Effect(
          new Call(actor, actions.get(index), arguments), position, position - in.getVarLong());
    }
  }
}
