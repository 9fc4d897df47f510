package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.transaction.submission.Outcome;

/** Whatever a deployment keeps, what it does over several nodes happens on all of them. */
class DurabilityAcrossNodesTest {
  private static final int ACCOUNTS = 6;
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void whatIsAcknowledgedHasHappenedOnEveryNode(Durability durability) throws Exception {
    try (Nodes nodes = new Nodes(folder, keeping(durability), 3)) {
      for (int i = 0; i < ACCOUNTS; i++) {
        nodes.at(i).run(nodes.bank().call("a" + i, "open", 100L));
      }
      for (int i = 0; i < 30; i++) {
        String to = "a" + (i + 1) % ACCOUNTS;
        assertThat(
                nodes.at(i).run(nodes.bank().transfer("t" + i, "book", 1L, "a" + i % ACCOUNTS, to)))
            .isInstanceOf(Outcome.Committed.class);
        nodes.at(i).run(nodes.bank().call(to, "deposit", 1L));
      }
      for (int i = 0; i < ACCOUNTS; i++) {
        assertThat(nodes.at(i).balance("a" + i)).isEqualTo(105);
      }
      assertThat(nodes.at(0).list("Transfer", "booked", 100, null).items()).hasSize(30);
    }
  }

  private static Deployment keeping(Durability durability) {
    return Deployment.DEFAULT.toBuilder().durability(durability).containers(1).executors(1).build();
  }
}
