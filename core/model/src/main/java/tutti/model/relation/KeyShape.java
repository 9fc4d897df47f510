package tutti.model.relation;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.MissingValue;
import tutti.model.codec.RecordCodec;
import tutti.model.codec.TypeCodec;
import tutti.model.relation.store.KeyRange;

/**
 * The way in which a key is part of a row: a key is one component, or a record whose components are
 * components of the row, by name. Thread-safe, immutable.
 *
 * @param <K> the key
 * @param <R> the row
 */
public final class KeyShape<K, R extends Record> {
  private final RecordCodec<R> row;
  private final int[] positions;
  private final TypeCodec<K> codec;
  private final @Nullable Component<R, K> component;
  private final boolean canonicalizes;

  private KeyShape(
      RecordCodec<R> row,
      int[] positions,
      TypeCodec<K> codec,
      @Nullable Component<R, K> component) {
    this.row = row;
    this.positions = positions;
    this.codec = codec;
    this.component = component;
    this.canonicalizes = codec.canonicalizes();
  }

  /**
   * @throws IllegalArgumentException if the component cannot be a key
   */
  @SuppressWarnings("unchecked") // the codec of the component that has this type
  static <K, R extends Record> KeyShape<K, R> of(RecordCodec<R> row, Component<R, K> component) {
    int position = ComponentNames.position(component, row);
    TypeCodec<K> codec = (TypeCodec<K>) (TypeCodec<?>) row.column(position).codec();
    String why = codec.noKey();
    if (why != null) {
      throw new IllegalArgumentException(
          row.column(position).name() + " cannot be a key: its type " + codec.type() + " " + why);
    }
    return new KeyShape<>(row, new int[] {position}, codec, component);
  }

  /**
   * @throws IllegalArgumentException if the record cannot be a key of this row
   */
  static <K extends Record, R extends Record> KeyShape<K, R> of(
      RecordCodec<R> row, Class<K> record) {
    RecordCodec<K> codec = RecordCodec.of(record);
    String why = codec.noKey();
    if (why != null) {
      throw new IllegalArgumentException(record.getSimpleName() + " cannot be a key: it " + why);
    }
    int[] positions = new int[codec.size()];
    for (int i = 0; i < positions.length; i++) {
      String name = codec.column(i).name();
      positions[i] = row.schema().position(name);
      if (positions[i] < 0
          || !row.column(positions[i]).codec().type().equals(codec.column(i).codec().type())) {
        throw new IllegalArgumentException(
            ("%s cannot be a key of %s, which has no component \"%s\": a key's"
                    + " components are the row's, by name and type")
                .formatted(
                    record.getSimpleName(),
                    row.record().getSimpleName(),
                    codec.schema().columns().get(i)));
      }
    }
    return new KeyShape<>(row, positions, codec, null);
  }

  /** The codec of the key's values. */
  public TypeCodec<K> codec() {
    return codec;
  }

  /** The positions of the key's components in the row, in the key's order; not to be changed. */
  public int[] positions() {
    return positions;
  }

  /** Returns the canonical key of a row. */
  @SuppressWarnings("unchecked") // without a component, K is a record and codec its codec
  public K of(R row) {
    if (component != null) {
      return canonical(component.apply(row));
    }
    Object[] values = new Object[positions.length];
    for (int i = 0; i < positions.length; i++) {
      values[i] = this.row.column(positions[i]).get(row);
    }
    return canonical((K) ((RecordCodec<?>) (TypeCodec<?>) codec).make(values));
  }

  /**
   * Returns the one value that stands for all equal keys: {@code 1.0} and {@code 1.00} are one key.
   *
   * @throws MissingValue if the key is null, or a component of it is
   */
  public K canonical(K key) {
    if (key == null) {
      throw new MissingValue("the key of a row (" + this + ") is null");
    }
    K whole = codec.freeze(key);
    return canonicalizes ? codec.canonical(whole) : whole;
  }

  /** Returns the range of all rows of a key, in any order that begins with the key. */
  public KeyRange range(K key) {
    return KeyRange.of(values(canonical(key)));
  }

  /** The values of the key's components, in order. */
  @SuppressWarnings("unchecked") // as above
  Object[] values(K key) {
    if (component != null) {
      return new Object[] {key};
    }
    RecordCodec<Record> made = (RecordCodec<Record>) (TypeCodec<?>) codec;
    Object[] values = new Object[positions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = made.column(i).get((Record) key);
    }
    return values;
  }

  /** The key whose components have these values. */
  @SuppressWarnings("unchecked") // as above
  K make(Object[] values) {
    return canonical(
        component != null
            ? (K) values[0]
            : (K) ((RecordCodec<?>) (TypeCodec<?>) codec).make(values));
  }

  /** The names of the components: {@code wallet, id}. */
  @Override
  public String toString() {
    return Arrays.stream(positions)
        .mapToObj(position -> row.column(position).name())
        .collect(Collectors.joining(", "));
  }
}
