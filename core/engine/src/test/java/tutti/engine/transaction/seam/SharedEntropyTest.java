package tutti.engine.transaction.seam;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SharedEntropyTest {

  @Test
  void drawsWhatASplittableRandomOfTheSeedDoes() {
    SharedEntropy entropy = new SharedEntropy(1234567);
    SplittableRandom known = new SplittableRandom(1234567);
    for (int i = 0; i < 100; i++) {
      assertThat(entropy.nextLong()).isEqualTo(known.nextLong());
    }
  }
}
