package tutti.model.form;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A value or null, for an Optional. */
final class OptionalForm extends ValueForm {
  private final ValueForm of;

  OptionalForm(ValueForm of) {
    this.of = of;
  }

  @Override
  public Object read(@Nullable Object tree) throws BadValue {
    return tree == null ? Optional.empty() : Optional.of(of.read(tree));
  }

  @Override
  public @Nullable Object write(Object value) {
    return ((Optional<?>) value).map(of::write).orElse(null);
  }

  @Override
  public Map<String, Object> schema(Function<RecordForm, Map<String, Object>> records) {
    return nullable(of.schema(records));
  }

  @Override
  public Object example() {
    return of.example();
  }

  @Override
  public String expected() {
    return of.expected() + ", or null";
  }

  @Override
  public Optional<Object> absent() {
    return Optional.of(Optional.empty());
  }
}
