package tutti.model.codec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.schema.ValueType;

/** A list, in its order. */
final class ListCodec<T> extends TypeCodec<List<T>> {
  private final TypeCodec<T> of;

  ListCodec(TypeCodec<T> of) {
    super(new ValueType.ListOf(of.type()));
    this.of = of;
  }

  TypeCodec<T> of() {
    return of;
  }

  @Override
  public TypeShape shape() {
    return new TypeShape.ListOf(of.untyped());
  }

  @Override
  public void encode(List<T> value, Encoder out) {
    out.putVarLong(value.size());
    for (T element : value) {
      of.encode(element, out);
    }
  }

  @Override
  public List<T> decode(Decoder in) {
    int count = in.getCount(in.remaining());
    List<T> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(of.decode(in));
    }
    return List.copyOf(elements);
  }

  /** Copies the list; {@code List.copyOf} returns an immutable list itself. */
  @Override
  public List<T> freeze(List<T> value) {
    if (!of.copies()) {
      return List.copyOf(value);
    }
    boolean same = true;
    List<T> frozen = new ArrayList<>(value.size());
    for (T element : value) {
      T copy = of.freeze(Objects.requireNonNull(element));
      same &= copy == element;
      frozen.add(copy);
    }
    return List.copyOf(same ? value : Collections.unmodifiableList(frozen));
  }

  @Override
  public boolean copies() {
    return true;
  }

  @Override
  public String unordered() {
    return "has no order: use its size or a component of its own";
  }
}
