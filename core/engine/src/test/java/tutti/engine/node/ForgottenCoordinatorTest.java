package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transport.Transport;
import tutti.model.Call;
import tutti.protocol.commit.twophase.Presumption;
import tutti.protocol.commit.twophase.TwoPhase;

/**
 * A coordinator that keeps nothing starts anew while a participant waits for it: what it does not
 * know now it has not forgotten on purpose, and no node may presume that it was committed.
 */
class ForgottenCoordinatorTest {
  private static final String HERE = Homes.accountOn("a", 0, 2);
  private static final String THERE = Homes.accountOn("b", 1, 2);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void whatItMayHaveDecidedIsAborted(Presumption presumption) throws Exception {
    AtomicBoolean decided = new AtomicBoolean();
    Deployment deployment =
        Nodes.deployment(
            kind(presumption),
            ConcurrencyControlKind.PATH_SENSITIVE,
            "50ms",
            "1s",
            "durability = off",
            "accept-loss = on");
    try (Nodes nodes = new Nodes(folder, deployment, 2, wire -> muffled(wire, decided))) {
      nodes.at(0).run(nodes.bank().call(HERE, "open", 100L));
      nodes.at(0).run(nodes.bank().call(THERE, "open", 100L));
      Call[] both = {
        nodes.bank().call(HERE, "deposit", 5L), nodes.bank().call(THERE, "deposit", 5L)
      };
      var unused = nodes.at(0).start(both);
      Nodes.awaitThat(decided::get);

      nodes.crash(0);
      nodes.start(0);

      nodes.awaitNothingInDoubt();
      nodes.awaitNothingBegun();
      assertThat(nodes.at(1).balance(THERE)).isEqualTo(100);
    }
  }

  private static CommitKind kind(Presumption presumption) {
    return CommitKinds.all().stream()
        .filter(it -> it.protocol() instanceof TwoPhase two && two.presumption() == presumption)
        .findFirst()
        .orElseThrow();
  }

  /** A commit is not told to any node. */
  private static Transport muffled(Transport wire, AtomicBoolean decided) {
    return new FilteredTransport(
        wire,
        (to, kind, later) -> {
          boolean commit = kind == CommitStep.Kind.COMMIT;
          decided.compareAndSet(false, commit);
          return !commit;
        });
  }
}
