package tutti.cli.log;

import java.io.Serial;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** Writes each message as one entry to standard error. Thread-safe. */
final class LineLogger extends LegacyAbstractLogger implements LoggingEventAware {
  @Serial private static final long serialVersionUID = 1L;

  private final int lowest;

  LineLogger(String name) {
    this.name = name;
    this.lowest = LogLevels.of(name);
  }

  private boolean says(Level level) {
    return level.toInt() >= lowest;
  }

  @Override
  public boolean isTraceEnabled() {
    return says(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return says(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return says(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return says(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return says(Level.ERROR);
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String message,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    write(level, message, arguments, List.of(), thrown);
  }

  @Override
  public void log(LoggingEvent event) {
    if (!says(event.getLevel())) {
      return;
    }
    List<LogMessage.Fact> facts = new ArrayList<>();
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs != null) {
      for (KeyValuePair pair : pairs) {
        facts.add(new LogMessage.Fact(pair.key, String.valueOf(pair.value)));
      }
    }
    write(
        event.getLevel(),
        event.getMessage(),
        event.getArgumentArray(),
        facts,
        event.getThrowable());
  }

  private void write(
      Level level,
      String message,
      Object @Nullable [] arguments,
      List<LogMessage.Fact> facts,
      @Nullable Throwable thrown) {
    String text = MessageFormatter.basicArrayFormat(message, arguments);
    Thread thread = Thread.currentThread();
    String where = thread.getName().isEmpty() ? "thread-" + thread.threadId() : thread.getName();
    LogFormat.write(
        new LogMessage(Instant.now(), level, where, name, facts, String.valueOf(text), thrown));
  }
}
