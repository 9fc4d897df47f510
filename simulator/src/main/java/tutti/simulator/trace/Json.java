package tutti.simulator.trace;

import java.util.List;
import tutti.model.text.JsonText;

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
    JsonText.quote(out, value);
  }

  /** The text; no character in it can end the script or a line of it. */
  @Override
  public String toString() {
    return out.toString()
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }
}
