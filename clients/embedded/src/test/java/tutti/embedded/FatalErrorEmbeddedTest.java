package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tutti.engine.runtime.FatalErrors;

/** A node in a process whose heap is full fails, and its program is told. */
@Isolated("an error of the virtual machine fails every node of the process")
class FatalErrorEmbeddedTest {
  @Test
  void failsTheNodeAndTellsTheProgram() {
    List<String> told = new CopyOnWriteArrayList<>();
    try (Tutti tutti = Tutti.inMemory(SpecificationsEmbeddedTest.bank())) {
      tutti.onFailure(told::add);
      assertThat(tutti.notReady()).isEmpty();
      FatalErrors.report(new OutOfMemoryError("injected"));
      assertThat(told).containsExactly("the memory of the process is full (injected)");
      assertThat(tutti.notReady()).contains("memory");
      assertThatThrownBy(
              () -> tutti.instance("Account", "NL91ABNA0417164300").call("block", Map.of()))
          .isInstanceOf(AbortedException.class)
          .hasMessageContaining("memory");
    }
  }
}
