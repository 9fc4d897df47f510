package tutti.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import tutti.embedded.Tutti;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Ports;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Application;
import tutti.model.Call;

/** A node in memory that runs each request alone. */
final class OneAtATime implements AutoCloseable {
  private final RealScheduler scheduler = new RealScheduler();
  private final LocalNode node;

  OneAtATime(Application application) {
    Deployment alone = Tutti.builder().set("durability", "off").set("executors", "1").deployment();
    try {
      node =
          LocalNode.open(
              application,
              alone,
              new Ports(scheduler, null, new SplittableRandom(0), History.NONE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Outcome run(List<Call> calls) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    long timeout = node.deployment().transactionTimeout().toNanos();
    node.submit(new TransactionRequest(calls, null, timeout), outcome::complete);
    return outcome.join();
  }

  @Override
  public void close() {
    node.close();
    scheduler.close();
  }
}
