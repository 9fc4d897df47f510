package tutti.model.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.schema.ValueType;

/**
 * A set, stored in the order of its elements, since the order of a hash set differs from process to
 * process.
 */
final class SetCodec<T> extends TypeCodec<Set<T>> {
  private final TypeCodec<T> of;

  SetCodec(TypeCodec<T> of) {
    super(new ValueType.SetOf(of.type()));
    this.of = of;
  }

  TypeCodec<T> of() {
    return of;
  }

  @Override
  public TypeShape shape() {
    return new TypeShape.SetOf(of.untyped());
  }

  @Override
  public void encode(Set<T> value, Encoder out) {
    Set<T> frozen = freeze(value);
    out.putVarLong(frozen.size());
    for (T element : frozen) {
      of.encode(element, out);
    }
  }

  @Override
  public Set<T> decode(Decoder in) {
    int count = in.getCount(in.remaining());
    List<T> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(of.decode(in));
    }
    return new FrozenSet<>(elements);
  }

  @Override
  public Set<T> freeze(Set<T> value) {
    if (value instanceof FrozenSet) {
      return value;
    }
    List<T> elements = new ArrayList<>(value.size());
    for (T element : value) {
      elements.add(of.freeze(Objects.requireNonNull(element)));
    }
    elements.sort(MapCodec.exact(of));
    return new FrozenSet<>(elements);
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
