package tutti.server.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first place at which a text is not JSON (RFC 8259), and says what should stand there.
 * The parser of requests finds that there is such a place; its messages are for people who program
 * with it, and name its settings. This scan takes linear time, and a stack of its own; it runs
 * where the parser has failed. For example, it says of {@code {"amount": +1}} that a number has no
 * + before it, at column 12.
 */
final class JsonFaults {
  private static final String ESCAPES = "\"\\/bfnrt";

  /** The words for the first fault, which ends the scan. */
  private static final class Fault extends Exception {
    private static final long serialVersionUID = 1;

    Fault(String words) {
      super(words, null, false, false);
    }
  }

  private final String text;
  private final int deepest;
  private final Deque<Character> open = new ArrayDeque<>();
  private int at;

  private JsonFaults(String text, int deepest) {
    this.text = text;
    this.deepest = deepest;
  }

  /**
   * Returns the place and the words for a person.
   *
   * @param body a text in UTF-8 that a parser of JSON did not take
   * @param deepest how many arrays and objects may be open at once
   */
  static String inWords(byte[] body, int length, int deepest) {
    JsonFaults scan = new JsonFaults(new String(body, 0, length, StandardCharsets.UTF_8), deepest);
    String words;
    try {
      scan.scan();
      words = "the text is not as RFC 8259 has it";
    } catch (Fault fault) {
      words = String.valueOf(fault.getMessage());
    }
    return "not JSON" + scan.place() + ": " + words;
  }

