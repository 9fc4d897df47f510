package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.command.Failure;

class BackupFolderTest {
  @TempDir private Path folder;

  private BackupFolder backup() throws IOException {
    Path data = Files.createDirectories(folder.resolve("backup/data"));
    Files.writeString(data.resolve("segment"), "records");
    BackupFolder.complete(
        data.resolveSibling(""), new HashMap<>(Map.of("nodes", List.of(Map.of("number", 0)))));
    return BackupFolder.open(folder.resolve("backup"));
  }

  private static void check(BackupFolder backup) throws IOException {
    backup.check(backup.parts(), new RestoreProgress(new PrintWriter(Writer.nullWriter()), 7));
  }

  @Test
  void aLineThatIsNoSumDamagesABackup() throws IOException {
    BackupFolder backup = backup();
    assertThatCode(() -> check(backup)).doesNotThrowAnyException();
    Path sums = folder.resolve("backup/SHA256SUMS");
    String right = Files.readString(sums);
    for (String wrong : List.of("x\n", "\n", "z".repeat(64) + "  data/segment\n")) {
      Files.writeString(sums, right + wrong);
      assertThatThrownBy(() -> check(backup))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("SHA256SUMS: line 3 is no sum of a file");
    }
    Files.writeString(sums, right);
    Files.write(sums, new byte[] {(byte) 0xff}, StandardOpenOption.APPEND);
    assertThatThrownBy(() -> check(backup)).hasMessageContaining("line 3 is no sum of a file");
    Files.writeString(sums, right + right);
    assertThatThrownBy(() -> check(backup))
        .hasMessageContaining("line 3 names a file that an earlier line names");
  }

  @Test
  void aLinkToNothingIsLeftAsItIs() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("not mounted"));
    assertThatThrownBy(() -> RestoreCommand.refuseIfUsed(link))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("is a link to what is not there");
  }
}
