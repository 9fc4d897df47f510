package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DescribedTest {
  private static final class Silent extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Error second;

    Silent(Error second) {
      this.second = second;
    }

    @Override
    public String getMessage() {
      throw second;
    }
  }

  @Test
  void anOrdinaryExceptionIsPrintedAsItIs() {
    Exception thrown = new IllegalStateException("no card", new RuntimeException("lost"));
    assertThat(Described.printable(thrown)).isSameAs(thrown);
    assertThat(Described.text(thrown)).isEqualTo("java.lang.IllegalStateException: no card");
  }

  @Test
  void whatHasNoEndIsReplaced() {
    Exception thrown = new IllegalStateException("many");
    for (int i = 0; i < 10_000; i++) {
      thrown.addSuppressed(new RuntimeException("one of many"));
    }
    assertThat(Described.printable(thrown)).hasMessageContaining("cannot be described");
  }

  @Test
  void anErrorOfTheDescriptionIsNoFailureOfTheNode() {
    Exception thrown = new Silent(new AssertionError("never"));
    assertThat(Described.text(thrown)).isEqualTo(Silent.class.getName());
    assertThat(Described.printable(thrown)).hasMessageContaining(Silent.class.getName());
    assertThatThrownBy(() -> Described.text(new Silent(new OutOfMemoryError("full"))))
        .isInstanceOf(OutOfMemoryError.class);
  }
}
