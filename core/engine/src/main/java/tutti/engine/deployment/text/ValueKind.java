package tutti.engine.deployment.text;

import com.typesafe.config.ConfigUtil;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.model.text.NearestName;

/** The values that a key of the deployment file may have, and how they are read and written. */
public sealed interface ValueKind {

  /** Returns the value of {@code text}. */
  Parsed parse(String text);

  /** The canonical text of a value of this kind; reading it gives the value again. */
  String render(Object value);

  /** Returns the allowed values, for people: {@code a number from 1 to 64}. */
  String expected();

  /** Returns that a text is not what is {@link #expected}. */
  default Parsed bad(String text) {
    return new Parsed.Bad("'" + text + "' is not " + expected());
  }

  /** A value, or why there is none. */
  sealed interface Parsed {
    record Good(Object value) implements Parsed {}

    record Bad(String message) implements Parsed {}
  }

  /**
   * A choice between names.
   *
   * @param values the values by every name that is accepted; the first name of a value is its long
   *     one
   * @param later names of choices that this version does not have yet
   */
  record Choice(Map<String, Object> values, List<String> later) implements ValueKind {
    @Override
    public Parsed parse(String text) {
      Object value = values.get(text);
      if (value != null) {
        return new Parsed.Good(value);
      }
      if (later.contains(text)) {
        return new Parsed.Bad(
            "'" + text + "' is not in this version yet; this one has " + expected());
      }
      String hint =
          NearestName.among(values.keySet(), text)
              .map(near -> "; did you mean '" + near + "'?")
              .orElse("");
      return new Parsed.Bad("'" + text + "' is not one of " + expected() + hint);
    }

    @Override
    public String render(Object value) {
      for (Map.Entry<String, Object> entry : values.entrySet()) {
        if (entry.getValue().equals(value)) {
          return entry.getKey();
        }
      }
      throw new IllegalArgumentException("no name for " + value);
    }

    @Override
    public String expected() {
      Map<Object, List<String>> names = new LinkedHashMap<>();
      values.forEach(
          (name, value) -> names.computeIfAbsent(value, v -> new ArrayList<>()).add(name));
      List<String> shown = new ArrayList<>();
      for (List<String> each : names.values()) {
        shown.add(
            each.size() == 1
                ? each.getFirst()
                : each.getFirst() + " (" + String.join(", ", each.subList(1, each.size())) + ")");
      }
      return String.join(", ", shown);
    }
  }

  /**
   * A whole number.
   *
   * @param min the least value
   * @param max the greatest value
   * @param zero the word for 0; null if 0 is a number like others
   */
  record Count(int min, int max, @Nullable String zero) implements ValueKind {
    @Override
    public Parsed parse(String text) {
      if (text.equals(zero)) {
        return new Parsed.Good(0);
      }
      // Java takes +3 and the digits of all scripts, too.
      if (text.matches("-?[0-9]{1,10}")) {
        long value = Long.parseLong(text);
        if (value >= min && value <= max) {
          return new Parsed.Good((int) value);
        }
      }
      return bad(text);
    }

    @Override
    public String render(Object value) {
      return value.equals(0) && zero != null ? zero : value.toString();
    }

    @Override
    public String expected() {
      return "a number from " + min + " to " + max + (zero == null ? "" : ", or '" + zero + "'");
    }
  }

  /** A share: a number from 0 to 1. */
  record Share() implements ValueKind {
    @Override
    public Parsed parse(String text) {
      if (text.matches("[0-9]{1,9}(\\.[0-9]{1,15})?([eE]-?[0-9]{1,2})?")) {
        double value = Double.parseDouble(text);
        if (value <= 1) {
          return new Parsed.Good(value);
        }
      }
      return bad(text);
    }

    @Override
    public String render(Object value) {
      return value.equals(0.0) ? "0" : value.equals(1.0) ? "1" : value.toString();
    }

    @Override
    public String expected() {
      return "a number from 0 to 1, such as 0.01";
    }
  }

