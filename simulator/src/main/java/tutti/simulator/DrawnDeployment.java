package tutti.simulator;

import java.time.Duration;
import java.util.random.RandomGenerator;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.Placement;
import tutti.engine.deployment.Deployment.Router;

/** A deployment that the seed chooses: small sizes, so that every limit is met soon. */
final class DrawnDeployment {
  private DrawnDeployment() {}

  static Deployment draw(RandomGenerator random) {
    int containers = 1 + random.nextInt(4);
    long segment = 16_384L << random.nextInt(4);
    return new Deployment(
        one(random, ConcurrencyControlKind.values()),
        one(random, Isolation.values()),
        Durability.SYNC,
        containers,
        containers + random.nextInt(3),
        one(random, Router.values()),
        new Placement.Hash(),
        new Deployment.PathSensitive(
            1 + random.nextInt(12), random.nextBoolean(), 1 << random.nextInt(11)),
        new Deployment.JournalSettings(segment, segment * (1 + random.nextInt(4)), Duration.ZERO),
        new Deployment.Admission(random.nextInt(6) == 0 ? 3 : 10_000),
        Deployment.DEFAULT.idempotency(),
        Duration.ofMillis(random.nextInt(4) == 0 ? 15 : 5_000));
  }

  private static <T> T one(RandomGenerator random, T[] all) {
    return all[random.nextInt(all.length)];
  }
}
