package tutti.protocol.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoublingLooksTest {
  private static List<Integer> due(DoublingLooks backoff) {
    List<Integer> due = new ArrayList<>();
    for (int look = 1; look <= 64; look++) {
      if (backoff.isDue()) {
        due.add(look);
      }
    }
    return due;
  }

  @Test
  void pausesDoubleUpToABound() {
    DoublingLooks backoff = new DoublingLooks(20_000_000);
    assertThat(due(backoff)).containsExactly(1, 3, 7, 15, 31, 47, 63);
    backoff.restart();
    assertThat(due(backoff)).startsWith(1, 3, 7);
  }

  @Test
  void looksThatAreRareAreAllDue() {
    assertThat(due(new DoublingLooks(400_000_000))).hasSize(64);
    assertThat(due(new DoublingLooks(200_000_000))).startsWith(1, 3, 5, 7);
    assertThat(due(new DoublingLooks(0))).startsWith(1, 3, 7, 15, 31);
  }
}
