package tutti.engine.node.integrated;

import tutti.engine.deployment.Deployment;
import tutti.protocol.integrated.tapir.Settings;

/** The settings of TAPIR's machines, as a deployment has them. */
final class TapirSettings {
  /** A coordinator waits so long for a fast quorum where a majority has answered. */
  private static final long FAST_NANOS = 5_000_000;

  /** The longest wait for a value, after which another replica is asked. */
  private static final long READ_NANOS = 50_000_000;

  /** The shortest wait for an answer, which comes after a flush: a question costs as much again. */
  private static final long LEAST_RETRY_NANOS = 20_000_000;

  private static final int MOST_ENTRIES = 10_000;

  /**
   * The bytes that a view's record may grow by. A replica that does not act hands all of it to the
   * leader, and no replica acts meanwhile; an image has two records.
   */
  private static final long MOST_BYTES = 2 << 20;

  private static final int MOST_ENDED = 50_000;

  /** The share of a segment of the log that a view's record may have. */
  private static final long OF_A_SEGMENT = 16;

  /** The bytes of a segment for each outcome that is remembered. */
  private static final long FOR_AN_OUTCOME = 256;

  private TapirSettings() {}

  static Settings machines(Deployment deployment) {
    long segment = deployment.journal().segmentBytes();
    return new Settings(
        deployment.tapir().strict(),
        FAST_NANOS,
        retryNanos(deployment),
        deployment.tapir().recoverAfter().toNanos(),
        MOST_ENTRIES,
        Math.min(MOST_BYTES, segment / OF_A_SEGMENT),
        (int) Math.min(MOST_ENDED, segment / FOR_AN_OUTCOME));
  }

  static long readRetryNanos(Deployment deployment) {
    return Math.min(READ_NANOS, retryNanos(deployment));
  }

  private static long retryNanos(Deployment deployment) {
    return Math.max(LEAST_RETRY_NANOS, deployment.questions().retry().toNanos());
  }
}
