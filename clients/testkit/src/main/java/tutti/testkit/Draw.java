package tutti.testkit;

import java.util.List;
import java.util.random.RandomGenerator;
import tutti.embedded.TuttiBuilder;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment;

/** Draws deployments: all settings that must make no difference to an application. */
final class Draw {
  /** The kinds of concurrency control, as a deployment file names them. */
  static final List<String> CONTROLS =
      ControlKinds.all().stream().map(ControlKind::longName).toList();

  private static final List<String> ROUTERS = List.of("affinity", "round-robin");

  private Draw() {}

  /**
   * @param asked the deployment as the simulation's own settings have it
   */
  static TuttiBuilder of(RandomGenerator random, TuttiBuilder builder, Deployment asked) {
    int containers = 1 + random.nextInt(3);
    // A checkpoint is no earlier than a segment is full.
    String segments = asked.integrated() ? "256KiB" : "16KiB";
    builder
        .set("concurrency-control", any(CONTROLS, random))
        .set("containers", String.valueOf(containers))
        .set("executors", String.valueOf(containers + random.nextInt(3)))
        .set("router", any(ROUTERS, random))
        .set("journal.segment-size", segments)
        .set("journal.checkpoint-after", random.nextBoolean() ? segments : "1MiB");
    if (asked.nodeCount() > 1) {
      builder.set("placement", "hash").set("commit", any(commits(asked.nodeCount()), random));
    }
    return builder;
  }

  /**
   * Returns the commit protocols that {@code nodes} nodes can run, and that rely on no bound of
   * delays.
   */
  private static List<String> commits(int nodes) {
    return CommitKinds.all().stream()
        .filter(kind -> !kind.needsBound() && kind.leastNodes() <= nodes)
        .map(CommitKind::longName)
        .toList();
  }

  private static String any(List<String> some, RandomGenerator random) {
    return some.get(random.nextInt(some.size()));
  }
}
