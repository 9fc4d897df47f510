package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The language server talks to a client of the protocol that others have written, in another
 * language: the packages of which VS Code is made.
 */
@Tag("slow")
class LspClientTest {
  @TempDir private Path folder;

  @Test
  void servesTheClientOfVsCode() throws Exception {
    Path client = Files.createDirectories(folder.resolve("client"));
    for (String file : List.of("package.json", "client.js")) {
      try (var in = LspClientTest.class.getResourceAsStream("lsp-client/" + file)) {
        Files.copy(Objects.requireNonNull(in), client.resolve(file));
      }
    }
    run(client, "npm", "install", "--no-audit", "--no-fund", "--no-update-notifier");
    Path bank = Files.createDirectories(folder.resolve("bank"));
    try (Stream<Path> files = Files.list(TuttiProcess.ROOT.resolve("examples/bank"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".ebl")).toList()) {
        Files.copy(file, bank.resolve(file.getFileName().toString()));
      }
    }
    List<String> words = new ArrayList<>(List.of("node", "client.js", bank.toString()));
    words.addAll(Launcher.WORDS);
    assertThat(run(client, words.toArray(String[]::new)).lines())
        .containsExactly(
            "server tutti utf-16",
            "opened 0",
            "mistake 18 22 There is no type `Mony`. Did you mean `Money`?",
            "mended 0",
            "definition Account.ebl 10",
            "hover markdown balance: Money",
            "ended 0");
  }

  /** Runs a command to its end, and gives what it printed. */
  private static String run(Path folder, String... words) throws Exception {
    Path errors = Files.createTempFile(folder, "errors", ".txt");
    Process process;
    try {
      process =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectError(errors.toFile())
              .start();
    } catch (IOException notThere) {
      throw new AssertionError(
          "'" + words[0] + "' is not on the PATH: this test needs Node.js 20 or newer, with npm",
          notThere);
    }
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output + Files.readString(errors)).isZero();
    return output;
  }
}
