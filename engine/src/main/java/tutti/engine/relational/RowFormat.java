package tutti.engine.relational;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.actor.ApplicationEvolution;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.RelationalType;
import tutti.model.relation.RelationDefinition;
import tutti.model.schema.ApplicationSchema;

/**
 * Bytes of single rows: written as they are today, read as they were under the schema that the data
 * was written under. Thread-safe.
 */
public final class RowFormat {
  private final Map<String, List<RelationDefinition<?, ?>>> today = new HashMap<>();

  /** The readers by the name that a type had, then by the number that a relation had. */
  private final Map<String, List<Reader>> written = new HashMap<>();

  /** Reads the rows of one older relation. */
  private record Reader(
      RelationDefinition<?, ?> relation, Function<Decoder, ? extends Record> read) {}

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
    return new Reader(relations(step.type()).get(step.relation()), step.reader());
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
   */
  public Change get(String type, Decoder in, boolean deleted) {
    List<Reader> readers = written.get(type);
    if (readers == null) {
      throw new MalformedData("no actor type " + type);
    }
    Reader reader = readers.get(in.getCount(readers.size() - 1));
    Record row = reader.read.apply(in);
    return new Change(reader.relation.number(), key(reader.relation, row), row, deleted);
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private static <K, R extends Record> Object key(RelationDefinition<K, R> relation, Record row) {
    return relation.key().of((R) row);
  }
}
