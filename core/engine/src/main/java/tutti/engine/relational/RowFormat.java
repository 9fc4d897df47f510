package tutti.engine.relational;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowRefused;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.actor.ApplicationEvolution;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.RelationalType;
import tutti.model.codec.RecordCodec;
import tutti.model.relation.RelationDefinition;
import tutti.model.schema.ApplicationSchema;
import tutti.model.text.ValueText;

/**
 * Bytes of single rows: written as they are today, read as they were under the schema that the data
 * was written under. Thread-safe.
 */
public final class RowFormat {
  /** The most characters of a value that an error shows. */
  private static final int MOST_SHOWN = 60;

  private final Map<String, List<RelationDefinition<?, ?>>> today = new HashMap<>();

  /** The readers by the name that a type had, then by the number that a relation had. */
  private final Map<String, List<Reader>> written = new HashMap<>();

  /** Reads the rows of one older relation. */
  private record Reader(
      String place,
      @Nullable RelationDefinition<?, ?> relation,
      Function<Decoder, Object[]> read) {}

  /**
   * @param older the schema that the data was written under
   * @param evolution from there to today
   */
  RowFormat(JavaApplication application, ApplicationSchema older, ApplicationEvolution evolution) {
    for (RelationalType type : application.types()) {
      today.put(type.name(), type.relations());
    }
    if (evolution.obstacles().isEmpty()) {
      for (ApplicationSchema.TypeSchema type : older.types()) {
        written.put(
            type.name(),
            IntStream.range(0, type.relations().size())
                .mapToObj(relation -> reader(evolution.step(type.name(), relation)))
                .toList());
      }
    }
  }

  private Reader reader(ApplicationEvolution.Step step) {
    if (step.dropped()) {
      return new Reader(step.type(), null, step.values());
    }
    RelationDefinition<?, ?> relation = relations(step.type()).get(step.relation());
    return new Reader(step.type() + "." + relation.name(), relation, step.values());
  }

  private List<RelationDefinition<?, ?>> relations(String type) {
    List<RelationDefinition<?, ?>> relations = today.get(type);
    if (relations == null) {
      throw new IllegalArgumentException("no actor type " + type);
    }
    return relations;
  }

  /** Appends a row of the type that has this name today. */
  public void put(String type, int relation, Record row, Encoder out) {
    out.putVarLong(relation);
    encode(relations(type).get(relation), row, out);
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private static <R extends Record> void encode(
      RelationDefinition<?, R> relation, Record row, Encoder out) {
    relation.codec().encode((R) row, out);
  }

  /**
   * Reads the bytes of {@link #put}.
   *
   * @param type the name that the type had then
   * @param deleted whether the row is one that was deleted
   * @return null if the relation is dropped
   * @throws RowRefused if the row cannot be read today; the message names the row, but not its
   *     actor
   */
  public @Nullable Change get(String type, Decoder in, boolean deleted) {
    List<Reader> readers = written.get(type);
    if (readers == null) {
      throw new MalformedData("no actor type " + type);
    }
    Reader reader = readers.get(in.getCount(readers.size() - 1));
    if (reader.relation == null) {
      values(reader, in);
      return null;
    }
    return change(reader.place, reader.relation, values(reader, in), deleted);
  }

  private static Object[] values(Reader reader, Decoder in) {
    try {
      return reader.read.apply(in);
    } catch (RuntimeException | Error e) {
      if (e instanceof VirtualMachineError && !(e instanceof StackOverflowError)) {
        throw e;
      }
      throw new RowRefused("a row of " + reader.place + ": " + why(e), e);
    }
  }

  private static <K, R extends Record> Change change(
      String place, RelationDefinition<K, R> relation, Object[] values, boolean deleted) {
    RecordCodec<R> codec = relation.codec();
    R row;
    try {
      row = codec.make(values);
    } catch (RuntimeException | Error e) {
      if (e instanceof VirtualMachineError && !(e instanceof StackOverflowError)) {
        throw e;
      }
      throw new RowRefused(
          place
              + ": the row "
              + shown(codec, values)
              + ": the constructor of "
              + relation.record().getSimpleName()
              + " threw "
              + why(e),
          e);
    }
    return new Change(
        relation.number(), relation.key().of(row), row, deleted, written(relation, values, row));
  }

  /** Returns the primary key that was written, if the constructor has made another one of it. */
  private static <K, R extends Record> @Nullable Object written(
      RelationDefinition<K, R> relation, Object[] values, R row) {
    RecordCodec<R> codec = relation.codec();
    for (int position : relation.key().positions()) {
      if (!values[position].equals(codec.column(position).get(row))) {
        return Arrays.stream(relation.key().positions()).mapToObj(i -> values[i]).toList();
      }
    }
    return null;
  }

  private static String why(Throwable e) {
    return e instanceof MalformedData ? String.valueOf(e.getMessage()) : ValueText.of(e);
  }

  private static String shown(RecordCodec<?> codec, Object[] values) {
    StringJoiner shown = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < values.length; i++) {
      String value = ValueText.of(values[i]);
      shown.add(
          codec.column(i).name()
              + " "
              + (value.length() > MOST_SHOWN ? value.substring(0, MOST_SHOWN) + "…" : value));
    }
    return shown.toString();
  }
}
