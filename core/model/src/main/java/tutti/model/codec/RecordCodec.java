package tutti.model.codec;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.schema.Formerly;
import tutti.model.schema.Schema;
import tutti.model.schema.ValueType;

/**
 * A record type: its components with compiled accessors, its constructor, its bytes. Records are
 * ordered component by component. A codec is made once per class. Thread-safe.
 */
public final class RecordCodec<R extends Record> extends TypeCodec<R> {
  private static final ClassValue<Reading<?>> READ =
      new ClassValue<>() {
        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // only records are asked for
        protected Reading<?> computeValue(Class<?> type) {
          return new RecordReader().read((Class) type);
        }
      };

  private final Class<R> record;
  private final Schema schema;
  private final ColumnCodec<R>[] columns;

  /** The columns by the first name that each has had. */
  private final SortedMap<String, ColumnCodec<R>> byFirstName = new TreeMap<>();

  private final MethodHandle constructor;
  private final boolean copies;
  private final boolean parts;
  private final boolean longNumbers;

  /**
   * The result of reading a record class.
   *
   * @param codec null if there are mistakes
   * @param mistakes each with the place and a remedy
   */
  public record Reading<R extends Record>(@Nullable RecordCodec<R> codec, List<String> mistakes) {}

  @SuppressWarnings("unchecked") // an array of generics
  RecordCodec(
      Class<R> record, Schema schema, List<ColumnCodec<R>> columns, MethodHandle constructor) {
    super(new ValueType.Nested(record.getSimpleName(), schema));
    this.record = record;
    this.schema = schema;
    this.columns = columns.toArray(ColumnCodec[]::new);
    RecordComponent[] components = record.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      Formerly formerly = components[i].getAnnotation(Formerly.class);
      byFirstName.put(Renames.first(components[i].getName(), formerly), columns.get(i));
    }
    this.constructor = constructor;
    this.copies = columns.stream().anyMatch(column -> column.codec().copies());
    this.parts = columns.stream().anyMatch(ColumnCodec::reference);
    this.longNumbers = columns.stream().anyMatch(column -> column.codec().hasLongNumbers());
  }

  /** Reads a record class, once. */
  @SuppressWarnings("unchecked") // computed from this very class
  public static <R extends Record> Reading<R> read(Class<R> record) {
    return (Reading<R>) READ.get(record);
  }

  /**
   * The codec of a record class.
   *
   * @throws IllegalArgumentException if it has components that cannot be stored; the message names
   *     all of them
   */
  public static <R extends Record> RecordCodec<R> of(Class<R> record) {
    Reading<R> reading = read(record);
    if (reading.codec() == null) {
      throw new IllegalArgumentException(String.join("\n", reading.mistakes()));
    }
    return reading.codec();
  }

  public Class<R> record() {
    return record;
  }

  public Schema schema() {
    return schema;
  }

  public int size() {
    return columns.length;
  }

  public ColumnCodec<R> column(int position) {
    return columns[position];
  }

  /**
   * Calls the canonical constructor. The constructor's exceptions pass through.
   *
   * @param values one for each component, of its type
   */
  @SuppressWarnings("unchecked") // the constructor of this class
  public R make(Object[] values) {
    try {
      return (R) (Record) constructor.invokeExact(values);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the constructor of " + record.getName() + " failed", e);
    }
  }

  @Override
  public TypeShape shape() {
    return new TypeShape.Components(this);
  }

  @Override
  public void encode(R row, Encoder out) {
    for (ColumnCodec<R> column : columns) {
      column.encode(row, out);
    }
  }

  @Override
  public void encodeMeaning(R row, Encoder out) {
    for (ColumnCodec<R> column : columns) {
      if (column.codec().hasLongNumbers()) {
        column.codec().encodeMeaning(column.get(row), out);
      } else {
        column.encode(row, out);
      }
    }
  }

  @Override
  public void encodeNamed(R row, Encoder out) {
    byFirstName.forEach(
        (name, column) -> column.codec().encodeNamed(column.get(row), out.putString(name)));
  }

  @Override
  public R decode(Decoder in) {
    return make(decodeValues(in));
  }

  /** Reads the components of a record, as {@link #make} takes them. */
  public Object[] decodeValues(Decoder in) {
    Object[] values = new Object[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i].codec().decode(in);
    }
    return values;
  }

  /**
   * Returns the row itself, or an equal row with immutable copies of its collections.
   *
   * @throws MissingValue naming the component that is null
   */
  @Override
  R freeze(R row, ValueBound bound) {
    if (row == null) {
      throw new MissingValue("a record " + record.getSimpleName() + " is null");
    }
    @Nullable Object[] values = null;
    for (int i = 0; i < columns.length; i++) {
      ColumnCodec<R> column = columns[i];
      if (column.reference()) {
        Object value = column.get(row);
        if (value == null) {
          throw new MissingValue(
              record.getSimpleName() + "." + column.name() + " is null: make it an Optional");
        }
        if (column.codec().hasParts()) {
          Object frozen = column.codec().freeze(value, bound);
          if (frozen != value) {
            values = values == null ? values(row) : values;
            values[i] = frozen;
          }
        } else {
          bound.text(value);
        }
      }
    }
    return values == null ? row : make(values);
  }

  private Object[] values(R row) {
    Object[] values = new Object[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i].get(row);
    }
    return values;
  }

  @Override
  public boolean copies() {
    return copies;
  }

  @Override
  public boolean hasParts() {
    return parts;
  }

  @Override
  public boolean runsCode() {
    return true;
  }

  @Override
  public boolean hasLongNumbers() {
    return longNumbers;
  }

  @Override
  public void checkNumbers(R row) {
    for (ColumnCodec<R> column : columns) {
      if (column.codec().hasLongNumbers()) {
        column.codec().checkNumbers(column.get(row));
      }
    }
  }

  @Override
  public @Nullable String unordered() {
    for (ColumnCodec<R> column : columns) {
      String why = column.codec().unordered();
      if (why != null) {
        return "has the component " + column.name() + ", which " + why;
      }
    }
    return null;
  }

  @Override
  public @Nullable String noKey() {
    if (columns.length == 0) {
      return "has no components: give it one";
    }
    for (ColumnCodec<R> column : columns) {
      String why = column.codec().noKey();
      if (why != null) {
        return "has the component " + column.name() + ", which " + why;
      }
    }
    return null;
  }

  @Override
  public int compare(R a, R b) {
    for (ColumnCodec<R> column : columns) {
      int difference = column.compare(a, b);
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  @Override
  public R canonical(R value) {
    if (!canonicalizes()) {
      return value;
    }
    Object[] values = values(value);
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i].codec().canonical(values[i]);
    }
    return make(values);
  }

  @Override
  public boolean canonicalizes() {
    for (ColumnCodec<R> column : columns) {
      if (column.codec().canonicalizes()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void encodeKey(R value, Encoder out) {
    for (ColumnCodec<R> column : columns) {
      column.encodeKey(value, out);
    }
  }

  @Override
  public R decodeKey(Decoder in) {
    Object[] values = new Object[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i].codec().decodeKey(in);
    }
    return make(values);
  }
}