  /** A number of bytes, with a unit. */
  record Size(long min, long max) implements ValueKind {
    @Override
    public Parsed parse(String text) {
      Long bytes = Units.bytes(text);
      return bytes != null && bytes >= min && bytes <= max ? new Parsed.Good(bytes) : bad(text);
    }

    @Override
    public String render(Object value) {
      return Units.text((Long) value);
    }

    @Override
    public String expected() {
      return "a size with a unit, from " + Units.text(min) + " to " + Units.text(max);
    }
  }

  /**
   * A duration, with a unit.
   *
   * @param zero the word for no duration; null if there is none
   */
  record Time(Duration min, Duration max, @Nullable String zero) implements ValueKind {
    /** A duration for which there is no word. */
    public Time(Duration min, Duration max) {
      this(min, max, null);
    }

    @Override
    public Parsed parse(String text) {
      if (text.equals(zero)) {
        return new Parsed.Good(Duration.ZERO);
      }
      Duration value = Units.duration(text);
      return value != null && value.compareTo(min) >= 0 && value.compareTo(max) <= 0
          ? new Parsed.Good(value)
          : bad(text);
    }

    @Override
    public String render(Object value) {
      return value.equals(Duration.ZERO) && zero != null ? zero : Units.text((Duration) value);
    }

    @Override
    public String expected() {
      return "a duration with a unit, from "
          + Units.text(min)
          + " to "
          + Units.text(max)
          + (zero == null ? "" : ", or '" + zero + "'");
    }
  }

  /**
   * A list of texts of one form, which are kept in lower case, or such a list as one text with
   * commas.
   *
   * @param form of each element
   * @param no what is said of an element of another form: {@code no origin such as …}
   * @param expected the allowed values, for people
   */
  record TextList(Pattern form, String no, String expected) implements ValueKind {
    /** Web pages' origins. */
    public static final TextList ORIGINS =
        new TextList(
            Pattern.compile("https?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?"),
            "no origin such as \"https://shop.example.com\", without a path",
            "a list of origins such as [\"https://shop.example.com\"]");

    /** Addresses of machines. */
    public static final TextList ADDRESSES =
        new TextList(
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*"),
            "no address such as \"10.0.0.5\" or \"fd00::5\", without a name or a port",
            "a list of addresses such as [\"10.0.0.5\"]");

    @Override
    public Parsed parse(String text) {
      String bare =
          text.startsWith("[") && text.endsWith("]") ? text.replaceAll("[\\[\\]\"]", "") : text;
      List<String> elements =
          Stream.of(bare.split(",")).map(String::strip).filter(one -> !one.isEmpty()).toList();
      for (String element : elements) {
        if (!form.matcher(element).matches()) {
          return new Parsed.Bad("'" + element + "' is " + no);
        }
      }
      return new Parsed.Good(elements.stream().map(one -> one.toLowerCase(Locale.ROOT)).toList());
    }

    @Override
    public String render(Object value) {
      return "["
          + ((List<?>) value)
              .stream()
                  .map(each -> ConfigUtil.quoteString(String.valueOf(each)))
                  .collect(Collectors.joining(", "))
          + "]";
    }
  }

  /**
   * The name of a file or folder, or none, which is the empty text.
   *
   * @param of what is named, with its article
   */
  record FileName(String of) implements ValueKind {
    private static final String NONE = "none";

    public FileName() {
      this("a file");
    }

    @Override
    public Parsed parse(String text) {
      return text.isBlank()
          ? new Parsed.Bad("must not be empty; '" + NONE + "' is none")
          : new Parsed.Good(text.equals(NONE) ? "" : text);
    }

    @Override
    public String render(Object value) {
      return value.equals("") ? NONE : ConfigUtil.quoteString((String) value);
    }

    @Override
    public String expected() {
      return "the name of " + of + ", or '" + NONE + "'";
    }
  }

  /** Any text that is not empty. */
  record Text(String expected) implements ValueKind {
    @Override
    public Parsed parse(String text) {
      return text.isBlank() ? new Parsed.Bad("must not be empty") : new Parsed.Good(text);
    }

    @Override
    public String render(Object value) {
      return ConfigUtil.quoteString((String) value);
    }
  }
}
