package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.NodeFolder;
import tutti.engine.transaction.outcome.OutcomeTable;

/** A data folder goes on only under the node and the placement that wrote it. */
class FolderOwnerTest {
  private static final String TWO = "nodes { a = \"h:1\", b = \"h:2\" }";
  private static final String SPLIT = TWO + ", placement.range.Account = [m]";

  private final ForgetfulDisk disk = new ForgetfulDisk();
  private MetaStore meta;

  @BeforeEach
  void open() throws IOException {
    meta = MetaStore.open(disk);
  }

  private static FolderOwner owner(String deployment, int node) {
    return switch (DeploymentReader.parse("tutti { " + deployment + " }", "test")) {
      case Reading.Valid(var settings) ->
          NodeFolder.settings(settings.deployment(), node, OutcomeTable.KEPT).owner();
      case Reading.Invalid(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  @Test
  void aNewFolderIsAnybodys() {
    assertThatCode(() -> owner(TWO, 1).check(meta, "data")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SPLIT,
        SPLIT + ", containers = 1, executors = 4, durability = async",
        "nodes { x = \"g:7\", y = \"g:8\" }, placement.range.Account = [m]",
        TWO + ", containers = 2, placement.range.Account = [f, m, s]",
      })
  void goesOnWhereTheSameActorsLive(String now) throws IOException {
    owner(SPLIT, 1).put(meta);
    assertThatCode(() -> owner(now, 1).check(MetaStore.open(disk), "data"))
        .doesNotThrowAnyException();
  }

  @Test
  void oneNodeWithANameIsASingleNode() throws IOException {
    owner("", 0).put(meta);
    assertThatCode(() -> owner("nodes.a = \"h:1\", placement.range.T = []", 0).check(meta, "data"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a single node; now two   | | 0 | nodes { a = \"h:1\", b = \"h:2\" } | 0"
            + " | was written by a single node, and this deployment has 2 nodes (a, b)",
        "two nodes; now a single  | nodes { a = \"h:1\", b = \"h:2\" } | 0 | | 0"
            + " | was written by 2 nodes (a, b), and this deployment has a single node",
        "another node             | nodes { a = \"h:1\", b = \"h:2\" } | 0 | nodes { a = \"h:1\", b"
            + " = \"h:2\" } | 1 | belongs to node 'a', number 1 of 2 nodes (a, b), and this one is"
            + " node 'b', number 2",
        "other actors             | nodes { a = \"h:1\", b = \"h:2\" } | 0"
            + " | nodes { a = \"h:1\", b = \"h:2\" }, placement.range.T = [m] | 0"
            + " | was written with the placement 'hash'",
        "another range            | nodes { a = \"h:1\", b = \"h:2\" }, placement.range.T = [n] | 0"
            + " | nodes { a = \"h:1\", b = \"h:2\" }, placement.range.T = [m] | 0"
            + " | T=[\"n\"]",
      })
  void refusesAndSaysWhatToDo(
      String what, String before, int node, String now, int self, String expected)
      throws IOException {
    owner(before == null ? "" : before, node).put(meta);
    assertThatThrownBy(() -> owner(now == null ? "" : now, self).check(meta, "data"))
        .as(what)
        .isInstanceOfSatisfying(
            DataFolderRefused.class,
            refused -> assertThat(refused.kind()).isEqualTo(DataFolderRefused.Kind.OTHER_NODE))
        .hasMessageContaining(expected)
        .hasMessageContaining("Nothing was changed")
        .hasMessageContaining("--data");
  }

  @Test
  void aRefusedFolderGoesOnWhereItWas() throws Exception {
    TestBank bank = new TestBank();
    RecoveredNode before = new RecoveredNode(bank, disk, 1 << 20);
    before.run(bank.call("a", "open", 5L));
    before.pass(1_000_000);
    Deployment two = Deployment.DEFAULT.withNodes(NodeAddress.inOneProcess(2));

    assertThatThrownBy(
            () ->
                new DataFolder(
                    RecoveredNode.directory(bank),
                    NodeFolder.settings(two, 0, OutcomeTable.KEPT),
                    disk,
                    new ManualScheduler(),
                    new SplittableRandom(1)))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("2 nodes (n0, n1)");

    assertThat(new RecoveredNode(bank, disk.copy(), 1 << 20).balance("a")).isEqualTo(5);
  }
}
