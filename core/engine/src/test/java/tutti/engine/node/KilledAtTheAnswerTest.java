package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.FreePorts;
import tutti.engine.journal.disk.FolderDisk;
import tutti.model.testing.Await;
import tutti.protocol.commit.Assumption;

/**
 * A client hears of a commit, and at once the coordinator's process is killed: it happened (X1).
 */
class KilledAtTheAnswerTest {
  private static final int NODES = 3;

  @TempDir Path folder;

  /** The IO thread is held for long whenever a vote has come, so that one kill shows the bug. */
  @Test
  void whatEasyCommitHasToldHasHappened() throws Exception {
    kills("easy-commit", 1, 1, 1, -300);
  }

  static Stream<String> protocols() {
    return CommitKinds.all().stream().map(CommitKind::longName);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("protocols")
  void whatWasToldHasHappened(String protocol) throws Exception {
    kills(protocol, Integer.getInteger("tutti.kills", 14), 30, 8, 60);
  }

  private void kills(String protocol, int kills, int commits, int clients, int holds)
      throws Exception {
    List<Integer> ports = FreePorts.numbers(NODES);
    Path first = Files.createDirectories(folder.resolve("n0"));
    try (FolderDisk ofB = disk(1);
        FolderDisk ofC = disk(2);
        RunningNode b = open(protocol, ports, 1, ofB);
        RunningNode c = open(protocol, ports, 2, ofC)) {
      Await.that("connected", b.meets(2)::getAsBoolean);
      for (int kill = 0; kill < kills; kill++) {
        int from = kill * 1_000;
        run(protocol, first, from, commits + kill, clients, holds, ports);
        List<Integer> told = told(from);
        assertThat(told).hasSizeGreaterThanOrEqualTo(commits);
        if (endsAlone(protocol)) {
          isThere(told, Map.of(1, b, 2, c));
        }
        try (FolderDisk ofA = disk(0);
            RunningNode a = open(protocol, ports, 0, ofA)) {
          Await.that("connected", () -> b.meets(0).getAsBoolean() && c.meets(0).getAsBoolean());
          isThere(told, Map.of(0, a, 1, b, 2, c));
        }
      }
    }
  }

  /**
   * Whether the other nodes end a transaction without its coordinator, whose log may say otherwise.
   */
  private static boolean endsAlone(String protocol) {
    return CommitKinds.all().stream()
        .filter(kind -> kind.longName().equals(protocol))
        .noneMatch(kind -> kind.protocol().traits().safeUnder().contains(Assumption.ASYNCHRONOUS));
  }

  private static void isThere(List<Integer> told, Map<Integer, RunningNode> nodes)
      throws Exception {
    Await.that(
        () -> "of %s these are gone: %s".formatted(told, gone(nodes, told)),
        () -> gone(nodes, told).isEmpty());
  }

  private static List<String> gone(Map<Integer, RunningNode> nodes, List<Integer> told) {
    List<String> gone = new ArrayList<>();
    for (int number : told) {
      nodes.forEach(
          (node, running) -> {
            String account = KilledAtTheAnswer.account(number, node, NODES);
            try {
              if (running.balance(account) != number) {
                gone.add(account);
              }
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    }
    return gone;
  }

  private List<Integer> told(int from) throws Exception {
    IntBuffer all =
        ByteBuffer.wrap(Files.readAllBytes(folder.resolve(KilledAtTheAnswer.TOLD))).asIntBuffer();
    List<Integer> told = new ArrayList<>();
    while (all.hasRemaining()) {
      int number = all.get() - 1;
      if (number >= from) {
        told.add(number);
      }
    }
    return told;
  }

  private FolderDisk disk(int node) throws Exception {
    return FolderDisk.open(Files.createDirectories(folder.resolve("n" + node)));
  }

  private static RunningNode open(String protocol, List<Integer> ports, int node, FolderDisk disk)
      throws Exception {
    return new RunningNode(KilledAtTheAnswer.deployment(protocol, ports), disk, node, wire -> wire);
  }

  /** Runs the process to its end, which it makes itself. */
  private void run(
      String protocol, Path own, int from, int commits, int clients, int holds, List<Integer> ports)
      throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                KilledAtTheAnswer.class.getName()));
    Stream.of(protocol, own, from, commits, clients, holds)
        .map(Objects::toString)
        .forEach(words::add);
    ports.forEach(port -> words.add(Integer.toString(port)));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    assertThat(process.waitFor()).as(() -> read(output)).isEqualTo(128 + 9);
  }

  private static String read(Path output) {
    try {
      return Files.readString(output);
    } catch (java.io.IOException e) {
      return Arrays.toString(e.getStackTrace());
    }
  }
}
