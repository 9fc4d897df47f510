package tutti.engine.node;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.PeerMessage.Question.SnapshotStep;
import tutti.engine.distribution.peer.QuestionTargets;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.snapshot.RetainedVersions;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.SnapshotRun;
import tutti.engine.transaction.execution.DryRun;
import tutti.engine.transaction.record.NodeLog;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.seam.DryCall;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.seam.SnapshotCall;
import tutti.engine.transaction.seam.SnapshotSource;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;

/**
 * A node's part in snapshots: asks the first node for one, takes the steps that lead to it, and
 * runs the procedures that queries of other nodes call here. Thread-safe.
 */
final class NodesSnapshots implements SnapshotSource {
  /** The node that opens all of them: one has to, and without it no other could. */
  static final int OPENER = 0;

  /** The time after which a snapshot ends by itself. */
  static final long LIFE_NANOS = 60_000_000_000L;

  /** The life of a snapshot until it is known to be closed on all nodes: answers wait for that. */
  static final long MOST_CLOSING_NANOS = 500_000_000L;

  /** The time that the asking node waits beyond the deadline of the node that does the work. */
  private static final long GRACE_NANOS = 500_000_000;

  private static final long POLL_NANOS = 200_000;

  /** The delay of a provoked late step, in nanoseconds. */
  private static final long PROVOKED_NANOS = 3_000_000;

  private final Context context;
  private final @Nullable Distribution distribution;
  private final Snapshots snapshots;
  private final NodeQuestions<Question.OfSnapshot> questions;
  private final SnapshotOpener opener;
  private final RunParts runs;

  /**
   * The parts of the node that this class works with.
   *
   * @param incarnation how often this node has started
   */
  record Context(
      ShardTerm node,
      Directory directory,
      NodeRuntime runtime,
      NodeLog log,
      Procedures procedures,
      long incarnation) {}

  NodesSnapshots(Context context, @Nullable Distribution distribution, Snapshots snapshots) {
    this.context = context;
    this.distribution = distribution;
    this.snapshots = snapshots;
    this.questions = new NodeQuestions<>(distribution, this::answer);
    this.opener =
        new SnapshotOpener(this, context.runtime().scheduler(), context.runtime().service());
    this.runs =
        new RunParts(
            context.directory(), context.runtime().scheduler(), context.procedures(), this, false);
  }

  /** Limits the snapshots that a node keeps. */
  static Snapshots.Limit limit(Scheduler scheduler, StepQueue queue) {
    return (snapshots, number, closed) ->
        scheduler.after(
                closed ? LIFE_NANOS : MOST_CLOSING_NANOS, queue, () -> snapshots.end(number))
            ::cancel;
  }

  // --- for the queries of this node ---

  @Override
  public void take(
      TransactionId query, long stalenessNanos, long timeoutNanos, Consumer<Result> done) {
    long asked = context.runtime().scheduler().nanos();
    ask(
        OPENER,
        new Question.SnapshotTake(query, stalenessNanos, timeoutNanos),
        timeoutNanos,
        answer -> done.accept(taken(answer, asked)));
  }

  private Result taken(Answer answer, long asked) {
    if (answer instanceof Answer.Snapshot(long number, long ageNanos)) {
      RetainedVersions kept = snapshots.opened(number);
      return kept == null
          ? new None(new Reason.Unavailable("snapshot-lost", "the snapshot is gone; ask again"))
          : new Taken(kept, asked - ageNanos);
    }
    return new None(failure(answer));
  }

  @Override
  public void giveBack(TransactionId query, long number, boolean lost) {
    ask(OPENER, new Question.SnapshotGiveBack(query, number, lost), GRACE_NANOS, answer -> {});
  }

  @Override
  public void call(int node, SnapshotCall call, Consumer<SnapshotEnd> done) {
    ask(
        node,
        new Question.SnapshotRead(call),
        call.remainingNanos(),
        answer ->
            done.accept(
                answer instanceof Answer.SnapshotSeen(var end)
                    ? end
                    : SnapshotEnd.failed(failure(answer))));
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<@Nullable ActorState> done) {
    Distribution others = distribution;
    if (others == null) {
      done.accept(null);
      return;
    }
    NodeQuestions.ask(
        others,
        context.directory().nodeOf(actor),
        new Question.Read(actor, timeoutNanos),
        timeoutNanos,
        answer ->
            done.accept(
                switch (answer) {
                  case Answer.Found found -> found.state();
                  case Answer.Missing _ -> context.directory().typeOf(actor).blank(actor.key());
                  default -> null;
                }));
  }

  @Override
  public void dryRun(int node, DryCall call, Consumer<DryCall.End> done) {
    ask(
        node,
        new Question.DryRun(call),
        call.remainingNanos(),
        answer ->
            done.accept(
                answer instanceof Answer.DryRunEnded(var end)
                    ? end
                    : DryCall.End.failed(failure(answer))));
  }

  private static Reason.Unavailable failure(Answer answer) {
    Answer.Failed failed = QuestionTargets.failure(answer);
    return new Reason.Unavailable(failed.code(), failed.message());
  }

  // --- asking nodes ---

  /** Returns the number of nodes. */
  int count() {
    return questions.count();
  }

  /** Returns the incarnation in which a node was met last. */
  long incarnationOf(int node) {
    return distribution == null || !distribution.peers().has(node)
        ? context.incarnation()
        : distribution.peers().incarnationOf(node);
  }

