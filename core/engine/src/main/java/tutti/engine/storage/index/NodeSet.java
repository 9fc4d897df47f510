package tutti.engine.storage.index;

import java.util.Arrays;

/**
 * The leaves that a transaction went through without finding a key, or in a scan, with their
 * versions then (Silo §4.6: the node set). While all are valid, a search would find its keys again.
 * Used by one thread; reused.
 */
public final class NodeSet {
  private static final int FIRST = 8;
  private static final IndexNode[] NONE = {};
  private static final long[] NO_VERSIONS = {};

  // There is no room at first: a transaction that reads rows by their keys goes through no leaves.
  private IndexNode[] nodes = NONE;
  private long[] versions = NO_VERSIONS;
  private int size;

  void add(IndexNode node, long version) {
    if (size > 0 && nodes[size - 1] == node && versions[size - 1] == version) {
      return;
    }
    if (size == nodes.length) {
      int room = Math.max(FIRST, 2 * size);
      nodes = Arrays.copyOf(nodes, room);
      versions = Arrays.copyOf(versions, room);
    }
    nodes[size] = node;
    versions[size++] = version;
  }

  /** The transaction itself changes a node, which it has locked at this version. */
  void changed(IndexNode node, long before) {
    for (int i = 0; i < size; i++) {
      if (nodes[i] == node && versions[i] == before) {
        versions[i] = IndexNode.next(before);
      }
    }
  }

  /** The transaction itself splits a node, which it has locked at this version. */
  void split(IndexNode node, long before, IndexNode right) {
    boolean seen = false;
    for (int i = 0; i < size; i++) {
      seen |= nodes[i] == node && versions[i] == before;
    }
    changed(node, before);
    if (seen && right.leaf()) {
      add(right, right.stableVersion());
    }
  }

  /** Whether no other transaction has changed any of the nodes, nor is about to. */
  public boolean isValid() {
    for (int i = 0; i < size; i++) {
      if (!nodes[i].is(versions[i])) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of nodes. */
  public int size() {
    return size;
  }

  /** Forgets all but the first, which were there before: no read depends on the others any more. */
  public void forgetFrom(int newSize) {
    while (size > newSize) {
      nodes[--size] = null;
    }
  }

  /** Forgets all nodes. */
  public void clear() {
    Arrays.fill(nodes, 0, size, null);
    size = 0;
  }
}
