package tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tutti.embedded.Tutti;
import tutti.engine.runtime.ExecutorMode;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;

/**
 * Callbacks of futures that embedded calls return, in a JVM that opens {@code java.lang}: they run
 * as the client's code, not as a procedure's, and so may wait for other transactions.
 */
class CallbacksTest {
  public static final class Counter extends Actor {
    public record Count(String name, long value) {}

    public final Relation<String, Count> counts = relation("counts", Count.class, Count::name);
  }

  public record Add(long amount) implements Procedure<Counter, Long> {
    @Override
    public Long run(Counter counter) {
      long now = counter.counts.find("all").map(Counter.Count::value).orElse(0L) + amount;
      counter.counts.upsert(new Counter.Count("all", now));
      return now;
    }
  }

  @Test
  void aCallbackMayWaitForAnotherTransaction() {
    assertThat(ExecutorMode.best()).isEqualTo(ExecutorMode.CARRIER);
    JavaApplication counters =
        JavaApplication.named("counters")
            .actor("Counter", Counter::new)
            .procedures(Add.class)
            .build();
    try (Tutti tutti = Tutti.inMemory(counters)) {
      CompletableFuture<Long> both = CompletableFuture.completedFuture(0L);
      for (int i = 0; i < 100; i++) {
        String key = "counter-" + i % 7;
        both =
            both.thenCombine(
                tutti
                    .actor(Counter.class, key)
                    .submit(new Add(1))
                    .thenApply(first -> tutti.actor(Counter.class, key).call(new Add(first))),
                Long::sum);
      }
      assertThat(both.join()).isPositive();
    }
  }
}
