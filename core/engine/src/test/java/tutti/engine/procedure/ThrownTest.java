package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.runtime.Described;

class ThrownTest {
  @Test
  void whatCanBePrintedIsItself() {
    RuntimeException thrown = new RuntimeException("why", new IllegalStateException("because"));

    assertThat(Described.printable(thrown)).isSameAs(thrown);
  }

  /** A logger prints an exception and all of its causes, and fails by any that throws then. */
  @Test
  void whatCannotBePrintedHasAStandIn() {
    Undescribed undescribed = new Undescribed();

    Throwable standIn = Described.printable(undescribed);
    Throwable ofACause = Described.printable(new RuntimeException("why", undescribed));

    assertThat(standIn)
        .hasMessage(Undescribed.class.getName() + ", which cannot be described")
        .hasStackTraceContaining("ThrownTest");
    assertThat(standIn.getStackTrace()).isEqualTo(undescribed.getStackTrace());
    assertThat(ofACause).hasMessage("java.lang.RuntimeException, which cannot be described");
    assertThat(Thrown.text(undescribed)).isEqualTo(Undescribed.class.getName());
  }

  private static final class Undescribed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }
}