  /** Asks a node, this one included; {@code done} is told once. */
  void ask(int to, Question.OfSnapshot question, long timeoutNanos, Consumer<Answer> done) {
    questions.ask(to, question, timeoutNanos, answer -> done.accept(told(answer)));
  }

  /** Asks all nodes for a step; {@code done} is told once all have answered. */
  void everywhere(
      IntFunction<Question.OfSnapshot> step, long timeoutNanos, Consumer<List<Answer>> done) {
    questions.gather(
        node -> true,
        step,
        timeoutNanos,
        all -> done.accept(all.stream().map(from -> told(from.answer())).toList()));
  }

  private static Answer told(Answer answer) {
    return unavailable(answer) && answer instanceof Answer.Failed(var code, var why)
        ? new Answer.Failed(code, why + "; a snapshot needs every node")
        : answer;
  }

  /** Returns whether an answer says that its node gave none. */
  static boolean unavailable(Answer answer) {
    return answer instanceof Answer.Failed(var code, var why)
        && code.equals(NodeQuestions.UNAVAILABLE);
  }

  // --- answering ---

  /** Answers a question to this node alone, by itself or by another one. */
  void answer(Question.OfSnapshot question, Consumer<Answer> answer) {
    String not = context.node().notReady();
    if (not != null) {
      answer.accept(new Answer.Failed("not-ready", not));
      return;
    }
    switch (question) {
      case Question.SnapshotTake it -> opener.take(it, answer);
      case Question.SnapshotGiveBack it -> {
        opener.giveBack(it);
        answer.accept(new Answer.Done());
      }
      case SnapshotStep it -> step(it, answer);
      case Question.SnapshotRead(var call) ->
          SnapshotRun.perform(
              runs,
              snapshots.opened(call.snapshot()),
              call,
              end -> answer.accept(new Answer.SnapshotSeen(end)));
      case Question.DryRun(var call) ->
          DryRun.perform(runs, call, end -> answer.accept(new Answer.DryRunEnded(end)));
    }
  }

  private void step(SnapshotStep asked, Consumer<Answer> answer) {
    long number = asked.number();
    if (asked.incarnation() != context.incarnation()) {
      answer.accept(
          new Answer.Failed(
              "snapshot-lost", "it has started anew since the snapshot was begun; ask again"));
      return;
    }
    if (asked.opener() != incarnationOf(OPENER)) {
      answer.accept(
          new Answer.Failed(
              "snapshot-lost",
              "who asks has started anew, and does not know of the snapshot; ask again"));
      return;
    }
    switch (asked.step()) {
      case EPOCH -> answer.accept(new Answer.Epoch(snapshots.epoch()));
      case CLOSE -> {
        Runnable close =
            () -> {
              snapshots.close(number);
              ifOpen(number, answer, () -> answer.accept(new Answer.Done()));
            };
        if (context.runtime().scheduler().injects(FaultPoint.EPOCH_CLOSED_LATE)) {
          context.runtime().scheduler().after(PROVOKED_NANOS, context.runtime().service(), close);
        } else {
          close.run();
        }
      }
      case DRAIN -> {
        snapshots.closed(number);
        ifOpen(number, answer, () -> whenLeft(() -> awaitDecisions(number, answer)));
      }
      case FLUSH -> ifOpen(number, answer, () -> awaitEnds(number, answer));
      case END -> {
        snapshots.end(number);
        answer.accept(new Answer.Done());
      }
    }
  }

  private void ifOpen(long number, Consumer<Answer> answer, Runnable then) {
    if (snapshots.opened(number) != null) {
      then.run();
    } else {
      answer.accept(new Answer.Failed("snapshot-lost", "the snapshot is gone; ask again"));
    }
  }

  private void whenLeft(Runnable then) {
    context.log().gate().whenLeft(context.runtime().scheduler(), context.runtime().service(), then);
  }

  /**
   * Waits until the transactions of that epoch that are coordinated here have ended here; no new
   * transaction gets the epoch.
   */
  private void awaitDecisions(long number, Consumer<Answer> answer) {
    if (distribution != null && distribution.members().anyUnsettledUpTo(number)) {
      again(number, () -> awaitDecisions(number, answer));
    } else {
      answer.accept(new Answer.Done());
    }
  }

  /** Waits until this node has applied its promised part of the epoch, all of which is decided. */
  private void awaitEnds(long number, Consumer<Answer> answer) {
    if (distribution != null && distribution.members().anyInDoubtUpTo(number)) {
      again(number, () -> awaitEnds(number, answer));
    } else {
      whenLeft(() -> flush(answer));
    }
  }

  /** Runs the step a little later, unless the snapshot is not wanted any more. */
  private void again(long number, Runnable step) {
    if (snapshots.opened(number) != null) {
      context.runtime().scheduler().after(POLL_NANOS, context.runtime().service(), step);
    }
  }

  /**
   * Waits for the disk: all of the epoch's effects that were on their way to this node are applied.
   */
  private void flush(Consumer<Answer> answer) {
    Journal journal = context.log().journal();
    journal.whenCurrent(
        journal.end(),
        durable -> {
          Reason.Unavailable not = Reason.Unavailable.notWritten(journal);
          answer.accept(durable ? new Answer.Done() : new Answer.Failed(not.code(), not.message()));
        });
  }
}
