package tutti.model.codec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;

/** A list or a set: the number of its elements, then the elements. */
abstract class CollectionCodec<T, C extends Collection<T>> extends TypeCodec<C> {
  static final String UNORDERED = "has no order: use its size or a component of its own";

  private final TypeCodec<T> of;

  private CollectionCodec(ValueType type, TypeCodec<T> of) {
    super(type);
    this.of = of;
  }

  TypeCodec<T> of() {
    return of;
  }

  @Override
  public void encode(C value, Encoder out) {
    out.putVarLong(value.size());
    for (T element : value) {
      of.encode(element, out);
    }
  }

  @Override
  public void encodeMeaning(C value, Encoder out) {
    C frozen = freeze(value);
    out.putVarLong(frozen.size());
    for (T element : frozen) {
      of.encodeMeaning(element, out);
    }
  }

  @Override
  public void encodeNamed(C value, Encoder out) {
    C frozen = freeze(value);
    out.putVarLong(frozen.size());
    if (frozen instanceof Set) {
      // The order of a set may be that of its type's constants, which another version has
      // otherwise.
      NamedBytes.sorted(frozen, of::encodeNamed, out);
    } else {
      frozen.forEach(element -> of.encodeNamed(element, out));
    }
  }

  final List<T> elements(Decoder in) {
    int count = in.getCount(in.remaining());
    List<T> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(of.decode(in));
    }
    return elements;
  }

  final List<T> frozenElements(C value, ValueBound bound) {
    int size = bound.elements(value.size());
    List<T> elements = new ArrayList<>(size);
    for (T element : value) {
      if (elements.size() == size) {
        throw ValueBound.uneven(size);
      }
      elements.add(of.freeze(present(element, "an element of " + type()), bound));
    }
    return elements;
  }

  @Override
  public boolean copies() {
    return true;
  }

  @Override
  public boolean hasParts() {
    return true;
  }

  @Override
  public boolean runsCode() {
    return of.runsCode();
  }

  @Override
  public boolean hasLongNumbers() {
    return of.hasLongNumbers();
  }

  @Override
  public void checkNumbers(C value) {
    value.forEach(of::checkNumbers);
  }

  @Override
  public String unordered() {
    return UNORDERED;
  }

  /** A list, in its order. */
  static final class OfList<T> extends CollectionCodec<T, List<T>> {
    /** Lists of the JDK, which have as many elements as they say, and copy themselves. */
    private static final Set<Class<?>> HONEST =
        Set.of(List.of(1).getClass(), List.of(1, 2, 3).getClass(), ArrayList.class);

    private final boolean ofTexts;

    OfList(TypeCodec<T> of) {
      super(new ValueType.ListOf(of.type()), of);
      ofTexts = of.shape() instanceof TypeShape.Scalar(Kind kind) && kind == Kind.STRING;
    }

    @Override
    public TypeShape shape() {
      return new TypeShape.ListOf(of().untyped());
    }

    @Override
    public List<T> decode(Decoder in) {
      return List.copyOf(elements(in));
    }

    /** Copies the list; {@code List.copyOf} returns an immutable list itself. */
    @Override
    List<T> freeze(List<T> value, ValueBound bound) {
      boolean isHonest = HONEST.contains(present(value, "it").getClass());
      if (isHonest && !of().hasParts() && !ofTexts) {
        bound.elements(value.size());
        return copy(value, bound);
      }
      List<T> frozen = frozenElements(value, bound);
      boolean same = isHonest;
      for (int i = 0; same && i < frozen.size(); i++) {
        same = frozen.get(i) == value.get(i);
      }
      return List.copyOf(same ? value : Collections.unmodifiableList(frozen));
    }

    private List<T> copy(List<T> value, ValueBound bound) {
      try {
        return List.copyOf(value);
      } catch (NullPointerException e) {
        // An element: the cause tells nobody that.
        frozenElements(value, bound);
        throw e;
      }
    }
  }

  /**
   * A set, stored in the order of its elements, since the order of a hash set differs from process
   * to process.
   */
  static final class OfSet<T> extends CollectionCodec<T, Set<T>> {
    OfSet(TypeCodec<T> of) {
      super(new ValueType.SetOf(of.type()), of);
    }

    @Override
    public TypeShape shape() {
      return new TypeShape.SetOf(of().untyped());
    }

    @Override
    public void encode(Set<T> value, Encoder out) {
      super.encode(freeze(value), out);
    }

    @Override
    public Set<T> decode(Decoder in) {
      return new FrozenSet<>(elements(in));
    }

    @Override
    Set<T> freeze(Set<T> value, ValueBound bound) {
      if (present(value, "it") instanceof FrozenSet) {
        bound.elements(value.size());
        value.forEach(element -> of().freeze(element, bound));
        return value;
      }
      List<T> elements = frozenElements(value, bound);
      elements.sort(MapCodec.exact(of()));
      return new FrozenSet<>(elements);
    }
  }
}
