package tutti.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static String printed(List<List<String>> lines) {
    StringWriter text = new StringWriter();
    TextTable.print(new PrintWriter(text, true), lines);
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  @Test
  void putsCellsBelowEachOther() {
    assertThat(printed(List.of(List.of("ID", "NAME"), List.of("1000", "ada"))))
        .isEqualTo("ID    NAME\n1000  ada\n");
  }

  /** A text of a client neither breaks a line nor speaks to the terminal. */
  @Test
  void showsWhatIsNoCharacterOfALineAsAnEscape() {
    assertThat(printed(List.of(List.of("a\nb\t\u001b[31m", "ü€"), List.of("\u202ec", "\u0085"))))
        .isEqualTo("a\\nb\\t\\u001b[31m  ü€\n\\u202ec           \\u0085\n");
  }
}
