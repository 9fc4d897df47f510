package tutti.engine.integrated;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.codec.TypeCodec;
import tutti.model.codec.TypeShape;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.HasFootprint;
import tutti.model.footprint.Shape;
import tutti.model.schema.Kind;
import tutti.protocol.integrated.VersionTag;

/**
 * A client's request as the action of an ordered transaction: all that its execution depends on,
 * except for the values of its items.
 *
 * @param attempt how often the request has begun anew
 * @param age the transaction's age, from its submission
 * @param now the transaction's time
 * @param writes the items that the transaction may write
 * @param oneShot whether each participant executes only the calls of its own actors
 */
record OrderedAction(
    TransactionId id,
    TransactionRequest request,
    int attempt,
    long age,
    Instant now,
    SortedSet<ActorId> writes,
    boolean oneShot) {

  /**
   * Returns the actors of a request that is one-shot (Janus §3): each call touches its own actor
   * alone, another one each, and nothing refuses it. Returns none if it is not, or may not be: then
   * only its execution tells what it needs.
   */
  static SortedSet<ActorId> oneShot(
      TransactionRequest request, Application application, Instant now) {
    SortedSet<ActorId> targets = new TreeSet<>();
    if (request.idempotency() != null) {
      return targets;
    }
    for (Call call : request.calls()) {
      ActorType type = application.type(call.target().type());
      if (type == null
          || !(call.action() instanceof HasFootprint)
          || !isKey(type, call.target())
          || mayReturnMuch(call)) {
        return new TreeSet<>();
      }
      targets.add(call.target());
    }
    Footprint footprint = Footprint.of(request.calls(), now);
    boolean apart =
        footprint.shape() == Shape.ONE_SHOT
            && targets.size() == request.calls().size()
            && footprint.accesses().size() == targets.size()
            && targets.stream().allMatch(each -> footprint.allows(each, Mode.WRITE));
    return apart ? targets : new TreeSet<>();
  }

  /** Returns the places of the calls that a participant executes which has those actors. */
  List<Integer> places(Set<ActorId> actors) {
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < request.calls().size(); place++) {
      if (!oneShot || actors.contains(request.calls().get(place).target())) {
        places.add(place);
      }
    }
    return places;
  }

  /**
   * Returns whether the result of a call may be long. The parts of a request that is one-shot are
   * not told of each other's results, and each would have to return whatever it has.
   */
  private static boolean mayReturnMuch(Call call) {
    TypeCodec<?> result =
        call.action() instanceof ProcedureAction action ? action.procedure().result() : null;
    return result != null && isLong(result.shape());
  }

  private static boolean isLong(TypeShape shape) {
    return switch (shape) {
      case TypeShape.Scalar(var kind) -> kind == Kind.STRING;
      case TypeShape.Constants _ -> false;
      case TypeShape.OptionalOf(var of) -> isLong(of.shape());
      case TypeShape.Components(var record) ->
          IntStream.range(0, record.size())
              .anyMatch(place -> isLong(record.column(place).codec().shape()));
      case TypeShape.ListOf _, TypeShape.SetOf _, TypeShape.MapOf _ -> true;
    };
  }

  private static boolean isKey(ActorType type, ActorId actor) {
    try {
      type.blank(actor.key());
      return true;
    } catch (IllegalArgumentException noKey) {
      return false;
    }
  }

  /** The end of such an action, as its output tells it. */
  sealed interface Ended {
    /** The outcome; a refusal rests on the state before the transaction. */
    record Told(Outcome outcome) implements Ended {}

    /** A transaction with its idempotency key has committed before. */
    record Answered(Outcome.Committed former, Instant at) implements Ended {}

    /**
     * A participant of a one-shot transaction has executed its calls.
     *
     * @param places of these among all calls
     * @param results one for each
     */
    record Part(List<Integer> places, List<@Nullable Object> results) implements Ended {}

    /** The action needs an item that it has not named: nothing of it happened. */
    record Moved(ActorId to) implements Ended {}

    /**
     * Returns the end of a transaction as its participants tell it: each tells all; or each tells
     * its own part, and these are all parts.
     *
     * @param calls how many calls it has
     */
    static Ended whole(TransactionId id, int calls, List<Ended> told) {
      @Nullable Object[] results = new @Nullable Object[calls];
      for (Ended each : told) {
        if (!(each instanceof Part(var places, var its))) {
          return each;
        }
        for (int i = 0; i < places.size(); i++) {
          results[places.get(i)] = its.get(i);
        }
      }
      return new Told(new Outcome.Committed(id, Arrays.asList(results)));
    }
  }

  /**
   * An action as it is read where no code of the application may run.
   *
   * @param whole false if arguments are left out that such code makes
   */
  record Outline(OrderedAction action, boolean whole) {}

  /** The bytes of actions and outputs, under one version of the application. */
  static final class Format {
    private static final int TOLD = 0;
    private static final int ANSWERED = 1;
    private static final int MOVED = 2;
    private static final int PART = 3;

    private final RecordParts parts;
    private final MessageFormat messages;

    Format(Application application) {
      this.parts = new RecordParts(application);
      this.messages = new MessageFormat(application);
    }

    /** Appends an item, whose type need not be the application's. */
    private static void item(Encoder out, ActorId item) {
      out.putString(item.type()).putString(item.key());
    }

    private static ActorId item(Decoder in) {
      return new ActorId(in.getString(), in.getString());
    }

    /**
     * @param version the number of the version of the application
     */
    byte[] encode(long version, OrderedAction action) {
      Encoder out = new Encoder();
      VersionTag.put(out, version);
      parts.id(out, action.id);
      messages.put(out, action.request);
      out.putVarLong(action.attempt).putSigned(action.age);
      parts.instant(out, action.now);
      RecordParts.list(out, action.writes, Format::item);
      // Earlier versions have none that are one-shot.
      if (action.oneShot) {
        out.putBoolean(true);
      }
      return out.toByteArray();
    }

    /** Reads the name alone of an encoded action. */
    TransactionId id(byte[] bytes) {
      return parts.id(VersionTag.behind(bytes));
    }

    OrderedAction action(byte[] bytes) {
      return action(VersionTag.behind(bytes));
    }

    /**
     * Reads an action, but none of the arguments that code of the application makes: no constructor
     * runs, and something else stands in their place.
     */
    Outline outline(byte[] bytes) {
      Decoder in = VersionTag.behind(bytes).omittingCode();
      OrderedAction action = action(in);
      return new Outline(action, !in.hasOmitted());
    }

    private OrderedAction action(Decoder in) {
      return new OrderedAction(
          parts.id(in),
          messages.request(in),
          in.getCount(Integer.MAX_VALUE),
          in.getSigned(),
          parts.instant(in),
          new TreeSet<>(RecordParts.list(in, Format::item)),
          in.remaining() > 0 && in.getBoolean());
    }

    byte[] encode(Ended end) {
      Encoder out = new Encoder();
      switch (end) {
        case Ended.Told(Outcome outcome) -> messages.put(out.putByte(TOLD), outcome);
        case Ended.Answered(Outcome.Committed former, Instant at) -> {
          messages.put(out.putByte(ANSWERED), former);
          parts.instant(out, at);
        }
        case Ended.Moved(ActorId to) -> item(out.putByte(MOVED), to);
        case Ended.Part(var places, var results) -> {
          RecordParts.list(out.putByte(PART), places, (to, place) -> to.putVarLong(place));
          parts.values(out, results);
        }
      }
      return out.toByteArray();
    }

    Ended end(byte[] bytes) {
      Decoder in = new Decoder(bytes);
      int kind = in.getByte();
      return switch (kind) {
        case TOLD -> new Ended.Told(messages.outcome(in));
        case ANSWERED ->
            new Ended.Answered((Outcome.Committed) messages.outcome(in), parts.instant(in));
        case MOVED -> new Ended.Moved(item(in));
        case PART ->
            new Ended.Part(
                RecordParts.list(in, each -> each.getCount(RecordParts.MOST_ITEMS)),
                parts.values(in));
        default -> throw new MalformedData("an end of unknown kind " + kind);
      };
    }
  }
}
