package tutti.model.form;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.schema.TypeCodec;
import tutti.model.schema.TypeShape;

/**
 * The values of one Java type as trees of {@link String}, {@link Boolean}, {@link Number}, {@link
 * List}, {@link Map} with String keys, and null for an empty Optional. Reading what was written
 * gives the value again. Made once per type, without reflection per value; thread-safe.
 *
 * <p>Numbers are numbers, or strings where a client's numbers are too narrow; times are ISO 8601;
 * enums, UUIDs and characters are strings; lists and sets are arrays; records are objects, and so
 * are maps whose keys have a text, while other maps are arrays of {@code {"key", "value"}}.
 */
public abstract sealed class ValueForm permits ScalarForm, RecordForm, ValueForm.Composed {
  /** Elements that one list, set or map may have in input. */
  static final int LARGEST = 100_000;

  /** The form of a type. */
  public static ValueForm of(TypeCodec<?> codec) {
    return switch (codec.shape()) {
      case TypeShape.Scalar(var kind) -> ScalarForm.of(kind);
      case TypeShape.Constants(var constants) -> new Constants(constants);
      case TypeShape.Components(var record) -> new RecordForm(record);
      case TypeShape.OptionalOf(var of) -> new Maybe(of(of));
      case TypeShape.ListOf(var of) -> new Many(codec, of(of), false);
      case TypeShape.SetOf(var of) -> new Many(codec, of(of), true);
      case TypeShape.MapOf(var key, var value) -> new Entries(codec, of(key), of(value));
    };
  }

  /**
   * Reads a value.
   *
   * @throws BadValue if the tree is not one; with the place inside it, what was expected and what
   *     stands there
   */
  public abstract Object read(@Nullable Object tree) throws BadValue;

  /** The tree of a value of this type. */
  public abstract @Nullable Object write(Object value);

  /** What stands for a value, a noun phrase. */
  public abstract String expected();

  /** The JSON Schema (2020-12) of these trees. */
  public abstract Map<String, Object> schema();

  /** The tree of some value, which a newcomer can copy. */
  public abstract Object example();

  static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return tree;
  }

  /** The value that holds where nothing is given; empty if something must be. */
  public Optional<Object> absent() {
    return Optional.empty();
  }

  /** A value as a string, for the names in objects; null if this type has no such form. */
  @Nullable String text(Object value) {
    return null;
  }

  /** Whether {@link #text} has a form for values of this type. */
  boolean hasText() {
    return false;
  }

  static BadValue bad(String expected, @Nullable Object tree) {
    String found =
        switch (tree) {
          case null -> "null";
          case String text ->
              "\"" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "\"";
          case List<?> list -> "an array";
          case Map<?, ?> map -> "an object";
          default -> tree.toString();
        };
    return new BadValue("", expected, found);
  }

  /** A form that is made of others, or of names. */
  abstract static sealed class Composed extends ValueForm {}

  private static final class Constants extends Composed {
    private final Map<String, Object> byName = new LinkedHashMap<>();

    Constants(List<Enum<?>> constants) {
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
    public Map<String, Object> schema() {
      return object("enum", List.copyOf(byName.keySet()));
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

  private static final class Maybe extends Composed {
    private final ValueForm of;

    Maybe(ValueForm of) {
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
    public Map<String, Object> schema() {
      return object("anyOf", List.of(of.schema(), object("type", "null")));
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

  /** A list or a set. */
  private static final class Many extends Composed {
    private final TypeCodec<Object> codec;
    private final ValueForm of;
    private final boolean set;

    @SuppressWarnings("unchecked") // the codec of what is read here
    Many(TypeCodec<?> codec, ValueForm of, boolean set) {
      this.codec = (TypeCodec<Object>) codec;
      this.of = of;
      this.set = set;
    }

    @Override
    public Object read(@Nullable Object tree) throws BadValue {
      if (!(tree instanceof List<?> list)) {
        throw bad(expected(), tree);
      }
      if (list.size() > LARGEST) {
        throw new BadValue("", "at most " + LARGEST + " elements", list.size() + " elements");
      }
      List<Object> elements = new ArrayList<>(list.size());
      Set<Object> seen = new HashSet<>();
      for (int i = 0; i < list.size(); i++) {
        Object element = element(list.get(i), i);
        if (set && !seen.add(element)) {
          throw new BadValue("/" + i, "each element once", "one that stands before it");
        }
        elements.add(element);
      }
      return codec.freeze(set ? new LinkedHashSet<>(elements) : elements);
    }

    private Object element(@Nullable Object tree, int index) throws BadValue {
      try {
        return of.read(tree);
      } catch (BadValue bad) {
        throw bad.under(Integer.toString(index));
      }
    }

    @Override
    public Object write(Object value) {
      List<@Nullable Object> trees = new ArrayList<>();
      // A procedure may give a set whose order differs from process to process.
      for (Object element : (Iterable<?>) codec.freeze(value)) {
        trees.add(of.write(element));
      }
      return trees;
    }

    @Override
    public Map<String, Object> schema() {
      return set
          ? object("type", "array", "uniqueItems", true, "items", of.schema())
          : object("type", "array", "items", of.schema());
    }

    @Override
    public Object example() {
      return List.of(of.example());
    }

    @Override
    public String expected() {
      return "an array, each element " + of.expected();
    }
  }

  private static final class Entries extends Composed {
    private final TypeCodec<Object> codec;
    private final ValueForm key;
    private final ValueForm value;

    @SuppressWarnings("unchecked") // the codec of what is read here
    Entries(TypeCodec<?> codec, ValueForm key, ValueForm value) {
      this.codec = (TypeCodec<Object>) codec;
      this.key = key;
      this.value = value;
    }

    @Override
    public Object read(@Nullable Object tree) throws BadValue {
      Map<Object, Object> entries = new HashMap<>();
      if (key.hasText() && tree instanceof Map<?, ?> map && map.size() <= LARGEST) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          String name = String.valueOf(entry.getKey());
          add(entries, name, name, entry.getValue(), "");
        }
      } else if (!key.hasText() && tree instanceof List<?> list && list.size() <= LARGEST) {
        for (int i = 0; i < list.size(); i++) {
          if (!(list.get(i) instanceof Map<?, ?> entry)
              || !entry.keySet().equals(Set.of("key", "value"))) {
            throw bad("an object with \"key\" and \"value\"", list.get(i))
                .under(Integer.toString(i));
          }
          add(entries, Integer.toString(i), entry.get("key"), entry.get("value"), "value");
        }
      } else {
        throw bad(expected() + ", at most " + LARGEST + " of them", tree);
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
        entries.put(read, value(valueTree, inside));
      } catch (BadValue bad) {
        throw bad.under(place);
      }
    }

    private Object value(@Nullable Object tree, String inside) throws BadValue {
      try {
        return value.read(tree);
      } catch (BadValue bad) {
        throw inside.isEmpty() ? bad : bad.under(inside);
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
    public Map<String, Object> schema() {
      return key.hasText()
          ? object("type", "object", "additionalProperties", value.schema())
          : object("type", "array", "items", entry(key.schema(), value.schema()));
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
}
