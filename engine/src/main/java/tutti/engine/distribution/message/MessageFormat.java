package tutti.engine.distribution.message;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.concurrency.Work;
import tutti.engine.distribution.message.PeerMessage.Round;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.request.Probe;
import tutti.engine.transaction.request.StopVictim;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Application;
import tutti.model.Call;
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
  public static final int VERSION = 11;

  private static final int EXECUTE = 1;
  private static final int EXECUTED = 2;
  private static final int COMMIT = 3;
  private static final int REQUEST = 5;
  private static final int RESPONSE = 6;
  private static final int CHASE = 7;
  private static final int STOP = 8;
  private static final int PERFORM = 9;

  private final RecordParts parts;
  private final CallFormat calls;
  private final OutcomeFormat outcomes;
  private final QuestionFormat questions;

  public MessageFormat(Application application) {
    this.parts = new RecordParts(application);
    this.calls = new CallFormat(parts, application.codec());
    this.outcomes = new OutcomeFormat(parts);
    this.questions = new QuestionFormat(parts, calls, outcomes, new ViewFormat(application));
  }

  public Encoder write(PeerMessage message) {
    Encoder out = new Encoder(192);
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
        calls.calls(out, it.calls());
        calls.ends(out, it.ends());
      }
      case PeerMessage.Executed it -> {
        parts.key(out.putByte(EXECUTED), it.key());
        out.putLong(it.nonce()).putVarLong(it.round());
        reply(out, it.reply());
        out.putBoolean(it.changes()).putVarLong(it.lsn()).putVarLong(it.epoch());
        Saying vote = it.vote();
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
          outcomes.reason(out, why);
        }
      }
      case PeerMessage.Chase it -> it.probe().encode(out.putByte(CHASE), parts);
      case PeerMessage.Stop it -> it.stop().encode(out.putByte(STOP), parts);
      case PeerMessage.Request it ->
          questions.question(out.putByte(REQUEST).putLong(it.number()), it.question());
      case PeerMessage.Response it ->
          questions.answer(
              out.putByte(RESPONSE).putLong(it.number()).putVarLong(it.answered()), it.answer());
    }
    return Seal.put(out);
  }

  /**
   * @throws MalformedData if the bytes are no message of this application, or were damaged
   */
  public PeerMessage read(byte[] bytes, int offset, int length) {
    Decoder in = Seal.open(bytes, offset, length);
    int kind = in.getByte();
    PeerMessage message =
        switch (kind) {
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
                  round(in), parts.instant(in), calls.calls(in), calls.ends(in));
          case EXECUTED ->
              new PeerMessage.Executed(
                  parts.key(in),
                  in.getLong(),
                  in.getCount(Integer.MAX_VALUE),
                  reply(in),
                  in.getBoolean(),
                  in.getVarLong(),
                  in.getVarLong(),
                  in.getBoolean() ? Saying.decode(in) : null);
          case COMMIT ->
              new PeerMessage.Commit(
                  parts.key(in),
                  in.getLong(),
                  in.getVarLong(),
                  in.getVarLong(),
                  Saying.decode(in),
                  in.getBoolean() ? outcomes.reason(in) : null);
          case CHASE -> new PeerMessage.Chase(Probe.decode(in, parts));
          case STOP -> new PeerMessage.Stop(StopVictim.decode(in, parts));
          case REQUEST -> new PeerMessage.Request(in.getLong(), questions.question(in));
          case RESPONSE -> {
            long number = in.getLong();
            long answered = in.getVarLong();
            yield new PeerMessage.Response(number, questions.answer(in), answered);
          }
          default -> throw new MalformedData("a message of unknown kind " + kind);
        };
    if (in.remaining() > 0) {
      throw new MalformedData(in.remaining() + " bytes more than the message should have");
    }
    return message;
  }

  /**
   * Returns whether a message that begins with this byte belongs to one attempt at a transaction.
   */
  static boolean isOfTransaction(byte kind) {
    return kind >= EXECUTE && kind <= COMMIT || kind == PERFORM;
  }

  private void round(Encoder out, Round round) {
    parts.key(out, round.key());
    out.putLong(round.nonce()).putVarLong(round.number()).putSigned(round.age());
    out.putVarLong(round.remainingNanos()).putVarLong(round.timeoutNanos());
  }

  private Round round(Decoder in) {
    return new Round(
        parts.key(in),
        in.getLong(),
        in.getCount(Integer.MAX_VALUE),
        in.getSigned(),
        in.getVarLong(),
        in.getVarLong());
  }

  // --- execution ---

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
      case Reply.Refused(var refusal) ->
          out.putByte(1).putString(refusal.code()).putString(refusal.message());
      case Reply.NeedsObservation(var actor, var what) -> {
        parts.actor(out.putByte(2), actor);
        parts.observation(out, what);
      }
      case Reply.Stopped(var reason) -> outcomes.reason(out.putByte(3), reason);
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
        int count = in.getCount(RecordParts.MOST_ITEMS);
        List<Call> partners = new ArrayList<>(Math.min(count, 64));
        for (int i = 0; i < count; i++) {
          boolean negated = in.getBoolean();
          Call call = parts.call(in);
          partners.add(new Call(call.target(), call.action(), call.arguments(), negated));
        }
        yield new Reply.Granted(partners, calls.value(in));
      }
      case 1 -> new Reply.Refused(Refusal.of(in.getString(), in.getString()));
      case 2 -> new Reply.NeedsObservation(parts.actor(in), parts.observation(in));
      case 3 -> new Reply.Stopped(outcomes.reason(in));
      case 4 -> new Reply.Performed(calls.ends(in), calls.calls(in));
      default -> throw new MalformedData("a reply of unknown kind " + kind);
    };
  }
}
