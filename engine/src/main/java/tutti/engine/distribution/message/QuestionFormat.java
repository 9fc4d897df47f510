package tutti.engine.distribution.message;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.backup.NodeCopy;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.seam.Reply.Numbered;
import tutti.engine.transaction.seam.SnapshotCall;
import tutti.engine.transaction.seam.SnapshotSource.SnapshotEnd;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The format of the questions that nodes ask each other for their clients, and of the answers.
 * Thread-safe.
 */
final class QuestionFormat {
  private final RecordParts parts;
  private final CallFormat calls;
  private final OutcomeFormat outcomes;
  private final ViewFormat views;

  QuestionFormat(RecordParts parts, CallFormat calls, OutcomeFormat outcomes, ViewFormat views) {
    this.parts = parts;
    this.calls = calls;
    this.outcomes = outcomes;
    this.views = views;
  }

  void question(Encoder out, Question question) {
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
        OutcomeFormat.text(out, stage);
        OutcomeFormat.text(out, after);
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

  Question question(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Question.Submit(parts.id(in), in.getVarLong(), in.getVarLong(), request(in));
      case 1 -> new Question.Read(parts.actor(in), in.getVarLong());
      case 2 -> {
        String type = in.getString();
        int limit = in.getCount(Integer.MAX_VALUE);
        yield new Question.Page(type, OutcomeFormat.text(in), limit, OutcomeFormat.text(in));
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

  void answer(Encoder out, Answer answer) {
    switch (answer) {
      case Answer.Ended(var outcome) -> outcomes.outcome(out.putByte(0), outcome);
      case Answer.Found found -> found(out.putByte(1), found);
      case Answer.Missing it -> out.putByte(2);
      case Answer.Failed(var code, var message) ->
          out.putByte(3).putString(code).putString(message);
      case Answer.Items(var items, var next) -> {
        out.putByte(4).putVarLong(items.size());
        items.forEach(item -> found(out, item));
        OutcomeFormat.text(out, next);
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
          outcomes.reason(out, failure);
        }
        calls.ends(out, List.of(new Numbered<>(0, end)));
      }
      case Answer.Progress progress -> views.look(out.putByte(12), progress);
      case Answer.Resolved(var how) -> views.resolution(out.putByte(13), how);
      case Answer.Age(long nanos) -> out.putByte(14).putVarLong(nanos);
    }
  }

  Answer answer(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Answer.Ended(outcomes.outcome(in));
      case 1 -> found(in);
      case 2 -> new Answer.Missing();
      case 3 -> new Answer.Failed(in.getString(), in.getString());
      case 4 -> {
        int count = in.getCount(RecordParts.MOST_ITEMS);
        List<Answer.Found> items = new ArrayList<>(Math.min(count, 64));
        for (int i = 0; i < count; i++) {
          items.add(found(in));
        }
        yield new Answer.Items(items, OutcomeFormat.text(in));
      }
      case 5 -> new Answer.Stands(status(in));
      case 6 -> new Answer.Done();
      case 7 -> new Answer.ToCopy(copy(in));
      case 8 -> new Answer.Bytes(in.getBytes());
      case 9 -> new Answer.Epoch(in.getVarLong());
      case 10 -> new Answer.Snapshot(in.getVarLong(), in.getVarLong());
      case 11 -> {
        Reason failure = in.getBoolean() ? outcomes.reason(in) : null;
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
      case TransactionStatus.Ended(var outcome) -> outcomes.outcome(out.putByte(1), outcome);
      case TransactionStatus.Expired it -> out.putByte(2);
      case TransactionStatus.Unknown it -> out.putByte(3);
      case TransactionStatus.Waiting(var why) -> out.putByte(4).putString(why);
    }
  }

  private TransactionStatus status(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new TransactionStatus.Running();
      case 1 -> new TransactionStatus.Ended(outcomes.outcome(in));
      case 2 -> new TransactionStatus.Expired();
      case 3 -> new TransactionStatus.Unknown();
      case 4 -> new TransactionStatus.Waiting(in.getString());
      default -> throw new MalformedData("a status of unknown kind " + kind);
    };
  }
}
