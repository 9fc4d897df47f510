package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;
import tutti.cli.Tutti;

/** The completion of the archive, in a bash that is asked what it offers. */
class CompletionTest {
  /** A completion of the last word, as bash asks for it when the tabulator is pressed. */
  private static final String ASK =
      """
      compopt() { :; }
      source "$1"
      shift
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _complete_tutti
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @TempDir private Path folder;

  private List<String> offered(String... words) throws Exception {
    Path script = folder.resolve("completion");
    Files.writeString(script, AutoComplete.bash("tutti", Tutti.installed()));
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", ASK, "bash", script.toString(), "tutti"));
    command.addAll(List.of(words));
    return Installed.said(new ProcessBuilder(command)).lines().toList();
  }

  @Test
  void offersCommands() throws Exception {
    assertThat(offered("")).contains("run", "check", "txn").doesNotContain("simulate", "warm-up");
    assertThat(offered("txn", "")).containsExactlyInAnyOrder("list", "show", "resolve");
    assertThat(offered("help", "")).contains("run", "txn").doesNotContain("simulate");
  }

  @Test
  void offersFlagsAndTheirWords() throws Exception {
    assertThat(offered("run", "--conc")).containsExactly("--concurrency-control");
    assertThat(offered("run", "--durability", "")).containsExactly("sync", "async", "off");
    assertThat(offered("run", "--concurrency-control", "wa")).containsExactly("wait-die");
    assertThat(offered("run", "--executors", "")).as("a number").containsExactly("");
  }
}
