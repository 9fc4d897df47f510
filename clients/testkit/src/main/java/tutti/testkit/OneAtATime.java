package tutti.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.embedded.Tutti;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.runtime.AdvancedTime;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Caller;

/** A node in memory that runs each request and each block alone. */
final class OneAtATime implements AutoCloseable {
  private final RealScheduler scheduler = new RealScheduler();
  private final AdvancedTime time;
  private final HostNode node;

  /**
   * @param begins the wall clock's time at its start
   */
  OneAtATime(Application application, Instant begins) {
    time = AdvancedTime.standing(begins);
    Deployment alone =
        Tutti.builder()
            .set("durability", "off")
            .set("executors", "1")
            .set("idempotency.keep", "3650d")
            .deployment();
    try {
      node =
          LocalShards.open(
              application,
              alone,
              new Ports(time.on(scheduler), null, new SplittableRandom(0), History.NONE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs a request or a block; a step of the block with another result than before undoes it.
   *
   * @param key under which a request runs; null if it has none
   * @param at its wall clock's time
   */
  Outcome run(CallLog.Entry entry, @Nullable Idempotency key, Instant at) {
    time.stand(at);
    ClientBlock block = entry.block();
    return block == null
        ? runCalls(entry.calls(), key, entry.caller())
        : runSteps(block.past(), entry.caller());
  }

  private Outcome runSteps(List<ClientBlock.Past> steps, Caller caller) {
    long timeout = node.deployment().transactionTimeout().toNanos();
    ClientBlock block = new ClientBlock(null, timeout, caller, it -> node.run(it, it::end));
    BlockStep last = new BlockStep.Commit();
    for (ClientBlock.Past each : steps) {
      StepAnswer answer = put(block, each.step());
      if (answer instanceof StepAnswer.Ended(Outcome ended)) {
        return ended;
      }
      if (!answer.equals(new StepAnswer.Done(each.result()))) {
        last = new BlockStep.RollBack("this step has another result");
        break;
      }
    }
    return put(block, last) instanceof StepAnswer.Ended(Outcome ended) ? ended : unended();
  }

  private static StepAnswer put(ClientBlock block, BlockStep step) {
    CompletableFuture<StepAnswer> answer = new CompletableFuture<>();
    block.put(step, answer::complete);
    return answer.join();
  }

  private static Outcome unended() {
    throw new IllegalStateException("a block has not ended at its end");
  }

  private Outcome runCalls(List<Call> calls, @Nullable Idempotency key, Caller caller) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    long timeout = node.deployment().transactionTimeout().toNanos();
    node.submit(new TransactionRequest(calls, key, timeout).by(caller), outcome::complete);
    return outcome.join();
  }

  @Override
  public void close() {
    node.close();
    scheduler.close();
  }
}
