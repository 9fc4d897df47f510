package tutti.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.simulator.history.file.HistoryFiles;

/** A small file for each anomaly, with its name and nothing else wrong. */
class HandMadeHistoriesTest {
  static Stream<Path> files() throws IOException, URISyntaxException {
    Path folder =
        Path.of(HandMadeHistoriesTest.class.getResource("/histories/G0.jsonl").toURI()).getParent();
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      all.sorted().forEach(files::add);
    }
    return files.stream();
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".jsonl", "");
  }

  @ParameterizedTest
  @MethodSource("files")
  void isFoundByItsName(Path file) throws IOException {
    List<Anomaly> found = HistoryChecker.check(HistoryFiles.read(file));
    assertThat(found).extracting(Anomaly::name).containsExactly(name(file));
    assertThat(found.getFirst().operations()).isNotEmpty();
    assertThat(String.join("\n", found.getFirst().story())).contains(found.getFirst().operations());
  }

  @Test
  void thereIsOneForEveryNameThatIsPlanted() throws Exception {
    Set<String> names = new TreeSet<>();
    files().forEach(file -> names.add(name(file)));
    for (Planter planter : Planter.values()) {
      assertThat(names).contains(planter.finding(HistoryClaim.STRICT_SERIALIZABLE));
    }
  }
}
