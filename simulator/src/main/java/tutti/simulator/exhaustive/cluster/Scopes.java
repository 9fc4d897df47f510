package tutti.simulator.exhaustive.cluster;

import java.time.Duration;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;

/** Deployments for worlds that are explored: they make no choices by themselves. */
public final class Scopes {
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private Scopes() {}

  public static Deployment deployment(Scope scope) {
    return Deployment.DEFAULT.toBuilder()
        .containers(1)
        .executors(1)
        .journal(new Deployment.JournalSettings(65_536, 1 << 20, Duration.ZERO))
        .transactionTimeout(TIMEOUT)
        .nodes(NodeAddress.inOneProcess(scope.nodes()))
        .twoPhase(new Deployment.TwoPhase(Duration.ofSeconds(1)))
        .build();
  }
}
