package tutti.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The codes that programs tell aborts apart by. */
class AbortTest {
  @ParameterizedTest
  @ValueSource(strings = {"abort", "over-limit", "no-3d", "a"})
  void takesACodeInKebabCase(String code) {
    Abort abort = new Abort(code, "why");
    assertThat(abort.code()).isEqualTo(code);
    assertThat(abort).hasMessage("why");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Over-limit", "over limit", "over_limit", "-over", "over-", "a--b", "3d", "é"})
  void refusesWhatIsNoCode(String code) {
    assertThatThrownBy(() -> new Abort(code, "why"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + code + "' is no code of an abort")
        .hasMessageContaining("over-limit");
  }

  @Test
  void cutsALongReasonBetweenCharacters() {
    assertThat(new Abort("abort", "x".repeat(2000))).hasMessage("x".repeat(2000));
    assertThat(new Abort("abort", "x".repeat(2001))).hasMessage("x".repeat(2000) + "…");
    assertThat(new Abort("abort", "half \uD83D of a pair")).hasMessage("half \uFFFD of a pair");
    assertThat(new Abort("abort", "x" + "😀".repeat(30_000)))
        .hasMessage("x" + "😀".repeat(999) + "…");
  }

  @Test
  void refusesACodeThatNoAnswerHasRoomFor() {
    assertThat(new Abort("a".repeat(100), "why").code()).hasSize(100);
    assertThatThrownBy(() -> new Abort("a".repeat(101), "why"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 100 characters, not 101");
  }

  @Test
  void isItsOwnReasonWithoutOne() {
    assertThat(new Abort("over-limit", null)).hasMessage("over-limit");
  }
}
