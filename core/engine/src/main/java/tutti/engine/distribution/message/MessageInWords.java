package tutti.engine.distribution.message;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.DryCall;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.seam.Reply.Numbered;
import tutti.engine.transaction.seam.SnapshotSource.SnapshotEnd;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.MalformedData;
import tutti.protocol.commit.CommitMessage;

/**
 * The content of one message between nodes, for tools that show it.
 *
 * @param name the kind of the message, a word or two
 * @param detail the message's further content
 * @param about the transactions that the message concerns
 * @param actor the actor that the message concerns; null if none
 * @param question the number that a question and its answer share; -1 if none
 */
public record MessageInWords(
    String name, String detail, List<TransactionId> about, @Nullable ActorId actor, long question) {

  /** A reader of messages of nodes that run one application. Thread-safe. */
  public static final class Reader {
    private final MessageFormat format;

    public Reader(Application application) {
      format = new MessageFormat(application);
    }

    /**
     * Returns the meaning of a message, as a transport carries it, for the commitment of a
     * transaction; null for a message that is part of none.
     *
     * @throws MalformedData if the bytes are no message, or were damaged
     */
    public @Nullable CommitStep step(byte[] bytes, int offset, int length) {
      return MessageFormat.isOfTransaction(bytes[offset])
          ? CommitStep.of(format.read(bytes, offset, length))
          : null;
    }

    /** Returns how often the node that sent this greeting has started on its data folder. */
    public static long incarnation(byte[] greeting) {
      return Greeting.read(greeting).incarnation();
    }

    /**
     * Reads one message as a transport carries it; bytes that are no message are described as such.
     */
    public MessageInWords read(byte[] bytes) {
      try {
        return of(format.read(bytes, 0, bytes.length));
      } catch (MalformedData damaged) {
        return of("(damaged)", String.valueOf(damaged.getMessage()), List.of(), null);
      }
    }
  }

  private static MessageInWords of(
      String name, String detail, List<TransactionId> about, @Nullable ActorId actor) {
    return new MessageInWords(name, detail, about, actor, -1);
  }

  private static MessageInWords branch(String name, String detail, BranchKey key) {
    return of(
        name, detail.isEmpty() ? key.toString() : key + ": " + detail, List.of(key.id()), null);
  }

  static MessageInWords of(PeerMessage message) {
    return switch (message) {
      case PeerMessage.Execute it ->
          of(
              it.vote() ? "Execute, vote" : "Execute",
              it.round().key() + ": " + work(it.work(), it.target()),
              List.of(it.round().key().id()),
              it.target());
      case PeerMessage.Perform it ->
          of(
              "Perform",
              it.round().key() + ": " + calls(it.calls(), it.ends().size()),
              List.of(it.round().key().id()),
              it.target());
      case PeerMessage.Begin it ->
          of(
              "Begin",
              it.round().key() + ": " + it.uses().stream().map(DeclaredUse::actor).toList(),
              List.of(it.round().key().id()),
              it.target());
      case PeerMessage.Begun it -> branch("Begun", "", it.round().key());
      case PeerMessage.Release it -> branch("Release", it.actor().toString(), it.round().key());
      case PeerMessage.Settle it ->
          branch("Settle", it.confirms() ? "confirms" : "", it.round().key());
      case PeerMessage.Executed it -> {
        EncodedCommitMessage vote = it.vote();
        yield branch(
            vote == null ? reply(it.reply()) : reply(it.reply()) + ", " + name(vote.message()),
            detail(it.reply()),
            it.key());
      }
      case PeerMessage.Commit it -> branch(name(it.message()), "", it.key());
      case PeerMessage.Chase(var probe) ->
          of(
              "Probe",
              probe.start().transaction() + " waits, now for " + probe.next(),
              List.of(probe.start().transaction().id(), probe.next().id()),
              null);
      case PeerMessage.Stop(var stop) ->
          of(
              "Stop",
              "the deadlock's victim " + stop.victim().key(),
              List.of(stop.victim().key().id()),
              null);
      case PeerMessage.Request(var number, var question) -> question(number, question);
      case PeerMessage.Response(var number, var answer, var answered) -> answer(number, answer);
    };
  }

  private static String name(CommitMessage message) {
    return switch (message.meaning()) {
      case PREPARE -> "Prepare";
      case VOTE_YES -> "Vote Yes";
      case VOTE_NO -> "Vote No";
      case VOTE_READ_ONLY -> "Vote read-only";
      case COMMIT -> "Decide commit";
      case ABORT -> "Decide abort";
      case ACK -> "Ack";
      case INQUIRE -> "Inquire";
      case PROMISE, STEP -> message.toString();
    };
  }

  private static String work(Work work, ActorId target) {
    return switch (work) {
      case Work.Act(var call) -> call.toString();
      case Work.Observe(var what) -> "look at " + target + ", " + what;
      case Work.Forbid(var call) -> "not " + call;
      case Work.Run(var writes) -> (writes ? "work on " : "query ") + target;
      case Work.Lock(var by, var rows) -> rows + " of " + target;
      case Work.Read() -> "read " + target;
      case Work.Begin begin -> "begin at " + target;
      case Work.Settle() -> "settle at " + target;
    };
  }

  private static String calls(List<Numbered<RemoteCall>> calls, int ends) {
    String made =
        calls.stream()
            .map(each -> each.value().call().toString())
            .collect(Collectors.joining(", "));
    return ends == 0 ? made : made + (made.isEmpty() ? "" : "; ") + ends + " calls have ended";
  }

  private static String reply(Reply reply) {
    return switch (reply) {
      case Reply.Granted it -> "Granted";
      case Reply.Refused it -> "Refused";
      case Reply.NeedsObservation it -> "Needs a look";
      case Reply.Performed it -> "Performed";
      case Reply.Stopped it -> "Stopped";
    };
  }

  private static String detail(Reply reply) {
    return switch (reply) {
      case Reply.Granted(var partners, var result) ->
          partners.isEmpty()
              ? ""
              : "with " + partners.stream().map(Object::toString).collect(Collectors.joining(", "));
      case Reply.Refused(var refusal) -> refusal.message();
      case Reply.NeedsObservation(var actor, var what) -> "at " + actor + ", " + what;
      case Reply.Performed(var ends, var calls) -> calls(calls, ends.size());
      case Reply.Stopped(var reason) -> reason.message();
    };
  }

  private static MessageInWords question(long number, Question question) {
    return switch (question) {
      case Question.Submit(var id, var incarnation, var heard, var request) ->
          new MessageInWords("Submit", id + ": " + request.calls(), List.of(id), null, number);
      case Question.Read(var actor, var timeout) ->
          new MessageInWords("Read", actor.toString(), List.of(), actor, number);
      case Question.Page(var type, var stage, var limit, var after) ->
          new MessageInWords("List", type, List.of(), null, number);
      case Question.Status(var id) ->
          new MessageInWords("Status?", id.toString(), List.of(id), null, number);
      case Question.BackupHold(var backup) -> plain("Backup: hold", backup, number);
      case Question.BackupLetGo(var backup) -> plain("Backup: let go", backup, number);
      case Question.BackupPiece(var backup, var file, var at) ->
          plain("Backup: read", backup + ": " + file + " from " + at, number);
      case Question.BackupEnd(var backup) -> plain("Backup: end", backup, number);
      case Question.SnapshotTake(var query, var staleness, var timeout) ->
          plain("Snapshot: take", query + ": at most " + staleness + " ns old", number);
      case Question.SnapshotGiveBack(var query, var snapshot, var lost) ->
          plain("Snapshot: give back", query + ": " + snapshot, number);
      case Question.SnapshotStep(var step, var snapshot, var incarnation, var opener) ->
          plain("Snapshot: " + step.name().toLowerCase(Locale.ROOT), "" + snapshot, number);
      case Question.SnapshotRead(var call) ->
          plain("Snapshot: read", call.snapshot() + ": " + call.call().call(), number);
      case Question.DryRun(var call) ->
          plain("Dry run", call.transaction() + ": " + call.call().call(), number);
      case Question.Progress(var only) -> plain("Progress?", only == null ? "" : "" + only, number);
      case Question.Resolve(var id, var request) ->
          plain("Resolve: " + (request.commit() ? "commit" : "abort"), id.toString(), number);
      case Question.Age(var id) -> new MessageInWords("Age?", "" + id, List.of(id), null, number);
    };
  }

  private static MessageInWords plain(String name, String detail, long number) {
    return new MessageInWords(name, detail, List.of(), null, number);
  }

  private static MessageInWords answer(long number, Answer answer) {
    return switch (answer) {
      case Answer.Ended(var outcome) -> outcome(number, outcome);
      case Answer.Found(var actor, var state, var version) ->
          new MessageInWords(
              "Found", actor + " version " + version + ": " + state, List.of(), actor, number);
      case Answer.Missing() -> new MessageInWords("Missing", "", List.of(), null, number);
      case Answer.Failed(var code, var text) ->
          new MessageInWords("Failed", code + ": " + text, List.of(), null, number);
      case Answer.Items(var items, var next) ->
          new MessageInWords("Items", items.size() + " of them", List.of(), null, number);
      case Answer.Stands(var status) ->
          new MessageInWords("Stands", status.toString(), List.of(), null, number);
      case Answer.Done() -> plain("Done", "", number);
      case Answer.ToCopy(var copy) -> plain("To copy", "up to " + copy.position(), number);
      case Answer.Bytes(var bytes) -> plain("Bytes", bytes.length + " of them", number);
      case Answer.Age(var nanos) -> plain("Age", nanos + " ns", number);
      case Answer.Epoch(var epoch) -> plain("Epoch", "" + epoch, number);
      case Answer.Progress(var underway, var resolved, var waits) ->
          plain("Progress", underway.size() + " in progress", number);
      case Answer.Resolved(var how) -> plain("Resolved", how.key().toString(), number);
      case Answer.Snapshot(var snapshot, var age) ->
          plain("Snapshot", snapshot + ", " + age + " ns old", number);
      case Answer.SnapshotSeen(SnapshotEnd(var failure, var end)) ->
          plain("Seen", failure == null ? "" : failure.message(), number);

      case Answer.DryRunEnded(DryCall.End(var failure, var end, var uses)) ->
          plain("Seen", failure == null ? "" : failure.message(), number);
    };
  }

  private static MessageInWords outcome(long number, Outcome outcome) {
    TransactionId id = outcome.transaction();
    return switch (outcome) {
      case Outcome.Committed it ->
          new MessageInWords("Committed", id.toString(), List.of(id), null, number);
      case Outcome.Aborted(var it, var reason) ->
          new MessageInWords("Aborted", id + ": " + reason.message(), List.of(id), null, number);
      case Outcome.InDoubt(var it, var why, _) ->
          new MessageInWords("In doubt", id + ": " + why, List.of(id), null, number);
    };
  }
}
