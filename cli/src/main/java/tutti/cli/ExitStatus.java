package tutti.cli;

/** The exit statuses of the command, and their meanings (docs/rulings.md#contracts). */
final class ExitStatus {
  /** All went well; warnings count as well too. */
  static final int GOOD = 0;

  /** A specification does not check, or a test, claim, comparison or the running itself failed. */
  static final int FAILED = 1;

  /** The command line or the deployment is wrong. */
  static final int USAGE = 2;

  private ExitStatus() {}
}
