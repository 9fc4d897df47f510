package tutti.engine.distribution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeCopy;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.distribution.PeerMessage.Answer;
import tutti.engine.distribution.PeerMessage.Question;
import tutti.engine.distribution.PeerMessage.Round;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.Probe;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.RecordParts;
import tutti.engine.transaction.Reply;
import tutti.engine.transaction.Reply.Numbered;
import tutti.engine.transaction.SnapshotCall;
import tutti.engine.transaction.SnapshotSource.SnapshotEnd;
import tutti.engine.transaction.StopVictim;
import tutti.engine.transaction.TransactionRequest;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.engine.transaction.TransactionStatus;
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
final class MessageFormat {
  /**
   * The version of the format, which changes when bytes get another meaning: nodes of different
   * versions do not talk.
   */
  static final int VERSION = 11;

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
  private final ViewFormat views;

  MessageFormat(Application application) {
    this.parts = new RecordParts(application);
    this.calls = new CallFormat(parts, application.codec());
    this.views = new ViewFormat(application);
  }

  Encoder write(PeerMessage message) {
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
          reason(out, why);
        }
      }
      case PeerMessage.Chase it -> it.probe().encode(out.putByte(CHASE), parts);
      case PeerMessage.Stop it -> it.stop().encode(out.putByte(STOP), parts);
      case PeerMessage.Request it ->
          question(out.putByte(REQUEST).putLong(it.number()), it.question());
      case PeerMessage.Response it ->
          answer(out.putByte(RESPONSE).putLong(it.number()).putVarLong(it.answered()), it.answer());
    }
    return Seal.put(out);
  }

  /**
   * @throws MalformedData if the bytes are no message of this application, or were damaged
   */
  PeerMessage read(byte[] bytes, int offset, int length) {
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
                  in.getBoolean() ? reason(in) : null);
          case CHASE -> new PeerMessage.Chase(Probe.decode(in, parts));
          case STOP -> new PeerMessage.Stop(StopVictim.decode(in, parts));
          case REQUEST -> new PeerMessage.Request(in.getLong(), question(in));
          case RESPONSE -> {
            long number = in.getLong();
            long answered = in.getVarLong();
            yield new PeerMessage.Response(number, answer(in), answered);
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
      case Reply.Stopped(var reason) -> reason(out.putByte(3), reason);
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
      case 3 -> new Reply.Stopped(reason(in));
      case 4 -> new Reply.Performed(calls.ends(in), calls.calls(in));
      default -> throw new MalformedData("a reply of unknown kind " + kind);
    };
  }

  // --- reasons and outcomes ---

  private void reason(Encoder out, Reason reason) {
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

  private Reason reason(Decoder in) {
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

  private void outcome(Encoder out, Outcome outcome) {
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

  private Outcome outcome(Decoder in) {
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

  // --- questions of clients ---

  private void question(Encoder out, Question question) {
    switch (question) {
      case Question.Submit(var id, long incarnation, long heard, var request) -> {
        parts.id(out.putByte(0), id);
        request(out.putVarLong(incarnation).putVarLong(heard), request);
      }
      case Question.Read(var actor, var timeout) -> {
        parts.actor(out.putByte(1), actor);
        out.putVarLong(timeout);
      }
      case Question.Page(var type, var stage, var limit, var after) -> {
        out.putByte(2).putString(type).putVarLong(limit);
        text(out, stage);
        text(out, after);
      }
      case Question.Status(var id) -> parts.id(out.putByte(3), id);
      case Question.BackupHold(var backup) -> out.putByte(4).putString(backup);
      case Question.BackupLetGo(var backup) -> out.putByte(5).putString(backup);
      case Question.BackupPiece(var backup, var file, long at) ->
          out.putByte(6).putString(backup).putString(file).putVarLong(at);
      case Question.BackupEnd(var backup) -> out.putByte(7).putString(backup);
      case Question.SnapshotTake(var query, long staleness, long timeout) -> {
        parts.id(out.putByte(8), query);
        out.putVarLong(staleness).putVarLong(timeout);
      }
      case Question.SnapshotGiveBack(var query, long number, boolean lost) -> {
        parts.id(out.putByte(9), query);
        out.putVarLong(number).putBoolean(lost);
      }
      case Question.SnapshotStep(var step, long number, long incarnation, long opener) -> {
        out.putByte(10).putByte(step.ordinal());
        out.putVarLong(number).putVarLong(incarnation).putVarLong(opener);
      }
      case Question.SnapshotRead(var call) -> {
        parts.id(out.putByte(11), call.query());
        out.putVarLong(call.snapshot());
        calls.calls(out, List.of(new Numbered<>(0, call.call())));
        parts.instant(out, call.now());
        out.putVarLong(call.remainingNanos()).putVarLong(call.timeoutNanos());
      }
      case Question.Progress(var only) -> {
        out.putByte(12).putBoolean(only != null);
        if (only != null) {
          parts.id(out, only);
        }
      }
      case Question.Resolve(var id, var request) -> {
        parts.id(out.putByte(13), id);
        out.putBoolean(request.commit()).putBoolean(request.force());
        out.putString(request.by()).putString(request.reason());
      }
      case Question.Age(var id) -> parts.id(out.putByte(14), id);
    }
  }

  private Question question(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Question.Submit(parts.id(in), in.getVarLong(), in.getVarLong(), request(in));
      case 1 -> new Question.Read(parts.actor(in), in.getVarLong());
      case 2 -> {
        String type = in.getString();
        int limit = in.getCount(Integer.MAX_VALUE);
        yield new Question.Page(type, text(in), limit, text(in));
      }
      case 3 -> new Question.Status(parts.id(in));
      case 4 -> new Question.BackupHold(in.getString());
      case 5 -> new Question.BackupLetGo(in.getString());
      case 6 -> new Question.BackupPiece(in.getString(), in.getString(), in.getVarLong());
      case 7 -> new Question.BackupEnd(in.getString());
      case 8 -> new Question.SnapshotTake(parts.id(in), in.getVarLong(), in.getVarLong());
      case 9 -> new Question.SnapshotGiveBack(parts.id(in), in.getVarLong(), in.getBoolean());
      case 10 ->
          new Question.SnapshotStep(step(in), in.getVarLong(), in.getVarLong(), in.getVarLong());
      case 11 ->
          new Question.SnapshotRead(
              new SnapshotCall(
                  parts.id(in),
                  in.getVarLong(),
                  only(calls.calls(in)),
                  parts.instant(in),
                  in.getVarLong(),
                  in.getVarLong()));
      case 12 -> new Question.Progress(in.getBoolean() ? parts.id(in) : null);
      case 13 ->
          new Question.Resolve(
              parts.id(in),
              new ResolutionRequest(
                  in.getBoolean(), in.getBoolean(), in.getString(), in.getString()));
      case 14 -> new Question.Age(parts.id(in));
      default -> throw new MalformedData("a question of unknown kind " + kind);
    };
  }

  private static Question.SnapshotStep.Step step(Decoder in) {
    Question.SnapshotStep.Step[] all = Question.SnapshotStep.Step.values();
    int which = in.getByte();
    if (which < 0 || which >= all.length) {
      throw new MalformedData("a step of unknown kind " + which);
    }
    return all[which];
  }

  private static <T> T only(List<Numbered<T>> list) {
    if (list.size() != 1) {
      throw new MalformedData(list.size() + " where there is to be one");
    }
    return list.getFirst().value();
  }

  private void request(Encoder out, TransactionRequest request) {
    out.putVarLong(request.calls().size());
    request.calls().forEach(call -> parts.call(out, call));
    Idempotency idempotency = request.idempotency();
    out.putBoolean(idempotency != null);
    if (idempotency != null) {
      out.putString(idempotency.key()).putLong(idempotency.fingerprint());
    }
    out.putVarLong(request.timeoutNanos()).putBoolean(request.readsSnapshot());
    if (request.readsSnapshot()) {
      out.putVarLong(request.stalenessNanos());
    }
  }

  private TransactionRequest request(Decoder in) {
    int count = in.getCount(RecordParts.MOST_ITEMS);
    if (count == 0) {
      throw new MalformedData("a request without calls");
    }
    List<Call> calls = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      calls.add(parts.call(in));
    }
    Idempotency idempotency =
        in.getBoolean() ? new Idempotency(in.getString(), in.getLong()) : null;
    long timeout = in.getVarLong();
    long staleness = in.getBoolean() ? in.getVarLong() : TransactionRequest.NOW;
    return new TransactionRequest(calls, idempotency, timeout, staleness);
  }

  private static void text(Encoder out, @Nullable String text) {
    out.putBoolean(text != null);
    if (text != null) {
      out.putString(text);
    }
  }

  private static @Nullable String text(Decoder in) {
    return in.getBoolean() ? in.getString() : null;
  }

  private void answer(Encoder out, Answer answer) {
    switch (answer) {
      case Answer.Ended(var outcome) -> outcome(out.putByte(0), outcome);
      case Answer.Found found -> found(out.putByte(1), found);
      case Answer.Missing it -> out.putByte(2);
      case Answer.Failed(var code, var message) ->
          out.putByte(3).putString(code).putString(message);
      case Answer.Items(var items, var next) -> {
        out.putByte(4).putVarLong(items.size());
        items.forEach(item -> found(out, item));
        text(out, next);
      }
      case Answer.Stands(var status) -> status(out.putByte(5), status);
      case Answer.Done it -> out.putByte(6);
      case Answer.ToCopy(var copy) -> copy(out.putByte(7), copy);
      case Answer.Bytes(var bytes) -> out.putByte(8).putBytes(bytes);
      case Answer.Epoch(long epoch) -> out.putByte(9).putVarLong(epoch);
      case Answer.Snapshot(long number, long age) ->
          out.putByte(10).putVarLong(number).putVarLong(age);
      case Answer.SnapshotSeen(SnapshotEnd(var failure, var end)) -> {
        out.putByte(11).putBoolean(failure != null);
        if (failure != null) {
          reason(out, failure);
        }
        calls.ends(out, List.of(new Numbered<>(0, end)));
      }
      case Answer.Progress progress -> views.look(out.putByte(12), progress);
      case Answer.Resolved(var how) -> views.resolution(out.putByte(13), how);
      case Answer.Age(long nanos) -> out.putByte(14).putVarLong(nanos);
    }
  }

  private Answer answer(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Answer.Ended(outcome(in));
      case 1 -> found(in);
      case 2 -> new Answer.Missing();
      case 3 -> new Answer.Failed(in.getString(), in.getString());
      case 4 -> {
        int count = in.getCount(RecordParts.MOST_ITEMS);
        List<Answer.Found> items = new ArrayList<>(Math.min(count, 64));
        for (int i = 0; i < count; i++) {
          items.add(found(in));
        }
        yield new Answer.Items(items, text(in));
      }
      case 5 -> new Answer.Stands(status(in));
      case 6 -> new Answer.Done();
      case 7 -> new Answer.ToCopy(copy(in));
      case 8 -> new Answer.Bytes(in.getBytes());
      case 9 -> new Answer.Epoch(in.getVarLong());
      case 10 -> new Answer.Snapshot(in.getVarLong(), in.getVarLong());
      case 11 -> {
        Reason failure = in.getBoolean() ? reason(in) : null;
        yield new Answer.SnapshotSeen(new SnapshotEnd(failure, only(calls.ends(in))));
      }
      case 12 -> views.look(in);
      case 13 -> new Answer.Resolved(views.resolution(in));
      case 14 -> new Answer.Age(in.getVarLong());
      default -> throw new MalformedData("an answer of unknown kind " + kind);
    };
  }

  private static void copy(Encoder out, NodeCopy copy) {
    out.putVarLong(copy.node()).putVarLong(copy.incarnation()).putVarLong(copy.position());
    out.putVarLong(copy.actors()).putVarLong(copy.files().size());
    copy.files().forEach((name, size) -> out.putString(name).putVarLong(size));
  }

  private static NodeCopy copy(Decoder in) {
    int node = in.getCount(Integer.MAX_VALUE);
    long incarnation = in.getVarLong();
    long position = in.getVarLong();
    long actors = in.getVarLong();
    Map<String, Long> files = new LinkedHashMap<>();
    for (int count = in.getCount(RecordParts.MOST_ITEMS); count > 0; count--) {
      files.put(in.getString(), in.getVarLong());
    }
    return new NodeCopy(node, incarnation, position, actors, files);
  }

  private void found(Encoder out, Answer.Found found) {
    parts.actor(out, found.actor());
    parts.state(out, found.state());
    out.putVarLong(found.version());
  }

  private Answer.Found found(Decoder in) {
    return new Answer.Found(parts.actor(in), parts.state(in), in.getVarLong());
  }

  private void status(Encoder out, TransactionStatus status) {
    switch (status) {
      case TransactionStatus.Running it -> out.putByte(0);
      case TransactionStatus.Ended(var outcome) -> outcome(out.putByte(1), outcome);
      case TransactionStatus.Expired it -> out.putByte(2);
      case TransactionStatus.Unknown it -> out.putByte(3);
      case TransactionStatus.Waiting(var why) -> out.putByte(4).putString(why);
    }
  }

  private TransactionStatus status(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new TransactionStatus.Running();
      case 1 -> new TransactionStatus.Ended(outcome(in));
      case 2 -> new TransactionStatus.Expired();
      case 3 -> new TransactionStatus.Unknown();
      case 4 -> new TransactionStatus.Waiting(in.getString());
      default -> throw new MalformedData("a status of unknown kind " + kind);
    };
  }
}
