package tutti.engine.storage.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.FieldHandle;
import tutti.engine.runtime.Latch;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.index.OrderedIndex;
import tutti.model.Encoder;
import tutti.model.relation.KeyShape;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.RowOrder;
import tutti.model.relation.store.KeyRange;

/**
 * The rows of one relation of one actor: their places by primary key, and an entry for each in
 * every index. Thread-safe; the package's card gives the order of the calls.
 */
public final class RowTable<R extends Record> {
  private static final VarHandle FLOOR =
      FieldHandle.of(MethodHandles.lookup(), "floor", long.class);

  /** Odd, so that no two numbers have one product. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** The number of waits for memory that a processor core has at a time, or somewhat more. */
  private static final int GROUP = 16;

  private final RelationDefinition<?, R> relation;
  private final List<RowOrder<R>> orders;
  private final OrderedIndex<RowPlace>[] indexes;

  /** The hash table of places, or null if it is switched off. */
  private @Nullable PlaceTable byHash = new PlaceTable();

  private boolean overlaps = true;

  /** The bound of removed places: none of them had a greater TID. */
  private volatile long floor;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of generics
  public RowTable(RelationDefinition<?, R> relation) {
    this.relation = relation;
    this.orders = relation.orders();
    this.indexes = new OrderedIndex[orders.size()];
    Arrays.setAll(indexes, order -> new OrderedIndex<>());
  }

  /** Sets how rows are found; called before any other use of the table. */
  void use(RowAccess access) {
    overlaps = access.overlappedReads();
    if (!access.hash()) {
      byHash = null;
    }
  }

  // Looking.

  /**
   * The place of a primary key, or null. The place may have no row, or be gone by the time it is
   * read.
   *
   * @param seen gets the nodes that must not change for the key to stay without a place
   */
  public @Nullable RowPlace find(Object key, @Nullable NodeSet seen) {
    // A number is its own hash, spread: its bytes are needed only if it is not found directly.
    byte[] bytes = key instanceof Long ? null : bytes(key);
    PlaceTable hashed = byHash;
    RowPlace known = hashed == null ? null : hashed.find(hash(key, bytes), bytes);
    return known == null ? findInOrder(bytes == null ? bytes(key) : bytes, seen) : known;
  }

  /**
   * Brings rows into the processor's caches, as far as they are found by their hash. A row is three
   * steps away, each of which waits for memory and for the step before; taken for several rows at a
   * time, the waits overlap (Chen et al., Improving Hash Join Performance through Prefetching, ICDE
   * 2004: group prefetching). This is no read of a transaction.
   *
   * @return a number without meaning, made of the touched memory
   */
  public int touch(List<?> keys) {
    PlaceTable hashed = byHash;
    if (hashed == null || !overlaps) {
      return 0;
    }
    int touched = 0;
    Class<?> kind = relation.record();
    @Nullable RowPlace[] places = new @Nullable RowPlace[Math.min(GROUP, keys.size())];
    for (int from = 0; from < keys.size(); from += GROUP) {
      int count = Math.min(GROUP, keys.size() - from);
      for (int i = 0; i < count; i++) {
        Object key = keys.get(from + i);
        places[i] = hashed.guess(hash(key, key instanceof Long ? null : bytes(key)));
      }
      for (int i = 0; i < count; i++) {
        RowPlace place = places[i];
        Record row = place == null ? null : place.installed();
        touched += row == null ? 0 : 1;
      }
      for (int i = 0; i < count; i++) {
        RowPlace place = places[i];
        Record row = place == null ? null : place.installed();
        // The class is read from the row itself, and is no constant for the compiler.
        touched += row == null ? 0 : row.getClass() == kind ? 1 : 2;
      }
    }
    return touched;
  }

  /**
   * Returns the row of a primary key that was installed last, even if another one is about to be
   * written; or null. The method never waits: for a caller that learns of concurrent writes by
   * other means.
   */
  @SuppressWarnings("unchecked") // rows of this relation
  public @Nullable R installed(Object key) {
    for (int spins = 1; ; spins++) {
      RowPlace place = find(key, null);
      R row = place == null ? null : (R) place.installed();
      if (place == null || row != null || !place.gone()) {
        return row;
      }
      Latch.pause(spins);
    }
  }

