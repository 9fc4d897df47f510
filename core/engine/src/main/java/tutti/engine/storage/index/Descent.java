package tutti.engine.storage.index;

import org.jspecify.annotations.Nullable;

/**
 * The way from the root to where a key belongs, taken without a lock: each node's version is noted
 * before its parent's is looked at again. Reused by one thread; good only after {@link #to}.
 */
final class Descent {
  private IndexNode node;
  private long version;
  private @Nullable IndexNode parent;
  private long parentVersion;
  private @Nullable IndexNode fork;
  private long forkVersion;
  private byte @Nullable [] low;
  private byte @Nullable [] high;

  Descent(IndexNode root) {
    node = root;
  }

  /**
   * Goes down, to the leaf or, for an addition, to a full inner node above it.
   *
   * @param key null for the very last leaf
   * @param after whether keys that equal a separator are right of it
   * @return false if another thread changed a node on the way: try again
   */
  boolean to(IndexNode root, byte @Nullable [] key, boolean after, boolean toAdd) {
    long head = key == null ? 0 : IndexNode.head(key);
    node = root;
    version = root.stableVersion();
    parent = null;
    fork = null;
    low = null;
    high = null;
    while (!node.leaf() && !(toAdd && node.full())) {
      int separators = node.count();
      int at = key == null ? separators : node.rank(key, head, after);
      IndexNode child = (IndexNode) node.slot(at);
      byte[] left = node.key(at - 1);
      byte[] right = node.key(at);
      long below = child == null ? IndexNode.RESTART : child.stableVersion();
      if (child == null || below == IndexNode.RESTART || !node.is(version)) {
        return false;
      }
      low = left == null ? low : left;
      high = right == null ? high : right;
      if (separators > 0) {
        fork = node;
        forkVersion = version;
      }
      parent = node;
      parentVersion = version;
      node = child;
      version = below;
    }
    return true;
  }

  IndexNode node() {
    return node;
  }

  /** The node's version. */
  long version() {
    return version;
  }

  /** The node above; null above the root. */
  @Nullable IndexNode parent() {
    return parent;
  }

  long parentVersion() {
    return parentVersion;
  }

  /** The lowest node above that has other children too, or null. */
  @Nullable IndexNode fork() {
    return fork;
  }

  long forkVersion() {
    return forkVersion;
  }

  /** Returns the lower bound of the node's keys, included; null where there is none. */
  byte @Nullable [] low() {
    return low;
  }

  /** Returns the upper bound of the node's keys, excluded; null where there is none. */
  byte @Nullable [] high() {
    return high;
  }
}
