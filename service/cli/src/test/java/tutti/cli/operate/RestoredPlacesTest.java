package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.NodeFolder;

/** Folders that get their data together, whether they are there or not. */
class RestoredPlacesTest {
  @TempDir private Path data;
  private Path first;
  private Path second;

  @BeforeEach
  void findPlaces() throws IOException {
    data = data.toRealPath();
    first = data.resolve("a");
    second = data.resolve("b");
  }

  private void make(RestoredPlaces places, Path target) throws IOException {
    Path made = places.make(target);
    Files.writeString(made.resolve(NodeFolder.MARK), "1");
    Files.writeString(made.resolve("log-1"), "log");
  }

  /** As on a disk that is mounted there: the folder cannot be replaced. */
  @Test
  void aFolderThatIsThereIsFilledWhereItIs() throws Exception {
    Object before = Files.readAttributes(Files.createDirectory(first), "*").get("fileKey");
    Files.createDirectory(first.resolve("lost+found"));
    Path link = Files.createSymbolicLink(second, Files.createDirectory(data.resolve("disk")));
    try (RestoredPlaces places = new RestoredPlaces()) {
      make(places, first);
      make(places, link);
      assertThat(first.resolve("log-1")).doesNotExist();
      assertThatThrownBy(() -> NodeFolder.of(first, List.of(), 0))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("Remove all that is in " + first);
      places.place(first);
      places.place(link);
      places.keep();
    }
    assertThat(Files.readAttributes(first, "*").get("fileKey")).isEqualTo(before);
    assertThat(link).isSymbolicLink();
    for (Path each : List.of(first, data.resolve("disk"))) {
      assertThat(each.resolve("log-1")).hasContent("log");
      assertThat(each.resolve(".restoring")).doesNotExist();
      assertThat(NodeFolder.of(each, List.of(), 0)).isEqualTo(each);
    }
  }

  @Test
  void foldersThatAreNotThereComeAtOnce() throws Exception {
    try (RestoredPlaces places = new RestoredPlaces()) {
      make(places, first);
      assertThat(first).doesNotExist();
      places.place(first);
      places.keep();
    }
    assertThat(first.resolve("log-1")).hasContent("log");
    assertThat(data).isDirectoryNotContaining(file -> file.toString().contains("restoring"));
  }

  /** Some of them would serve their own actors, and a later restore would refuse them. */
  @Test
  void noneIsLeftWhereOneCannotGetItsData() throws Exception {
    Path third = Files.createDirectory(data.resolve("c"));
    Files.createDirectory(second);
    assertThatThrownBy(
            () -> {
              try (RestoredPlaces places = new RestoredPlaces()) {
                make(places, first);
                make(places, second);
                make(places, third);
                Files.writeString(third.resolve(NodeFolder.MARK), "somebody's");
                places.place(first);
                places.place(second);
                places.place(third);
                places.keep();
              }
            })
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(first).doesNotExist();
    assertThat(second).isEmptyDirectory();
    assertThat(third.resolve(NodeFolder.MARK)).hasContent("somebody's");
    assertThat(data).isDirectoryNotContaining(file -> file.toString().contains("restoring"));
    assertThat(third).isDirectoryNotContaining(file -> !file.endsWith(NodeFolder.MARK));
  }
}
