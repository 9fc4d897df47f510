package tutti.model.form;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.TypeCodec;
import tutti.model.codec.TypeShape;

/**
 * The values of one Java type as trees of {@link String}, {@link Boolean}, {@link Number}, {@link
 * List}, {@link Map} with String keys, and null for an empty Optional. Reading a written tree gives
 * the value again. A form is made once per type, without reflection per value. Thread-safe.
 *
 * <p>Numbers are numbers, or strings where a client's numbers are too narrow; times are ISO 8601;
 * enums, UUIDs and characters are strings; lists and sets are arrays; records are objects, and so
 * are maps whose keys have a text, while other maps are arrays of {@code {"key", "value"}}.
 */
public abstract sealed class ValueForm
    permits ScalarForm, ConstantForm, RecordForm, OptionalForm, CollectionForm, MapForm {
  /** The greatest number of elements of one list, set or map in input. */
  private static final int LARGEST = 100_000;

  /** The greatest number of elements of one list, set or map. */
  static int largest(boolean bounded) {
    return bounded ? LARGEST : Integer.MAX_VALUE;
  }

  /** The form of a type in input, whose numbers and collections have bounds. */
  public static ValueForm of(TypeCodec<?> codec) {
    return of(codec, true);
  }

  /**
   * The form of a type in answers, which a client reads as they come: what has been committed is
   * not refused for its size.
   */
  public static ValueForm ofAnswer(TypeCodec<?> codec) {
    return of(codec, false);
  }

  static ValueForm of(TypeCodec<?> codec, boolean bounded) {
    return switch (codec.shape()) {
      case TypeShape.Scalar(var kind) -> ScalarForm.of(kind, bounded);
      case TypeShape.Constants(var constants) -> new ConstantForm(constants);
      case TypeShape.Components(var record) -> new RecordForm(record, bounded);
      case TypeShape.OptionalOf(var of) -> new OptionalForm(of(of, bounded));
      case TypeShape.ListOf(var of) -> new CollectionForm(codec, of(of, bounded), false, bounded);
      case TypeShape.SetOf(var of) -> new CollectionForm(codec, of(of, bounded), true, bounded);
      case TypeShape.MapOf(var key, var value) ->
          new MapForm(codec, of(key, bounded), of(value, bounded), bounded);
    };
  }

  /**
   * Reads a value.
   *
   * @throws BadValue if the tree is not a value of this type; the exception has the place inside
   *     the tree, the expected and the found value
   */
  public abstract Object read(@Nullable Object tree) throws BadValue;

  /** Reads a part of a value; a failure's place then begins with the part's name. */
  final Object read(@Nullable Object tree, String part) throws BadValue {
    try {
      return read(tree);
    } catch (BadValue bad) {
      throw bad.under(part);
    }
  }

  /** The tree of a value of this type. */
  public abstract @Nullable Object write(Object value);

  /** A noun phrase for the expected values. */
  public abstract String expected();

  /**
   * The JSON Schema (2020-12) of these trees, as they are written. Input may have strings for
   * numbers, too, which no client needs whose numbers are wide enough.
   */
  public final Map<String, Object> schema() {
    return schema(RecordForm::members);
  }

  /**
   * The JSON Schema of these trees, with other schemas in the places of records.
   *
   * @param records makes the schema that stands where a record's does: a reference, or {@link
   *     RecordForm#members}
   */
  public abstract Map<String, Object> schema(Function<RecordForm, Map<String, Object>> records);

  /** The tree of an example value, which a new user can copy. */
  public abstract Object example();

  /** The schema of null and of what another schema has: a list of two types where that will do. */
  public static Map<String, Object> nullable(Map<String, Object> schema) {
    if (!(schema.get("type") instanceof String type) || schema.containsKey("enum")) {
      return object("anyOf", List.of(schema, object("type", "null")));
    }
    Map<String, Object> both = new LinkedHashMap<>(schema);
    both.put("type", List.of(type, "null"));
    return both;
  }

  static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return tree;
  }

  /** The value of a component that input leaves out; empty if input must give one. */
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
}
