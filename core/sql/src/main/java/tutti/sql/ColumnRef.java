package tutti.sql;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.ColumnCodec;
import tutti.model.codec.TypeCodec;
import tutti.model.codec.TypeShape;
import tutti.model.form.ValueForm;
import tutti.model.relation.Component;
import tutti.model.relation.RelationDefinition;

/**
 * A column of one of the joined relations. An empty Optional has the value null, and so have the
 * columns of a row that a left join did not find.
 *
 * @param table the position of its relation among the joined ones
 * @param shown the column's name in the plan
 * @param codec the codec of the values that are present
 * @param optional whether the component is an Optional
 */
record ColumnRef(
    int table,
    String shown,
    ColumnCodec<Record> column,
    Component<Record, Object> component,
    TypeCodec<Object> codec,
    boolean optional,
    ValueForm form) {

  static ColumnRef of(int table, String shown, RelationDefinition<?, Record> relation, int at) {
    ColumnCodec<Record> column = relation.codec().column(at);
    TypeCodec<Object> codec =
        column.codec().shape() instanceof TypeShape.OptionalOf(var of) ? of : column.codec();
    return new ColumnRef(
        table,
        shown,
        column,
        Component.named(relation.codec(), column.name()),
        codec,
        codec != column.codec(),
        ValueForm.of(codec));
  }

  @Nullable Object value(@Nullable Record[] rows) {
    Record row = rows[table];
    if (row == null) {
      return null;
    }
    Object value = column.get(row);
    return optional ? ((Optional<?>) value).orElse(null) : value;
  }

  /** Returns whether the two references mean the same column of the same relation. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ColumnRef that && table == that.table && column == that.column;
  }

  @Override
  public int hashCode() {
    return 31 * table + column.hashCode();
  }

  @Override
  public String toString() {
    return shown;
  }
}
