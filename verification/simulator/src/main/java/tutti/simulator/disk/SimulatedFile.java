package tutti.simulator.disk;

import java.util.Arrays;
import java.util.BitSet;
import java.util.random.RandomGenerator;

/**
 * The content of one file: the content that is read, and the one that would be found after a crash.
 * Bytes behind those that were written are zeros in both, and take no memory: a log may have
 * thousands of segments that were preallocated and have a record each.
 */
final class SimulatedFile {
  static final int SECTOR = 512;

  private byte[] live;
  private int size;
  private byte[] durable;
  private int durableSize;

  /** Sectors that were written and not forced. */
  private final BitSet dirty = new BitSet();

  /**
   * Sectors whose force failed, and that were not forced since: the force is not tried again, and
   * it is not known whether they had been written before it failed.
   */
  private final BitSet unknown = new BitSet();

  /** The offset of the first write since the last force, of the first before that, and so on. */
  private int unforcedFrom = Integer.MAX_VALUE;

  private int forcedFrom = Integer.MAX_VALUE;
  private int forcedBeforeFrom = Integer.MAX_VALUE;

  private int lastWriteFrom;
  private int lastWriteTo;

  SimulatedFile() {
    live = new byte[0];
    durable = new byte[0];
  }

  private SimulatedFile(byte[] content, int size) {
    live = content;
    this.size = size;
    durable = content.clone();
    durableSize = size;
  }

  int size() {
    return size;
  }

  void read(byte[] into, int offset, int position, int count) {
    int written = Math.clamp(live.length - position, 0, count);
    System.arraycopy(live, Math.min(position, live.length), into, offset, written);
    Arrays.fill(into, offset + written, offset + count, (byte) 0);
  }

  void write(byte[] from, int position) {
    int end = position + from.length;
    grow(end);
    if (from.length > 0) {
      reserve(end);
      System.arraycopy(from, 0, live, position, from.length);
      dirty.set(position / SECTOR, (end - 1) / SECTOR + 1);
      lastWriteFrom = position;
      lastWriteTo = end;
      unforcedFrom = Math.min(unforcedFrom, position);
    }
  }

  /** Extends with zeros; a file never shrinks this way. */
  void grow(int newSize) {
    size = Math.max(size, newSize);
  }

  /** Makes room for bytes that are read up to there. */
  private void reserve(int end) {
    if (end > live.length) {
      live = Arrays.copyOf(live, Math.max(end, Math.min(live.length * 2, 1 << 24)));
    }
  }

  void truncate(int newSize) {
    if (newSize < size) {
      clear(live, newSize, size);
      size = newSize;
    }
  }

  private static void clear(byte[] content, int from, int to) {
    int end = Math.min(to, content.length);
    if (from < end) {
      Arrays.fill(content, from, end, (byte) 0);
    }
  }

  void force() {
    if (durable.length != live.length) {
      durable = Arrays.copyOf(durable, live.length);
    }
    for (int each = dirty.nextSetBit(0); each >= 0; each = dirty.nextSetBit(each + 1)) {
      copySector(each, durable);
    }
    unknown.andNot(dirty);
    if (size < durableSize) {
      clear(durable, size, durableSize);
    }
    durableSize = size;
    if (unforcedFrom < Integer.MAX_VALUE) {
      forcedBeforeFrom = forcedFrom;
      forcedFrom = unforcedFrom;
    }
    unforcedFrom = Integer.MAX_VALUE;
    forget();
  }

  /**
   * Fails a flush: writes that were not done yet are never tried again, though they can still be
   * read.
   */
  void failedForce() {
    unknown.or(dirty);
    forget();
  }

  private void forget() {
    dirty.clear();
    lastWriteFrom = lastWriteTo = 0;
  }

