package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PairwiseTest {
  static List<int[]> settings() {
    return List.of(
        new int[] {2, 2},
        new int[] {7, 1, 2, 4, 5, 2},
        new int[] {3, 3, 3, 3},
        new int[] {1, 5, 1});
  }

  @ParameterizedTest
  @MethodSource("settings")
  void everyTwoValuesOfTwoSettingsMeet(int[] sizes) {
    List<int[]> rows = Pairwise.cover(sizes);
    for (int a = 0; a < sizes.length; a++) {
      for (int b = a + 1; b < sizes.length; b++) {
        for (int i = 0; i < sizes[a]; i++) {
          for (int j = 0; j < sizes[b]; j++) {
            assertThat(meet(rows, a, i, b, j)).as("%d=%d, %d=%d", a, i, b, j).isTrue();
          }
        }
      }
    }
  }

  private static boolean meet(List<int[]> rows, int a, int i, int b, int j) {
    return rows.stream().anyMatch(row -> row[a] == i && row[b] == j);
  }

  @Test
  void itIsFarFromAllAndTheSameEachTime() {
    int[] sizes = {7, 1, 2, 4, 5, 2};
    List<int[]> rows = Pairwise.cover(sizes);
    assertThat(rows).hasSizeBetween(35, 45);
    assertThat(Pairwise.cover(sizes)).usingRecursiveComparison().isEqualTo(rows);
    assertThat(Pairwise.product(sizes)).hasSize(560).doesNotHaveDuplicates();
  }
}
