package tutti.engine.distribution.message;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.distribution.message.DerivedFormat.Part;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.PeerMessage.Round;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.request.Probe;
import tutti.engine.transaction.request.StopVictim;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.Refusal;

/**
 * The format of messages as bytes, for nodes that run the same application. A message begins with a
 * byte for its kind and ends with a {@link Seal}. Thread-safe.
 */
public final class MessageFormat {
  /**
   * The version of the format, which changes when bytes get another meaning: nodes of different
   * versions do not talk.
   */
  public static final int VERSION = 31;

  /** The bytes of most messages. */
  private static final int USUAL_BYTES = 192;

  /** As many bytes as any transport takes: a longer message is not written to its end. */
  private static final int MOST_BYTES = 16 << 20;

  private static final int EXECUTE = 1;
  private static final int EXECUTED = 2;
  private static final int COMMIT = 3;
  private static final int REQUEST = 5;
  private static final int RESPONSE = 6;
  private static final int CHASE = 7;
  private static final int STOP = 8;
  private static final int PERFORM = 9;
  private static final int BEGIN = 10;
  private static final int BEGUN = 11;
  private static final int SETTLE = 12;
  private static final int RELEASE = 13;

  private final RecordParts parts;
  private final CallFormat calls;
  private final Part<Reason> reasons;
  private final RequestFormat requests;
  private final Part<Probe> probes;
  private final Part<StopVictim> stops;
  private final Part<Question> questions;
  private final Part<Answer> answers;

  public MessageFormat(Application application) {
    this.parts = new RecordParts(application);
    this.calls = new CallFormat(parts, application.codec());
    DerivedFormat derived =
        new DerivedFormat()
            .with(TransactionId.class, parts::id, parts::id)
            .with(BranchKey.class, parts::key, parts::key)
            .with(ActorId.class, parts::actor, parts::actor)
            .with(ActorState.class, parts::state, parts::state)
            .with(Call.class, parts::call, parts::call)
            .with(Instant.class, parts::instant, parts::instant)
            .with(Caller.class, (out, caller) -> caller.encode(out), Caller::decode)
            .with(Refusal.class, MessageFormat::refusal, MessageFormat::refusal)
            .with(RemoteCall.class, calls::call, calls::call)
            .with(RemoteEnd.class, calls::end, calls::end)
            .with(OwnPart.class, MessageFormat::noOwnPart, MessageFormat::noOwnPart);
    this.reasons = derived.of(Reason.class);
    this.requests = new RequestFormat(parts, reasons);
    derived.with(TransactionRequest.class, requests::request, requests::request);
    derived.with(Outcome.class, requests::outcome, requests::outcome);
    this.probes = derived.of(Probe.class);
    this.stops = derived.of(StopVictim.class);
    this.questions = derived.of(Question.class);
    this.answers = derived.of(Answer.class);
  }

  /** Appends a request alone, which is no message. */
  public void put(Encoder out, TransactionRequest request) {
    requests.request(out, request);
  }

  /** Reads a request that was appended alone. */
  public TransactionRequest request(Decoder in) {
    return requests.request(in);
  }

  /** Appends an outcome alone, which is no message. */
  public void put(Encoder out, Outcome outcome) {
    requests.outcome(out, outcome);
  }

  /** Reads an outcome that was appended alone. */
  public Outcome outcome(Decoder in) {
    return requests.outcome(in);
  }

  /** Refuses a part of a resolution that only its client may see. */
  private static void noOwnPart(Encoder out, OwnPart own) {
    throw new IllegalArgumentException("an answer to a client is not for other nodes");
  }

  private static OwnPart noOwnPart(Decoder in) {
    throw new MalformedData("an answer to a client is not for other nodes");
  }

  private static void refusal(Encoder out, Refusal refusal) {
    out.putString(refusal.code()).putMessage(refusal.message());
    optional(out, refusal.documentation());
    optional(out, refusal.rule());
    optional(out, refusal.path());
    Map<String, String> values = refusal.values();
    out.putVarLong(values.size());
    values.forEach((expression, value) -> out.putMessage(expression).putMessage(value));
  }

