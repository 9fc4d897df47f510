package tutti.cli;

/** The exit statuses of the command, and their meanings (docs/rulings.md#contracts). */
final class ExitStatus {
  /** The status of success, also with warnings. */
  static final int GOOD = 0;

  /**
   * The status of a failure: a specification does not check, or a test, claim, comparison or the
   * run itself failed.
   */
  static final int FAILED = 1;

  /** The status of a mistake in the command line or the deployment. */
  static final int USAGE = 2;

  private ExitStatus() {}
}
