package tutti.engine.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimestampsTest {
  private static final long LEASE = 16_000_000;

  private long micros = 1_000;

  @Test
  void noTwoNodesGiveOneNumber() {
    List<Timestamps> nodes = new ArrayList<>();
    List<Long> given = new ArrayList<>();
    for (int node = 0; node < 3; node++) {
      nodes.add(new Timestamps(node, 3, () -> micros));
    }
    for (int i = 0; i < 30; i++) {
      Timestamps node = nodes.get(i * 7 % 3);
      given.add(node.next());
      nodes.get(i % 3).learn(given.getLast());
    }
    assertThat(given).doesNotHaveDuplicates();
  }

  @Test
  void everyNumberIsGreaterThanThoseBeforeAndThoseLearnt() {
    Timestamps clock = new Timestamps(1, 2, () -> micros);
    long first = clock.next();
    micros -= 500;
    long second = clock.next();
    assertThat(second).isGreaterThan(first);
    clock.learn(second + 1_000_001);
    assertThat(clock.next()).isGreaterThan(second + 1_000_001);
    micros += 10_000_000;
    assertThat(clock.next()).isEqualTo(2 * micros + 1);
  }

  @Test
  void nothingIsGrantedAboveTheCeilingThatIsKept() {
    Deque<Runnable> writes = new ArrayDeque<>();
    List<Long> kept = new ArrayList<>();
    Timestamps clock = new Timestamps(0, 1, () -> micros);
    clock.begin(
        0,
        (ceiling, done) ->
            writes.add(
                () -> {
                  kept.add(ceiling);
                  done.run();
                }));
    assertThat(clock.covers(micros)).isFalse();
    writes.remove().run();
    assertThat(clock.covers(micros)).isTrue();
    assertThat(writes).isEmpty();

    long ahead = micros + LEASE * 3 / 4;
    assertThat(clock.covers(ahead)).as("asked for in time").isTrue();
    assertThat(clock.covers(ahead)).as("asked for once").isTrue();
    assertThat(writes).hasSize(1);
    long far = micros + 10 * LEASE;
    assertThat(clock.covers(far)).isFalse();
    while (!writes.isEmpty()) {
      writes.remove().run();
    }
    assertThat(clock.covers(far)).isTrue();
    assertThat(kept).isSorted().last().isEqualTo(far + LEASE);
  }

  @Test
  void aRestartGivesNoNumberThatMayHaveBeenGranted() {
    Timestamps clock = new Timestamps(0, 1, () -> micros);
    List<Long> kept = new ArrayList<>();
    Timestamps.Store store =
        (ceiling, done) -> {
          kept.add(ceiling);
          done.run();
        };
    clock.begin(0, store);
    assertThat(clock.floor()).isZero();
    assertThat(clock.covers(micros)).isTrue();
    Timestamps again = new Timestamps(0, 1, () -> micros);
    again.begin(kept.getLast(), store);
    assertThat(again.floor()).isEqualTo(kept.getFirst());
    long next = again.next();
    assertThat(next).isGreaterThan(again.floor());
    assertThat(again.covers(next)).isTrue();
  }

  @Test
  void aCeilingThatCouldNotBeKeptIsAskedForAgain() {
    Deque<Long> asked = new ArrayDeque<>();
    Timestamps clock = new Timestamps(0, 1, () -> micros);
    clock.begin(0, (ceiling, done) -> asked.add(ceiling));
    assertThat(clock.covers(micros)).isFalse();
    assertThat(asked).hasSize(1);
    clock.notKept();
    assertThat(clock.covers(micros)).isFalse();
    assertThat(asked).hasSize(2);
  }
}
