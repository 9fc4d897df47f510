package tutti.server.json;

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
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * One body, which is read token by token. Faults that leave the text readable are collected, so
 * that a client gets all of them at once; other faults end the reading. Not thread-safe.
 */
public final class JsonInput implements AutoCloseable {
  /** The greatest number of digits of a number (docs/rulings.md#contracts). */
  static final int DIGITS = 38;

  private static final int DEPTH = 32;
  private static final int MOST_FAULTS = 20;

  // The service limits bodies before it parses them, so that lengths need no limit here; digits are
  // counted before a number is made of them.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final byte[] body;
  private final int length;
  private final JsonParser parser;
  private @Nullable List<JsonFault> faults;

  /**
   * @throws BadJson if the bytes are not UTF-8
   */
  public JsonInput(byte[] body, int length) throws BadJson {
    Utf8.require(body, length);
    this.body = body;
    this.length = length;
    try {
      parser = FACTORY.createParser(ObjectReadContext.empty(), body, 0, length);
    } catch (JacksonException notJson) {
      throw malformed();
    }
  }

  /** Reads the next token; null at the end of the text. */
  public @Nullable JsonToken next() throws BadJson {
    try {
      return parser.nextToken();
    } catch (JacksonException notJson) {
      throw malformed();
    }
  }

  public @Nullable JsonToken current() {
    return parser.currentToken();
  }

  /** The name of the property that is being read. */
  public String name() {
    return Objects.requireNonNull(parser.currentName());
  }

  /** Records a fault at the current place and goes on. */
  public void fault(String code, String detail) throws BadJson {
    fault(code, pointer(), detail);
  }

  /** Records a fault and goes on; too many faults end the reading. */
  public void fault(String code, String pointer, String detail) throws BadJson {
    if (faults == null) {
      faults = new ArrayList<>();
    }
    faults.add(new JsonFault(code, pointer, detail));
    if (faults.size() >= MOST_FAULTS) {
      throw new BadJson(faults);
    }
  }

  /** The current place, as a JSON pointer. */
  public String pointer() {
    return parser.streamReadContext().pathAsPointer().toString();
  }

  /** The place in the body at which the current token begins, in bytes. */
  public int begin() {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** The place in the body behind the current token, in bytes; not of numbers. */
  public int behind() {
    return (int) parser.currentLocation().getByteOffset();
  }

  /** Skips the value that the current token begins. */
  public void skip() throws BadJson {
    try {
      parser.skipChildren();
    } catch (JacksonException notJson) {
      throw malformed();
    }
  }

  /** Refuses any text after this place. */
  public void end() throws BadJson {
    if (next() != null) {
      fault("malformed-json", "", "there is text after the end of the JSON value" + place());
    }
    requireNoFaults();
  }

  /** Refuses a value in which faults were found, whether or not it was read to its end. */
  public void requireNoFaults() throws BadJson {
    if (faults != null) {
      throw new BadJson(faults);
    }
  }

  /** Returns the number of faults that were recorded so far. */
  public int faultCount() {
    return faults == null ? 0 : faults.size();
  }

  /**
   * Reads the value that the current token begins, as a tree: String, Boolean, Long, BigInteger,
   * BigDecimal, List, Map or null. After a fault inside, the tree is not complete.
   */
  public @Nullable Object tree() throws BadJson {
    JsonToken token = current();
    if (token == null) {
      throw malformed("the text ends where a value should stand");
    }
    try {
      return switch (token) {
        case VALUE_STRING -> parser.getString();
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        case VALUE_NULL -> null;
        case VALUE_NUMBER_INT -> integer();
        case VALUE_NUMBER_FLOAT -> decimal();
        case START_ARRAY -> array();
        case START_OBJECT -> object();
        default -> throw malformed("expected a value" + place());
      };
    } catch (JacksonException notJson) {
      throw malformed();
    }
  }

  private @Nullable Object integer() throws BadJson {
    int digits = parser.getStringLength();
    if (digits <= 18) {
      return parser.getLongValue();
    }
    if (digits > DIGITS + 1) {
      return tooLong(digits);
    }
    Number value = parser.getNumberValue();
    return value instanceof Integer small ? (Object) small.longValue() : value;
  }

  private @Nullable Object decimal() throws BadJson {
    int length = parser.getStringLength();
    if (length > 2 * DIGITS) {
      return tooLong(length);
    }
    try {
      String text = parser.getString();
      BigDecimal value = new BigDecimal(text);
      // A double may be the zero below zero, which no BigDecimal is.
      return value.signum() == 0 && text.charAt(0) == '-' ? (Object) (-0.0) : value;
    } catch (NumberFormatException hugeExponent) {
      return tooLong(length);
    }
  }

  private @Nullable Object tooLong(int length) throws BadJson {
    fault(
        "number-too-long",
        "expected a number of at most %s digits, found one of %s characters"
            .formatted(DIGITS, length));
    return null;
  }

  private List<@Nullable Object> array() throws BadJson {
    List<@Nullable Object> elements = new ArrayList<>();
    while (next() != JsonToken.END_ARRAY) {
      elements.add(tree());
    }
    return elements;
  }

  private Map<String, @Nullable Object> object() throws BadJson {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (next() == JsonToken.PROPERTY_NAME) {
      String name = name();
      next();
      if (members.containsKey(name)) {
        fault("duplicate-field", "the field '" + name + "' stands twice in one object");
      }
      members.put(name, tree());
    }
    return members;
  }

  /** Names what the parser did not take by words of the service, which are not the parser's. */
  private BadJson malformed() {
    return malformed(JsonFaults.inWords(body, length, DEPTH));
  }

  private BadJson malformed(String detail) {
    List<JsonFault> all = new ArrayList<>(faults == null ? List.of() : faults);
    all.add(new JsonFault("malformed-json", "", detail));
    return new BadJson(all);
  }

  private String place() {
    return at(parser.currentTokenLocation());
  }

  private static String at(TokenStreamLocation at) {
    return " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }

  /** The kind of value that the current token begins, for messages. */
  public String kind() {
    JsonToken token = current();
    return switch (token) {
      case null -> "nothing";
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "something else";
    };
  }

  @Override
  public void close() {
    parser.close();
  }
}
