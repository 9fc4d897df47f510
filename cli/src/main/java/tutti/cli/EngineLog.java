package tutti.cli;

/** How much the engine says on standard error: set before it says anything. */
final class EngineLog {
  private EngineLog() {}

  /** Disks are meant to fail: what the engine says about it would only look alarming. */
  static void silence() {
    level("off");
  }

  /** Nodes come and go by the dozen: that they do would drown what is measured. */
  static void warningsOnly() {
    level("warn");
  }

  private static void level(String level) {
    System.setProperty("org.slf4j.simpleLogger.log.tutti.engine", level);
  }
}
