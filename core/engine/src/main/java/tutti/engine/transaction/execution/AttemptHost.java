package tutti.engine.transaction.execution;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.submission.DeclaredAccesses;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.outside.Irrevocable;

/** An attempt as its procedures use it. */
final class AttemptHost implements Procedures.Host {
  private final Attempt attempt;
  private final Observations nothing;

  AttemptHost(Attempt attempt) {
    this.attempt = attempt;
    this.nothing = attempt.transaction.seen().withoutFacts();
  }

  @Override
  public Container home() {
    return attempt.home.home();
  }

  @Override
  public Instant now() {
    return nothing.now();
  }

  @Override
  public Caller caller() {
    return nothing.caller();
  }

  @Override
  public LoggingEventBuilder named(LoggingEventBuilder line) {
    return LogLine.about(line, attempt.transaction.submission());
  }

  @Override
  public long deadlineNanos() {
    return attempt.home.deadlineNanos();
  }

  @Override
  public long timeoutNanos() {
    return attempt.home.timeoutNanos();
  }

  @Override
  public @Nullable DeclaredAccesses declared() {
    return attempt.declared;
  }

  @Override
  public @Nullable Reason stopped() {
    return attempt.transaction.stopped();
  }

  @Override
  public void stopWaiting(Reason why) {
    attempt.interrupt(why);
  }

  @Override
  public PendingRequest.Answer ask(ActorId actor, Work work, Container from) {
    PendingRequest.Answer answer =
        attempt.requests.ask(
            from == attempt.home.home() ? attempt.home : attempt.contextIn(from),
            new ActorRequests.Question(actor, work, nothing));
    if (attempt.history.enabled()
        && work instanceof Work.Run
        && answer
            instanceof PendingRequest.Answer.Given(Verdict.Accept(var claim, var none, var nil))) {
      attempt.history.read(attempt.transaction.id(), actor, claim.observedVersion());
    }
    return answer;
  }

  @Override
  public Result event(Call call, Container from, Consumer<Procedures.Happened> happened) {
    return attempt.happen(call, from, happened);
  }

  @Override
  public boolean coordinates() {
    return true;
  }

  @Override
  public Result irrevocable(ActorId by, String procedure, @Nullable Irrevocable operation) {
    return attempt.irrevocable(by, procedure, operation);
  }

  @Override
  public void send(List<Procedures.Outgoing> calls) {
    attempt.send(calls);
  }

  @Override
  public void release(ActorId actor) {
    attempt.releaseAnnounced(actor);
  }

  @Override
  public Result returned(Object result, boolean told) {
    return attempt.counted(result, told);
  }

  @Override
  public void quiet() {}
}
