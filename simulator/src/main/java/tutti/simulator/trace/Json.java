package tutti.simulator.trace;

import java.util.List;

/** A writer of JSON that may stand in a script of an HTML page. */
final class Json {
  private final StringBuilder out = new StringBuilder();
  private boolean first = true;

  Json open(char bracket) {
    out.append(bracket);
    first = true;
    return this;
  }

  Json close(char bracket) {
    out.append(bracket);
    first = false;
    return this;
  }

  /** Begins an element of an array. */
  Json next() {
    if (!first) {
      out.append(",\n");
    }
    first = false;
    return this;
  }

  Json name(String name) {
    if (!first) {
      out.append(',');
    }
    first = false;
    string(name);
    out.append(':');
    return this;
  }

  /** Appends text that is JSON already. */
  Json text(String json) {
    out.append(json);
    return this;
  }

  Json field(String name, String value) {
    name(name);
    string(value);
    return this;
  }

  Json field(String name, long value) {
    name(name);
    out.append(value);
    return this;
  }

  Json field(String name, boolean value) {
    name(name);
    out.append(value);
    return this;
  }

  Json field(String name, List<String> values) {
    name(name);
    out.append('[');
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      string(values.get(i));
    }
    out.append(']');
    return this;
  }

  private void string(String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == '<' || c == '>' || c == '\u2028' || c == '\u2029') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
