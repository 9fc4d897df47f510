package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the tables in docs/rebel-values.md is true. */
class DocumentedValuesTest {
  private static final String REFUSED = "refused: ";

  record Row(String expression, String type, String value) {}

  static Stream<Row> rows() throws IOException {
    return Files.readAllLines(Path.of("..", "..", "docs", "rebel-values.md")).stream()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.replace("\\|", "\u0001").split("\\|"))
        .map(cells -> Stream.of(cells).map(cell -> cell.replace('\u0001', '|').strip()).toList())
        .filter(cells -> cells.size() == 4 && !cells.get(2).contains("`"))
        .filter(cells -> isType(cells.get(2)))
        .map(cells -> new Row(code(cells.get(1)), cells.get(2), cells.get(3)));
  }

  private static boolean isType(String cell) {
    return cell.matches("[A-Z][A-Za-z]+|(set|map)\\[.*]");
  }

  private static String code(String cell) {
    return cell.substring(1, cell.length() - 1);
  }

  @Test
  void thereAreManyRows() throws IOException {
    assertThat(rows().count()).isGreaterThan(50);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isTrue(Row row) {
    World world =
        World.of(
            """
            module t.T

            event make() { postconditions { new this.out == (%s); } }

            specification T {
              fields {
                id: Integer @key
                out: %s
              }
              events { make[] }
              lifeCycle {
                initial init -> made: make
                final made
              }
            }
            """
                .formatted(row.expression(), row.type()));
    World.Refused refused = world.run("T", "1", "make");
    String value =
        refused == null ? Objects.toString(world.field("T", "1", "out")) : refused.refusal().code();
    String expected =
        refused == null ? code(row.value()) : code(row.value().replaceFirst("^" + REFUSED, ""));
    assertThat(row.value().startsWith(REFUSED)).as(value).isEqualTo(refused != null);
    assertThat(value).isEqualTo(expected);
  }
}
