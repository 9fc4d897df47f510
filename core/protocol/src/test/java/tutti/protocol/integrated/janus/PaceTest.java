package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final List<Integer> DUE =
      IntStream.rangeClosed(1, 128).filter(Pace::isDue).boxed().toList();

  @Test
  void asksLessAndLessButNeverStops() {
    assertThat(DUE).containsExactly(1, 2, 4, 8, 16, 32, 64, 96, 128);
  }

  @Test
  void countsTheQuestions() {
    assertThat(DUE.stream().map(Pace::times)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
  }
}
