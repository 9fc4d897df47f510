package tutti.engine.transaction.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.model.Call;
import tutti.model.Refusal;

/**
 * The execution of a client's block in one attempt: first the steps that earlier attempts have
 * performed, then those that come. In the attempt's own task.
 */
final class BlockExecution {
  private final Attempt attempt;
  private final Submission submission;
  private final ClientBlock block;
  private final Scheduler scheduler;
  private final StepQueue timers;
  private @Nullable Object result;

  BlockExecution(Attempt attempt, ClientBlock block, NodeRuntime runtime) {
    this.attempt = attempt;
    this.submission = attempt.transaction.submission();
    this.block = block;
    this.scheduler = runtime.scheduler();
    this.timers = runtime.service();
  }

  /** Takes steps until the block ends; done if it is to commit. */
  Result run() {
    attempt.transaction.observed(block.observedLsn());
    for (ClientBlock.Past each : block.past()) {
      Result again = perform(each.step());
      if (again instanceof Result.Failed(Reason.Refused _)
          || (again instanceof Result.Done && !Objects.equals(result, each.result()))) {
        return new Result.Failed(block.changedAt(each.step().actor(), submission.endedByCascade()));
      }
      if (again instanceof Result.Failed failed) {
        return failed;
      }
    }
    while (true) {
      switch (next()) {
        case null -> {
          Reason stopped = attempt.stopped();
          if (stopped != null || isLate()) {
            return new Result.Failed(stopped == null ? outOfTime() : stopped);
          }
        }
        case BlockStep.Commit(var operation) -> {
          return operation != null
                  && attempt.take(block.first(), "the block", operation)
                      instanceof Result.Failed refused
              ? refused
              : Result.of(attempt.stopped());
        }
        case BlockStep.RollBack(String why) -> {
          return new Result.Failed(
              new Reason.Refused(
                  block.first(), "the block", Refusal.of(BlockStep.RollBack.CODE, why)));
        }
        case BlockStep.Release(var actor) -> {
          attempt.release(actor);
          block.released();
        }
        case BlockStep.Work step -> {
          if (perform(step) instanceof Result.Failed failed) {
            return failed;
          }
          block.done(step, result);
        }
      }
    }
  }

  private @Nullable BlockStep next() {
    Reason stopped = attempt.stopped();
    if (stopped != null) {
      return null;
    }
    attempt.transaction.waits();
    BlockStep next = block.next(scheduler, timers, submission.deadlineNanos());
    attempt.transaction.goesOn();
    return isLate() ? null : next;
  }

  private boolean isLate() {
    return scheduler.nanos() >= submission.deadlineNanos();
  }

  private Reason outOfTime() {
    return new Reason.Deadline(submission.request().timeoutNanos());
  }

  private Result perform(BlockStep.Work step) {
    result = null;
    return switch (step) {
      case BlockStep.Look(var actor) -> attempt.look(actor, state -> result = state);
      case BlockStep.Perform(Call call) -> {
        Result performed = call.action() instanceof ProcedureAction ? procedure(call) : event(call);
        if (performed instanceof Result.Done) {
          attempt.results.add(result);
        }
        yield performed;
      }
    };
  }

  private Result procedure(Call call) {
    Procedures.Execution running = attempt.procedures();
    Result ran = running.run(call);
    result = ran instanceof Result.Done ? running.result() : null;
    return ran;
  }

  private Result event(Call call) {
    List<Call> partners = new ArrayList<>(0);
    Result happens =
        attempt.happen(
            call,
            attempt.home.home(),
            happened -> {
              result = happened.result();
              partners.addAll(happened.partners());
            });
    if (happens instanceof Result.Done && !partners.isEmpty()) {
      happens = Attempt.run(attempt.procedures(), partners);
    }
    return happens instanceof Result.Done ? attempt.counted(result, true) : happens;
  }
}
