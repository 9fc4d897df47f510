package tutti.model.form;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.TypeCodec;

/** A map, as an object if its keys have a text, else as an array of entries. */
final class MapForm extends ValueForm {
  private final TypeCodec<Object> codec;
  private final ValueForm key;
  private final ValueForm value;
  private final int largest;

  @SuppressWarnings("unchecked") // the codec of the values that are read here
  MapForm(TypeCodec<?> codec, ValueForm key, ValueForm value, boolean bounded) {
    this.codec = (TypeCodec<Object>) codec;
    this.key = key;
    this.value = value;
    this.largest = largest(bounded);
  }

  @Override
  public Object read(@Nullable Object tree) throws BadValue {
    Map<Object, Object> entries = new HashMap<>();
    if (key.hasText() && tree instanceof Map<?, ?> map && map.size() <= largest) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String name = String.valueOf(entry.getKey());
        add(entries, name, name, entry.getValue(), "");
      }
    } else if (!key.hasText() && tree instanceof List<?> list && list.size() <= largest) {
      for (int i = 0; i < list.size(); i++) {
        if (!(list.get(i) instanceof Map<?, ?> entry)
            || !entry.keySet().equals(Set.of("key", "value"))) {
          throw bad("an object with \"key\" and \"value\"", list.get(i)).under(Integer.toString(i));
        }
        add(entries, Integer.toString(i), entry.get("key"), entry.get("value"), "value");
      }
    } else {
      throw bad(expected() + ", at most " + largest + " of them", tree);
    }
    return codec.freeze(entries);
  }

  private void add(
      Map<Object, Object> entries,
      String place,
      @Nullable Object keyTree,
      @Nullable Object valueTree,
      String inside)
      throws BadValue {
    try {
      Object read = key.read(keyTree);
      if (entries.containsKey(read)) {
        throw new BadValue("", "each key once", "one that stands before it");
      }
      entries.put(read, inside.isEmpty() ? value.read(valueTree) : value.read(valueTree, inside));
    } catch (BadValue bad) {
      throw bad.under(place);
    }
  }

  private static Map<String, Object> entry(Map<String, Object> key, Map<String, Object> value) {
    return object(
        "type",
        "object",
        "required",
        List.of("key", "value"),
        "properties",
        object("key", key, "value", value));
  }

  @Override
  public Object write(Object map) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    List<Object> array = new ArrayList<>();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) codec.freeze(map)).entrySet()) {
      Object tree = value.write(entry.getValue());
      String name = key.text(entry.getKey());
      if (name != null) {
        object.put(name, tree);
      } else {
        Map<String, @Nullable Object> both = new LinkedHashMap<>();
        both.put("key", key.write(entry.getKey()));
        both.put("value", tree);
        array.add(both);
      }
    }
    return key.hasText() ? object : array;
  }

  @Override
  public Map<String, Object> schema(Function<RecordForm, Map<String, Object>> records) {
    return key.hasText()
        ? object("type", "object", "additionalProperties", value.schema(records))
        : object("type", "array", "items", entry(key.schema(records), value.schema(records)));
  }

  @Override
  public Object example() {
    return key.hasText()
        ? object(String.valueOf(key.example()), value.example())
        : List.of(object("key", key.example(), "value", value.example()));
  }

  @Override
  public String expected() {
    return key.hasText()
        ? "an object, each name " + key.expected() + ", each value " + value.expected()
        : "an array of objects with \"key\" and \"value\"";
  }
}
