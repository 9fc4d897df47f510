package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.command.Failure;

/** Restores into folders that others have left. */
class RestoreCommandTest {
  @TempDir private Path data;

  @Test
  void namesAllThatABrokenOffRestoreHasLeft() throws Exception {
    Path first = data.resolve("n0");
    Path second = data.resolve("n1");
    Path unfinished = data.resolve("n1.restoring");
    List<Path> targets = List.of(first, second);
    Files.createDirectories(second);
    assertThatCode(() -> RestoreCommand.refuseIfBrokenOff(List.of(unfinished), targets))
        .doesNotThrowAnyException();

    Files.createDirectories(unfinished);
    assertThatThrownBy(() -> RestoreCommand.refuseIfBrokenOff(List.of(unfinished), targets))
        .isInstanceOf(Failure.class)
        .hasMessage(
            "a restore was broken off: "
                + unfinished
                + " is left of it, and nothing was changed. Remove that and restore again");

    Files.createDirectories(first);
    Files.writeString(first.resolve("meta-format"), "x");
    assertThatThrownBy(() -> RestoreCommand.refuseIfBrokenOff(List.of(unfinished), targets))
        .isInstanceOf(Failure.class)
        .hasMessageContainingAll(unfinished.toString(), "what it had finished: " + first)
        .hasMessageNotContaining(second + ",");
  }

  @Test
  void refusesAPlaceInABackupOrInDataOfANode() throws Exception {
    Files.writeString(data.resolve("backup.json"), "{}");
    Path within = data.toRealPath().resolve("deep/data");
    assertThatThrownBy(() -> RestoreCommand.refuseIfUsed(within))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(within + " would be in the backup " + data.toRealPath());
    Files.delete(data.resolve("backup.json"));
    Files.writeString(data.resolve("meta-format"), "x");
    assertThatThrownBy(() -> RestoreCommand.refuseIfUsed(within))
        .hasMessageContaining("would be in the data folder");
  }
}
