package tutti.model.form;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One of the constants of an enum, by its name. */
final class ConstantForm extends ValueForm {
  private final Map<String, Object> byName = new LinkedHashMap<>();

  ConstantForm(List<Enum<?>> constants) {
    constants.forEach(constant -> byName.put(constant.name(), constant));
  }

  @Override
  public Object read(@Nullable Object tree) throws BadValue {
    Object constant = tree instanceof String name ? byName.get(name) : null;
    if (constant == null) {
      throw bad(expected(), tree);
    }
    return constant;
  }

  @Override
  public Object write(Object value) {
    return text(value);
  }

  @Override
  public Map<String, Object> schema(Function<RecordForm, Map<String, Object>> records) {
    return object("type", "string", "enum", List.copyOf(byName.keySet()));
  }

  @Override
  public Object example() {
    return byName.keySet().iterator().next();
  }

  @Override
  public String expected() {
    return byName.keySet().stream()
        .map(name -> "\"" + name + "\"")
        .collect(Collectors.joining(", ", byName.size() == 1 ? "" : "one of ", ""));
  }

  @Override
  String text(Object value) {
    return ((Enum<?>) value).name();
  }

  @Override
  boolean hasText() {
    return true;
  }
}
