package tutti.lab.ycsb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Silo's commit protocol (§4.4) and nothing else: rows with TID words in place, a hash table to
 * find them, read set, write set, locks in order, validation. The missing parts — actors, threads,
 * a queue, a log, scans, inserts, types, objects — are the costs of a database beside its
 * algorithm. The prototype is for one thread, with all the atomic instructions that several would
 * need.
 */
final class Prototype {
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  /** The bit of a word that says that the row is locked. */
  private static final long LOCKED = 1;

  private static final long STEP = 2;

  /** The index of the key: a row is its word, its key and its fields. */
  private static final int KEY = 1;

  private static final int FIELD = 2;

  /** The number of longs of a row, and below of those that are data. */
  private final int width;

  private final int data;

  private final long[] rows;
  private final int[] index;
  private final int mask;
  private final int[] read;
  private final long[] words;
  private final int[] written;
  private final int[] copies;
  private final long[] copy;
  private int reads;
  private int writes;
  private long last;

  /** A sum over everything that was brought into the caches, so that no access can be left out. */
  private long touched;

  /** A sum over everything that the last transaction has read, so that no read can be left out. */
  private long sum;

  /**
   * @param count the number of rows
   * @param operations the most operations of a transaction
   * @param rowBytes the bytes of a key and its fields, a multiple of 8
   */
  Prototype(int count, int operations, int rowBytes) {
    data = rowBytes / Long.BYTES;
    width = 1 + data;
    rows = new long[Math.multiplyExact(count, width)];
    int size = Integer.highestOneBit(count) * 4;
    index = new int[size];
    mask = size - 1;
    read = new int[operations];
    words = new long[operations];
    written = new int[operations];
    copies = new int[operations];
    copy = new long[operations * data];
    for (int i = 0; i < count; i++) {
      for (int field = KEY; field < width; field++) {
        rows[i * width + field] = field == FIELD ? 0 : i;
      }
      int at = slot(i);
      while (index[at] != 0) {
        at = at + 1 & mask;
      }
      index[at] = i * width + 1;
    }
  }

  /**
   * Returns the slot where a search begins: like the engine's hash table, by the upper bits of the
   * product, which spread numbers that follow one another evenly.
   */
  private int slot(long key) {
    return (int) (key * 0x9E3779B97F4A7C15L >>> Long.numberOfLeadingZeros(mask)) & mask;
  }

  /** Returns the number of slots at which a search for a key looks. */
  int probes(long key) {
    int probes = 1;
    for (int at = slot(key); rows[index[at] - 1 + KEY] != key; at = at + 1 & mask) {
      probes++;
    }
    return probes;
  }

  /** Returns the place of a row's word. */
  private int find(long key) {
    int at = slot(key);
    while (true) {
      int row = index[at] - 1;
      if (rows[row + KEY] == key) {
        return row;
      }
      at = at + 1 & mask;
    }
  }

  /**
   * Runs one transaction; false if it must be tried again, as others may make it. Each key comes
   * once.
   *
   * @param writing bit i says that operation i writes
   * @param together whether the waits for all rows overlap, before any is read
   */
  boolean run(long[] keys, long writing, boolean together) {
    if (together) {
      touch(keys);
    }
    reads = 0;
    writes = 0;
    sum = 0;
    for (int i = 0; i < keys.length; i++) {
      int row = find(keys[i]);
      if ((writing >>> i & 1) != 0) {
        int mine = i * data;
        copy(row, mine);
        copy[mine + FIELD - 1]++;
        write(row, mine);
      } else {
        sum += look(row);
      }
    }
    return commit();
  }

  /** Brings rows into the caches, as {@code getAll} does: a step for all of them, then the next. */
  private void touch(long[] keys) {
    long seen = 0;
    for (int i = 0; i < keys.length; i++) {
      read[i] = index[slot(keys[i])];
    }
    for (int i = 0; i < keys.length; i++) {
      seen += rows[Math.max(0, read[i] - 1)];
    }
    touched += seen;
  }

  /** Reads a row's first field where it stands: a mere read needs no copy of the row. */
  private long look(int row) {
    while (true) {
      long before = (long) LONGS.getAcquire(rows, row);
      long field = rows[row + FIELD];
      if (isUnchanged(row, before)) {
        return field;
      }
      Thread.onSpinWait();
    }
  }

  /** Reads a whole row, which will be changed and put back. */
  private void copy(int row, int to) {
    while (true) {
      long before = (long) LONGS.getAcquire(rows, row);
      System.arraycopy(rows, row + KEY, copy, to, data);
      if (isUnchanged(row, before)) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  /** Returns whether nothing was written since the word was read; then the read is noted. */
  private boolean isUnchanged(int row, long before) {
    VarHandle.acquireFence();
    if ((before & LOCKED) != 0 || (long) LONGS.getAcquire(rows, row) != before) {
      return false;
    }
    read[reads] = row;
    words[reads++] = before;
    return true;
  }

  /** Notes a write. Writes are kept in the order in which they will be locked. */
  private void write(int row, int from) {
    int at = writes++;
    while (at > 0 && written[at - 1] > row) {
      written[at] = written[at - 1];
      copies[at] = copies[at - 1];
      at--;
    }
    written[at] = row;
    copies[at] = from;
  }

  private boolean commit() {
    for (int i = 0; i < writes; i++) {
      long word = (long) LONGS.getVolatile(rows, written[i]);
      while ((word & LOCKED) != 0 || !LONGS.compareAndSet(rows, written[i], word, word | LOCKED)) {
        Thread.onSpinWait();
        word = (long) LONGS.getVolatile(rows, written[i]);
      }
    }
    long newest = last;
    for (int i = 0; i < reads; i++) {
      long now = (long) LONGS.getVolatile(rows, read[i]);
      if (now != words[i] && !(now == (words[i] | LOCKED) && isMine(read[i]))) {
        unlock();
        return false;
      }
      newest = Math.max(newest, words[i]);
    }
    last = newest + STEP;
    for (int i = 0; i < writes; i++) {
      System.arraycopy(copy, copies[i], rows, written[i] + KEY, data);
      LONGS.setRelease(rows, written[i], last);
    }
    return true;
  }

  private boolean isMine(int row) {
    for (int i = 0; i < writes; i++) {
      if (written[i] == row) {
        return true;
      }
    }
    return false;
  }

  private void unlock() {
    for (int i = 0; i < writes; i++) {
      LONGS.setRelease(rows, written[i], (long) LONGS.getVolatile(rows, written[i]) & ~LOCKED);
    }
  }

  /** Returns the sum that the last transaction has read. */
  long sum() {
    return sum;
  }

  /** Returns a number without a meaning, made of everything that was touched. */
  long touched() {
    return touched;
  }

  /** Returns the number of writes. */
  long written() {
    long all = 0;
    for (int row = 0; row < rows.length; row += width) {
      all += rows[row + FIELD];
    }
    return all;
  }
}
