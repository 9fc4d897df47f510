package tutti.model.relation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tutti.model.Abort;
import tutti.model.codec.ValueTooLarge;
import tutti.model.relation.store.Binding;
import tutti.model.relation.store.RowStore;
import tutti.model.text.ValueText;

/**
 * A relation of an actor: rows, each with a primary key of its own. A relation is a field of its
 * actor, and reads and changes that actor's rows within the running transaction, which sees its own
 * writes.
 *
 * <p>An impossible change — a second row of one key, a change of a row that does not exist — aborts
 * the transaction. Rows and keys are never null; collections in rows are kept as immutable copies.
 * Neither a relation nor its actor is thread-safe.
 *
 * @param <K> the primary key
 * @param <R> the rows
 */
public final class Relation<K, R extends Record> {
  private final Binding binding;
  private final RelationDefinition<K, R> definition;
  private final int number;
  private int indexes;

  /** Makes a relation; actors use {@code Actor.relation} instead. */
  public Relation(Binding binding, RelationDefinition<K, R> definition) {
    this.binding = binding;
    this.definition = definition;
    this.number = definition.number();
  }

  /** The definition of the relation. */
  public RelationDefinition<K, R> definition() {
    return definition;
  }

  /** Defines an index by one component: several rows may have the same key. */
  public <I> Index<I, R> index(Component<R, I> component) {
    return new Index<>(this, definition.index(++indexes, false, component));
  }

  /**
   * Defines an index by several components: the components of {@code key}, by name.
   *
   * @param key a record whose components are components of the row
   */
  public <I extends Record> Index<I, R> index(Class<I> key) {
    return new Index<>(this, definition.index(++indexes, false, key));
  }

  /** Defines an index by one component, in which no two rows may have the same key. */
  public <I> UniqueIndex<I, R> uniqueIndex(Component<R, I> component) {
    return new UniqueIndex<>(this, definition.index(++indexes, true, component));
  }

  /** Defines an index by several components, in which no two rows may have the same key. */
  public <I extends Record> UniqueIndex<I, R> uniqueIndex(Class<I> key) {
    return new UniqueIndex<>(this, definition.index(++indexes, true, key));
  }

  /**
   * Returns the row of that key.
   *
   * @throws Abort {@code no-such-row} if there is none
   */
  public R get(K key) {
    Record row = binding.rows().get(number, canonical(key));
    if (row == null) {
      throw missing(key);
    }
    return cast(row);
  }

