package tutti.cli.command;

/** The level of the engine's messages on standard error, which is set before the first message. */
public final class EngineLog {
  private EngineLog() {}

  /**
   * Turns the engine's messages off, because disks are meant to fail and messages about it would be
   * misleading.
   */
  public static void silence() {
    level("off");
  }

  /**
   * Limits the messages to warnings, because dozens of nodes start and stop and their messages
   * would hide the measurements.
   */
  public static void warningsOnly() {
    level("warn");
  }

  /** Limits the messages to errors, because nodes are opened that are not the user's. */
  public static void errorsOnly() {
    level("error");
  }

  private static void level(String level) {
    System.setProperty("org.slf4j.simpleLogger.log.tutti.engine", level);
  }
}
