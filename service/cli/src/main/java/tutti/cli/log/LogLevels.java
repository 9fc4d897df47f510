package tutti.cli.log;

import java.util.Locale;
import org.slf4j.event.Level;

/**
 * The levels of loggers: Tutti's log from {@code info} on, libraries only from {@code warn} on. The
 * system properties {@code org.slf4j.simpleLogger.log.PREFIX} and {@code
 * org.slf4j.simpleLogger.defaultLogLevel} change this, with the names that slf4j-simple has.
 */
final class LogLevels {
  private static final String PREFIX = "org.slf4j.simpleLogger.";

  /** A level above that of every line. */
  static final int OFF = Level.ERROR.toInt() + 1;

  private LogLevels() {}

  /** The lowest level that a logger writes, as {@link Level#toInt()} has it, or {@link #OFF}. */
  static int of(String logger) {
    String prefix = logger;
    while (true) {
      String given = System.getProperty(PREFIX + "log." + prefix);
      if (given != null) {
        return parse(given);
      }
      int dot = prefix.lastIndexOf('.');
      if (dot < 0) {
        break;
      }
      prefix = prefix.substring(0, dot);
    }
    if (prefix.equals("tutti")) {
      return Level.INFO.toInt();
    }
    return parse(System.getProperty(PREFIX + "defaultLogLevel", "warn"));
  }

  private static int parse(String level) {
    if (level.equalsIgnoreCase("off")) {
      return OFF;
    }
    try {
      return Level.valueOf(level.toUpperCase(Locale.ROOT)).toInt();
    } catch (IllegalArgumentException unknown) {
      return Level.INFO.toInt();
    }
  }
}
