package tutti.cli.command;

/** The exit statuses of the command, and their meanings (docs/rulings.md#contracts). */
public final class ExitStatus {
  /** The status of success, also with warnings. */
  public static final int GOOD = 0;

  /**
   * The status of a failure: a specification does not check, or a test, claim, comparison or the
   * run itself failed.
   */
  public static final int FAILED = 1;

  /** The status of a mistake in the command line or the deployment. */
  public static final int USAGE = 2;

  private ExitStatus() {}
}
