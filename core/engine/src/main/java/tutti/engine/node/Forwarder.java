package tutti.engine.node;

import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.node.Node.Instance;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.transaction.LayeredProtocol;
import tutti.engine.transaction.Transactions;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Sender;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/**
 * Clients may ask any node about any actor: requests about actors of other nodes are sent on to
 * them, and requests that other nodes send on are answered here. Thread-safe.
 *
 * @param protocol of the transactions
 * @param incarnation how often this node has started
 */
record Forwarder(
    ShardTerm node,
    Directory directory,
    Transactions transactions,
    LayeredProtocol protocol,
    Distribution distribution,
    long incarnation)
    implements Distribution.Server {
  private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);

  /** The time that the asking node waits beyond the deadline of the node that does the work. */
  private static final long GRACE_NANOS = 500_000_000;

  // --- requests that are sent on ---

  void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    int home = directory.nodeOf(request.calls().getFirst().target());
    TransactionId id = transactions.newId(home);
    if (transactions.isStopping()) {
      // About this try alone: the node that knows of others under its key was not asked.
      onOutcome.accept(
          new Outcome.Aborted(id, new Reason.Unavailable("not-ready", "the node is stopping")));
      return;
    }
    if (distribution.congested()) {
      onOutcome.accept(
          new Outcome.Aborted(
              id,
              new Reason.Unavailable(
                  Reason.Unavailable.CONGESTED,
                  "more is waiting to be sent to other nodes than should")));
      return;
    }
    distribution
        .calls()
        .ask(
            home,
            new Question.Submit(
                id,
                distribution.peers().incarnationOf(home),
                distribution.calls().heard(home),
                request),
            request.timeoutNanos() + GRACE_NANOS,
            result -> onOutcome.accept(outcome(id, home, request, result)));
  }

  private Outcome outcome(
      TransactionId id, int home, TransactionRequest request, Calls.Result result) {
    return switch (result) {
      case Calls.Result.Answered(Answer.Ended(Outcome outcome)) -> outcome;
      case Calls.Result.Answered(Answer.Failed(String code, String message)) ->
          new Outcome.Aborted(id, new Reason.Unavailable(code, message));
      case Calls.Result.Answered other ->
          new Outcome.InDoubt(id, distribution.peers().name(home) + " gave an answer that is none");
      case Calls.Result.Unsent unsent ->
          new Outcome.Aborted(
              id,
              new Reason.Unavailable(
                  "node-unavailable",
                  distribution.peers().name(home)
                      + " cannot be reached, and its actors are needed"));
      case Calls.Result.Unsendable(var why) -> new Outcome.Aborted(id, why.ofThisTry(request));
      case Calls.Result.Silent silent ->
          request.untold(
              id,
              distribution.peers().name(home)
                  + " was sent the transaction and has not said what became of it");
    };
  }

  void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    int home = directory.nodeOf(actor);
    NodeQuestions.ask(
        distribution,
        home,
        new Question.Read(actor, timeoutNanos),
        timeoutNanos + GRACE_NANOS,
        answer -> onSeen.accept(ReadResult.of(answer)));
  }

  /** A page over all nodes: each is asked for one, and they are merged by key. */
  void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      long timeoutNanos,
      Consumer<ListResult> onPage) {
    Question page = new Question.Page(type, stage, limit, after);
    new NodeQuestions<>(
            distribution,
            (Question here, Consumer<Answer> answer) -> answer(directory.self(), here, answer))
        .gather(
            node -> true,
            node -> page,
            timeoutNanos + GRACE_NANOS,
            answers -> onPage.accept(ListResult.merged(answers, limit)));
  }

  void status(TransactionId id, long timeoutNanos, Consumer<TransactionStatus> onStatus) {
    if (!distribution.peers().has(id.coordinator())) {
      onStatus.accept(standsHere(id));
      return;
    }
    NodeQuestions.ask(
        distribution,
        id.coordinator(),
        new Question.Status(id),
        timeoutNanos,
        answer ->
            onStatus.accept(
                answer instanceof Answer.Stands(var status)
                    ? status
                    : new TransactionStatus.Waiting(doubt(id))));
  }

  private String doubt(TransactionId id) {
    for (ProgressReport.InDoubt branch : distribution.report().inDoubt()) {
      if (branch.key().id().equals(id)) {
        return "prepared here, with "
            + branch.actors()
            + "; only "
            + branch.coordinator()
            + " knows the decision, and it does not answer";
      }
    }
    return distribution.peers().name(id.coordinator()) + " decides it, and does not answer";
  }

  /** Returns the status of a transaction that this node coordinates. */
  private TransactionStatus standsHere(TransactionId id) {
    TransactionStatus status = transactions.status(id);
    if (status instanceof TransactionStatus.Running) {
      String whom = distribution.report().waitsFor(id);
      return whom == null ? status : new TransactionStatus.Waiting("it waits for " + whom);
    }
    return status;
  }

  // --- requests that other nodes send on ---

  @Override
  public void answer(int from, Question question, Consumer<Answer> answer) {
    Consumer<Answer> told = node.snapshots().telling(answer);
    switch (question) {
      case Question.Submit submit -> run(from, submit, told);
      case Question.Age(var id) -> {
        OptionalLong age = distribution.calls().age(id);
        answer.accept(age.isPresent() ? new Answer.Age(age.getAsLong()) : new Answer.Missing());
      }
      case Question.Read(var actor, long timeoutNanos) ->
          node.read(actor, timeoutNanos, seen -> answer.accept(answer(seen)));
      case Question.Page(var type, var stage, int limit, var after) -> {
        String notReady = node.notReady();
        if (notReady != null) {
          answer.accept(new Answer.Failed("not-ready", notReady));
        } else {
          node.reads().listHere(type, stage, limit, after, page -> answer.accept(answer(page)));
        }
      }
      case Question.Status(var id) -> {
        TransactionStatus status = stands(id);
        protocol.ifCurrent(() -> told.accept(new Answer.Stands(status)));
      }
      case Question.OfBackup it -> node.backups().here().answer(it, answer);
      case Question.OfSnapshot it -> node.nodesSnapshots().answer(it, answer);
      case Question.Progress(var only) ->
          distribution.report().progress(only, protocol.waiters().seen(only), answer::accept);
      case Question.Resolve(var id, var request) -> distribution.resolve(id, request, answer);
    }
  }

  /**
   * Runs a transaction that another node took, once, however often it is sent. A request that was
   * sent to an earlier incarnation of this node is not run: that incarnation may have run it. The
   * other node is only told its status.
   */
  private void run(int from, Question.Submit submit, Consumer<Answer> answer) {
    TransactionId id = submit.id();
    long forIncarnation = submit.incarnation();
    TransactionRequest request = submit.request();
    if (node.failed()) {
      // The request may have been run before the node failed: the node's folder knows.
      return;
    }
    SendingNode sender = new SendingNode(from, submit);
    // Alone, since an answer that waits must not hold the request.
    Idempotency key = request.idempotency();
    if (forIncarnation != incarnation || node.notReady() != null) {
      if (stands(id) instanceof TransactionStatus.Ended(Outcome outcome)) {
        protocol.ifCurrent(() -> answerWithoutRunning(sender, key, outcome, answer));
      }
      return;
    }
    if (!transactions.claim(id)) {
      // It came before, or a client that asked for its status was told that it never will. If it
      // still runs, its sender is answered when it ends.
      if (transactions.status(id) instanceof TransactionStatus.Ended(Outcome outcome)) {
        protocol.ifCurrent(() -> answerWithoutRunning(sender, key, outcome, answer));
      }
      return;
    }
    transactions.submit(
        id,
        request,
        sender,
        outcome -> {
          transactions.answered(id, outcome);
          answer.accept(new Answer.Ended(outcome));
        });
  }

  @Override
  public void refuse(
      int from, Question.Submit submit, Reason.Unavailable why, Consumer<Answer> answer) {
    TransactionId id = submit.id();
    if (node.failed() || submit.incarnation() != incarnation || node.notReady() != null) {
      return;
    }
    // It may have come before, and run: then it is answered at its end.
    if (transactions.close(id) instanceof TransactionStatus.Ended(Outcome outcome)) {
      boolean never =
          outcome instanceof Outcome.Aborted(var _, Reason.Unavailable(var code, var _))
              && code.equals(Reason.Unavailable.NEVER_ARRIVED);
      Outcome told = never ? new Outcome.Aborted(id, why) : outcome;
      protocol.ifCurrent(
          () ->
              answerWithoutRunning(
                  new SendingNode(from, submit), submit.request().idempotency(), told, answer));
    }
  }

  /**
   * Tells the status of a transaction that is not run. An outcome without effect is an answer about
   * its key too: other tries under the key may have had an effect, which only a ready node knows.
   */
  private void answerWithoutRunning(
      SendingNode sender, @Nullable Idempotency key, Outcome outcome, Consumer<Answer> answer) {
    if (key == null || !(outcome instanceof Outcome.Aborted aborted)) {
      answerAgain(outcome, answer);
    } else if (node.notReady() == null) {
      transactions.turnAway(
          aborted.transaction(),
          key,
          aborted.reason(),
          sender,
          instead -> answer.accept(new Answer.Ended(instead)));
    }
  }

  /**
   * The node that has sent a request on. It has nothing of the request itself, which may be long:
   * an answer that waits until this node is known to lead still needs whom it is for.
   */
  private final class SendingNode implements Sender {
    private final int number;
    private final TransactionId id;
    private final long heard;
    private final long timeoutNanos;

    SendingNode(int number, Question.Submit submit) {
      this.number = number;
      this.id = submit.id();
      this.heard = submit.heard();
      this.timeoutNanos = submit.request().timeoutNanos();
    }

    @Override
    public long heard() {
      return heard;
    }

    @Override
    public void age(Consumer<OptionalLong> told) {
      NodeQuestions.ask(
          distribution,
          number,
          new Question.Age(id),
          timeoutNanos,
          answer ->
              told.accept(
                  answer instanceof Answer.Age(long nanos)
                      ? OptionalLong.of(nanos)
                      : OptionalLong.empty()));
    }
  }

  /** A commit whose results are lost meanwhile is not told as if it had had none. */
  private static void answerAgain(Outcome outcome, Consumer<Answer> answer) {
    if (!(outcome instanceof Outcome.Committed committed) || !committed.results().isEmpty()) {
      answer.accept(new Answer.Ended(outcome));
    }
  }

  /**
   * Returns the status of a transaction, for another node. A transaction that has not come by now
   * never will: a client that hears that nothing happened must be able to rely on it.
   */
  private TransactionStatus stands(TransactionId id) {
    TransactionStatus status = standsHere(id);
    return status instanceof TransactionStatus.Unknown && distribution.peers().names(id.node())
        ? transactions.close(id)
        : status;
  }

  private static Answer answer(ReadResult result) {
    return switch (result) {
      case ReadResult.Found(Instance found) ->
          new Answer.Found(found.id(), found.state(), found.version());
      case ReadResult.Missing missing -> new Answer.Missing();
      case ReadResult.Failed(String code, String message) -> new Answer.Failed(code, message);
    };
  }

  private static Answer answer(ListResult result) {
    return switch (result) {
      case Node.Page(var items, var next) ->
          new Answer.Items(
              items.stream()
                  .map(it -> new Answer.Found(it.id(), it.state(), it.version()))
                  .toList(),
              next);
      case Node.ListFailed(String code, String message) -> new Answer.Failed(code, message);
    };
  }

  @Override
  public long answersSoFar() {
    return transactions.answersSoFar();
  }

  @Override
  public void restarted(int other) {
    if (other == NodesSnapshots.OPENER) {
      node.snapshots().endAll();
    }
  }

  @Override
  public void refused(String why) {
    LOG.error("{}", why);
    node.fail(why);
  }
}
