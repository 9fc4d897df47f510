package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues of steps, given many things to do at once. */
class StepQueueTest {
  @Test
  void thousandsAreDoneInOneStepOfEachQueueInTheirOrder() {
    List<Runnable> even = new ArrayList<>();
    List<Runnable> odd = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      all.add(i);
    }
    StepQueue ofEven = even::add;
    StepQueue ofOdd = odd::add;
    List<Integer> done = new ArrayList<>();
    StepQueue.<Integer>forEach(all, i -> i % 2 == 0 ? ofEven : ofOdd, done::add);

    assertThat(done).isEmpty();
    assertThat(even).hasSize(1);
    assertThat(odd).hasSize(1);
    odd.getFirst().run();
    assertThat(done).isEqualTo(all.stream().filter(i -> i % 2 == 1).toList());
    even.getFirst().run();
    assertThat(done).hasSize(5000);
  }
}
