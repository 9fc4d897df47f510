package tutti.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The baseline of {@code bench ycsb}: it is no baseline if it works more than it must. */
class PrototypeTest {

  @ParameterizedTest
  @ValueSource(ints = {1_000, 20_000, 500_000, 1_000_000})
  void aLookupIsOneProbe(int rows) {
    Prototype prototype = new Prototype(rows, 10, 96);
    long probes = 0;
    for (long key = 0; key < rows; key++) {
      probes += prototype.probes(key);
    }
    assertThat((double) probes / rows).isBetween(1.0, 1.01);
  }

  @ParameterizedTest
  @CsvSource({"0,96,false", "1,96,false", "3,96,true", "3,1008,false", "1,1008,true"})
  void readsAndWritesWhatItIsAskedFor(long writing, int rowBytes, boolean together) {
    Prototype prototype = new Prototype(1_000, 2, rowBytes);
    for (int i = 0; i < 3; i++) {
      assertThat(prototype.run(new long[] {7, 900}, writing, together)).isTrue();
    }
    assertThat(prototype.written()).isEqualTo(3 * Long.bitCount(writing));
    assertThat(prototype.run(new long[] {7, 900}, 0, together)).isTrue();
    assertThat(prototype.sum()).isEqualTo(3 * Long.bitCount(writing));
  }
}
