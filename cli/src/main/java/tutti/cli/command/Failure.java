package tutti.cli.command;

/** An exception that ends a command with a message for a person, without a stack trace. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int exitStatus;

  /**
   * @param message the failure and the remedy, without the command's name
   */
  public Failure(int exitStatus, String message) {
    super(message, null, false, false);
    this.exitStatus = exitStatus;
  }

  public int exitStatus() {
    return exitStatus;
  }
}
