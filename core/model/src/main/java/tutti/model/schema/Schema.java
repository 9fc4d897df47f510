package tutti.model.schema;

import java.util.List;
import java.util.stream.Collectors;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The components of a record, in order. Bytes are written by position under a schema, so a store of
 * such bytes keeps their schema too, once. Compared by value; its text is stable.
 */
public record Schema(List<Column> columns) {

  public Schema {
    columns = List.copyOf(columns);
  }

  /** The position of the column of that name, or -1. */
  public int position(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  public void encode(Encoder out) {
    SchemaFormat.put(this, out);
  }

  /**
   * @throws MalformedData if the bytes are not a schema
   */
  public static Schema decode(Decoder in) {
    return SchemaFormat.schema(in, 0);
  }

  /** The schema as text for people: {@code (id: long, value: decimal)}. */
  @Override
  public String toString() {
    return columns.stream().map(Column::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
