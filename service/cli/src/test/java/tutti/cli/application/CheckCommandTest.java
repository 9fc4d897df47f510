package tutti.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.cli.CommandInside;
import tutti.cli.command.ExitStatus;

/** {@code tutti check}, and what other commands take for an application as it does. */
class CheckCommandTest {
  @TempDir private Path folder;
  private final CommandInside command = new CommandInside();

  @ParameterizedTest
  @ValueSource(strings = {"check", "run", "explain"})
  void whatIsNeitherAFolderNorAFileIsNoApplication(String name) {
    assertThat(command.execute(name, "/dev/null")).isEqualTo(ExitStatus.USAGE);
    assertThat(command.output())
        .contains("tutti: /dev/null is neither a folder nor a file; give a folder of .ebl");
  }

  @Test
  void anApplicationIsMadeOnce() throws IOException {
    String property = "tutti.test.made";
    System.clearProperty(property);
    Files.writeString(
        folder.resolve("Shop.java"),
        """
        import tutti.model.actor.*;
        public final class Shop extends Actor {
          public record Open() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          public static JavaApplication application() {
            System.setProperty("%1$s", System.getProperty("%1$s", "") + "once ");
            return JavaApplication.named("shop")
                .actor("Shop", Shop::new).procedures(Open.class).build();
          }
        }
        """
            .formatted(property));
    int status =
        command.execute("check", folder.toString(), "--data", folder.resolve("data").toString());
    assertThat(status).as(command.output()).isZero();
    assertThat(command.output()).contains("Shop, no errors", "has no data");
    assertThat(System.clearProperty(property)).isEqualTo("once ");
  }

  @Test
  void whatAFileSaysIsShownWithoutItsControlCharacters() throws IOException {
    Path costs = folder.resolve("calls.conf");
    Files.writeString(costs, "calls { machine = \"\\u001b[31mred\" }");
    Path app = Files.createDirectories(folder.resolve("app"));
    Files.writeString(
        app.resolve("Shop.java"),
        """
        import tutti.model.actor.*;
        public final class Shop extends Actor {
          public record Open() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          public static JavaApplication application() {
            return JavaApplication.named("shop")
                .actor("Shop", Shop::new).procedures(Open.class).build();
          }
        }
        """);
    assertThat(
            command.execute(
                "explain", app.toString(), "Shop.Open", "--calibration", costs.toString()))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(command.output()).contains("\\u001b[31mred").doesNotContain("\u001b");
  }
}
