package tutti.model.relation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.RecordCodec;
import tutti.model.schema.RelationSchema;

/**
 * The definition of a relation: its rows, its primary key, its indexes. A definition is made once
 * per actor class and shared by all actors of the class. The definition is complete, and then
 * immutable and thread-safe, once an application has been built of it.
 *
 * <p>A definition with mistakes returns these mistakes, and can be used for nothing else.
 */
public final class RelationDefinition<K, R extends Record> {
  private final int number;
  private final String name;
  private final Class<R> record;
  private final Set<String> mistakes = new CopyOnWriteArraySet<>();
  private final @Nullable RecordCodec<R> codec;
  private final @Nullable KeyShape<K, R> key;
  private volatile List<RowOrder<R>> orders = List.of();
  private volatile List<RowOrder<R>> uniqueIndexes = List.of();
  private volatile boolean sealed;

  /** Defines a relation whose primary key is one component. */
  public RelationDefinition(int number, String name, Class<R> record, Component<R, K> key) {
    this(number, name, record, RecordCodec.read(record), codec -> KeyShape.of(codec, key));
  }

  private RelationDefinition(
      int number,
      String name,
      Class<R> record,
      RecordCodec.Reading<R> reading,
      Function<RecordCodec<R>, KeyShape<K, R>> shape) {
    this.number = number;
    this.name = name;
    this.record = record;
    this.mistakes.addAll(reading.mistakes());
    this.codec = reading.codec();
    RecordCodec<R> read = codec;
    this.key = read == null ? null : attempt(() -> shape.apply(read));
    if (read != null && key != null) {
      orders = List.of(new RowOrder<>(read, 0, true, key, null));
    }
  }

  /** Defines a relation whose primary key is several components: those of a record. */
  public static <K extends Record, R extends Record> RelationDefinition<K, R> of(
      int number, String name, Class<R> record, Class<K> key) {
    return new RelationDefinition<>(
        number, name, record, RecordCodec.read(record), codec -> KeyShape.of(codec, key));
  }

  private <T> @Nullable T attempt(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      mistakes.add(e.getMessage());
      return null;
    }
  }

  /** The position among the relations of its actor type. */
  public int number() {
    return number;
  }

  /** The name under which the relation's data is stored. */
  public String name() {
    return name;
  }

  /** The rows' class. */
  public Class<R> record() {
    return record;
  }

  /** The mistakes in the definition, each with a remedy. */
  public List<String> mistakes() {
    return List.copyOf(mistakes);
  }

  /** The codec of the rows. */
  public RecordCodec<R> codec() {
    return sound(codec);
  }

  /** The primary key. */
  public KeyShape<K, R> key() {
    return sound(key);
  }

  /** The primary key's order, then the indexes', in the order of their definition. */
  public List<RowOrder<R>> orders() {
    return orders;
  }

  /** The definition as data. */
  public RelationSchema schema() {
    return new RelationSchema(
        name,
        codec().schema(),
        names(key()),
        orders.stream()
            .skip(1)
            .map(order -> new RelationSchema.IndexSchema(names(order.key()), order.unique()))
            .toList());
  }

  private List<String> names(KeyShape<?, R> shape) {
    return Arrays.stream(shape.positions()).mapToObj(i -> codec().column(i).name()).toList();
  }

  /** The orders of the unique indexes, which a write must check first. */
  List<RowOrder<R>> uniqueIndexes() {
    return uniqueIndexes;
  }

  private <T> T sound(@Nullable T part) {
    if (part == null) {
      throw new IllegalArgumentException("relation " + name + ": " + String.join("; ", mistakes));
    }
    return part;
  }

  /** Seals the definition: afterwards no index can be added. */
  public void seal() {
    sealed = true;
  }

  /**
   * The order of an index: the one that was defined before, or a new one. Null where there are
   * mistakes.
   */
  @Nullable RowOrder<R> index(int number, boolean unique, Object key) {
    List<RowOrder<R>> known = orders;
    return number < known.size() ? known.get(number) : define(number, unique, key);
  }

  @SuppressWarnings("unchecked") // Index hands in one of the two
  private synchronized @Nullable RowOrder<R> define(int number, boolean unique, Object key) {
    RecordCodec<R> row = codec;
    KeyShape<K, R> primary = this.key;
    if (row == null || primary == null) {
      return null;
    }
    if (number < orders.size()) {
      return orders.get(number);
    }
    if (sealed) {
      throw new IllegalStateException(
          "relation "
              + name
              + " gets an index that it did not have when its actor type was registered: define"
              + " indexes in field initializers, without conditions");
    }
    KeyShape<?, R> shape =
        attempt(
            () ->
                key instanceof Class<?> type
                    ? KeyShape.of(row, type.asSubclass(Record.class))
                    : KeyShape.of(row, (Component<R, Object>) key));
    if (shape == null) {
      return null;
    }
    RowOrder<R> order = new RowOrder<>(row, number, unique, shape, primary);
    List<RowOrder<R>> more = new ArrayList<>(orders);
    more.add(order);
    orders = List.copyOf(more);
    uniqueIndexes = orders.stream().filter(each -> each.unique() && each.number() > 0).toList();
    return order;
  }

  @Override
  public String toString() {
    return name;
  }
}
