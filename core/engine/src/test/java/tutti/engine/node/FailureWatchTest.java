package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureWatchTest {
  /** The next steps end the machines, and tell those that wait for the disk. */
  @Test
  void aListenerThatThrowsIsInNobodysWay() {
    FailureWatch watch = new FailureWatch();
    List<String> told = new ArrayList<>();
    watch.add(
        why -> {
          throw new AssertionError(why);
        });
    watch.add(told::add);
    watch.failed("the disk is full");
    watch.failed("the disk is gone");
    assertThat(told).containsExactly("the disk is full");
    assertThat(watch.failure()).isEqualTo("the disk is full");
  }
}
