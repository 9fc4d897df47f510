package tutti.engine.replication;

/** The way from a host's replicas to those of other hosts. */
@FunctionalInterface
public interface ReplicaLink {

  /**
   * Sends a copy of {@code length} bytes to the replicas of that host, which gives them to {@link
   * ReplicaHost#received}. Never waits; the message may be lost.
   */
  void send(int host, byte[] bytes, int length);

  /** Returns whether that host can be reached now, as far as is known. */
  default boolean isConnected(int host) {
    return true;
  }
}