  /**
   * Returns the rows of these keys, in their order. The result is that of one {@link #get} after
   * the other, but takes much less time where there are more rows than the processor's caches hold.
   *
   * @throws Abort {@code no-such-row} if a key has none
   */
  public List<R> getAll(List<? extends K> keys) {
    List<K> canonical = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      canonical.add(canonical(keys.get(i)));
    }
    binding.rows().expect(number, canonical);
    List<R> found = new ArrayList<>(canonical.size());
    for (int i = 0; i < canonical.size(); i++) {
      found.add(get(canonical.get(i)));
    }
    return Collections.unmodifiableList(found);
  }

  /** Returns the row with this key, if there is one. */
  public Optional<R> find(K key) {
    Record row = binding.rows().get(number, canonical(key));
    return row == null ? Optional.empty() : Optional.of(cast(row));
  }

  /** Returns the row of that key, or {@code other} if there is none. */
  public R getOrElse(K key, R other) {
    Record row = binding.rows().get(number, canonical(key));
    return row == null ? other : cast(row);
  }

  /** Whether a row has that key. */
  public boolean contains(K key) {
    return binding.rows().get(number, canonical(key)) != null;
  }

  /**
   * Adds a row.
   *
   * @throws Abort {@code duplicate-key} if another row has the same primary key, or the same key in
   *     a unique index
   */
  public void insert(R row) {
    RowStore rows = writable();
    R frozen = frozen(row);
    K key = definition.key().of(frozen);
    unique(rows, key, frozen);
    if (!rows.insert(number, key, frozen)) {
      throw new Abort(
          "duplicate-key",
          place(rows) + " has a row " + definition.key() + " = " + ValueText.of(key) + " already");
    }
  }

  /**
   * Replaces the row that has the same primary key.
   *
   * @throws Abort {@code no-such-row} if there is none; {@code duplicate-key} if another has the
   *     same key in a unique index
   */
  public void update(R row) {
    RowStore rows = writable();
    R frozen = frozen(row);
    K key = definition.key().of(frozen);
    unique(rows, key, frozen);
    if (rows.update(number, key, frozen) == null) {
      throw missing(key);
    }
  }

  /**
   * Replaces the row of that key by the changed row, which must have the same key: {@code
   * orders.update(7L, Order::settle)}. Returns the new row.
   *
   * @throws Abort as {@link #update(Record)}
   */
  public R update(K key, UnaryOperator<R> change) {
    K canonical = canonical(key);
    R row = change.apply(get(key));
    K after = definition.key().of(row);
    if (definition.key().codec().compare(canonical, after) != 0) {
      throw new IllegalArgumentException(
          "the change of the row "
              + key
              + " of "
              + definition
              + " gives it the primary key "
              + after
              + ": delete the row and insert another");
    }
    update(row);
    return row;
  }

  /**
   * Adds the row, or replaces the one that has the same primary key.
   *
   * @throws Abort {@code duplicate-key} if another row has the same key in a unique index
   */
  public void upsert(R row) {
    RowStore rows = writable();
    R frozen = frozen(row);
    K key = definition.key().of(frozen);
    unique(rows, key, frozen);
    rows.put(number, key, frozen);
  }

  /**
   * Removes the row of that key.
   *
   * @throws Abort {@code no-such-row} if there is none
   */
  public void delete(K key) {
    if (!deleteIfPresent(key)) {
      throw missing(key);
    }
  }

  /** Removes the row of that key if there is one; returns whether there was one. */
  public boolean deleteIfPresent(K key) {
    return writable().delete(number, canonical(key)) != null;
  }

  /**
   * Returns the rows in the order of the primary key, as a scan that can be narrowed and reversed.
   */
  public Scan<K, R> scan() {
    return new Scan<>(binding, number, 0, definition.key());
  }

  /** Returns a selection of all rows, which can be narrowed, sorted, joined and grouped. */
  public Selection<R> select() {
    return new Selection<>(binding, definition);
  }

  Binding binding() {
    return binding;
  }

  private RowStore writable() {
    RowStore rows = binding.rows();
    if (rows.readOnly()) {
      throw new Abort(
          "query-writes",
          "a query must not write, but this one writes "
              + place(rows)
              + ": make it a Procedure instead of a Query");
    }
    return rows;
  }

  private void unique(RowStore rows, K key, R row) {
    List<RowOrder<R>> orders = definition.uniqueIndexes();
    for (int i = 0; i < orders.size(); i++) {
      RowOrder<R> order = orders.get(i);
      Record other = rows.find(number, order.number(), order.key().of(row));
      if (other != null
          && definition.key().codec().compare(definition.key().of(cast(other)), key) != 0) {
        throw new Abort(
            "duplicate-key",
            place(rows)
                + " has a row "
                + order.key()
                + " = "
                + ValueText.of(order.key().of(row))
                + " already, and its index is unique");
      }
    }
  }

  private R frozen(R row) {
    try {
      return definition.codec().freeze(row);
    } catch (ValueTooLarge large) {
      throw new Abort(
          ValueTooLarge.CODE,
          "a row of " + place(binding.rows()) + " cannot be kept: " + large.getMessage());
    }
  }

  private K canonical(K key) {
    return definition.key().canonical(key);
  }

  private Abort missing(K key) {
    return new Abort(
        "no-such-row",
        place(binding.rows()) + " has no row " + definition.key() + " = " + ValueText.of(key));
  }

  private String place(RowStore rows) {
    return rows.self() + "." + definition;
  }

  @SuppressWarnings("unchecked") // the store gives what it got
  private R cast(Record row) {
    return (R) row;
  }

  @Override
  public String toString() {
    return definition.toString();
  }
}
