package tutti.engine.deployment.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outline of a HOCON file's text: the line of each key, and the brace that is not closed. The
 * library that reads the file keeps only the last of two equal keys, and forgets the line of a
 * brace. The text may be wrong in any way; the outline then ends where it is not understood.
 */
public final class KeyLines {
  /** A key with a value, once for each time it is there. */
  public record Entry(List<String> path, int line) {}

  private record Opened(char brace, int line, int depth) {}

  private final String text;
  private final List<Entry> entries = new ArrayList<>();
  private final Deque<Opened> open = new ArrayDeque<>();
  private final List<String> path = new ArrayList<>();
  private @Nullable String unbalanced;
  private int at;
  private int line = 1;

  private KeyLines(String text) {
    this.text = text;
  }

  public static KeyLines of(String text) {
    KeyLines outline = new KeyLines(text);
    outline.read();
    return outline;
  }

  /** Returns all keys with their full paths, in the order of the text. */
  public List<Entry> entries() {
    return entries;
  }

  /** Returns the brace or bracket that has no partner, in words; null if each has one. */
  public @Nullable String unbalanced() {
    return unbalanced;
  }

  private void read() {
    while (at < text.length() && unbalanced == null) {
      char next = text.charAt(at);
      if (next == '}' || next == ']') {
        close(next);
      } else if (next == '{' || next == '[') {
        open(next, List.of());
      } else if (isBlank(next) || next == ',') {
        step();
      } else if (isComment()) {
        skipLine();
      } else if (inList()) {
        value();
      } else {
        entry();
      }
    }
    Opened left = open.peek();
    if (unbalanced == null && left != null) {
      unbalanced = "'" + left.brace + "' of line " + left.line + " is not closed";
    }
  }

  private boolean inList() {
    Opened innermost = open.peek();
    return innermost != null && innermost.brace == '[';
  }

  private void open(char brace, List<String> key) {
    open.push(new Opened(brace, line, path.size()));
    path.addAll(key);
    step();
  }

  private void close(char brace) {
    Opened innermost = open.peek();
    if (innermost == null || (innermost.brace == '{') != (brace == '}')) {
      unbalanced =
          "'"
              + brace
              + "' of line "
              + line
              + (innermost == null
                  ? " closes nothing"
                  : " stands where '"
                      + innermost.brace
                      + "' of line "
                      + innermost.line
                      + " is open");
      return;
    }
    open.pop();
    path.subList(innermost.depth, path.size()).clear();
    step();
  }

  /** A key and its text, up to its value's end or the brace with which that begins. */
  private void entry() {
    int began = line;
    List<String> key = key();
    while (at < text.length() && isBlank(text.charAt(at))) {
      step();
    }
    char next = at < text.length() ? text.charAt(at) : '}';
    if (next == '+' && text.startsWith("+=", at)) {
      // It adds to a list, so it may be there more than once.
      at += 2;
      value();
    } else if (next == '=' || next == ':') {
      step();
      while (at < text.length() && isBlank(text.charAt(at))) {
        step();
      }
      add(key, began);
      if (at < text.length() && text.charAt(at) == '{') {
        open('{', key);
      } else {
        value();
      }
    } else if (next == '{') {
      add(key, began);
      open('{', key);
    }
  }

  private void add(List<String> key, int began) {
    List<String> full = new ArrayList<>(path);
    full.addAll(key);
    entries.add(new Entry(List.copyOf(full), began));
  }

  /** The parts of a path, as far as it goes; {@code include "…"} looks like one without a value. */
  private List<String> key() {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == '"') {
        int begin = at + 1;
        string();
        part.append(text, begin, Math.max(begin, at - 1));
      } else if (next == '.') {
        parts.add(part.toString().strip());
        part.setLength(0);
        at++;
      } else if ("=:{}[],+\n".indexOf(next) >= 0 || isComment()) {
        break;
      } else {
        part.append(next);
        at++;
      }
    }
    parts.add(part.toString().strip());
    return parts;
  }

  /** Goes to the end of a value that begins with no brace; brackets are left to the others. */
  private void value() {
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == '"') {
        string();
      } else if (next == '$' && text.startsWith("${", at)) {
        int end = text.indexOf('}', at);
        at = end < 0 ? text.length() : end + 1;
      } else if ("\n,{}[]".indexOf(next) >= 0 || isComment()) {
        return;
      } else {
        at++;
      }
    }
  }

  /** Goes behind a string, of one quote or of three. */
  private void string() {
    if (text.startsWith("\"\"\"", at)) {
      int end = text.indexOf("\"\"\"", at + 3);
      int behind = end < 0 ? text.length() : end + 3;
      while (at < behind) {
        step();
      }
      return;
    }
    at++;
    while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at = Math.min(text.length(), at + 1);
    if (text.charAt(at - 1) == '\n') {
      line++;
    }
  }

  private boolean isComment() {
    return text.charAt(at) == '#' || text.startsWith("//", at);
  }

  private void skipLine() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  private void step() {
    if (text.charAt(at) == '\n') {
      line++;
    }
    at++;
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || c == '\uFEFF';
  }
}
