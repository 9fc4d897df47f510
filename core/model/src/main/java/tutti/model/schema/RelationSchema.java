package tutti.model.schema;

import java.util.List;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * A relation as data.
 *
 * @param rows the rows' components
 * @param key the names of the components of the primary key, in its order
 * @param indexes in the order of their definition
 */
public record RelationSchema(
    String name, Schema rows, List<String> key, List<IndexSchema> indexes) {

  public RelationSchema {
    key = List.copyOf(key);
    indexes = List.copyOf(indexes);
  }

  /**
   * @param columns the names of the components, in the index's order
   */
  public record IndexSchema(List<String> columns, boolean unique) {
    public IndexSchema {
      columns = List.copyOf(columns);
    }

    @Override
    public String toString() {
      return (unique ? "unique index (" : "index (") + String.join(", ", columns) + ")";
    }
  }

  void encode(Encoder out) {
    out.putString(name);
    rows.encode(out);
    SchemaFormat.putNames(key, out);
    out.putVarLong(indexes.size());
    for (IndexSchema index : indexes) {
      SchemaFormat.putNames(index.columns, out);
      out.putBoolean(index.unique);
    }
  }

  static RelationSchema decode(Decoder in) {
    return new RelationSchema(
        in.getString(),
        Schema.decode(in),
        SchemaFormat.names(in),
        SchemaFormat.list(
            in, from -> new IndexSchema(SchemaFormat.names(from), from.getBoolean())));
  }

  /** The relation as text for people: {@code orders(id: long, …) key (id), index (wallet)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name).append(rows);
    text.append(" key (").append(String.join(", ", key)).append(")");
    indexes.forEach(index -> text.append(", ").append(index));
    return text.toString();
  }
}
