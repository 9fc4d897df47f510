package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The script of the page, run by Node.js on a small stand-in for a browser: entries in doubt turn
 * to their outcome, nodes that are not reached are named, and examples are not sent unasked.
 */
@Tag("slow") // not for its time: it needs Node.js
class PageTest {
  private static Path resource(String name) throws Exception {
    return Path.of(Objects.requireNonNull(PageTest.class.getResource(name), name).toURI());
  }

  @Test
  void doesWhatItsReadersExpect() throws Exception {
    List<String> command =
        List.of(
            "node",
            resource("/tutti/server/page.js").toString(),
            resource("/tutti/server/api/page.html").toString());
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException missing) {
      throw new AssertionError(
          "this test runs the page's script: install Node.js 20 or later (https://nodejs.org)",
          missing);
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).isEqualTo("good\n");
  }
}