  /**
   * Returns the file that is found after a crash: every sector that was not forced is there or not,
   * and of the last write a part may be there.
   */
  SimulatedFile afterCrash(RandomGenerator random, boolean loses, boolean tears) {
    int foundSize = loses ? durableSize : size;
    if (loses && size != durableSize && random.nextBoolean()) {
      foundSize =
          random.nextBoolean()
              ? size
              : random.nextInt(Math.min(size, durableSize), Math.max(size, durableSize) + 1);
    }
    byte[] found = Arrays.copyOf(durable, Math.max(durable.length, live.length));
    // Most crashes lose all or nothing of a burst of writes; the rest mixes.
    int kept = loses ? random.nextInt(4) : 0;
    for (int each = dirty.nextSetBit(0); each >= 0; each = dirty.nextSetBit(each + 1)) {
      if (kept == 0 || kept >= 2 && random.nextBoolean()) {
        copySector(each, found);
      }
    }
    int written = unknown.isEmpty() ? 1 : random.nextInt(4);
    for (int each = unknown.nextSetBit(0); each >= 0; each = unknown.nextSetBit(each + 1)) {
      if (written == 0 || written >= 2 && random.nextBoolean()) {
        copySector(each, found);
        foundSize = Math.max(foundSize, Math.min(size, (each + 1) * SECTOR));
      }
    }
    if (tears && lastWriteTo > lastWriteFrom && random.nextBoolean()) {
      tear(found, random);
    }
    SimulatedFile file = new SimulatedFile(first(found, foundSize), foundSize);
    file.forcedFrom = tail();
    return file;
  }

  /**
   * Returns the offset of the part that was flushed last: of a log, the part that no later frame
   * says was durable. A log cannot tell damage to it from a write that was torn.
   */
  int tail() {
    return Math.min(unforcedFrom, Math.min(forcedFrom, forcedBeforeFrom));
  }

  /**
   * Returns a number that differs, but for chance, if the readable content or the content after a
   * crash differs.
   */
  long fingerprint() {
    long read = hash(live, size);
    long left = hash(durable, durableSize);
    return (read << 32 ^ left) * 31 + dirty.hashCode();
  }

  /** Returns the hash code of {@code size} bytes, of which zeros may be left out at the end. */
  private static int hash(byte[] content, int size) {
    int written = Math.min(content.length, size);
    int hash = 1;
    for (int each = 0; each < written; each++) {
      hash = 31 * hash + content[each];
    }
    for (int each = written; each < size; each++) {
      hash *= 31;
    }
    return hash;
  }

  SimulatedFile copy() {
    SimulatedFile copy = new SimulatedFile(first(live, size), size);
    copy.forcedFrom = tail();
    return copy;
  }

  private static byte[] first(byte[] content, int size) {
    return Arrays.copyOf(content, Math.min(content.length, size));
  }

  /** Flips a bit. */
  void flip(int position, int bit) {
    put(position, (byte) (at(position) ^ 1 << bit));
  }

  private byte at(int position) {
    return position < live.length ? live[position] : 0;
  }

  /** Changes a byte that was flushed long ago. */
  private void put(int position, byte to) {
    reserve(position + 1);
    if (position >= durable.length) {
      durable = Arrays.copyOf(durable, live.length);
    }
    live[position] = to;
    durable[position] = to;
  }

  /** Copies a sector over another, of this file or of another one; behind a file are zeros. */
  void misdirect(int from, SimulatedFile into, int to) {
    for (int i = 0; i < SECTOR && to + i < into.size; i++) {
      into.put(to + i, from + i < size ? at(from + i) : 0);
    }
  }

  private void tear(byte[] found, RandomGenerator random) {
    int cut = random.nextInt(lastWriteFrom, lastWriteTo + 1);
    for (int i = lastWriteFrom; i < Math.min(lastWriteTo, found.length); i++) {
      found[i] = i < cut ? live[i] : i < durable.length ? durable[i] : 0;
    }
  }

  private void copySector(int sector, byte[] into) {
    int from = sector * SECTOR;
    int count = Math.min(SECTOR, Math.min(live.length, into.length) - from);
    if (count > 0) {
      System.arraycopy(live, from, into, from, count);
    }
  }
}
