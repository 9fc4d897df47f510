package tutti.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tutti.engine.runtime.ExecutorMode;

/** The heap of timers, against a sorted set of the same ones. */
class TimerHeapTest {
  private final Core core = new Core(1, ExecutorMode.best(), 0, 0);
  private final SimulatedNode first = new SimulatedNode(core, "first");
  private final SimulatedNode second = new SimulatedNode(core, "second");
  private final RandomGenerator random = Seeds.stream(3, "alarms");
  private final TimerHeap alarms = new TimerHeap();
  private final TreeSet<SimulatedTimer> expected = new TreeSet<>();

  private SimulatedTimer alarm(int number) {
    SimulatedNode node = random.nextBoolean() ? first : second;
    return new SimulatedTimer(
        core, node, random.nextInt(50), random.nextInt(3), number, null, () -> {});
  }

  private void add(int number) {
    SimulatedTimer alarm = alarm(number);
    alarms.add(alarm);
    expected.add(alarm);
  }

  private void remove(SimulatedTimer alarm) {
    alarms.remove(alarm);
    expected.remove(alarm);
  }

  private void check() {
    assertThat(alarms.size()).isEqualTo(expected.size());
    assertThat(alarms.peek()).isSameAs(expected.isEmpty() ? null : expected.first());
  }

  @Test
  void theNextOneIsAlwaysFirstWhateverIsAddedAndCancelled() {
    for (int i = 0; i < 20_000; i++) {
      List<SimulatedTimer> in = new ArrayList<>(expected);
      if (in.isEmpty() || in.size() < 200 && random.nextInt(5) < 3) {
        add(i);
      } else {
        remove(random.nextBoolean() ? in.getFirst() : in.get(random.nextInt(in.size())));
      }
      check();
    }
  }

  @Test
  void thoseOfANodeGoTogetherAndMayBeCancelledLater() {
    for (int i = 0; i < 500; i++) {
      add(i);
    }
    List<SimulatedTimer> gone = expected.stream().filter(alarm -> alarm.node == first).toList();
    assertThat(alarms.count(alarm -> alarm.node == first)).isEqualTo(gone.size()).isPositive();

    alarms.removeIf(alarm -> alarm.node == first);
    expected.removeAll(gone);
    gone.forEach(alarms::remove);

    assertThat(alarms.count(alarm -> alarm.node == first)).isZero();
    while (!expected.isEmpty()) {
      check();
      remove(expected.first());
    }
    check();
  }
}