  private @Nullable RowPlace findInOrder(byte[] bytes, @Nullable NodeSet seen) {
    while (true) {
      RowPlace found = indexes[0].get(bytes, seen);
      if (found == null || !found.gone()) {
        return found;
      }
      indexes[0].remove(bytes, found);
    }
  }

  /** The places of a range. Not every entry {@linkplain #stands stands} for a row. */
  public Cursor<RowPlace> scan(
      int order, KeyRange range, boolean descending, @Nullable NodeSet seen) {
    RowOrder<R> by = orders.get(order);
    return indexes[order].scan(by.from(range), by.until(range), descending, seen);
  }

  /**
   * The places between two of an order, by their bytes.
   *
   * @param until exclusive; empty where there is no bound
   */
  public Cursor<RowPlace> scan(
      int order, byte[] from, byte[] until, boolean descending, @Nullable NodeSet seen) {
    return indexes[order].scan(from, until, descending, seen);
  }

  /**
   * Reads the row of a primary key, or null: for a caller that knows that it is not being written
   * for long.
   */
  public @Nullable Record read(Object key, RowView view) {
    RowPlace place = find(key, null);
    if (place == null) {
      return null;
    }
    place.read(view);
    return view.row();
  }

  /** The bytes of a primary key in the primary order. */
  public byte[] entry(Object key) {
    return bytes(key);
  }

  /** The bytes of a row in an order. */
  @SuppressWarnings("unchecked") // rows of this relation
  public byte[] entry(int order, Record row) {
    return bytes(orders.get(order), (R) row);
  }

  /** Returns the number of orders that have entries. */
  public int orders() {
    return indexes.length;
  }

  /** The places of one key of an index. */
  public Cursor<RowPlace> find(int order, Object key, @Nullable NodeSet seen) {
    return scan(order, range(orders.get(order).key(), key), false, seen);
  }

  @SuppressWarnings("unchecked") // the order's own keys
  private static <K> KeyRange range(KeyShape<K, ?> shape, Object key) {
    return shape.range((K) key);
  }

  /**
   * Whether an entry is that of this row. While a commit goes on, an index may have entries for the
   * former row and for the next one; each row stands in an order once.
   *
   * @param scratch is overwritten
   */
  public boolean stands(int order, byte[] entry, R row, Encoder scratch) {
    orders.get(order).encode(row, scratch.clear());
    return Arrays.equals(scratch.array(), 0, scratch.size(), entry, 0, entry.length);
  }

  // Writing.

  /**
   * Returns the place of a primary key, and makes one without a row if there is none. Other
   * transactions find the place too, and may write it first: a transaction that inserts here reads
   * it, and validates that read.
   *
   * @param own the nodes that this transaction has seen so far: its own change leaves them valid
   */
  public RowPlace make(Object key, @Nullable NodeSet own) {
    byte[] bytes = bytes(key);
    long hash = hash(key, bytes);
    PlaceTable hashed = byHash;
    RowPlace known = hashed == null ? null : hashed.find(hash, bytes);
    if (known != null) {
      return known;
    }
    RowPlace made = new RowPlace(bytes, hash);
    while (true) {
      RowPlace there = indexes[0].insertIfAbsent(bytes, made, own);
      if (there == null) {
        made.born(floor);
        if (hashed != null) {
          hashed.add(made);
        }
        return made;
      }
      if (!there.gone()) {
        return there;
      }
      indexes[0].remove(bytes, there);
    }
  }

  /**
   * Adds the entries that a locked place will need with its next row. Called before the reads of
   * this transaction are validated: so a transaction that has looked for such a row, and missed it,
   * finds out. May be done again with another row; then the former one is {@linkplain #retract
   * retracted} in the end.
   */
  @SuppressWarnings("unchecked") // rows of this relation
  public void prepare(RowPlace locked, R next, @Nullable NodeSet own) {
    R before = (R) locked.current();
    for (int order = 1; order < indexes.length; order++) {
      RowOrder<R> by = orders.get(order);
      if (before == null || by.compare(before, next) != 0) {
        RowPlace there = indexes[order].insertIfAbsent(bytes(by, next), locked, own);
        if (there != null && there != locked) {
          throw new IllegalStateException(by + " of " + relation + " has an entry for " + next);
        }
      }
    }
  }

