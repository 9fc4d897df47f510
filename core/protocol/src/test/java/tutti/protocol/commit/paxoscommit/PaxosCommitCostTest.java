package tutti.protocol.commit.paxoscommit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds what the card and {@code docs/protocols.md} say of costs to the machines, by counting. */
class PaxosCommitCostTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "protocols.md");

  /**
   * A row of the page: F, the participants that change, those that look; messages, forced, other
   * writes, waits.
   */
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| (\\d) \\| ([\\d, ]+|-) \\| ([\\d, ]+|-)"
              + " \\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\d) \\| (\\d) \\|$");

  static Stream<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE)).results();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void costsWhatThePageSays(MatchResult row) {
    FaultFree run =
        new FaultFree(Integer.parseInt(row.group(1)), 7, nodes(row.group(2)), nodes(row.group(3)));

    assertThat(
            "%d %d %d %d %d"
                .formatted(
                    run.messages,
                    run.forced,
                    run.unforced,
                    run.toldAt / FaultFree.MESSAGE,
                    run.toldAt % FaultFree.MESSAGE / FaultFree.FORCE))
        .isEqualTo(
            IntStream.rangeClosed(4, 8).mapToObj(row::group).collect(Collectors.joining(" ")));
    assertThat(run.told).isTrue();
    assertThat(run.allEnded()).isTrue();
  }

  private static Set<Integer> nodes(String cell) {
    return cell.equals("-")
        ? Set.of()
        : Arrays.stream(cell.split(", ")).map(Integer::valueOf).collect(Collectors.toSet());
  }

  @Test
  void thePageHasRows() throws IOException {
    assertThat(rows()).hasSizeGreaterThan(6);
  }

  /** The formulas of the page, where participants are on the nodes behind the coordinator's. */
  @Test
  void costsWhatTheFormulasSay() {
    for (int f = 0; f <= 2; f++) {
      for (int changing = 0; changing <= 3; changing++) {
        for (int looking = 0; looking <= 3 - changing; looking++) {
          for (int here = 0; here <= 1; here++) {
            if (changing + looking > 0) {
              formulas(f, changing, looking, here);
            }
          }
        }
      }
    }
  }

  private static void formulas(int f, int a, int r, int c) {
    Set<Integer> changers = new TreeSet<>();
    Set<Integer> readers = new TreeSet<>();
    IntStream.rangeClosed(1, a).forEach(changers::add);
    IntStream.rangeClosed(a + 1, a + r).forEach(readers::add);
    if (c == 1) {
      changers.add(0);
    }
    int w = Math.min(a + r, 2 * f);
    FaultFree run = new FaultFree(f, 7, changers, readers);
    boolean some = a + c > 0;

    assertThat(run.messages)
        .as("messages of %s %s %s %s", f, a, r, c)
        .isEqualTo(some ? (a + r) * (2 * f + 2) - w + 2 * f * (c + 2) + 2 * a : 2 * r);
    assertThat(run.forced).isEqualTo(2 * (a + c) + (some ? 2 * f + 1 : 0));
    assertThat(run.unforced).isEqualTo(c + (some ? 2 * f + 1 : 0));
    assertThat(run.toldAt / FaultFree.MESSAGE).as("at most one more than two").isBetween(2, 3);
    assertThat(run.toldAt % FaultFree.MESSAGE).isLessThanOrEqualTo(2 * FaultFree.FORCE);
  }
}
