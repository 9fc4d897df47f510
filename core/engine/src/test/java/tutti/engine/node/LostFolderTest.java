package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.transaction.submission.Outcome;

/**
 * A witness of Paxos Commit has accepted a commit that its client has heard of, and loses its data
 * folder. If it were let in with an empty one, it would help the third node to decide otherwise.
 */
class LostFolderTest {
  private static final int MEMBER = 1;
  private static final int WITNESS = 2;
  private static final String HERE = Homes.accountOn(0, 3);
  private static final String THERE = Homes.accountOn(MEMBER, 3);

  @TempDir Path folder;
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

  @Test
  void aWitnessWithAnEmptyFolderIsRefused() throws Exception {
    CommitKind paxos =
        (CommitKind) Objects.requireNonNull(CommitKinds.byName().get("paxos-commit"));
    Deployment deployment =
        Nodes.deployment(paxos, ConcurrencyControlKind.PATH_SENSITIVE, "50ms", "100ms");
    try (Nodes nodes = new Nodes(folder, deployment, 3, wire -> new Muffled(wire, left))) {
      nodes.at(0).run(nodes.bank().call(HERE, "open", 100L));
      nodes.at(0).run(nodes.bank().call(THERE, "open", 100L));
      nodes.awaitNothingBegun();
      // Node 1 is asked to prepare, and hears nothing else of it.
      left.set(1);
      assertThat(
              nodes
                  .at(0)
                  .run(
                      nodes.bank().call(HERE, "withdraw", 10L),
                      nodes.bank().call(THERE, "deposit", 10L)))
          .isInstanceOf(Outcome.Committed.class);
      nodes.crash(0);
      nodes.crash(WITNESS);
      Files.move(nodes.folderOf(WITNESS), folder.resolve("lost"));

      nodes.startUnmet(WITNESS);

      RunningNode empty = nodes.at(WITNESS);
      Nodes.awaitThat(() -> String.valueOf(empty.term().notReady()).contains("stale data"));
      assertThat(empty.term().notReady())
          .contains("refuses this node: stale data: it has another data folder");
      // Node 1 tries to decide, and cannot.
      RunningNode member = nodes.at(MEMBER);
      Nodes.awaitThat(
          () ->
              member.node.statistics().committing().phases().keySet().stream()
                  .anyMatch(each -> each.phase().equals("leading")));
      assertThat(member.node.statistics().members().inDoubt()).hasSize(1);

      nodes.crash(WITNESS);
      left.set(Integer.MAX_VALUE);
      nodes.start(0);
      nodes.awaitNothingInDoubt();
      assertThat(nodes.at(MEMBER).balance(THERE)).isEqualTo(110);
      assertThat(nodes.at(0).balance(HERE)).isEqualTo(90);
    }
  }
}
