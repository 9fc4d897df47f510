package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.disk.FolderDisk;

/** The usage of {@code tutti shard} and {@code tutti where}, without a service. */
class ShardCommandTest {
  private static final String NODES =
      "nodes { a = \"127.0.0.1:7401\", b = \"127.0.0.1:7402\", c = \"127.0.0.1:7403\" }";

  @TempDir private Path folder;
  private String said = "";

  private int run(String... arguments) {
    CommandInside command = new CommandInside();
    int status = command.execute(arguments);
    said = command.output();
    return status;
  }

  private String file(String more) throws Exception {
    Path file = folder.resolve("nodes.conf");
    return Files.writeString(file, "tutti { " + NODES + more + " }").toString();
  }

  private int reset(String deployment, String node, String... more) {
    List<String> words =
        List.of("shard", "reset", "--deployment", deployment, "--node", node, "--reason", "fire");
    String[] all = new String[words.size() + 2 + more.length];
    words.toArray(all);
    all[words.size()] = "--data";
    all[words.size() + 1] = folder.resolve("data").toString();
    System.arraycopy(more, 0, all, words.size() + 2, more.length);
    return run(all);
  }

  @Test
  void aResetSaysWhatMayBeLostUntilThatIsAccepted() throws Exception {
    String replicas = file(", replication = multipaxos");
    assertThat(reset(replicas, "a")).isEqualTo(2);
    assertThat(said).contains("would be lost", "node 'a'", "--accept-loss");
    assertThat(reset(replicas, "a", "--node", "a", "--accept-loss")).isEqualTo(2);
    assertThat(said).contains("each --node is named once: [a, a]");
    assertThat(run("shard", "reset", "--deployment", replicas, "--node", "a", "--reason", " "))
        .isEqualTo(2);
    assertThat(said).contains("--reason says why");
    assertThat(run("shard", "pass-over", "0", "--entry", "9", "--reason", "")).isEqualTo(2);
    assertThat(said).contains("--reason says why");
    assertThat(reset(replicas, "x", "--accept-loss")).isEqualTo(2);
    assertThat(said).contains("there is no node 'x'; there are a, b, c");
    assertThat(reset(replicas, "a", "--accept-loss")).isEqualTo(2);
    assertThat(said).contains("there is no ", "name its parent by --data");
    assertThat(reset(file(""), "a", "--accept-loss")).isEqualTo(2);
    assertThat(said).contains("asks for no replicas");
    assertThat(reset(file(", integrated = tapir"), "a", "--accept-loss")).isEqualTo(2);
    assertThat(said).contains("integrated = tapir, whose shards cannot be begun anew");
  }

  @Test
  void aResetLeavesFoldersAloneThatHaveSomething() throws Exception {
    String replicas = file(", replication = multipaxos");
    Files.createDirectories(folder.resolve("data/a"));
    Files.createDirectories(folder.resolve("data/b"));
    Files.writeString(folder.resolve("data/b/log-1"), "x");
    assertThat(reset(replicas, "a", "--accept-loss")).isEqualTo(1);
    assertThat(said).contains("is not empty: start that node if it has its data");
    Files.delete(folder.resolve("data/b/log-1"));
    // As a reset leaves it that is killed at once.
    Files.writeString(folder.resolve("data/b/lock"), "1\n");
    Files.writeString(folder.resolve("data/b/fence"), "1\n");
    assertThat(reset(replicas, "a", "--accept-loss")).isEqualTo(1);
    assertThat(said).contains("nothing was begun anew: ", "is empty, or that of a node without");
    assertThat(folder.resolve("data/c")).doesNotExist();
  }

  /** A reset that is killed at its begin has left no more; the next one goes on. */
  @Test
  void aResetTakesFoldersThatWereOpenedAndHaveNoData() throws Exception {
    String replicas = file(", replication = multipaxos");
    Files.createDirectories(folder.resolve("data/a"));
    try (FolderDisk disk = FolderDisk.open(folder.resolve("data/b"))) {
      MetaStore.open(disk);
      assertThat(reset(replicas, "a", "--accept-loss")).isEqualTo(1);
      assertThat(said).contains("/b is in use: ");
      assertThat(folder.resolve("data/b")).exists();
    }
    assertThat(reset(replicas, "a", "--accept-loss")).isEqualTo(1);
    assertThat(said).contains("/a is empty, or that of a node without");
  }

  @Test
  void whereNeedsAnActorAndANodeThatAnswers() {
    assertThat(run("where", "Account")).isEqualTo(2);
    assertThat(said).contains("'Account' names no actor");
    assertThat(run("where", "Account/1", "--url", "http://127.0.0.1:1")).isEqualTo(1);
    assertThat(said).contains("nobody answers at http://127.0.0.1:1");
  }
}
