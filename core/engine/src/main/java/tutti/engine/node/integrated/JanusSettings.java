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

  /** The part of the heap, one of so many, for the requests of all transactions of a host. */
  private static final long OF_THE_HEAP = 48;

  private static final long LEAST_BYTES = 64;

  private JanusSettings() {}

  /**
   * Returns the settings of machines, which take fewer transactions where the heap is small.
   *
   * @param heapBytes the most bytes of the host's heap
   * @param shards of which the host has replicas
   */
  static Settings machines(Deployment deployment, long heapBytes, int shards) {
    long bytes = Math.max(LEAST_BYTES, heapBytes / OF_THE_HEAP / Math.max(1, shards));
    return Settings.of(
            FAST_NANOS, retryNanos(deployment), deployment.janus().recoverAfter().toNanos())
        .within(bytes);
  }

  static long retryNanos(Deployment deployment) {
    return Math.max(LEAST_RETRY_NANOS, deployment.questions().retry().toNanos());
  }
}