  private String place() {
    int line = 1;
    int begin = 0;
    for (int i = 0; i < at; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        begin = i + 1;
      }
    }
    return " (line " + line + ", column " + (text.codePointCount(begin, at) + 1) + ")";
  }

  private void scan() throws Fault {
    if (text.startsWith("\uFEFF")) {
      at = 1;
    }
    boolean value = true;
    while (true) {
      blanks();
      if (value) {
        value = value();
      } else if (open.isEmpty()) {
        if (at < text.length()) {
          throw new Fault("there is text after the end of the JSON value");
        }
        return;
      } else {
        value = separator(open.peek());
      }
    }
  }

  /** Reads a value, or the beginning of one; returns whether another value must follow. */
  private boolean value() throws Fault {
    char first = peek("the text ends too early: a value should stand here");
    switch (first) {
      case '{', '[' -> {
        if (open.size() == deepest) {
          throw new Fault("arrays and objects lie more than " + deepest + " deep in each other");
        }
        open.push(first);
        at++;
        blanks();
        char next = peek(null);
        if (next == (first == '{' ? '}' : ']')) {
          at++;
          open.pop();
          return false;
        }
        if (first == '{') {
          name();
        }
        return true;
      }
      case '"' -> string(false);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> literal(first);
    }
    return false;
  }

  /** Reads what stands behind a value in an object or an array; returns whether a value follows. */
  private boolean separator(char opened) throws Fault {
    char close = opened == '{' ? '}' : ']';
    char next = peek(null);
    if (next == close) {
      at++;
      open.pop();
      return false;
    }
    if (comment()) {
      throw new Fault("JSON has no comments");
    }
    if (next != ',') {
      throw new Fault("expected ',' or '" + close + "' behind a value, found " + found());
    }
    at++;
    blanks();
    if (peek(null) == close) {
      throw new Fault("a comma stands before the closing '" + close + "': leave it out");
    }
    if (opened == '{') {
      name();
    }
    return true;
  }

  /** Reads the name of a field and the colon behind it. */
  private void name() throws Fault {
    char first = peek(null);
    if (first != '"') {
      throw new Fault(
          comment()
              ? "JSON has no comments"
              : "expected the name of a field in double quotes, such as \"name\", found "
                  + found());
    }
    string(true);
    blanks();
    if (peek("the text ends too early: ':' and a value should stand here") != ':') {
      throw new Fault("expected ':' behind the name of a field, found " + found());
    }
    at++;
  }

  private void string(boolean name) throws Fault {
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at);
      if (c < ' ') {
        throw new Fault(
            String.format(
                Locale.ROOT,
                "the character U+%04X stands in a string as \\u%04X%s",
                (int) c,
                (int) c,
                c == '\n' ? ", or \\n" : c == '\t' ? ", or \\t" : c == '\r' ? ", or \\r" : ""));
      }
      if (c == '\\') {
        escape(name);
      } else {
        at++;
      }
    }
    if (at == text.length()) {
      throw new Fault(name ? "the name of a field is not closed" : "the string is not closed");
    }
    at++;
  }

  private void escape(boolean name) throws Fault {
    if (at + 1 == text.length()) {
      at++;
      return;
    }
    char escaped = text.charAt(at + 1);
    if (ESCAPES.indexOf(escaped) >= 0) {
      at += 2;
      return;
    }
    if (escaped != 'u') {
      throw new Fault(
          "'\\"
              + shown(text.codePointAt(at + 1))
              + "' is no escape of JSON; write \\\\ for a backslash");
    }
    int unit = unit(at);
    // Strings may have half of a pair here: what they are for refuses it, with its own place.
    if (name && Character.isSurrogate((char) unit)) {
      boolean pair = Character.isHighSurrogate((char) unit) && text.startsWith("\\u", at + 6);
      if (!pair || !Character.isLowSurrogate((char) unit(at + 6))) {
        throw new Fault("half of a surrogate pair has no other half");
      }
      at += 6;
    }
    at += 6;
  }

  /** Reads the four digits of an escape that begins at a place. */
  private int unit(int begin) throws Fault {
    int unit = 0;
    for (int i = begin + 2; i < begin + 6; i++) {
      int digit = i < text.length() ? hex(text.charAt(i)) : -1;
      if (digit < 0) {
        throw new Fault("four hexadecimal digits stand behind \\u, as in \\u00e9");
      }
      unit = unit * 16 + digit;
    }
    return unit;
  }

  private static int hex(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }

  private void number() throws Fault {
    if (text.charAt(at) == '-') {
      at++;
      if (text.startsWith("Infinity", at)) {
        at--;
        throw noNumbers();
      }
    }
    int begin = at;
    digits("a digit should stand behind '-'");
    if (text.charAt(begin) == '0' && at > begin + 1) {
      at = begin;
      throw new Fault("a number has no zeros before its digits: write 7, not 007");
    }
    if (text.charAt(begin) == '0' && next("xXbBoO")) {
      at = begin;
      throw new Fault("a number has decimal digits alone: write 255, not 0xff");
    }
    if (next(".")) {
      at++;
      digits("a digit should stand behind the point of a number: write 1.0, not 1.");
    }
    if (next("eE")) {
      at++;
      if (next("+-")) {
        at++;
      }
      digits("a digit should stand in the exponent of a number: write 1e3, not 1e");
    }
    if (next("_.+") || at < text.length() && Character.isLetter(text.charAt(at))) {
      throw new Fault(
          "a number ends before " + found() + ": what is no number stands in double quotes");
    }
  }

  /** Whether the next character is one of these. */
  private boolean next(String some) {
    return at < text.length() && some.indexOf(text.charAt(at)) >= 0;
  }

  private void digits(String otherwise) throws Fault {
    if (at == text.length() || !isDigit(at)) {
      throw new Fault(otherwise);
    }
    while (at < text.length() && isDigit(at)) {
      at++;
    }
  }

  private boolean isDigit(int place) {
    char c = text.charAt(place);
    return c >= '0' && c <= '9';
  }

  private void literal(char first) throws Fault {
    String word = word();
    if (word.equals("true") || word.equals("false") || word.equals("null")) {
      at += word.length();
      return;
    }
    if (comment()) {
      throw new Fault("JSON has no comments");
    }
    if (word.equalsIgnoreCase("nan") || word.equalsIgnoreCase("infinity")) {
      throw noNumbers();
    }
    String instead = literalFor(word);
    if (instead != null) {
      throw new Fault("expected a value, found '" + word + "': write " + instead);
    }
    throw new Fault(
        switch (first) {
          case '+' -> "a number has no '+' before it: write 1, not +1";
          case '.' -> "a number begins with a digit: write 0.5, not .5";
          case '\'', '`', '\u201C', '\u201D', '\u2018', '\u2019' ->
              "a string stands in double quotes, \"…\"";
          case ',', '}', ']', ':' -> "expected a value, found " + found();
          default ->
              "expected a value, found "
                  + (word.isEmpty() ? found() : "'" + word + "'")
                  + ": a string stands in double quotes, \"…\"";
        });
  }

  private static Fault noNumbers() {
    return new Fault(
        "NaN and Infinity are no numbers of JSON; a double may have them as strings:"
            + " \"NaN\", \"Infinity\", \"-Infinity\"");
  }

  private static @Nullable String literalFor(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "true" -> "true";
      case "false" -> "false";
      case "null", "none", "nil", "undefined" -> "null";
      default -> null;
    };
  }

  /** The letters, digits and underscores from here on, forty at most. */
  private String word() {
    int end = at;
    while (end < text.length()
        && end < at + 40
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    return text.substring(at, end);
  }

  private boolean comment() {
    return text.startsWith("//", at) || text.startsWith("/*", at) || text.startsWith("#", at);
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  /**
   * Returns the next character.
   *
   * @param otherwise the words where the text has ended; null where an object or array is open
   */
  private char peek(@Nullable String otherwise) throws Fault {
    if (at < text.length()) {
      return text.charAt(at);
    }
    if (otherwise != null) {
      throw new Fault(otherwise);
    }
    throw new Fault(open.peek() == '{' ? "the object is not closed" : "the array is not closed");
  }

  private String found() {
    return at == text.length() ? "the end of the text" : "'" + shown(text.codePointAt(at)) + "'";
  }

  /** The character itself, or its number where it cannot be seen. */
  private static String shown(int c) {
    boolean visible =
        switch (Character.getType(c)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.SURROGATE,
              Character.PRIVATE_USE,
              Character.UNASSIGNED,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR,
              Character.SPACE_SEPARATOR ->
              c == ' ';
          default -> true;
        };
    return visible ? Character.toString(c) : String.format(Locale.ROOT, "U+%04X", c);
  }
}
