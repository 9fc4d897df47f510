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

  /**
   * The part of the heap, one of so many, for the records of all views of a host, and another one
   * for the outcomes: the leader of a view that ends has the records of all replicas of the shard
   * beside its own.
   */
  private static final long OF_THE_HEAP = 16;

  /** The memory of an entry of few accesses, about, in bytes. */
  private static final long FOR_AN_ENTRY = 1024;

  /** The memory of an entry for each byte that it takes in a message, about. */
  private static final long FOR_A_BYTE = 8;

  /** The memory of an outcome that is remembered, about, in bytes. */
  private static final long FOR_AN_END = 128;

  private static final long LEAST_ENTRIES = 8;

  private static final long LEAST_BYTES = 512;

  private static final long LEAST_ENDED = 8;

  private TapirSettings() {}

  /**
   * Returns the settings of machines, whose records are shorter where the heap is small. Hosts may
   * have heaps of different sizes: a view ends by what its leader has.
   *
   * @param heapBytes the most bytes of the host's heap
   * @param shards of which the host has replicas
   */
  static Settings machines(Deployment deployment, long heapBytes, int shards) {
    long segment = deployment.journal().segmentBytes();
    long share = heapBytes / OF_THE_HEAP / Math.max(1, shards);
    long entries = Math.max(LEAST_ENTRIES, share / FOR_AN_ENTRY);
    long bytes = Math.max(LEAST_BYTES, share / FOR_A_BYTE);
    long ended = Math.max(LEAST_ENDED, share / FOR_AN_END);
    return new Settings(
        deployment.tapir().strict(),
        FAST_NANOS,
        retryNanos(deployment),
        deployment.tapir().recoverAfter().toNanos(),
        (int) Math.min(MOST_ENTRIES, entries),
        Math.min(Math.min(MOST_BYTES, segment / OF_A_SEGMENT), bytes),
        (int) Math.min(Math.min(MOST_ENDED, segment / FOR_AN_OUTCOME), ended));
  }

  static long readRetryNanos(Deployment deployment) {
    return Math.min(READ_NANOS, retryNanos(deployment));
  }

  private static long retryNanos(Deployment deployment) {
    return Math.max(LEAST_RETRY_NANOS, deployment.questions().retry().toNanos());
  }
}
