package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PromiseTest {

  @Test
  void keepsTheFirstValue() {
    Promise<String> promise = new Promise<>();
    assertThat(promise.isDone()).isFalse();
    assertThat(promise.complete("first")).isTrue();
    assertThat(promise.complete("second")).isFalse();
    assertThat(promise.isDone()).isTrue();
    assertThat(promise.await()).isEqualTo("first");
  }

  @Test
  void canHoldNull() {
    Promise<@Nullable String> promise = new Promise<>();
    List<@Nullable String> seen = new ArrayList<>();
    promise.whenDone(seen::add);
    assertThat(promise.complete(null)).isTrue();
    assertThat(promise.isDone()).isTrue();
    assertThat(promise.await()).isNull();
    assertThat(seen).hasSize(1).containsOnlyNulls();
  }

  @Test
  void callsBackInOrderAndAtOnceWhenItIsDone() {
    Promise<Integer> promise = new Promise<>();
    List<String> seen = new ArrayList<>();
    promise.whenDone(value -> seen.add("first " + value));
    promise.whenDone(
        value -> {
          throw new IllegalStateException("thrown by a callback, on purpose");
        });
    promise.whenDone(value -> seen.add("third " + value));
    promise.complete(7);
    promise.whenDone(value -> seen.add("late " + value));
    assertThat(seen).containsExactly("first 7", "third 7", "late 7");
  }

  @Test
  void oneOfManyCompletersWinsAndAllWaitersSeeItsValue() throws Exception {
    for (int round = 0; round < 300; round++) {
      Promise<Integer> promise = new Promise<>();
      AtomicInteger wins = new AtomicInteger();
      List<Integer> seen = java.util.Collections.synchronizedList(new ArrayList<>());
      CountDownLatch done = new CountDownLatch(4);
      for (int i = 0; i < 2; i++) {
        int value = i;
        Thread.startVirtualThread(
            () -> {
              if (promise.complete(value)) {
                wins.incrementAndGet();
              }
              done.countDown();
            });
        Thread.startVirtualThread(
            () ->
                promise.whenDone(
                    each -> {
                      seen.add(each);
                      done.countDown();
                    }));
      }
      assertThat(done.await(180, TimeUnit.SECONDS)).isTrue();
      assertThat(wins).hasValue(1);
      assertThat(seen).hasSize(2).containsOnly(promise.await());
    }
  }
}
