package tutti.model.schema;

import java.util.ArrayList;
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
    putNames(key, out);
    out.putVarLong(indexes.size());
    for (IndexSchema index : indexes) {
      putNames(index.columns, out);
      out.putBoolean(index.unique);
    }
  }

  static RelationSchema decode(Decoder in) {
    String name = in.getString();
    Schema rows = Schema.decode(in);
    List<String> key = names(in);
    int count = in.getCount(in.remaining());
    List<IndexSchema> indexes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      indexes.add(new IndexSchema(names(in), in.getBoolean()));
    }
    return new RelationSchema(name, rows, key, indexes);
  }

  private static void putNames(List<String> names, Encoder out) {
    out.putVarLong(names.size());
    names.forEach(out::putString);
  }

  private static List<String> names(Decoder in) {
    int count = in.getCount(in.remaining());
    List<String> names = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      names.add(in.getString());
    }
    return names;
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
