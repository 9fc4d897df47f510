package tutti.engine.node.integrated;

import tutti.engine.deployment.Deployment;
import tutti.protocol.integrated.janus.Settings;

/** The settings of Janus' machines, as a deployment has them. */
final class JanusSettings {
  /**
   * The shortest wait of a coordinator for the last replicas, where majorities have answered: it
   * waits longer where replicas usually take longer.
   */
  private static final long FAST_NANOS = 5_000_000;

  /** The shortest wait for an answer, which comes after a flush: a question costs as much again. */
  private static final long LEAST_RETRY_NANOS = 20_000_000;

  private JanusSettings() {}

  static Settings machines(Deployment deployment) {
    return Settings.of(
        FAST_NANOS, retryNanos(deployment), deployment.janus().recoverAfter().toNanos());
  }

  static long retryNanos(Deployment deployment) {
    return Math.max(LEAST_RETRY_NANOS, deployment.questions().retry().toNanos());
  }
}
