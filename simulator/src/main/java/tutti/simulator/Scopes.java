package tutti.simulator;

import java.time.Duration;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;

/** Deployments for worlds that are explored: nothing in them chooses by itself. */
final class Scopes {
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private Scopes() {}

  static Deployment deployment(Scope scope) {
    Deployment usual = Deployment.DEFAULT;
    return new Deployment(
        usual.concurrencyControl(),
        usual.isolation(),
        usual.durability(),
        1,
        1,
        usual.router(),
        usual.placement(),
        usual.pathSensitive(),
        new Deployment.JournalSettings(65_536, 1 << 20, Duration.ZERO),
        usual.admission(),
        usual.idempotency(),
        TIMEOUT,
        NodeAddress.inOneProcess(scope.nodes()),
        usual.commit(),
        new Deployment.TwoPhase(Duration.ofSeconds(1)),
        Deployment.DEFAULT.commitment(),
        usual.acceptLoss(),
        usual.executorsPinned(),
        usual.spans(),
        usual.ablation());
  }
}
