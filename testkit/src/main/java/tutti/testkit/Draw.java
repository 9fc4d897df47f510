package tutti.testkit;

import java.util.List;
import java.util.random.RandomGenerator;
import tutti.embedded.TuttiBuilder;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;

/** Draws deployments: all settings that must make no difference to an application. */
final class Draw {
  /** The kinds of concurrency control, as a deployment file names them. */
  static final List<String> CONTROLS =
      ControlKinds.all().stream().map(ControlKind::longName).toList();

  private static final List<String> ROUTERS = List.of("affinity", "round-robin");

  private Draw() {}

  static TuttiBuilder of(RandomGenerator random, TuttiBuilder builder) {
    int containers = 1 + random.nextInt(3);
    return builder
        .set("concurrency-control", any(CONTROLS, random))
        .set("containers", String.valueOf(containers))
        .set("executors", String.valueOf(containers + random.nextInt(3)))
        .set("router", any(ROUTERS, random))
        .set("journal.segment-size", "16KiB")
        .set("journal.checkpoint-after", random.nextBoolean() ? "16KiB" : "1MiB");
  }

  private static String any(List<String> some, RandomGenerator random) {
    return some.get(random.nextInt(some.size()));
  }
}
