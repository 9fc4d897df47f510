package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tutti.engine.runtime.ExecutorMode;

/** The heap of timers, against a sorted set of the same ones. */
class AlarmsTest {
  private final Core core = new Core(1, ExecutorMode.best(), 0, 0);
  private final SimulatedNode first = new SimulatedNode(core, "first");
  private final SimulatedNode second = new SimulatedNode(core, "second");
  private final RandomGenerator random = Seeds.stream(3, "alarms");
  private final Alarms alarms = new Alarms();
  private final TreeSet<Alarm> expected = new TreeSet<>();

  private Alarm alarm(int number) {
    SimulatedNode node = random.nextBoolean() ? first : second;
    return new Alarm(core, node, random.nextInt(50), random.nextInt(3), number, null, () -> {});
  }

  private void add(int number) {
    Alarm alarm = alarm(number);
    alarms.add(alarm);
    expected.add(alarm);
  }

  private void remove(Alarm alarm) {
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
      List<Alarm> in = new ArrayList<>(expected);
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
    List<Alarm> gone = expected.stream().filter(alarm -> alarm.node == first).toList();
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
