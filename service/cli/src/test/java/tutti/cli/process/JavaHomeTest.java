package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code tutti} says which JDK it passes over. */
class JavaHomeTest {
  @TempDir private Path folder;

  /** Only the part of the script that looks for a JDK. */
  private Path script;

  @BeforeEach
  void cutTheScript() throws Exception {
    String whole = Files.readString(TuttiProcess.ROOT.resolve("tutti"));
    int end = whole.indexOf("# --- building");
    assertThat(end).isPositive();
    script = Files.writeString(folder.resolve("tutti"), whole.substring(0, end));
    Path shared = Files.createDirectories(folder.resolve("service/packaging")).resolve("launch.sh");
    Files.copy(TuttiProcess.ROOT.resolve("service/packaging/launch.sh"), shared);
  }

  private String said(Path javaHome) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", script.toString());
    builder.environment().put("JAVA_HOME", javaHome.toString());
    builder
        .environment()
        .merge("PATH", System.getProperty("java.home") + "/bin", (old, mine) -> mine + ":" + old);
    Process process = builder.redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  @Test
  void aFolderThatIsNoJdkIsNamed() throws Exception {
    assertThat(said(Path.of("/nope")))
        .startsWith("tutti: JAVA_HOME=/nope is no JDK: using /")
        .doesNotContain("\n");
  }

  @Test
  void anOldJdkIsNamed() throws Exception {
    Path old = folder.resolve("old");
    for (String tool : new String[] {"java", "javac"}) {
      Path file = Files.createDirectories(old.resolve("bin")).resolve(tool);
      Files.writeString(file, "");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.2\"\n");
    assertThat(said(old))
        .startsWith("tutti: JAVA_HOME=" + old + " is a JDK 17, and 25 or newer is needed: using /")
        .doesNotContain("\n");
  }

  @Test
  void theRightOneIsUsedInSilence() throws Exception {
    assertThat(said(Path.of(System.getProperty("java.home")))).isEmpty();
  }

  @Test
  void theScriptIsFoundThroughLinks() throws Exception {
    Path inner = Files.createSymbolicLink(folder.resolve("inner"), Path.of("tutti"));
    Path bin = Files.createDirectories(folder.resolve("some bin"));
    script = Files.createSymbolicLink(bin.resolve("tutti"), bin.relativize(inner));
    assertThat(said(Path.of(System.getProperty("java.home")))).isEmpty();
  }
}
