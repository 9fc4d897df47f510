package tutti.engine.storage.index;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent B+-tree from bytes, compared as unsigned, to values: the order of a relation's rows.
 * Readers write no shared memory and allocate none; missing keys and scans are noted as versions of
 * leaves ({@link NodeSet}). Thread-safe. The package's card explains the algorithm.
 *
 * <p>Keys are not copied: the caller must not change a key that it has passed.
 */
public final class OrderedIndex<E> {
  private final IndexNode root = IndexNode.newInner(IndexNode.newLeaf());

  /**
   * The value of a key, or null.
   *
   * @param seen gets the leaf where the key is missing; null if that need not be remembered
   */
  @SuppressWarnings("unchecked") // values are E
  public @Nullable E get(byte[] key, @Nullable NodeSet seen) {
    long head = IndexNode.head(key);
    while (true) {
      IndexNode node = root;
      long version = node.stableVersion();
      while (version != IndexNode.RESTART && !node.leaf()) {
        IndexNode child = (IndexNode) node.slot(node.rank(key, head, true));
        long below = child == null ? IndexNode.RESTART : child.stableVersion();
        if (child == null || !node.is(version)) {
          version = IndexNode.RESTART;
        } else {
          version = below;
          node = child;
        }
      }
      if (version != IndexNode.RESTART) {
        Object value = node.match(node.rank(key, head, false), key);
        if (node.is(version)) {
          if (value == null && seen != null) {
            seen.add(node, version);
          }
          return (E) value;
        }
      }
    }
  }

  /**
   * Adds a key, unless it is there.
   *
   * @param own the nodes that this transaction has seen so far: its own change leaves them valid
   * @return the value that was there; null if there was none, so that the new value is there now
   */
  @SuppressWarnings("unchecked") // values are E
  public @Nullable E insertIfAbsent(byte[] key, E value, @Nullable NodeSet own) {
    long head = IndexNode.head(key);
    Descent way = new Descent(root);
    while (true) {
      if (!way.to(root, key, true, true)) {
        continue;
      }
      IndexNode node = way.node();
      int at = node.rank(key, head, false);
      if (node.leaf()) {
        Object there = node.match(at, key);
        if (there != null) {
          if (node.is(way.version())) {
            return (E) there;
          }
          continue;
        }
      }
      if (node.full()) {
        split(way, at, own);
      } else if (node.tryLock(way.version())) {
        node.insert(at, key, value);
        if (own != null) {
          own.changed(node, way.version());
        }
        node.unlockChanged();
        return null;
      }
    }
  }

  /** Makes room, if no other thread comes in between. */
  private void split(Descent way, int at, @Nullable NodeSet own) {
    IndexNode node = way.node();
    IndexNode parent = way.parent();
    if (parent == null) {
      if (node.tryLock(way.version())) {
        node.pushDown();
        node.unlockChanged();
      }
      return;
    }
    if (!parent.tryLock(way.parentVersion())) {
      return;
    }
    if (!node.tryLock(way.version())) {
      parent.unlockUnchanged();
      return;
    }
    // Keys that only grow fill their leaves: the last one splits behind its last but one key.
    boolean growing = node.leaf() && at == node.count() && way.high() == null;
    int middle = growing ? at - 1 : node.count() / 2;
    byte[] separator = key(node, middle);
    IndexNode right = node.split(middle);
    parent.insert(parent.rank(separator, IndexNode.head(separator), true), separator, right);
    if (own != null) {
      own.split(node, way.version(), right);
    }
    node.unlockChanged();
    parent.unlockChanged();
  }

  private static byte[] key(IndexNode locked, int at) {
    byte[] key = locked.key(at);
    if (key == null) {
      throw new IllegalStateException("no key " + at + " in a node of " + locked.count());
    }
    return key;
  }

  /** Removes a key if it has this very value; else has no effect. */
  public void remove(byte[] key, E value) {
    long head = IndexNode.head(key);
    Descent way = new Descent(root);
    while (true) {
      if (!way.to(root, key, true, false)) {
        continue;
      }
      IndexNode leaf = way.node();
      int at = leaf.rank(key, head, false);
      boolean there = leaf.match(at, key) == value;
      IndexNode fork = way.fork();
      if (!there) {
        if (leaf.is(way.version())) {
          return;
        }
      } else if (leaf.count() == 1 && fork != null) {
        if (fork.tryLock(way.forkVersion()) && unhook(fork, key, way)) {
          return;
        }
      } else if (leaf.tryLock(way.version())) {
        leaf.remove(at, at);
        leaf.unlockChanged();
        return;
      }
    }
  }

  /** Takes a leaf of one key, and the nodes above it alone, away from a locked fork; unlocks it. */
  private static boolean unhook(IndexNode fork, byte[] key, Descent way) {
    int at = fork.rank(key, IndexNode.head(key), true);
    List<IndexNode> branch = new ArrayList<>();
    boolean whole = true;
    IndexNode node = fork;
    while (whole && !node.leaf()) {
      IndexNode below = (IndexNode) node.slot(node == fork ? at : 0);
      if (below != null && lock(below, way)) {
        branch.add(below);
        whole = below.leaf() || below.count() == 0;
        node = below;
      } else {
        whole = false;
      }
    }
    if (whole) {
      fork.remove(Math.max(at - 1, 0), at);
      branch.forEach(IndexNode::unlockObsolete);
      fork.unlockChanged();
    } else {
      branch.forEach(IndexNode::unlockUnchanged);
      fork.unlockUnchanged();
    }
    return whole;
  }

  private static boolean lock(IndexNode node, Descent way) {
    return node == way.node() ? node.tryLock(way.version()) : !node.leaf() && node.tryLock();
  }

  /**
   * The entries of a range, each leaf of it as it was at one time.
   *
   * @param from the least key; empty for "no bound"
   * @param until greater than all keys; empty for "no bound"
   * @param seen gets the leaves that were gone through; null if that need not be remembered
   */
  public Cursor<E> scan(byte[] from, byte[] until, boolean descending, @Nullable NodeSet seen) {
    return new Cursor<>(root, from, until, descending, seen);
  }
}