  /**
   * Removes the index entries that a locked place was prepared with for a row that it will not
   * have, once the transaction's outcome is known; called before {@link #install} or {@link #undo}.
   *
   * @param next the row that will be installed, or that was prepared last; null to delete the row
   */
  @SuppressWarnings("unchecked") // rows of this relation
  public void retract(RowPlace locked, R prepared, @Nullable R next) {
    R before = (R) locked.current();
    for (int order = 1; order < indexes.length; order++) {
      RowOrder<R> by = orders.get(order);
      if ((before == null || by.compare(prepared, before) != 0)
          && (next == null || by.compare(prepared, next) != 0)) {
        indexes[order].remove(bytes(by, prepared), locked);
      }
    }
  }

  /**
   * Writes a locked place and unlocks it.
   *
   * @param next as it was prepared, or null to delete the row: then the place is gone
   * @param tid greater than the former one
   */
  @SuppressWarnings("unchecked") // rows of this relation
  public void install(RowPlace locked, @Nullable R next, long tid) {
    R before = (R) locked.current();
    if (before != null) {
      dropEntries(locked, before, next);
    }
    if (next == null) {
      drop(locked, tid);
    } else {
      locked.write(next, tid);
    }
  }

  /**
   * Restores a locked place and unlocks it; if it has no row, it is gone.
   *
   * @param prepared the row that it was prepared for, or null if it was not
   */
  @SuppressWarnings("unchecked") // rows of this relation
  public void undo(RowPlace locked, @Nullable R prepared) {
    R before = (R) locked.current();
    if (prepared != null) {
      dropEntries(locked, prepared, before);
    }
    if (before == null) {
      drop(locked, locked.tid());
    } else {
      locked.unlock();
    }
  }

  /**
   * Writes a row, or deletes it, immediately: for a caller that keeps others from this key by other
   * means.
   *
   * @param tid greater than the former one
   */
  public void apply(Object key, @Nullable R row, long tid) {
    RowPlace place = make(key, null);
    while (!place.lock()) {
      place = make(key, null);
    }
    if (row != null) {
      prepare(place, row, null);
    }
    install(place, row, tid);
  }

  /** Removes the index entries of one row that the other row does not have too. */
  private void dropEntries(RowPlace locked, R row, @Nullable R other) {
    for (int order = 1; order < indexes.length; order++) {
      RowOrder<R> by = orders.get(order);
      if (other == null || by.compare(row, other) != 0) {
        indexes[order].remove(bytes(by, row), locked);
      }
    }
  }

  /** The floor rises before the key is free, and the place is gone before it can be missed. */
  private void drop(RowPlace locked, long tid) {
    long before = floor;
    while (before < tid && !FLOOR.compareAndSet(this, before, tid)) {
      before = floor;
    }
    locked.end(tid);
    PlaceTable hashed = byHash;
    if (hashed != null) {
      hashed.remove(locked);
    }
    indexes[0].remove(locked.key(), locked);
  }

  /** Returns a hash that differs for different numbers; for other keys it is of their bytes. */
  private static long hash(Object key, byte @Nullable [] bytes) {
    long hash = 0;
    if (key instanceof Long number) {
      hash = number * SPREAD;
    } else if (bytes != null) {
      for (byte each : bytes) {
        hash = (hash ^ each) * SPREAD;
      }
    }
    return hash;
  }

  private byte[] bytes(Object key) {
    return bytes(relation.key(), key);
  }

  @SuppressWarnings("unchecked") // the relation's own keys
  private static <K> byte[] bytes(KeyShape<K, ?> shape, Object key) {
    Encoder bytes = new Encoder(Long.BYTES);
    shape.codec().encodeKey((K) key, bytes);
    return bytes.toByteArray();
  }

  private static <R extends Record> byte[] bytes(RowOrder<R> order, R row) {
    Encoder bytes = new Encoder();
    order.encode(row, bytes);
    return bytes.toByteArray();
  }
}