  private static void optional(Encoder out, @Nullable String text) {
    out.putBoolean(text != null);
    if (text != null) {
      out.putMessage(text);
    }
  }

  private static Refusal refusal(Decoder in) {
    String code = in.getString();
    String message = in.getString();
    String documentation = optional(in);
    String rule = optional(in);
    String path = optional(in);
    Map<String, String> values = new LinkedHashMap<>();
    for (int left = in.getCount(Integer.MAX_VALUE); left > 0; left--) {
      values.put(in.getString(), in.getString());
    }
    return new Refusal.Told(code, message, documentation, rule, path, values);
  }

  private static @Nullable String optional(Decoder in) {
    return in.getBoolean() ? in.getString() : null;
  }

  /** Returns the bytes to begin with: a long message has all its room at once. */
  private static int room(PeerMessage message) {
    long items =
        message instanceof PeerMessage.Response response ? AnswerSize.of(response.answer()) : 0;
    return (int) Math.min(USUAL_BYTES + items, MOST_BYTES);
  }

  /**
   * Writes a message.
   *
   * @throws tutti.model.EncoderFull if the message is longer than any transport takes
   */
  public Encoder write(PeerMessage message) {
    return Seal.put(unsealed(message));
  }

  /**
   * Writes a message with the word of its sender how far its log is durable.
   *
   * @throws tutti.model.EncoderFull if it is longer than any transport takes
   */
  public Encoder write(PeerMessage message, long start, long durable) {
    return LogWord.put(unsealed(message), start, durable);
  }

  private Encoder unsealed(PeerMessage message) {
    Encoder out = new Encoder(room(message)).atMost(MOST_BYTES);
    switch (message) {
      case PeerMessage.Execute it -> {
        round(out.putByte(EXECUTE), it.round());
        out.putBoolean(it.vote()).putBoolean(it.willAct());
        parts.seen(out, it.seen());
        parts.actor(out, it.target());
        work(out, it.work());
      }
      case PeerMessage.Perform it -> {
        round(out.putByte(PERFORM), it.round());
        parts.instant(out, it.now());
        it.caller().encode(out);
        calls.calls(out, it.calls());
        calls.ends(out, it.ends());
      }
      case PeerMessage.Begin it -> begin(out.putByte(BEGIN), it);
      case PeerMessage.Begun it -> round(out.putByte(BEGUN), it.round());
      case PeerMessage.Release it -> {
        round(out.putByte(RELEASE), it.round());
        parts.actor(out, it.actor());
      }
      case PeerMessage.Settle it -> {
        round(out.putByte(SETTLE), it.round());
        out.putBoolean(it.confirms());
      }
      case PeerMessage.Executed it -> {
        parts.key(out.putByte(EXECUTED), it.key());
        out.putLong(it.nonce()).putVarLong(it.round());
        reply(out, it.reply());
        out.putBoolean(it.changes()).putVarLong(it.lsn()).putVarLong(it.epoch());
        EncodedCommitMessage vote = it.vote();
        out.putBoolean(vote != null);
        if (vote != null) {
          vote.encode(out);
        }
      }
      case PeerMessage.Commit it -> {
        parts.key(out.putByte(COMMIT), it.key());
        it.saying().encode(out.putLong(it.nonce()).putVarLong(it.lsn()).putVarLong(it.epoch()));
        Reason why = it.why();
        out.putBoolean(why != null);
        if (why != null) {
          reasons.write(out, why);
        }
      }
      case PeerMessage.Chase it -> probes.write(out.putByte(CHASE), it.probe());
      case PeerMessage.Stop it -> stops.write(out.putByte(STOP), it.stop());
      case PeerMessage.Request it ->
          questions.write(out.putByte(REQUEST).putLong(it.number()), it.question());
      case PeerMessage.Response it ->
          answers.write(
              out.putByte(RESPONSE).putLong(it.number()).putVarLong(it.answered()), it.answer());
    }
    return out;
  }

