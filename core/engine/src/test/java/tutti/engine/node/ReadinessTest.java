package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Replication.Layout;
import tutti.engine.node.replicated.Hosts;
import tutti.engine.runtime.HeldQueue;

/** When a node of several says that clients may come. */
class ReadinessTest {
  @TempDir Path folder;

  /** Where actors have replicas, a node that is away is no reason to answer 503. */
  /** A leader that yields since its disk hangs is not given the lead back while it does. */
  @Test
  void aHostThatIsHeldMayNotLead() {
    Readiness ready = new Readiness(null, List.of(), false);
    HeldQueue flush = new HeldQueue("journal", 1_000_000_000, 0, false);
    assertThat(ready.mayLead(List.of(), 1_000_000_000)).isTrue();
    assertThat(ready.mayLead(List.of(flush), 500_000_000)).isFalse();
    assertThat(ready.mayLead(List.of(flush), 2_000_000_000)).isTrue();
    HeldQueue longer = new HeldQueue("journal", Readiness.HELD_NANOS, 0, false);
    assertThat(ready.mayLead(List.of(longer), 60_000_000_000L)).isFalse();
    HeldQueue checkpoint = new HeldQueue("checkpoint", 60_000_000_000L, 0, false);
    assertThat(ready.mayLead(List.of(checkpoint), 500_000_000)).isTrue();
    assertThat(new Readiness("no", List.of(), false).mayLead(List.of(), 1)).isFalse();
  }

  @Test
  void saysWhatAnAbsenceMeansForClients() {
    Readiness without = new Readiness(null, List.of("b", "c"), false);
    Deployment plain = SeveralNodesTest.deployment(ConcurrencyControlKind.PATH_SENSITIVE);
    assertThat(without.withoutMissing(plain)).startsWith("node b, node c: ").contains("503");
    Deployment replicated = Hosts.replicated(plain, 3, 3, Layout.RING);
    assertThat(without.withoutMissing(replicated))
        .startsWith("node b, node c: ")
        .doesNotContain("503");
  }

  @Test
  void aNodeWaitsForTheOthersAndNamesThoseThatLeave() throws Exception {
    Nodes.Tap none = (node, wire) -> wire;
    try (Nodes nodes =
        new Nodes(
            folder,
            SeveralNodesTest.deployment(ConcurrencyControlKind.PATH_SENSITIVE),
            3,
            none,
            1)) {
      HostNode first = nodes.at(0).node;
      Readiness alone = first.readiness();
      assertThat(alone.ready()).isFalse();
      assertThat(String.valueOf(alone.notReady())).contains("has not met", "10 s");
      assertThat(alone.missing()).hasSize(2);
      assertThat(nodes.at(0).term().notReady()).as("it works already").isNull();

      nodes.start(1);
      nodes.start(2);
      for (int node = 0; node < 3; node++) {
        HostNode each = nodes.at(node).node;
        Nodes.awaitThat(() -> each.readiness().equals(new Readiness(null, List.of(), false)));
      }

      nodes.crash(2);
      Nodes.awaitThat(() -> !first.readiness().missing().isEmpty());
      assertThat(first.readiness().ready()).as("it stays ready").isTrue();
      assertThat(first.readiness().missing()).hasSize(1);
    }
  }
}
