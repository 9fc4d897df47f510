package tutti.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.cli.Tutti;
import tutti.cli.rules.Repository;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.recovery.RestoredFolder;

/** {@code tutti check APP --data DIR} says what a start would do, and changes nothing. */
class DataCheckTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private Path application;
  private Path data;

  @BeforeEach
  void aFolderWithAnAccount() throws IOException {
    application = Files.createDirectories(folder.resolve("bank"));
    data = folder.resolve("data");
    try (Stream<Path> files = Files.list(Repository.root().resolve("examples/bank"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".ebl")).toList()) {
        Files.copy(file, application.resolve(file.getFileName().toString()));
      }
    }
    try (tutti.embedded.Tutti node =
        tutti.embedded.Tutti.builder().specifications(application).data(data).open()) {
      node.instance("Account", "NL91ABNA0417164300")
          .call("open", Map.of("initialDeposit", "EUR 5.00"));
    }
  }

  private int check(Path where, String... more) {
    out.getBuffer().setLength(0);
    List<String> words =
        new ArrayList<>(List.of("check", application.toString(), "--data", where.toString()));
    words.addAll(List.of(more));
    return Tutti.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(out, true))
        .execute(words.toArray(String[]::new));
  }

  private static Path file(String deployment) {
    return Repository.root().resolve("examples/bank/" + deployment);
  }

  private int checkUnder(String deployment, String... more) {
    List<String> words = new ArrayList<>(List.of("--deployment", file(deployment).toString()));
    words.addAll(List.of(more));
    return check(folder.resolve("nodes"), words.toArray(String[]::new));
  }

  /** Makes the folders of three nodes as a first start does. */
  private void nodes(String deployment) throws IOException {
    Reading reading = DeploymentReader.read(file(deployment), List.of());
    Deployment read = ((Reading.Valid) reading).settings().deployment();
    for (int self = 0; self < 3; self++) {
      Path own = NodeFolder.of(folder.resolve("nodes"), read.nodes(), self);
      try (FolderDisk disk = FolderDisk.open(own)) {
        if (read.replication().active()) {
          new HostFolder(disk, new ReplicaLayout(self, read)).own();
        } else {
          RestoredFolder.own(disk, NodeFolder.settings(read, self, 1).owner());
        }
      }
    }
  }

  private void change(String file, String old, String now) throws IOException {
    Path path = application.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(old);
    Files.writeString(path, text.replace(old, now));
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(data)) {
      for (Path file : all.toList()) {
        files.put(
            file.getFileName().toString(),
            Files.getLastModifiedTime(file) + HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  @Test
  void saysWhatAStartWouldDoAndChangesNothing() throws IOException {
    Map<String, String> before = files();
    assertThat(check(data)).isZero();
    assertThat(out.toString()).contains("was written under this version of the application");
    change("Account.ebl", "A payment account in euros", "An account in euros");
    assertThat(check(data)).isZero();
    assertThat(out.toString())
        .contains("under another version of the application; a start goes on with all of it");
    change("Account.ebl", "balance: Money", "funds: Money");
    for (String file : new String[] {"Account.ebl", "AccountEvents.ebl"}) {
      Path path = application.resolve(file);
      Files.writeString(path, Files.readString(path).replace("this.balance", "this.funds"));
    }
    assertThat(check(data)).isEqualTo(1);
    assertThat(out.toString()).contains("a start would be refused").contains("balance");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void saysThatThereIsNoData() {
    assertThat(check(folder.resolve("none"))).isZero();
    assertThat(out.toString()).contains("has no data; a start begins with none");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  /** The application alone was compared, and starts promised that were refused. */
  @ParameterizedTest
  @ValueSource(
      strings = {"three-nodes.conf", "three-replicas.conf", "three-janus.conf", "three-tapir.conf"})
  void readsEachFolderAsTheStartOfTheDeploymentWould(String written) throws IOException {
    nodes(written);
    for (String other :
        List.of(
            "three-nodes.conf", "three-replicas.conf", "three-janus.conf", "three-tapir.conf")) {
      boolean same = other.equals(written);
      assertThat(checkUnder(other)).as(written + " under " + other).isEqualTo(same ? 0 : 1);
      assertThat(out.toString())
          .contains(same ? "has no data of an application yet" : "/c: a start would be refused: ");
    }
    assertThat(checkUnder("deployment.conf")).isEqualTo(1);
    assertThat(out.toString()).contains("has those of the nodes a, b, c");
    Path nodes = folder.resolve("nodes");
    assertThat(check(nodes.resolve("b"), "--deployment", file(written).toString())).isZero();
    assertThat(out.toString().lines()).hasSize(2);
    Files.move(nodes.resolve("a"), nodes.resolve("x"));
    assertThat(checkUnder(written)).isEqualTo(1);
    assertThat(out.toString()).contains("x has the data of node 1 of 3");
    Files.move(nodes.resolve("b"), nodes.resolve("a"));
    Files.move(nodes.resolve("x"), nodes.resolve("b"));
    assertThat(checkUnder(written)).as("two are exchanged").isEqualTo(1);
    assertThat(out.toString()).contains("/b: a start would be refused").doesNotContain("/c: a st");
  }

  @Test
  void saysThatASingleNodesFolderIsNotThatOfSeveral() {
    assertThat(check(data, "--deployment", file("three-janus.conf").toString())).isEqualTo(1);
    assertThat(out.toString()).contains("is that of a single node").doesNotContain("goes on");
    assertThat(check(data, "--durability", "off")).isEqualTo(1);
    assertThat(out.toString()).contains("a start would be refused").contains("durability = off");
  }
}
