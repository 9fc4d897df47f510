package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.testing.Await;

/**
 * SIGTERM, or SIGHUP of a terminal that closes: what runs is answered, everything is written, and
 * the process ends well.
 */
class StopTest {
  @TempDir private Path data;

  @ParameterizedTest
  @CsvSource({"sync, TERM", "async, HUP"})
  void drainsAndKeepsEverything(String durability, String signal) throws Exception {
    assumeThat(signal.equals("HUP") && hangUpIsIgnored())
        .as("nohup runs these tests, and Tutti then ignores SIGHUP as it should")
        .isFalse();
    List<String> accounts = Bank.accounts(4);
    Load load = new Load(accounts);
    try (TuttiProcess tutti =
        TuttiProcess.serve(Bank.APPLICATION, data, "--durability", durability)) {
      for (String account : accounts) {
        Bank.open(tutti, account, "EUR 1000.00");
      }
      load.start(tutti, 8, 7);
      Await.that("transfers", () -> load.acknowledged().size() > 20);
      tutti.signal(signal);
      assertThat(tutti.exitStatus()).as(tutti.output()).isZero();
      load.join();
    }
    assertThat(load.surprises()).isEmpty();
    assertThat(load.acknowledged()).isNotEmpty();
    try (Service tutti = ServiceInside.serve(Bank.APPLICATION, data, "--durability", durability)) {
      for (int id : load.acknowledged().keySet()) {
        assertThat(tutti.get("/Transfer/" + id).status()).as("transfer %s", id).isEqualTo(200);
      }
    }
  }

  /** Returns whether this process ignores SIGHUP, which its children then inherit. */
  private static boolean hangUpIsIgnored() throws Exception {
    Path status = Path.of("/proc/self/status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1) != 0);
  }
}
