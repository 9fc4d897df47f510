package tutti.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ClosedLoopTest {
  private static LoadPlan plan(int clients, int warmupMillis, int millis) {
    return new LoadPlan(clients, Duration.ofMillis(warmupMillis), Duration.ofMillis(millis), 5);
  }

  @Test
  void aTargetThatAnswersAtOnceDoesNotGrowTheStack() throws Exception {
    AtomicLong asked = new AtomicLong();
    Target immediate =
        (client, random, done) -> {
          if (asked.incrementAndGet() % 100_000 == 0) {
            sleep(1);
          }
          done.accept(Ending.COMMITTED);
        };
    // The first client runs on the thread that starts the load, so the load must end from
    // elsewhere.
    Target bounded =
        (client, random, done) -> {
          if (asked.get() >= 1_000_000) {
            Thread.startVirtualThread(() -> answerLater(done));
          } else {
            immediate.start(client, random, done);
          }
        };
    LoadResult result = ClosedLoop.run(bounded, plan(1, 0, 50));
    assertThat(result.answered()).isTrue();
    assertThat(result.total().committed()).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void keepsExactlyThatManyRequestsOutstanding() throws Exception {
    AtomicInteger outstanding = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      Target target =
          (client, random, done) -> {
            most.accumulateAndGet(outstanding.incrementAndGet(), Math::max);
            pool.execute(
                () -> {
                  outstanding.decrementAndGet();
                  done.accept(Ending.COMMITTED);
                });
          };
      LoadResult result =
          Loads.until(
              it -> most.get() >= 7 && it.throughput() > 0,
              plan(7, 5, 100),
              plan -> ClosedLoop.run(target, plan));
      assertThat(most.get()).isEqualTo(7);
      assertThat(outstanding.get()).isZero();
      assertThat(result.answered()).isTrue();
      assertThat(result.throughput()).isPositive();
    }
  }

  @Test
  void countsEachEndingAndLeavesTheWarmupOut() throws Exception {
    AtomicLong asked = new AtomicLong();
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      Target target =
          (client, random, done) -> {
            Ending ending = Ending.values()[(int) (asked.getAndIncrement() % 4)];
            pool.execute(
                () -> {
                  sleep(1);
                  done.accept(ending);
                });
          };
      LoadResult result =
          Loads.until(
              it ->
                  it.measured().refused() > 0
                      && it.measured().aborted() > 0
                      && it.measured().inDoubt() > 0,
              plan(4, 100, 100),
              plan -> {
                asked.set(0);
                return ClosedLoop.run(target, plan);
              });
      assertThat(result.total().ended()).isEqualTo(asked.get());
      assertThat(result.measured().ended()).isLessThan(result.total().ended());
      assertThat(result.latency().getTotalCount()).isEqualTo(result.measured().ended());
      assertThat(result.measured().refused()).isPositive();
      assertThat(result.measured().aborted()).isPositive();
      assertThat(result.measured().inDoubt()).isPositive();
      assertThat(result.latency().getValueAtPercentile(50)).isGreaterThan(900_000);
    }
  }

  @Test
  void clientsDrawTheSameNumbersInEveryRunOfOneSeed() throws Exception {
    assertThat(firstNumbers()).isEqualTo(firstNumbers()).hasSize(3);
  }

  @Test
  void refusesAPlanWithoutClientsOrTime() {
    assertThatThrownBy(() -> plan(0, 0, 1)).hasMessageContaining("--clients");
    assertThatThrownBy(() -> plan(1, 0, 0)).hasMessageContaining("--seconds");
    assertThatThrownBy(() -> plan(1, -1, 1)).hasMessageContaining("--warmup");
  }

  /** The first number of each client, once all three have asked. */
  private static Map<Integer, Long> firstNumbers() throws Exception {
    Map<Integer, Long> first = new ConcurrentHashMap<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      Target target =
          (client, random, done) -> {
            first.putIfAbsent(client, random.nextLong());
            pool.execute(() -> answerLater(done));
          };
      return Loads.until(
          numbers -> numbers.size() == 3,
          plan(3, 0, 5),
          plan -> {
            first.clear();
            ClosedLoop.run(target, plan);
            return Map.copyOf(first);
          });
    }
  }

  private static void answerLater(Consumer<Ending> done) {
    sleep(1);
    done.accept(Ending.COMMITTED);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
