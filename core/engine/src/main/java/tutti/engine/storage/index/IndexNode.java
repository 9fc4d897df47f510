package tutti.engine.storage.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.FieldHandle;
import tutti.engine.runtime.Latch;

/**
 * A node of an {@link OrderedIndex}: sorted keys, each with a value (a leaf) or between two
 * children (an inner node), under an optimistic lock (Leis et al., DaMoN 2016, §3).
 *
 * <p>The version word is the lock: bit 0 says locked, bit 1 obsolete, and every change adds 4. A
 * reader notes the version, reads content that may be half changed, and trusts it only if the
 * version is still {@linkplain #is the same}; until then a key may be missing and a number out of
 * date, but no index is out of bounds. A thread that changes the node holds the lock.
 *
 * <p>A node has with each key its first eight bytes as a number, so that most of a search touches
 * one array. Arrays grow with the node: an actor's relation of three rows is small.
 */
final class IndexNode {
  /** The number of keys in a full node. */
  static final int CAPACITY = 64;

  /** The answer in place of a version when the node is no longer part of the tree. */
  static final long RESTART = -1;

  private static final long LOCKED = 1;
  private static final long OBSOLETE = 2;
  private static final long STEP = 4;
  private static final int FIRST = 4;

  private static final VarHandle VERSION =
      FieldHandle.of(MethodHandles.lookup(), "version", long.class);

  @SuppressWarnings("unused") // through VERSION
  private volatile long version;

  private final int extra;
  private int count;
  private long[] heads;
  private byte[] @Nullable [] keys;
  private @Nullable Object[] slots;

  private IndexNode(int extra, int room) {
    this.extra = extra;
    heads = new long[room];
    keys = new byte[room][];
    slots = new Object[room + extra];
  }

  static IndexNode newLeaf() {
    return new IndexNode(0, FIRST);
  }

  static IndexNode newInner(IndexNode onlyChild) {
    IndexNode node = new IndexNode(1, FIRST);
    node.slots[0] = onlyChild;
    return node;
  }

