package tutti.protocol.replication.multipaxos;

/** A leader's view of one follower. */
final class FollowerProgress {

  /** The position behind which the follower is sent entries next. */
  long next;

  /** The follower's log is the leader's, durably and countably, up to this position. */
  long accepted;

  /** The newest position that the follower has told, whether it counts or not. */
  long reached;

  /** The newest round that the follower has answered countably. */
  long round;

  /** Whether the follower was heard since the leader last looked. */
  boolean heard;

  /**
   * True if the follower lacked entries that it needs for the last message, so that it gets one
   * message at a time.
   */
  boolean probing;

  /** True if the follower answers from a disk that its host has replaced since. */
  boolean outdated;

  FollowerProgress(long next) {
    this.next = next;
  }

  void reached(long end) {
    reached = Math.max(reached, end);
    next = Math.max(next, end);
    probing = false;
  }

  /** Goes back to a position; false if that was done before, and waits for an answer. */
  boolean goBack(long end) {
    if (probing && reached == end) {
      return false;
    }
    probing = true;
    reached = end;
    next = end;
    return true;
  }
}
