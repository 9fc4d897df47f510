package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A locale without umlauts, and names of files that have some: what to do is said each time. */
class NarrowLocaleTest {
  /** Written by the shell, whatever the locale of the test: a folder's name with an umlaut. */
  private static final String BEGIN =
      "set -e; name=$(printf 'f\\303\\244'); mkdir -p \"$name\" app; cp \"$bank\"/*.ebl app/;"
          + " export LC_ALL=C; ";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"$@\" check \"$name\"",
        "\"$@\" check app --data \"$name/data\"",
        "\"$@\" run app --port 0 --data \"$name\"",
        "cd \"$name\"; cp -r ../app .; \"$@\" check app",
        "cp -r \"$name\" app; cp app/*.ebl app/\"$name\"; \"$@\" check app",
        "printf 'include \"%s/x.conf\"' \"$name\" >d.conf; \"$@\" check app --deployment d.conf",
      })
  void saysWhichLocaleHasTheLetters(String script) throws Exception {
    List<String> words = new ArrayList<>(List.of("sh", "-c", BEGIN + script, "sh"));
    words.addAll(Launcher.WORDS);
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
    Path said = folder.resolve("said");
    builder.redirectOutput(said.toFile());
    builder.environment().put("bank", Bank.APPLICATION.toAbsolutePath().toString());
    int status = builder.start().waitFor();
    assertThat(new String(Files.readAllBytes(said), StandardCharsets.ISO_8859_1))
        .as(script)
        .contains("its name has letters", "start it with LC_ALL=C.UTF-8")
        .doesNotContain("\tat ", "Exception");
    assertThat(status).as(script).isIn(1, 2);
  }
}
