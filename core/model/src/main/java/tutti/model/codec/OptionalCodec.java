package tutti.model.codec;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.schema.ValueType;

/** A value that may be missing; a missing one comes first. */
final class OptionalCodec<T> extends TypeCodec<Optional<T>> {
  private final TypeCodec<T> of;

  OptionalCodec(TypeCodec<T> of) {
    super(new ValueType.OptionalOf(of.type()));
    this.of = of;
  }

  TypeCodec<T> of() {
    return of;
  }

  @Override
  public TypeShape shape() {
    return new TypeShape.OptionalOf(of.untyped());
  }

  @Override
  public void encode(Optional<T> value, Encoder out) {
    out.putBoolean(value.isPresent());
    if (value.isPresent()) {
      of.encode(value.get(), out);
    }
  }

  @Override
  public void encodeMeaning(Optional<T> value, Encoder out) {
    out.putBoolean(value.isPresent());
    if (value.isPresent()) {
      of.encodeMeaning(value.get(), out);
    }
  }

  @Override
  public void encodeNamed(Optional<T> value, Encoder out) {
    out.putBoolean(value.isPresent());
    if (value.isPresent()) {
      of.encodeNamed(value.get(), out);
    }
  }

  @Override
  public Optional<T> decode(Decoder in) {
    return in.getBoolean() ? Optional.of(of.decode(in)) : Optional.empty();
  }

  @Override
  Optional<T> freeze(Optional<T> value, ValueBound bound) {
    if (present(value, "it").isEmpty()) {
      return value;
    }
    T frozen = of.freeze(value.get(), bound);
    return frozen == value.get() ? value : Optional.of(frozen);
  }

  @Override
  public boolean copies() {
    return of.copies();
  }

  @Override
  public boolean hasParts() {
    return of.hasParts();
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
  public void checkNumbers(Optional<T> value) {
    value.ifPresent(of::checkNumbers);
  }

  @Override
  public @Nullable String unordered() {
    return of.unordered();
  }

  @Override
  public @Nullable String noKey() {
    return of.noKey();
  }

  @Override
  public int compare(Optional<T> a, Optional<T> b) {
    return a.isPresent() && b.isPresent()
        ? of.compare(a.get(), b.get())
        : Boolean.compare(a.isPresent(), b.isPresent());
  }

  @Override
  public Optional<T> canonical(Optional<T> value) {
    return of.canonicalizes() ? value.map(of::canonical) : value;
  }

  @Override
  public boolean canonicalizes() {
    return of.canonicalizes();
  }

  @Override
  public void encodeKey(Optional<T> value, Encoder out) {
    out.putBoolean(value.isPresent());
    if (value.isPresent()) {
      of.encodeKey(value.get(), out);
    }
  }

  @Override
  public Optional<T> decodeKey(Decoder in) {
    return in.getBoolean() ? Optional.of(of.decodeKey(in)) : Optional.empty();
  }
}
