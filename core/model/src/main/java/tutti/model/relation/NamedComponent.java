package tutti.model.relation;

import tutti.model.codec.ColumnCodec;
import tutti.model.codec.RecordCodec;

/** A component that is named by a text that is known only when the program runs. */
record NamedComponent<R extends Record>(RecordCodec<R> codec, int position, ColumnCodec<R> column)
    implements Component<R, Object> {
  @Override
  public Object apply(R row) {
    return column.get(row);
  }
}
