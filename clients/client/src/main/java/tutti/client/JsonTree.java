package tutti.client;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON as trees of {@link String}, {@link Boolean}, {@link Long}, {@link
 * java.math.BigInteger}, {@link BigDecimal}, {@link List}, {@link Map} and null.
 */
final class JsonTree {
  // Answers have numbers with all digits, and results of any length.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private JsonTree() {}

  /** Reads an object; null if the bytes are no object in JSON. */
  static @Nullable Map<String, @Nullable Object> object(byte[] bytes) {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      Map<String, @Nullable Object> object = object(in);
      return in.nextToken() == null ? object : null;
    } catch (JacksonException | NumberFormatException notJson) {
      return null;
    }
  }

  private static @Nullable Object value(JsonParser in) {
    return switch (Objects.requireNonNull(in.currentToken())) {
      case VALUE_STRING -> in.getString();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> in.getStringLength() <= 18 ? (Object) in.getLongValue() : whole(in);
      case VALUE_NUMBER_FLOAT -> decimal(in.getString());
      case START_ARRAY -> {
        List<@Nullable Object> elements = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(in));
        }
        yield elements;
      }
      case START_OBJECT -> object(in);
      default -> null;
    };
  }

  /** Reads a decimal number; the zero below zero is a Double, since no BigDecimal is. */
  private static Object decimal(String text) {
    BigDecimal value = new BigDecimal(text);
    return value.signum() == 0 && text.charAt(0) == '-' ? (Object) (-0.0) : value;
  }

  private static Object whole(JsonParser in) {
    Number number = in.getNumberValue();
    return number instanceof Integer small ? (Object) small.longValue() : number;
  }

  private static Map<String, @Nullable Object> object(JsonParser in) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      in.nextToken();
      members.put(name, value(in));
    }
    return members;
  }

  /** Returns the text of the member {@code member}; empty if it is no text. */
  static String text(Map<String, @Nullable Object> tree, String member) {
    return tree.get(member) instanceof String text ? text : "";
  }

  /** Returns the object of the member {@code member}; an empty one if it is no object. */
  @SuppressWarnings("unchecked") // the names of objects that were read here are texts
  static Map<String, @Nullable Object> object(Map<String, @Nullable Object> tree, String member) {
    return tree.get(member) instanceof Map<?, ?> map
        ? (Map<String, @Nullable Object>) map
        : Map.of();
  }
}
