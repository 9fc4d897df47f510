package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.testing.Effort;

/** Runs the commands of {@code docs/adding-a-protocol.md} with the page's own templates. */
@Timeout(900)
class OwnProtocolTest {
  private static final String PATH = "export TUTTI_CLASS_PATH=";
  private static final String COMMAND = "./tutti ";

  @TempDir private Path folder;

  private static List<String> page() throws Exception {
    return Files.readAllLines(TuttiProcess.ROOT.resolve("docs/adding-a-protocol.md")).stream()
        .map(String::strip)
        .toList();
  }

  /** Returns some of the commands after the setting of the class path. */
  static List<String> commands() throws Exception {
    List<String> commands = new ArrayList<>();
    boolean set = false;
    for (String line : page()) {
      set = line.startsWith(PATH) || (set && line.startsWith(COMMAND));
      if (set && line.startsWith(COMMAND)) {
        commands.add(line.substring(COMMAND.length()));
      }
    }
    assertThat(commands)
        .anyMatch(it -> it.startsWith("simulate "))
        .anyMatch(it -> it.startsWith("bench "));
    return Effort.few(commands);
  }

  private static String classPath() throws Exception {
    String line = page().stream().filter(it -> it.startsWith(PATH)).findFirst().orElseThrow();
    return TuttiProcess.ROOT.resolve(line.substring(PATH.length())).toString();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void thePagesCommandsRunItsTemplates(String line) throws Exception {
    List<String> command = Launcher.onClassPath(classPath());
    String brief =
        line.replace("--seconds 60", "--runs 2")
            .replace("--pairs 3", "--pairs 1 --accounts 100 --seconds 0.2 --warmup 0.1");
    command.addAll(List.of(brief.split(" ")));
    assertThat(said(new ProcessBuilder(command).directory(folder.toFile())))
        .contains(line.startsWith("bench") ? "container-lock" : "everything held");
  }

  /** The script's part that starts Java, with a Java that says what it was given. */
  @Test
  void theScriptPassesTheClassPathOn() throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("tutti"),
            "set -eu\njava_needs=JRE\n. '"
                + TuttiProcess.ROOT.resolve("service/packaging/launch.sh")
                + "'\njava=echo headers=-Dx=y\nstart /dist/tutti.jar /none \"$@\"\n");
    ProcessBuilder with =
        new ProcessBuilder("bash", script.toString(), "simulate", "--seconds", "1");
    with.environment().put("TUTTI_CLASS_PATH", "own.jar");
    assertThat(said(with))
        .startsWith("-Dx=y ")
        .endsWith(" -cp /dist/tutti.jar:own.jar tutti.cli.Tutti simulate --seconds 1");
    ProcessBuilder without = new ProcessBuilder("bash", script.toString(), "version");
    without.environment().remove("TUTTI_CLASS_PATH");
    assertThat(said(without)).startsWith("-Dx=y ").endsWith(" -jar /dist/tutti.jar version");
  }

  private static String said(ProcessBuilder builder) throws Exception {
    Process process = builder.redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