  /** The first eight bytes as a number that compares like them. */
  static long head(byte[] key) {
    long head = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      head = head << 8 | (i < key.length ? key[i] & 0xFF : 0);
    }
    return head ^ Long.MIN_VALUE;
  }

  // Versions.

  /** Waits until the node is not being changed, and returns its version; or {@link #RESTART}. */
  long stableVersion() {
    for (int spins = 1; ; spins++) {
      long seen = (long) VERSION.getAcquire(this);
      if ((seen & LOCKED) == 0) {
        return (seen & OBSOLETE) == 0 ? seen : RESTART;
      }
      Latch.pause(spins);
    }
  }

  /** Whether all that was read since that version was noted is of one moment. */
  boolean is(long seen) {
    VarHandle.acquireFence();
    return (long) VERSION.getVolatile(this) == seen;
  }

  /** Takes the lock, if the node has not changed since that version. Never waits. */
  boolean tryLock(long seen) {
    boolean locked = VERSION.compareAndSet(this, seen, seen | LOCKED);
    VarHandle.storeStoreFence();
    return locked;
  }

  /** Takes the lock of a node at any version. Never waits. */
  boolean tryLock() {
    long seen = (long) VERSION.getAcquire(this);
    return (seen & (LOCKED | OBSOLETE)) == 0 && tryLock(seen);
  }

  /** The version that a change since that one makes. */
  static long next(long seen) {
    return seen + STEP;
  }

  void unlockChanged() {
    VERSION.setRelease(this, next((long) VERSION.get(this) & ~LOCKED));
  }

  void unlockUnchanged() {
    VERSION.setRelease(this, (long) VERSION.get(this) & ~LOCKED);
  }

  void unlockObsolete() {
    VERSION.setRelease(this, next((long) VERSION.get(this) & ~LOCKED) | OBSOLETE);
  }

  // Reading: by any thread.

  boolean leaf() {
    return extra == 0;
  }

  int count() {
    return count;
  }

  boolean full() {
    return count == CAPACITY;
  }

  /** Returns how many keys are less than that one; with {@code orEqual}, not greater. */
  int rank(byte[] key, long head, boolean orEqual) {
    long[] numbers = heads;
    byte[] @Nullable [] bytes = keys;
    int low = 0;
    int high = Math.min(count, Math.min(numbers.length, bytes.length));
    while (low < high) {
      int middle = (low + high) >>> 1;
      long other = numbers[middle];
      if (other < head || (other == head && precedes(bytes[middle], key, orEqual))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static boolean precedes(byte @Nullable [] other, byte[] key, boolean orEqual) {
    if (other == null) {
      return false;
    }
    int difference = Arrays.compareUnsigned(other, key);
    return orEqual ? difference <= 0 : difference < 0;
  }

  /** A key, or null beyond the first and the last. */
  byte @Nullable [] key(int at) {
    byte[] @Nullable [] all = keys;
    return at >= 0 && at < Math.min(count, all.length) ? all[at] : null;
  }

  /** A value or a child, or null beyond the last. */
  @Nullable Object slot(int at) {
    @Nullable Object[] all = slots;
    return at < all.length ? all[at] : null;
  }

  /** Returns the value at a place, if its key is {@code key}; else null. */
  @Nullable Object match(int at, byte[] key) {
    byte[] there = key(at);
    return there != null && Arrays.equals(there, key) ? slot(at) : null;
  }

  /**
   * Copies {@code many} entries of a leaf; returns false if the leaf does not have so many any
   * more.
   */
  boolean copy(int first, int many, @Nullable Object[] toKeys, @Nullable Object[] toValues) {
    byte[] @Nullable [] fromKeys = keys;
    @Nullable Object[] fromValues = slots;
    if (first + many > fromKeys.length || first + many > fromValues.length) {
      return false;
    }
    System.arraycopy(fromKeys, first, toKeys, 0, many);
    System.arraycopy(fromValues, first, toValues, 0, many);
    return true;
  }

  // Changing: by the holder of the lock.

  /** Adds a key, and its value or the child after it. */
  void insert(int at, byte[] key, Object slot) {
    if (count == heads.length) {
      int room = Math.min(2 * count, CAPACITY);
      heads = Arrays.copyOf(heads, room);
      keys = Arrays.copyOf(keys, room);
      slots = Arrays.copyOf(slots, room + extra);
    }
    System.arraycopy(heads, at, heads, at + 1, count - at);
    System.arraycopy(keys, at, keys, at + 1, count - at);
    System.arraycopy(slots, at + extra, slots, at + extra + 1, count - at);
    heads[at] = head(key);
    keys[at] = key;
    slots[at + extra] = slot;
    count++;
  }

  /** Removes a key and a slot: its value, or one of the children beside it. */
  void remove(int at, int slot) {
    count--;
    System.arraycopy(heads, at + 1, heads, at, count - at);
    System.arraycopy(keys, at + 1, keys, at, count - at);
    System.arraycopy(slots, slot + 1, slots, slot, count + extra - slot);
    keys[count] = null;
    slots[count + extra] = null;
  }

  /**
   * Moves all that is right of a key to a new node; the key of a leaf goes with it, the key of an
   * inner node is only between the two.
   */
  IndexNode split(int at) {
    int from = at + extra;
    IndexNode right = new IndexNode(extra, CAPACITY);
    right.count = count - from;
    System.arraycopy(heads, from, right.heads, 0, right.count);
    System.arraycopy(keys, from, right.keys, 0, right.count);
    System.arraycopy(slots, from, right.slots, 0, right.count + extra);
    Arrays.fill(keys, at, count, null);
    Arrays.fill(slots, from, count + extra, null);
    count = at;
    return right;
  }

  /** Moves the whole content to a new node, which becomes the only child. Of an inner node. */
  void pushDown() {
    IndexNode below = newInner(this);
    below.count = count;
    below.heads = heads;
    below.keys = keys;
    below.slots = slots;
    count = 0;
    heads = new long[FIRST];
    keys = new byte[FIRST][];
    slots = new Object[FIRST + extra];
    slots[0] = below;
  }
}
