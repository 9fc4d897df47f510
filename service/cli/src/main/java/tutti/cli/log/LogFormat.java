package tutti.cli.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import tutti.model.text.JsonText;

/**
 * The form of an entry of the log: a line of text for people, or an object of JSON in one line for
 * programs. Times are UTC, in ISO's form. The form is chosen once, at the start of a command.
 */
public enum LogFormat {
  /** {@code 2026-11-23T07:41:02.123Z ERROR [thread] ProcedureRunner - transaction=0-1-4: …}. */
  TEXT {
    @Override
    String format(LogMessage entry, String node, UnaryOperator<String> cleaned) {
      StringBuilder line = new StringBuilder(200);
      line.append(TIME.format(entry.time()))
          .append(' ')
          .append(String.format(Locale.ROOT, "%-5s", entry.level()))
          .append(" [")
          .append(entry.thread())
          .append("] ")
          .append(entry.logger().substring(entry.logger().lastIndexOf('.') + 1))
          .append(" - ");
      String between = "";
      if (!node.isEmpty()) {
        line.append("node=").append(node);
        between = " ";
      }
      for (LogMessage.Fact fact : entry.facts()) {
        line.append(between).append(fact.name()).append('=').append(value(fact.value()));
        between = " ";
      }
      line.append(between.isEmpty() ? "" : ": ")
          .append(VisibleText.lines(cleaned.apply(entry.message())));
      String stack = stack(entry.thrown());
      if (stack != null) {
        line.append(VisibleText.lines("\n" + cleaned.apply(stack).stripTrailing()));
      }
      return line.toString();
    }
  },

  /** {@code {"time":…,"level":"ERROR","thread":…,"logger":…,"transaction":"0-1-4","message":…}}. */
  JSON {
    @Override
    String format(LogMessage entry, String node, UnaryOperator<String> cleaned) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("time", TIME.format(entry.time()));
      members.put("level", entry.level().toString());
      members.put("thread", entry.thread());
      members.put("logger", entry.logger());
      if (!node.isEmpty()) {
        members.put("node", node);
      }
      for (LogMessage.Fact fact : entry.facts()) {
        members.put(fact.name(), fact.value());
      }
      members.put("message", cleaned.apply(entry.message()));
      String stack = stack(entry.thrown());
      if (stack != null) {
        members.put("stack", cleaned.apply(stack));
      }
      return new String(JsonText.bytes(members), StandardCharsets.UTF_8);
    }
  };

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static volatile LogFormat chosen = TEXT;
  private static volatile String ownNode = "";
  private static volatile UnaryOperator<String> cleaning = UnaryOperator.identity();

  /**
   * Returns the text of one entry, without a line's end.
   *
   * @param node the name of this process's node; empty if there is only one
   * @param cleaned removes the parts of a text that must not be in the log
   */
  abstract String format(LogMessage entry, String node, UnaryOperator<String> cleaned);

  /** Chooses the form of all further entries. */
  public static void choose(LogFormat format) {
    chosen = format;
  }

  /** Names this process's node in all further entries. */
  public static void node(String name) {
    ownNode = name;
  }

  /** Sets a function that removes parts of the texts of all further entries. */
  public static void clean(UnaryOperator<String> text) {
    cleaning = text;
  }

  static void write(LogMessage entry) {
    StandardStreams.log(chosen.format(entry, ownNode, cleaning));
  }

  /** Returns the entry that says how many were lost, with a line's end. */
  static String lost(int entries) {
    LogMessage entry =
        new LogMessage(
            Instant.now(),
            Level.WARN,
            Thread.currentThread().getName(),
            LogFormat.class.getName(),
            List.of(),
            entries + " entries of the log are lost: for a while nobody read it",
            null);
    return chosen.format(entry, ownNode, cleaning) + System.lineSeparator();
  }

  /** Returns the value of a fact as one word, or in quotation marks. */
  private static String value(String text) {
    String visible = VisibleText.line(text);
    return visible.contains(" ") || visible.contains("\"")
        ? '"' + visible.replace("\"", "\\\"") + '"'
        : visible;
  }

  private static @Nullable String stack(@Nullable Throwable thrown) {
    if (thrown == null) {
      return null;
    }
    StringWriter text = new StringWriter();
    try {
      thrown.printStackTrace(new PrintWriter(text, true));
    } catch (RuntimeException | StackOverflowError second) {
      // An application's exception whose own description throws: who logs it must not fail by it.
      text.append(thrown.getClass().getName()).append(", which cannot be described");
    }
    return text.toString();
  }
}