  private void begin(Encoder out, PeerMessage.Begin it) {
    round(out, it.round());
    parts.seen(out, it.seen());
    out.putBoolean(it.conservative()).putBoolean(it.named()).putBoolean(it.hold());
    out.putVarLong(it.uses().size());
    it.uses().forEach(use -> announced(out, use));
  }

  private PeerMessage.Begin begin(Decoder in) {
    return new PeerMessage.Begin(
        round(in), parts.seen(in), in.getBoolean(), in.getBoolean(), in.getBoolean(), uses(in));
  }

  /**
   * @throws MalformedData if the bytes are no message of this application, or were damaged
   */
  public PeerMessage read(byte[] bytes, int offset, int length) {
    return read(Seal.open(bytes, offset, length));
  }

  /**
   * A message as it is read where no code of the application may run.
   *
   * @param whole false if values are left out that such code makes
   * @param word the sender's report how far its log is durable; null if the message has none
   */
  public record Outline(PeerMessage message, boolean whole, @Nullable LogWord word) {}

  /**
   * Reads a message, but none of the values that code of the application makes.
   *
   * @throws MalformedData if the bytes are no message of this application, or were damaged
   */
  public Outline outline(byte[] bytes, int offset, int length) {
    Decoder in = Seal.open(bytes, offset, length).omittingCode();
    PeerMessage message = content(in);
    LogWord word = word(in);
    return new Outline(message, !in.hasOmitted(), word);
  }

  private PeerMessage read(Decoder in) {
    PeerMessage message = content(in);
    word(in);
    return message;
  }

  /** Reads the word behind a message; returns null if there is none. */
  private static @Nullable LogWord word(Decoder in) {
    if (in.remaining() == 0) {
      return null;
    }
    if (in.remaining() != LogWord.BYTES) {
      throw new MalformedData(in.remaining() + " bytes more than the message should have");
    }
    return LogWord.read(in);
  }

