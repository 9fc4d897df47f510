package tutti.simulator.history.file;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** One line, read token by token; a fault is told with the line and the field. */
final class JsonLine implements AutoCloseable {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final long number;
  private final JsonParser parser;

  JsonLine(long number, String text) throws HistoryFormatException {
    this.number = number;
    try {
      parser = FACTORY.createParser(ObjectReadContext.empty(), text);
    } catch (JacksonException wrong) {
      throw malformed(wrong);
    }
  }

  static boolean isRemark(String field) {
    return field.startsWith("x-");
  }

  HistoryFormatException wrong(String field, String why) {
    return new HistoryFormatException(number, field, why);
  }

  HistoryFormatException missing(String field, String what) {
    return wrong(field, "is missing: " + what);
  }

  /** The next token; the text may not end here. */
  JsonToken next() throws HistoryFormatException {
    try {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw wrong("", "the line ends too early; a record is one whole line");
      }
      return token;
    } catch (JacksonException wrong) {
      throw malformed(wrong);
    }
  }

  void beginObject(String field) throws HistoryFormatException {
    next();
    isObject(field);
  }

  void isObject(String field) throws HistoryFormatException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw wrong(field, "must be an object, {…}, not " + found());
    }
  }

  void beginArray(String field) throws HistoryFormatException {
    if (next() != JsonToken.START_ARRAY) {
      throw wrong(field, "must be an array, […], not " + found());
    }
  }

  /**
   * The name of the next field, or null at the end of the object.
   *
   * @param object the place of the object, empty for the line itself
   */
  @Nullable String field(String object) throws HistoryFormatException {
    if (next() != JsonToken.END_OBJECT) {
      return parser.currentName();
    }
    if (object.isEmpty()) {
      end();
    }
    return null;
  }

  /** Goes over a remark; refuses any other field. */
  void unknown(String field, String known) throws HistoryFormatException {
    if (!isRemark(field.substring(field.lastIndexOf('.') + 1))) {
      throw wrong(
          field,
          "there is no such field; there are " + known + ", and x-… for what is to be ignored");
    }
    skip();
  }

  void skip() throws HistoryFormatException {
    next();
    try {
      parser.skipChildren();
    } catch (JacksonException wrong) {
      throw malformed(wrong);
    }
  }

  String text(String field) throws HistoryFormatException {
    if (next() != JsonToken.VALUE_STRING || parser.getString().isEmpty()) {
      throw wrong(field, "must be a text that is not empty, not " + found());
    }
    return parser.getString();
  }

  long time(String field) throws HistoryFormatException {
    return number(field, Long.MIN_VALUE, "a time in nanoseconds");
  }

  long number(String field, long least, String what) throws HistoryFormatException {
    String whole =
        "must be a whole number" + (least == Long.MIN_VALUE ? "" : " of " + least + " or more");
    if (next() != JsonToken.VALUE_NUMBER_INT) {
      throw wrong(field, whole + ", " + what + ", not " + found());
    }
    try {
      long value = parser.getLongValue();
      if (value < least) {
        throw wrong(field, whole + ", " + what + ", not " + value);
      }
      return value;
    } catch (JacksonException tooLarge) {
      throw wrong(field, whole + " below 2^63, " + what + ", not " + found());
    }
  }

  <E extends Enum<E>> E name(String field, Class<E> type) throws HistoryFormatException {
    List<String> names = ClaimNames.all(type);
    if (next() != JsonToken.VALUE_STRING) {
      throw wrong(field, "must be one of " + String.join(", ", names) + ", not " + found());
    }
    String text = parser.getString();
    return ClaimNames.read(type, text)
        .orElseThrow(
            () ->
                wrong(
                    field,
                    "must be one of " + String.join(", ", names) + ", not \"" + text + "\""));
  }

  private void end() throws HistoryFormatException {
    try {
      if (parser.nextToken() != null) {
        throw wrong("", "something follows the object; a record is one whole line");
      }
    } catch (JacksonException wrong) {
      throw malformed(wrong);
    }
  }

  private String found() {
    try {
      return switch (parser.currentToken()) {
        case START_OBJECT -> "an object";
        case START_ARRAY -> "an array";
        case VALUE_STRING -> "\"" + parser.getString() + "\"";
        case null -> "nothing";
        default -> parser.getString();
      };
    } catch (JacksonException wrong) {
      return "something malformed";
    }
  }

  private HistoryFormatException malformed(JacksonException wrong) {
    return wrong(
        "",
        "is not JSON at column %s: %s; a record is one whole line"
            .formatted(
                wrong.getLocation().getColumnNr(),
                wrong.getOriginalMessage().lines().findFirst().orElse("")));
  }

  @Override
  public void close() {
    parser.close();
  }
}
