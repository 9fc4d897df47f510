package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.cli.command.Failure;

class BackupFolderTest {
  @TempDir private Path folder;

  private BackupFolder backup() throws IOException {
    Path data = Files.createDirectories(folder.resolve("backup/data"));
    Files.writeString(data.resolve("segment"), "records");
    BackupFolder.complete(
        folder.resolve("backup"), new HashMap<>(Map.of("backup", "b", "nodes", List.of(node(0)))));
    return BackupFolder.open(folder.resolve("backup"));
  }

  private static Map<String, Object> node(Object number) {
    return new HashMap<>(Map.of("number", number, "incarnation", 1, "actors", 0, "records", 0));
  }

  private static Map<String, Object> named(int number, String name) {
    Map<String, Object> node = node(number);
    node.put("node", name);
    return node;
  }

  static Stream<Object> damaged() {
    return Stream.of(
        List.of(),
        5,
        List.of(node(1)),
        List.of(node("0")),
        List.of(node(0), node(1)),
        List.of(named(0, "../outside")),
        List.of(named(0, "a\0b")),
        List.of(named(0, "")),
        List.of(named(0, "a"), named(0, "b")),
        List.of(named(0, "a"), named(1, "a")),
        List.of(Map.of("number", 0, "incarnation", -1, "actors", 0, "records", 0)),
        List.of(Map.of("number", 0, "incarnation", 1L << 60, "actors", 0, "records", 0)),
        List.of(Map.of("number", 0)));
  }

  /**
   * A description that leads out of the backup, or does not fit, is met before anything is read.
   */
  @ParameterizedTest
  @MethodSource("damaged")
  void aDescriptionThatDoesNotFitDamagesABackup(Object nodes) throws IOException {
    Path made = Files.createDirectories(folder.resolve("made"));
    BackupFolder.complete(made, new HashMap<>(Map.of("backup", "b", "nodes", nodes)));
    assertThatThrownBy(() -> BackupFolder.open(made))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("the backup is damaged: ");
  }

  @Test
  void anEmptyDescriptionDamagesABackup() throws IOException {
    Path made = Files.createDirectories(folder.resolve("made"));
    BackupFolder.complete(made, new HashMap<>());
    for (String text : List.of("", "null", "[]", "{}", "{\"format\": \"1\"}")) {
      Files.writeString(made.resolve("backup.json"), text);
      assertThatThrownBy(() -> BackupFolder.open(made))
          .hasMessageContaining("the backup is damaged: ");
    }
  }

  @Test
  void whatAKilledBackupHasLeftIsTakenOverAndNothingElse() throws IOException {
    Path partial = folder.resolve("nightly.partial");
    Files.createDirectories(partial.resolve("data"));
    assertThatThrownBy(() -> PartialFolder.take(partial)).hasMessageContaining("there already");
    Files.createFile(folder.resolve("nightly.partial.lock"));
    try (PartialFolder own = PartialFolder.take(partial)) {
      assertThat(partial).doesNotExist();
      assertThatThrownBy(() -> PartialFolder.take(partial))
          .as("beside %s", own)
          .hasMessageContaining("by another process");
      Files.createDirectories(partial);
    }
    assertThat(folder).isEmptyDirectory();
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
