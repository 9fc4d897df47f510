package tutti.engine.distribution.message;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.Refusal;

/** The format of reasons and outcomes in messages. Thread-safe. */
final class OutcomeFormat {
  private final RecordParts parts;

  OutcomeFormat(RecordParts parts) {
    this.parts = parts;
  }

  void reason(Encoder out, Reason reason) {
    switch (reason) {
      case Reason.Refused(var actor, var action, var refusal) -> {
        parts.actor(out.putByte(0), actor);
        out.putString(action).putString(refusal.code()).putString(refusal.message());
      }
      case Reason.KeyReused(var key) -> out.putByte(1).putString(key);
      case Reason.Deadlock(var cycle, var retries) -> {
        out.putByte(2).putVarLong(retries).putVarLong(cycle.size());
        for (Reason.Wait wait : cycle) {
          parts.id(out, wait.waiter());
          parts.actor(out, wait.actor());
        }
      }
      case Reason.Deadline(var timeout, var waitingAt, var waitingFor, var inDoubt) -> {
        out.putByte(3).putVarLong(timeout).putBoolean(waitingAt != null);
        if (waitingAt != null) {
          parts.actor(out, waitingAt);
        }
        out.putVarLong(waitingFor.size());
        waitingFor.forEach(id -> parts.id(out, id));
        text(out, inDoubt);
      }
      case Reason.Overloaded(var limit) -> out.putByte(4).putVarLong(limit);
      case Reason.Unavailable(var code, var message) ->
          out.putByte(5).putString(code).putString(message);
      case Reason.Conflict(var actor, var with, var how, var retries, var notBefore) -> {
        parts.actor(out.putByte(notBefore == 0 ? 6 : 7), actor);
        out.putBoolean(with != null);
        if (with != null) {
          parts.id(out, with);
        }
        out.putString(how).putVarLong(retries);
        if (notBefore != 0) {
          out.putLong(notBefore);
        }
      }
    }
  }

  Reason reason(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 ->
          new Reason.Refused(
              parts.actor(in), in.getString(), Refusal.of(in.getString(), in.getString()));
      case 1 -> new Reason.KeyReused(in.getString());
      case 2 -> {
        int retries = in.getCount(Integer.MAX_VALUE);
        int count = in.getCount(RecordParts.MOST_ITEMS);
        List<Reason.Wait> cycle = new ArrayList<>(Math.min(count, 64));
        for (int i = 0; i < count; i++) {
          cycle.add(new Reason.Wait(parts.id(in), parts.actor(in)));
        }
        yield new Reason.Deadlock(cycle, retries);
      }
      case 3 ->
          new Reason.Deadline(
              in.getVarLong(),
              in.getBoolean() ? parts.actor(in) : null,
              transactions(in),
              text(in));
      case 4 -> new Reason.Overloaded(in.getCount(Integer.MAX_VALUE));
      case 5 -> new Reason.Unavailable(in.getString(), in.getString());
      case 6, 7 ->
          new Reason.Conflict(
              parts.actor(in),
              in.getBoolean() ? parts.id(in) : null,
              in.getString(),
              in.getCount(Integer.MAX_VALUE),
              kind == 6 ? 0 : in.getLong());
      default -> throw new MalformedData("a reason of unknown kind " + kind);
    };
  }

  private List<TransactionId> transactions(Decoder in) {
    int count = in.getCount(RecordParts.MOST_ITEMS);
    List<TransactionId> ids = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      ids.add(parts.id(in));
    }
    return ids;
  }

  void outcome(Encoder out, Outcome outcome) {
    switch (outcome) {
      case Outcome.Committed(var id, var results, var age) -> {
        parts.id(out.putByte(0), id);
        parts.values(out, results);
        out.putBoolean(age != null);
        if (age != null) {
          out.putVarLong(age.toNanos());
        }
      }
      case Outcome.Aborted(var id, var reason) -> {
        parts.id(out.putByte(1), id);
        reason(out, reason);
      }
      case Outcome.InDoubt(var id, var why) -> {
        parts.id(out.putByte(2), id);
        out.putString(why);
      }
    }
  }

  Outcome outcome(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 ->
          new Outcome.Committed(
              parts.id(in),
              parts.values(in),
              in.getBoolean() ? Duration.ofNanos(in.getVarLong()) : null);
      case 1 -> new Outcome.Aborted(parts.id(in), reason(in));
      case 2 -> new Outcome.InDoubt(parts.id(in), in.getString());
      default -> throw new MalformedData("an outcome of unknown kind " + kind);
    };
  }

  static void text(Encoder out, @Nullable String text) {
    out.putBoolean(text != null);
    if (text != null) {
      out.putString(text);
    }
  }

  static @Nullable String text(Decoder in) {
    return in.getBoolean() ? in.getString() : null;
  }
}