  private PeerMessage content(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case EXECUTE ->
          new PeerMessage.Execute(
              round(in),
              in.getBoolean(),
              in.getBoolean(),
              parts.seen(in),
              parts.actor(in),
              work(in));
      case PERFORM ->
          new PeerMessage.Perform(
              round(in), parts.instant(in), Caller.decode(in), calls.calls(in), calls.ends(in));
      case BEGIN -> begin(in);
      case BEGUN -> new PeerMessage.Begun(round(in));
      case RELEASE -> new PeerMessage.Release(round(in), parts.actor(in));
      case SETTLE -> new PeerMessage.Settle(round(in), in.getBoolean());
      case EXECUTED ->
          new PeerMessage.Executed(
              parts.key(in),
              in.getLong(),
              in.getCount(Integer.MAX_VALUE),
              reply(in),
              in.getBoolean(),
              in.getVarLong(),
              in.getVarLong(),
              in.getBoolean() ? EncodedCommitMessage.decode(in) : null);
      case COMMIT ->
          new PeerMessage.Commit(
              parts.key(in),
              in.getLong(),
              in.getVarLong(),
              in.getVarLong(),
              EncodedCommitMessage.decode(in),
              in.getBoolean() ? reasons.read(in) : null);
      case CHASE -> new PeerMessage.Chase(probes.read(in));
      case STOP -> new PeerMessage.Stop(stops.read(in));
      case REQUEST -> new PeerMessage.Request(in.getLong(), questions.read(in));
      case RESPONSE -> {
        long number = in.getLong();
        long answered = in.getVarLong();
        yield new PeerMessage.Response(number, answers.read(in), answered);
      }
      default -> throw new MalformedData("a message of unknown kind " + kind);
    };
  }

  /**
   * Returns whether a message that begins with this byte belongs to one attempt at a transaction.
   */
  static boolean isOfTransaction(byte kind) {
    return (kind >= EXECUTE && kind <= COMMIT) || (kind >= PERFORM && kind <= RELEASE);
  }

  private void round(Encoder out, Round round) {
    parts.key(out, round.key());
    out.putLong(round.nonce()).putVarLong(round.incarnation());
    out.putVarLong(round.number()).putSigned(round.age());
    out.putVarLong(round.remainingNanos()).putVarLong(round.timeoutNanos());
    out.putBoolean(round.alone());
  }

  private Round round(Decoder in) {
    return new Round(
        parts.key(in),
        in.getLong(),
        in.getVarLong(),
        in.getCount(Integer.MAX_VALUE),
        in.getSigned(),
        in.getVarLong(),
        in.getVarLong(),
        in.getBoolean());
  }

  // --- execution ---

  private void announced(Encoder out, DeclaredUse use) {
    parts.actor(out, use.actor());
    out.putVarLong(use.bound()).putVarLong(use.writes()).putBoolean(use.declared());
  }

  private List<DeclaredUse> uses(Decoder in) {
    List<DeclaredUse> uses =
        RecordParts.list(
            in,
            from ->
                new DeclaredUse(
                    parts.actor(from), from.getVarLong(), from.getVarLong(), from.getBoolean()));
    if (uses.isEmpty()) {
      throw new MalformedData("a beginning without actors");
    }
    return uses;
  }

  private void work(Encoder out, Work work) {
    switch (work) {
      case Work.Act(Call call) -> parts.call(out.putByte(0), call);
      case Work.Forbid(Call call) -> parts.call(out.putByte(1), call);
      case Work.Observe(var what) -> parts.observation(out.putByte(2), what);
      case Work.Run run ->
          throw new IllegalArgumentException("procedures are performed, and not asked for");
      case Work.Lock lock ->
          throw new IllegalArgumentException("rows are locked by a branch's task");
      case Work.Read read -> throw new IllegalArgumentException("a read is no part of a branch");
      case Work.Begin _, Work.Settle _ ->
          throw new IllegalArgumentException(
              "a branch begins and settles by messages of their own");
    }
  }

  private Work work(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Work.Act(parts.call(in));
      case 1 -> new Work.Forbid(parts.call(in));
      case 2 -> new Work.Observe(parts.observation(in));
      default -> throw new MalformedData("work of unknown kind " + kind);
    };
  }

  private void reply(Encoder out, Reply reply) {
    switch (reply) {
      case Reply.Granted(var partners, var result) -> {
        out.putByte(0).putVarLong(partners.size());
        for (Call partner : partners) {
          parts.call(out.putBoolean(partner.negated()), partner);
        }
        calls.value(out, result);
      }
      case Reply.Refused(var refusal) -> refusal(out.putByte(1), refusal);
      case Reply.NeedsObservation(var actor, var what) -> {
        parts.actor(out.putByte(2), actor);
        parts.observation(out, what);
      }
      case Reply.Stopped(var reason) -> reasons.write(out.putByte(3), reason);
      case Reply.Performed(var ends, var made) -> {
        calls.ends(out.putByte(4), ends);
        calls.calls(out, made);
      }
    }
  }

  private Reply reply(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> {
        List<Call> partners = RecordParts.list(in, this::partner);
        yield new Reply.Granted(partners, calls.value(in));
      }
      case 1 -> new Reply.Refused(refusal(in));
      case 2 -> new Reply.NeedsObservation(parts.actor(in), parts.observation(in));
      case 3 -> new Reply.Stopped(reasons.read(in));
      case 4 -> new Reply.Performed(calls.ends(in), calls.calls(in));
      default -> throw new MalformedData("a reply of unknown kind " + kind);
    };
  }

  private Call partner(Decoder in) {
    boolean negated = in.getBoolean();
    Call call = parts.call(in);
    return new Call(call.target(), call.action(), call.arguments(), negated);
  }
}
