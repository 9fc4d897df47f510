package tutti.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.lsp4j.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places in texts with all ends of lines. */
class LinesTest {
  private static final String TEXT = "ab\r\n\rc𝄞d\n";

  @ParameterizedTest
  @CsvSource({"0,0,0", "2,0,2", "4,1,0", "5,2,0", "6,2,1", "8,2,3", "9,2,4", "10,3,0"})
  void placesAndOffsetsAgree(int offset, int line, int character) {
    Lines lines = new Lines(TEXT);
    assertThat(lines.position(offset)).isEqualTo(new Position(line, character));
    assertThat(lines.offset(new Position(line, character))).isEqualTo(offset);
  }

  @ParameterizedTest
  @CsvSource({"0,9,2", "1,1,4", "2,99,9", "3,1,10", "99,0,10", "-1,-1,0"})
  void aPlaceBehindAnEndIsThatEnd(int line, int character, int offset) {
    assertThat(new Lines(TEXT).offset(new Position(line, character))).isEqualTo(offset);
  }

  @Test
  void anEmptyTextHasOneLine() {
    assertThat(new Lines("").position(0)).isEqualTo(new Position(0, 0));
  }
}
