package tutti.lab.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RFC 4180. */
class CsvTest {
  @TempDir Path folder;

  @Test
  void quotesWhatNeedsIt() throws Exception {
    Path file = folder.resolve("it.csv");
    try (Csv csv = Csv.begin(file, List.of("a", "b"))) {
      csv.row(List.of(Csv.text("plain"), Csv.text("with, comma")));
      csv.row(List.of(Csv.text("a \"quote\""), Csv.text("two\nlines")));
      csv.row(List.of(Csv.NULL, Csv.text("")));
      csv.row(List.of(Csv.text("grün"), Csv.number(-7)));
    }
    assertThat(Files.readString(file))
        .isEqualTo(
            "a,b\r\nplain,\"with, comma\"\r\n\"a \"\"quote\"\"\",\"two\nlines\"\r\n,\"\"\r\ngrün,-7\r\n");
  }

  @Test
  void keepsThePlacesOfDecimals() {
    assertThat(Csv.decimal(new BigDecimal("-10"), 2)).isEqualTo("-10.00");
    assertThat(Csv.decimal(new BigDecimal("1E+3"), 2)).isEqualTo("1000.00");
    assertThatThrownBy(() -> Csv.decimal(new BigDecimal("0.001"), 2))
        .isInstanceOf(ArithmeticException.class);
    assertThat(Csv.time(Instant.parse("2026-11-30T12:00:00.5Z")))
        .isEqualTo("2026-11-30T12:00:00.500Z");
  }
}
