package tutti.rebel.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.rebel.load.FolderWalk.Unreadable;

class FolderWalkTest {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(folder.resolve("releases/42/part"));
    Files.writeString(folder.resolve("releases/42/A.ebl"), "a");
    Files.writeString(folder.resolve("releases/42/part/B.ebl"), "b");
  }

  private static List<String> names(Path of) throws IOException {
    return FolderWalk.files(of, _ -> false, Unreadable.FAILS).stream()
        .map(of::relativize)
        .map(FolderTree::slashes)
        .toList();
  }

  private void link(String name, String to) throws IOException {
    Files.createSymbolicLink(folder.resolve(name), Path.of(to));
  }

  @Test
  void aLinkToAFolderIsTheFolder() throws IOException {
    link("current", "releases/42");
    assertThat(names(folder.resolve("current"))).containsExactly("A.ebl", "part/B.ebl");
    String current = FolderTree.slashes(folder.resolve("current"));
    assertThat(new FolderTree(Map.of()).below(current))
        .containsExactly(current + "/A.ebl", current + "/part/B.ebl");
  }

  @Test
  void partsMayBeLinks() throws IOException {
    Files.createDirectory(folder.resolve("app"));
    link("app/lib", "../releases/42/part");
    link("app/A.ebl", "../releases/42/A.ebl");
    link("app/gone.ebl", "nowhere");
    assertThat(names(folder.resolve("app"))).containsExactly("A.ebl", "lib/B.ebl");
  }

  @Test
  void aFileWithTwoNamesIsThereOnceByTheNameThatIsNoLink() throws IOException {
    link("a-link", "releases");
    link("releases/again", "42");
    link("releases/42/part/ring", "..");
    assertThat(names(folder)).containsExactly("releases/42/A.ebl", "releases/42/part/B.ebl");
  }
}
